"""Names as players type them: in any language, shortened, with small words in between."""

import re
from collections.abc import Iterator

from anden.boards import BoardNameError
from anden.boards.names import fold, near_matches
from anden.game import Payment
from anden.game.actions import WILD_WORD
from anden.game.notation import kind_name
from anden.kernel.ids import CityId

from .speech import Speech
from .words import MisreadError, has_word

_SEPARATOR = re.compile(r"\s*[-–—]\s*|\s+")
_LANE = re.compile(r"^(.*?)\s*(?:[:(]\s*|\s)([^\W\d_]+)\s*(?:\.([0-9]))?\s*\)?$")
_CARDS = re.compile(r"([0-9]*)\s*([^0-9]*)")
_MAX_CARDS = 99
_SHOWN = 40


def read_city(speech: Speech, text: str) -> int:
    """The city of this name, or the only one that begins so."""
    found = _find_city(speech, text)
    if found is not None:
        return found
    starts = _cities_starting(speech, text)
    if len(starts) == 1:
        return starts.pop()
    options = sorted(map(speech.city, starts), key=fold) or near_cities(speech, text)
    if not options:
        raise MisreadError("text.unknown_city", city=text[:_SHOWN])
    raise MisreadError("text.unknown_city_near", city=text[:_SHOWN], options=options)


def _find_city(speech: Speech, text: str) -> int | None:
    try:
        return speech.board.city_index(text)
    except BoardNameError:
        return None


def _only_city_starting(speech: Speech, text: str) -> int | None:
    found = _find_city(speech, text)
    starts = _cities_starting(speech, text)
    return starts.pop() if found is None and len(starts) == 1 else found


def _folded_cities(speech: Speech) -> dict[str, int]:
    return {fold(s): i for i, city in enumerate(speech.board.cities) for s in city.spellings}


def _cities_starting(speech: Speech, text: str) -> set[int]:
    start = fold(text)
    cities = _folded_cities(speech).items()
    return {index for name, index in cities if start and name.startswith(start)}


def read_lanes(speech: Speech, text: str) -> list[int]:
    """The routes a text may mean: one, or both lanes of a double route."""
    lanes = _lanes_between(speech, text)
    if lanes:
        return lanes
    match = _LANE.match(text)
    for_lane = _lanes_between(speech, match[1]) if match else []
    if match and for_lane:
        return _of_colour(speech, for_lane, match[2], match[3])
    raise _no_route(speech, text)


def read_pair(speech: Speech, text: str) -> tuple[int, int] | None:
    """Two cities with anything sensible between them."""
    for find in (_find_city, _only_city_starting):
        for left, right in _splits(text):
            a, b = find(speech, left), find(speech, right)
            if a is not None and b is not None:
                return min(a, b), max(a, b)
    return None


def _splits(text: str) -> Iterator[tuple[str, str]]:
    """Every way to cut the text in two; a small word before or between is dropped."""
    head, _, tail = text.partition(" ")
    if has_word("word.from", head):
        text = tail
    for gap in _SEPARATOR.finditer(text):
        left, right = text[: gap.start()], text[gap.end() :]
        link, _, rest = right.partition(" ")
        if rest and has_word("word.to", link):
            yield left, rest
        if left and right:
            yield left, right


def _lanes_between(speech: Speech, text: str) -> list[int]:
    pair = read_pair(speech, text)
    return [route.index for route in speech.board.routes if route.pair == pair]


def _of_colour(speech: Speech, lanes: list[int], colour: str, number: str | None) -> list[int]:
    if has_word("word.gray", colour):
        fitting = [lane for lane in lanes if speech.route_colour(lane) == speech.text("text.gray")]
    else:
        kind = read_kind(speech, colour)
        fitting = [lane for lane in lanes if speech.route_colour(lane) == speech.kind(kind)]
    if number:
        fitting = [lane for n, lane in enumerate(fitting, 1) if number == str(n)]
    if not fitting:
        colours = [speech.route_colour(lane) for lane in lanes]
        route = speech.board.routes[lanes[0]]
        cities = speech.cities(route.a, route.b)
        raise MisreadError("text.no_such_lane", route=cities, options=colours)
    return fitting


def _no_route(speech: Speech, text: str) -> MisreadError:
    pair = read_pair(speech, text)
    if pair is None:
        near = _near_route(speech, text)
        if near is not None:
            return near
        for part in (text, *(side for split in _splits(text) for side in split)):
            city = _find_city(speech, part)
            if city is not None:
                return MisreadError("text.one_city_only", city=speech.city(city))
        return MisreadError("text.unknown_route", route=text[:_SHOWN])
    a, b = pair
    return MisreadError(
        "text.no_route",
        a=speech.city(a),
        b=speech.city(b),
        options=sorted(map(speech.city, neighbours(speech, a)), key=fold),
    )


