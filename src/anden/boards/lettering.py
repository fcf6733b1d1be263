"""How wide a name is at most, in any common typeface: labels are placed without knowing which."""

LINE_HEIGHT = 1.1  # from one baseline to the next; like all here in units of the font size
ASCENT = 0.8  # of capitals with accents above the baseline
DESCENT = 0.24

# The widest advance of each letter among semi-bold and regular serif and sans-serif faces of
# ordinary proportions (Georgia's, Gill's, Lato, Open Sans, Source Serif, DejaVu Sans Condensed).
_WIDTHS = {
    0.3: "'’",
    0.35: " ,.:;ijlíìîïłı·",
    0.4: "!I[]tÍÌÎÏț",
    0.45: '"()-f',
    0.5: "/?\\`rszşșřžš",
    0.55: "Jc|çč",
    0.6: "*1235679aevxy{}áéàâäåèêëă",
    0.65: "$48FLPST_bdghkopquóúüòôöøùûŁŞğŠ–",
    0.7: "BCEnÉñÇÈÊËńČ",
    0.75: "0AKRVXYZÁÀÂÄÅŽ",
    0.8: "#+<=>DGU^~ÚÜÙÛ",
    0.85: "&HNwÑ",
    0.9: "OQÓæÒÔÖØ",
    0.95: "%Mœ",
    1.0: "mÆ",
    1.05: "@W",
    1.1: "Œ",
}
_WIDTH_OF = {letter: width for width, letters in _WIDTHS.items() for letter in letters}
_UNKNOWN = 1.0


def text_width(text: str) -> float:
    """An upper bound for the width of one line, in units of the font size."""
    return sum(_WIDTH_OF.get(letter, _UNKNOWN) for letter in text)
