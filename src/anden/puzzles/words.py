"""Questions, answers and explanations, in the languages of the interface."""

from collections.abc import Iterable

from anden.boards import Board
from anden.boards.board import CardColour
from anden.boards.names import in_language
from anden.game import parse_action
from anden.game.actions import BuildStation, ClaimRoute, DrawCard, KeepTickets, Payment, PayTunnel
from anden.locales import translate

from .answers import Verdict
from .puzzle import Choice, Puzzle

_KEPT = "keep "
_CLAIM, _STATION = "claim ", "station "


class Words:
    """A puzzle told in a language."""

    def __init__(self, puzzle: Puzzle, language: str) -> None:
        self.puzzle, self.language = puzzle, language
        self.board: Board = puzzle.board

    def title(self) -> str:
        """What its theme is called."""
        return self._say(f"puzzle.theme_{self.puzzle.theme}")

    def question(self) -> str:
        """What is asked, with what may be taken for granted."""
        facts = self.puzzle.facts
        match self.puzzle.theme:
            case "tunnel":
                return self._say("puzzle.ask_tunnel", route=self.route(facts["route"]))
            case "odds":
                cards = self._cards_of(facts["payment"])
                return self._say("puzzle.ask_odds", route=self.route(facts["route"]), cards=cards)
            case "keep":
                return self._say("puzzle.ask_keep", pieces=self._pieces(facts["left"]))
            case theme:
                return self._say(f"puzzle.ask_{theme}", pieces=self._noun())

    def label(self, answer: str) -> str:
        """An answer to choose from."""
        if self.puzzle.theme == "odds":
            return f"{answer} %"
        if self.puzzle.theme == "last" and answer == "draw deck":
            return self._say("puzzle.do_draw")
        if answer.startswith(_CLAIM) and " with " not in answer:
            return self._say("puzzle.do_claim", route=self.route(answer.removeprefix(_CLAIM)))
        if answer.startswith(_STATION) and " with " not in answer:
            return self._say("puzzle.do_station", city=self._city(answer.removeprefix(_STATION)))
        match parse_action(self.board, answer):
            case ClaimRoute(route, payment) if self.puzzle.theme == "tunnel":
                return self._cards(payment)
            case ClaimRoute(route, payment):
                cards = self._cards(payment)
                return self._say("puzzle.do_pay", route=self.route(route), cards=cards)
            case BuildStation(city):
                return self._say("puzzle.do_station", city=self._city(city))
            case KeepTickets(tickets):
                return self._list(map(self.ticket, tickets))
            case DrawCard(kind):
                return self._say("puzzle.do_take", card=self._kind(kind))
            case action:
                return self._say(f"puzzle.do_{str(action).replace(' ', '_')}")

    def worth(self, choice: Choice) -> str:
        """What a choice turned out to be worth."""
        match self.puzzle.theme:
            case "odds":
                return "✓" if choice.loss == 0 else ""
            case "keep" | "last":
                value = round(choice.value, 1)
                return self._say("puzzle.points", value=self._number(value), n=value)
            case _:
                return f"{choice.value:.0f} %"

    def verdict(self, verdict: Verdict) -> str:
        """How good an answer was."""
        if verdict.is_best:
            return self._say("puzzle.best")
        if verdict.loss is None:
            return self._say("puzzle.open", tickets=self._list(map(self.ticket, verdict.missing)))
        if verdict.pieces is not None:
            more = self._pieces(int(verdict.loss))
            return self._say("puzzle.dearer", pieces=more, credit=_percent(verdict.credit))
        loss = self._say(f"puzzle.loss_{self.puzzle.kind.unit}", loss=self._number(verdict.loss, 3))
        key = "puzzle.off" if self.puzzle.theme == "odds" else "puzzle.worse"
        return self._say(key, loss=loss, credit=_percent(verdict.credit))

    def explanation(self) -> str:
        """Why the best answer is the best."""
        facts, theme = self.puzzle.facts, self.puzzle.theme
        match theme:
            case "network":
                return self._network()
            case "keep":
                made = self._list(map(self.ticket, facts["made"]))
                params = {"pieces": self._pieces(facts["pieces"]), "left": facts["left"]}
                text = self._say("puzzle.why_keep", made=made, **params)
                lost = self._list(map(self.ticket, facts["lost"]))
                return f"{text} {self._say('puzzle.why_lost', lost=lost)}" if lost else text
            case "odds":
                return self._say("puzzle.why_odds", exact=self._number(round(facts["exact"], 1), 4))
            case "tunnel":
                best = self.puzzle.best
                params = {"cards": self.label(best.answer), "chance": f"{best.value:.0f}"}
                return self._say("puzzle.why_tunnel", **params)
            case "last":
                best, now = self.puzzle.best, self.puzzle.facts["now"]
                params = {"now": self._number(now), "then": self._number(best.value, 4)}
                return self._say("puzzle.why_last", move=self.label(best.answer), **params)
            case _:
                second = sorted(choice.loss for choice in self.puzzle.choices)[1]
                error = self._number(round(facts["error"], 1))
                params = {"deals": facts["deals"], "error": error}
                move = self.label(self.puzzle.best.answer)
                return self._say("puzzle.why_moment", move=move, lead=f"{second:.0f}", **params)

    def fares(self) -> str:
        """How bots did."""
        told = [
            self._say(f"puzzle.fare_{level}", credit=_percent(fare))
            for level, fare in self.puzzle.fares.items()
        ]
        return self._say("puzzle.fares", fares=self._list(told)) if told else ""

    def route(self, name: str) -> str:
        """Denver – Omaha, with the colour where two lanes differ by it."""
        route = self.board.routes[self.board.find_route(name)]
        cities = self._cities(route.a, route.b)
        if route.twin is None or self.board.routes[route.twin].colour == route.colour:
            return cities
        return f"{cities} ({in_language(self._colours[route.colour].names, self.language)})"

    def ticket(self, name: str) -> str:
        """Its two cities."""
        ticket = self.board.tickets[self.board.find_ticket(name)]
        return self._cities(ticket.a, ticket.b)

    @property
    def _colours(self) -> tuple[CardColour, ...]:
        return self.board.cards.colours

    def _network(self) -> str:
        facts = self.puzzle.facts
        text = self._say("puzzle.why_network", pieces=self._pieces(facts["pieces"]))
        if facts.get("second"):
            text += " " + self._say("puzzle.why_second", pieces=self._pieces(facts["second"]))
        if facts["in_turn"] and facts["in_turn"] > facts["pieces"]:
            text += " " + self._say("puzzle.why_in_turn", pieces=self._pieces(facts["in_turn"]))
        return text

    def _cards_of(self, text: str) -> str:
        action = parse_action(self.board, f"pay {text}")
        assert isinstance(action, PayTunnel)
        return self._cards(action.payment)

    def _cards(self, payment: Payment) -> str:
        parts = [f"{payment.cards} × {self._kind(payment.colour)}"] if payment.colour else []
        parts += [f"{payment.wilds} × {self._kind('wild')}"] if payment.wilds else []
        return " + ".join(parts)

    def _kind(self, kind: str) -> str:
        colours = {colour.id: colour.names for colour in self._colours}
        return in_language(colours.get(kind, self.board.cards.wild.names), self.language)

    def _pieces(self, n: int) -> str:
        names = in_language(self.board.pieces.names, self.language)
        return f"{n} {names.one if n == 1 else names.many}"

    def _noun(self) -> str:
        return in_language(self.board.pieces.names, self.language).many

    def _cities(self, a: int, b: int) -> str:
        return " – ".join(in_language(self.board.cities[c].names, self.language) for c in (a, b))

    def _city(self, city: str) -> str:
        index = self.board.city_index(city)
        return in_language(self.board.cities[index].names, self.language)

    def _list(self, items: Iterable[str]) -> str:
        return ", ".join(items)

    def _number(self, value: float, digits: int = 6) -> str:
        """With so many digits that count, and the comma or point of the language."""
        shown = f"{value:.{digits}g}".replace("-", "−")
        return shown.replace(".", ",") if self.language == "es" else shown

    def _say(self, key: str, **params: object) -> str:
        return translate(self.language, key, **params)


def _percent(share: float) -> str:
    return f"{100 * share:.0f}\N{NO-BREAK SPACE}%"
