"""Why an action is not legal, in words, with the rule that says so."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from anden.boards.names import in_language
from anden.kernel import refusals as codes
from anden.locales import translate

WRONG_TOTAL = -1  # a payment that is not the price; the kernel's actions can't say such a thing

# Kernel code -> the name of the reason (its text is `reason.<name>`) and the rule behind it.
_REASONS = {
    codes.GAME_OVER: ("game_over", "C24"),
    codes.NO_SUCH_ACTION: ("no_such_action", "C5"),
    codes.KEEP_FIRST: ("keep_first", "C21"),
    codes.DRAW_FIRST: ("draw_first", "C15"),
    codes.PAY_FIRST: ("pay_first", "C16"),
    codes.TUNNEL_FIRST: ("tunnel_first", "E7"),
    codes.NOTHING_OFFERED: ("nothing_offered", "C21"),
    codes.NOTHING_TO_PAY: ("nothing_to_pay", "E7"),
    codes.NO_TUNNEL: ("no_tunnel", "E9"),
    codes.CAN_ACT: ("can_act", "C5"),
    codes.NO_CARDS: ("no_cards", "C13"),
    codes.NOT_IN_ROW: ("not_in_row", "C6"),
    codes.NO_SECOND_WILD: ("no_second_wild", "C7"),
    codes.NO_TICKETS: ("no_tickets", "C21"),
    codes.NOT_OFFERED: ("not_offered", "C21"),
    codes.TOO_FEW_KEPT: ("too_few_kept", "C21"),
    codes.ROUTE_TAKEN: ("route_taken", "C18"),
    codes.OWN_TWIN: ("own_twin", "C19"),
    codes.TWIN_CLOSED: ("twin_closed", "C19"),
    codes.TOO_FEW_PIECES: ("too_few_pieces", "C17"),
    codes.TOO_FEW_CARDS: ("too_few_cards", "C16"),
    codes.TOO_FEW_SYMBOLS: ("too_few_symbols", "E6"),
    codes.NO_STATIONS: ("no_stations", "E4"),
    codes.NO_STATION_LEFT: ("no_station_left", "E11"),
    codes.CITY_TAKEN: ("city_taken", "E11"),
    codes.WRONG_COLOUR: ("wrong_colour", "C16"),
    codes.TOO_FEW_OF_COLOUR: ("too_few_of_colour", "C16"),
    codes.TOO_FEW_WILDS: ("too_few_wilds", "C16"),
    codes.BAD_MIX: ("bad_mix", "C16"),
    WRONG_TOTAL: ("wrong_total", "C16"),
}


@dataclass(frozen=True)
class Reason:
    """`params` holds numbers, texts, and names by language."""

    name: str
    rule: str
    params: Mapping[str, object] = field(default_factory=dict)

    def text(self, language: str = "en") -> str:
        """The reason as a sentence."""
        spoken = {
            key: in_language(value, language) if isinstance(value, Mapping) else value
            for key, value in self.params.items()
        }
        return translate(language, f"reason.{self.name}", **spoken)

    def __str__(self) -> str:
        return f"{self.text()} (rule {self.rule})"


def reason(code: int, rule: str | None = None, **params: object) -> Reason:
    name, usual_rule = _REASONS[code]
    return Reason(name, rule or usual_rule, params)
