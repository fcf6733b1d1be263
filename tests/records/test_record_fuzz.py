"""Records changed at random, and signed again."""

from hypothesis import given, settings
from hypothesis import strategies as st

from anden.game import Game, RecordError, read_record

from .support import sign, text_of

LINES = text_of().splitlines()[:-1]
DIGEST = Game.replay(read_record(text_of())).digest
LINE = st.integers(0, len(LINES) - 1)
WORD = st.sampled_from(
    [
        "---",
        "finished 1 2",
        "unfinished",
        "1 pass ;000000",
        "players 3",
        "notes {}",
        "board-data {}",
    ]
) | st.text(max_size=12)
CHANGE = st.one_of(
    st.tuples(st.just("drop"), LINE),
    st.tuples(st.just("double"), LINE),
    st.tuples(st.just("insert"), LINE, WORD),
    st.tuples(st.just("swap"), LINE, LINE),
    st.tuples(st.just("cut"), LINE, st.integers(0, 30)),
    st.tuples(st.just("type"), LINE, st.integers(0, 30), st.text(max_size=3)),
)


def changed(lines: list[str], change: tuple[object, ...]) -> None:
    """Applies one change to the lines, as far as they are still there."""
    match change:
        case ("drop", int(at)):
            del lines[at : at + 1]
        case ("double", int(at)):
            lines[at:at] = lines[at : at + 1]
        case ("insert", int(at), str(text)):
            lines.insert(at, text)
        case ("swap", int(a), int(b)) if max(a, b) < len(lines):
            lines[a], lines[b] = lines[b], lines[a]
        case ("cut", int(at), int(place)) if at < len(lines):
            lines[at] = lines[at][:place]
        case ("type", int(at), int(place), str(text)) if at < len(lines):
            lines[at] = lines[at][:place] + text + lines[at][place + 1 :]


def outcome(text: str) -> tuple[str, str | None]:
    """What is said against the record, or the last state of its game."""
    try:
        return "", Game.replay(read_record(text)).digest
    except RecordError as error:
        return str(error), None


@given(st.lists(CHANGE, min_size=1, max_size=3))
@settings(max_examples=300, deadline=None, derandomize=True, database=None)
def test_whatever_is_changed_it_is_refused_or_still_the_same_game(
    changes: list[tuple[object, ...]],
) -> None:
    lines = list(LINES)
    for change in changes:
        changed(lines, change)
    text = sign("\n".join(lines) + "\nchecksum \n")
    problem, digest = outcome(text)
    assert problem.isprintable()
    assert problem or digest == DIGEST
