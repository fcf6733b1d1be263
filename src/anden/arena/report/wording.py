"""How results are worded, and numbers written, in a language."""

from anden.arena.intervals import Interval
from anden.locales import translate

_QUANTITIES = {
    "route_points": "arena.route_points",
    "ticket_points": "arena.ticket_points",
    "longest_points": "arena.longest_points",
    "station_points": "arena.station_points",
    "district_points": "arena.district_points",
    "tickets_made": "arena.tickets_made",
    "tickets_failed": "arena.tickets_failed",
    "longest": "arena.longest",
    "routes": "arena.routes",
    "mean_length": "arena.mean_length",
    "moves": "arena.moves",
}


class Wording:
    def __init__(self, language: str) -> None:
        self.language = language

    def text(self, key: str, **params: object) -> str:
        return translate(self.language, key, **params)

    def quantity(self, name: str) -> str:
        return self.text(_QUANTITIES[name])

    def number(self, value: float, digits: int = 1) -> str:
        """With the language's comma or point, and a real minus; long ones in groups."""
        grouping = "," if abs(value) >= 10_000 else ""
        shown = f"{value:{grouping}.{digits}f}".replace("-", "−")
        if self.language == "es":
            return shown.translate(str.maketrans(",.", "\N{NARROW NO-BREAK SPACE},"))
        return shown

    def signed(self, value: float, digits: int = 1) -> str:
        return ("+" if round(value, digits) > 0 else "") + self.number(value, digits)

    def percent(self, share: float) -> str:
        """With a unit as the language writes it."""
        sign = "\N{NO-BREAK SPACE}%" if self.language == "es" else "%"
        return self.number(100 * share) + sign

    def between(self, interval: Interval | None, digits: int = 1, factor: float = 1) -> str:
        """An interval, or a dash where there is none."""
        if interval is None:
            return "–"
        low, high = (self.number(factor * end, digits) for end in interval)
        return self.text("arena.between", low=low, high=high)