def _near_route(speech: Speech, text: str) -> MisreadError | None:
    """What a misspelt route may have been: one city of two, or a city alone."""
    for left, right in _splits(text):
        cities = _only_city_starting(speech, left), _only_city_starting(speech, right)
        if (cities[0] is None) != (cities[1] is None):
            wrong = left if cities[0] is None else right
            near = near_cities(speech, wrong)
            if near:
                return MisreadError("text.unknown_city_near", city=wrong[:_SHOWN], options=near)
    if _find_city(speech, text) is None and (near := near_cities(speech, text)):
        return MisreadError("text.unknown_city_near", city=text[:_SHOWN], options=near)
    return None


def near_route(speech: Speech, text: str) -> str | None:
    """The route whose cities these two may be, one or both of them misspelt."""
    for left, right in _splits(text):
        sides = [_near_city(speech, side) for side in (left, right)]
        if None not in sides and _lanes_between(speech, "-".join(map(str, sides))):
            return (" - " if any("-" in str(side) for side in sides) else "-").join(map(str, sides))
    return None


def _near_city(speech: Speech, text: str) -> str | None:
    """The city of this name, or the only one that it is like."""
    found = _only_city_starting(speech, text)
    if found is not None:
        return speech.city(found)
    near = near_cities(speech, text)
    return near[0] if len(near) == 1 else None


def near_cities(speech: Speech, text: str) -> list[str]:
    folded = _folded_cities(speech)
    near = {folded[name] for name in near_matches(fold(text), folded)}
    return sorted(map(speech.city, near), key=fold)


def neighbours(speech: Speech, city: CityId) -> set[int]:
    """The cities at the other end of its routes."""
    return {r.a + r.b - city for r in speech.board.routes if city in (r.a, r.b)}


def read_kind(speech: Speech, text: str) -> str:
    """A card kind: rojo, rojas, locomotives, wild."""
    for form in _singulars(text):
        try:
            return kind_name(speech.board, speech.board.colour_index(form))
        except BoardNameError:
            pass
    if has_word("word.wild", text):
        return WILD_WORD
    kinds = [colour.id for colour in speech.board.cards.colours]
    options = [speech.kind(kind) for kind in (*kinds, WILD_WORD)]
    near = near_matches(text.casefold(), options)
    key = "text.unknown_colour_near" if near else "text.unknown_colour"
    raise MisreadError(key, colour=text[:_SHOWN], options=near or options)


def _singulars(text: str) -> Iterator[str]:
    plain = fold(text)
    for form in (plain, plain.removesuffix("s"), plain.removesuffix("es")):
        yield form
        if form.endswith("a"):
            yield f"{form[:-1]}o"


def read_cards(speech: Speech, text: str) -> dict[str, int | None]:
    """Cards by kind, `2 rojas y 1 locomotora`; None where no number is given."""
    cards: dict[str, int | None] = {}
    for number, words in _CARDS.findall(text):
        names = [word for word in re.findall(r"[^\W\d_]+", words) if not is_small(word)]
        if not names and not number:
            continue
        for name in _kind_names(speech, names):
            kind = read_kind(speech, name)
            if kind in cards or (number and int(number) > _MAX_CARDS):
                raise MisreadError("text.unknown_cards", cards=text[:_SHOWN])
            cards[kind] = int(number) if number else None
    if not cards or len([kind for kind in cards if kind != WILD_WORD]) > 1:
        raise MisreadError("text.unknown_cards", cards=text[:_SHOWN])
    return cards


def is_small(word: str) -> bool:
    """An article or the like, which says nothing."""
    return has_word("word.small", word)


def _kind_names(speech: Speech, words: list[str]) -> list[str]:
    """One name of several words, or several names."""
    together = " ".join(words)
    try:
        read_kind(speech, together)
    except MisreadError:
        return words or [together]
    return [together]


def exact_payment(cards: dict[str, int | None]) -> Payment | None:
    """The payment where all numbers were given."""
    if None in cards.values():
        return None
    counts = {kind: number for kind, number in cards.items() if number}
    wilds = counts.pop(WILD_WORD, 0)
    colour, number = next(iter(counts.items()), (None, 0))
    return Payment(colour, number, wilds)


def fits(payment: Payment, cards: dict[str, int | None]) -> bool:
    """Whether a payment is one of those the words leave open."""
    has = {payment.colour: payment.cards, WILD_WORD: payment.wilds}
    return all(
        has.get(kind, 0) == number if number is not None else has.get(kind, 0) > 0
        for kind, number in cards.items()
    )
