"""What puzzles ask, and how far an answer may be from the best one and still count."""

from dataclasses import dataclass

EXACT, MEASURED = "exact", "measured"


@dataclass(frozen=True)
class Theme:
    """One kind of question. `family` says how the best answer was found."""

    name: str
    family: str
    scale: float  # loss, in the theme's unit, that leaves 37 % of the credit
    unit: str  # of the loss: "pieces", "points" or "percent"


THEMES = {
    theme.name: theme
    for theme in (
        Theme("network", EXACT, 3.0, "pieces"),
        Theme("keep", EXACT, 8.0, "points"),
        Theme("tunnel", EXACT, 15.0, "percent"),
        Theme("odds", EXACT, 12.0, "percent"),
        Theme("last", EXACT, 6.0, "points"),
        Theme("moment", MEASURED, 6.0, "percent"),
    )
}
