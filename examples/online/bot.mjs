// A program at a table of a server, in JavaScript: node bot.mjs http://localhost:8000 GAME TOKEN
// Needs nothing but Node 22 or newer (Node 20: node --experimental-websocket bot.mjs …).
// The token is made at the table (a seat's menu, "Let a program play"), or as docs/server.md says.
// No rules are needed: the server says what can be done.

const PROTOCOL = 2;
const [server, game, token] = process.argv.slice(2);
if (!token) {
  console.error("usage: node bot.mjs SERVER GAME TOKEN");
  process.exit(2);
}

// How many cards "2 white 1 wild" are.
const cards = (payment) => payment.split(" ").reduce((sum, word) => sum + (Number(word) || 0), 0);

// Routes that tickets need, then any route of four spaces or more, else a card.
function choose(view, { keep, pay, routes, simple }) {
  if (keep) return "keep " + keep.offer.join(", ");
  if (pay.length) return `pay ${pay[0]}`;
  const needed = new Set(view.own.tickets.flatMap((ticket) => ticket.missing));
  const worth = (route) => cards(routes[route][0]) + (needed.has(route) ? 100 : 0);
  const [best] = Object.keys(routes).sort((a, b) => worth(b) - worth(a));
  const draw = simple.includes("draw deck") ? "draw deck" : simple.find((action) => action !== "draw tickets");
  if (best && (worth(best) >= 4 || !draw)) return `claim ${best} with ${routes[best][0]}`;
  return draw ?? simple[0];
}

const socket = new WebSocket(server.replace("http", "ws") + "/api/socket");
const tell = (message) => socket.send(JSON.stringify(message));
let number = 0;
let answered = -1; // the state that has been answered already
let isOver = false;

socket.onopen = () => tell({ type: "hello", protocol: PROTOCOL, game, key: token });
socket.onclose = () => process.exit(isOver ? 0 : 1);
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.type === "over") {
    isOver = true;
    for (const { seat, total, rank } of message.scores) console.log(`seat ${seat}: ${total} points, rank ${rank}`);
    socket.close();
  } else if (message.type === "refused") {
    console.error("refused:", message.text);
    if (message.code === "action/stale") answered = -1;
  } else if (message.type === "state" && message.options?.is_now && message.seq !== answered) {
    answered = message.seq;
    const action = choose(message.view, message.options);
    tell({ type: "act", id: `${token.slice(-8)}-${number++}`, seq: message.seq, seat: message.seat, action });
  }
};
