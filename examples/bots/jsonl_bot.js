// A bot in JavaScript: reads JSON lines, writes JSON lines, needs nothing but Node.
// Try it: anden bots check "exec:node examples/bots/jsonl_bot.js"

const lines = require("node:readline").createInterface({ input: process.stdin });

let route_lengths = new Map();

function claimed(action) {
  return action.startsWith("claim ") ? action.split(" ")[1] : null;
}

// Routes that tickets need first, then the longest; without one a card, blind.
function choose(view, legal) {
  const needed = new Set(view.own.tickets.flatMap((ticket) => ticket.missing));
  const worth = (action) => {
    const route = claimed(action);
    if (route !== null) return route_lengths.get(route) + (needed.has(route) ? 10 : 0);
    if (action.startsWith("keep ")) return -action.length;
    return action === "draw deck" ? 2.5 : action === "draw tickets" ? -1 : 0;
  };
  let best = 0;
  legal.forEach((action, index) => {
    if (worth(action) > worth(legal[best])) best = index;
  });
  return best;
}

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    const routes = message.board.routes;
    route_lengths = new Map(message.route_names.map((name, i) => [name, routes[i].length]));
  } else if (message.type === "choose") {
    console.log(JSON.stringify({ log: `${message.legal.length} ways to go on` }));
    console.log(JSON.stringify({ index: choose(message.view, message.legal) }));
  }
});
