"""What each command does. Those that only look change nothing, in any phase."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from anden.boards import Board
from anden.boards.names import fold
from anden.game import Action, BuildStation, ClaimRoute, PayTunnel
from anden.locales import LANGUAGES

from . import describe, routes, rules
from .files import save_as
from .map import draw_map
from .meaning import is_acting, meanings, names_cards, tunnel_payments
from .naming import near_cities, near_route, read_city, read_lanes
from .terminal import LeaveError
from .text_game import TextGame
from .words import COMMANDS, Command, MisreadError, has_word, parse_command, shown_word

_SHORTEST_NAME = 2  # letters: one alone stands for too much
_SHORT_LIST = 12  # lines that one can listen to
_NUMBERS = re.compile(r"[0-9]+(?:[\s,]+[0-9]+)*")


def obey(table: TextGame, line: str) -> None:
    """Does what the line says, or says what is wrong with it."""
    next_line: str | None = line
    try:
        while next_line is not None:
            command = _read(table, next_line)
            next_line = None
            if is_acting(command.name):
                next_line = _act(table, command)
            else:
                _HANDLERS[command.name](table, command.rest)
    except MisreadError as error:
        table.say_misread(error)


def announce(table: TextGame) -> None:
    """What is to be decided, and what one needs to know for it."""
    speech, view = table.speech, table.view
    match view.phase:
        case "setup" | "keep":
            table.say_lines(describe.offer(speech, view))
        case "second_card":
            table.terminal.say(describe.row(speech, view))
        case "tunnel":
            table.say_lines(describe.tunnel(speech, tunnel_payments(view)))
        case _:
            pieces = speech.pieces(view.pieces(table.seat))
            key = "text.your_turn" if len(table.humans) == 1 else "text.your_turn_named"
            table.say(key, name=table.name, pieces=pieces)
            table.say_lines([describe.row(speech, view), describe.hand(speech, view)])
            if [str(action) for action in view.legal_actions()] == ["pass"]:
                table.say("text.only_pass", word=shown_word("pass", speech.language))


def _read(table: TextGame, line: str) -> Command:
    """A command; bare numbers, and "all" of the tickets, answer the question of the moment."""
    answers = {"setup": "keep", "keep": "keep", "tunnel": "pay"}
    verb = answers.get(table.game.phase)
    if verb and _NUMBERS.fullmatch(line):
        return Command(verb, line)
    if verb == "keep" and has_word("word.all", line):
        return Command(verb, line)
    try:
        return parse_command(line, table.speech.language)
    except MisreadError as error:
        meant = _meant(table, line)
        if meant is None or error.key in ("text.unknown_command_near", "text.no_undo"):
            raise
        verb, what = meant
        command = f"{shown_word(verb, table.speech.language)} {what[:40]}"
        raise MisreadError("text.did_you_mean", command=command) from None


def _meant(table: TextGame, line: str) -> tuple[str, str] | None:
    """A colour, a route or a city alone is no command, but easily meant as one."""
    speech = table.speech
    if len(fold(line)) < _SHORTEST_NAME:
        return None
    readers: dict[str, Callable[[], object]] = {
        "draw": lambda: meanings(speech, table.view, "draw", line),
        "claim": lambda: read_lanes(speech, line),
        "routes": lambda: read_city(speech, line),
    }
    for verb, read in readers.items():
        with suppress(MisreadError):
            read()
            return verb, line
    route = near_route(speech, line)
    if route is not None:
        return "claim", route
    near = near_cities(speech, line)
    return ("routes", near[0]) if near else None


def _act(table: TextGame, command: Command) -> str | None:
    """Plays what the command means; another command typed instead of a choice comes back."""
    options = meanings(table.speech, table.view, command.name, command.rest)
    if len(options) == 1 and not _spends_wilds_unasked(options[0], command.rest):
        table.attempt(options[0])
        return None
    if table.refuse(options[0]):
        return None
    _list_payments(table, options)
    while True:
        answer = table.ask("text.which_number")
        if not answer:
            table.say("text.gone_back")
            return None
        if not re.fullmatch("[0-9]{1,3}", answer):
            return answer
        if 1 <= int(answer) <= len(options):
            table.attempt(options[int(answer) - 1])
            return None
        table.say("text.choose_number", last=len(options))


def _spends_wilds_unasked(action: Action, rest: str) -> bool:
    """Whether the only way to pay takes wilds that the player has not named."""
    if not isinstance(action, ClaimRoute | BuildStation):
        return False
    return action.payment.wilds > 0 and not names_cards(rest)


def _list_payments(table: TextGame, options: Sequence[Action]) -> None:
    """The ways to pay, numbered; with the lane where they differ by it."""
    table.say("text.which_cards")
    lanes = {option.route for option in options if isinstance(option, ClaimRoute)}
    for number, option in enumerate(options, 1):
        assert isinstance(option, ClaimRoute | BuildStation | PayTunnel)
        line = f"{number}. {table.speech.payment(option.payment)}"
        if len(lanes) > 1 and isinstance(option, ClaimRoute):
            line += f", {table.speech.route(option.route)}"
        table.terminal.say(line)


def _why(table: TextGame, rest: str) -> None:
    """The reason against an action; a route alone stands for claiming it."""
    if not rest:
        raise MisreadError("text.why_what")
    try:
        command = parse_command(rest, table.speech.language)
    except MisreadError:
        command = Command("claim", rest)
    if not is_acting(command.name):
        command = Command("claim", rest)
    options = meanings(table.speech, table.view, command.name, command.rest)
    if table.refuse(options[0]):
        return
    payments = [
        table.speech.payment(option.payment)
        for option in options
        if isinstance(option, ClaimRoute | BuildStation | PayTunnel)
    ]
    if payments:
        table.say("text.possible_with", cards=table.speech.any_of(payments))
    else:
        table.say("text.possible")


def _help(table: TextGame, rest: str) -> None:
    if rest:
        table.say(f"help.{parse_command(rest, table.speech.language).name}")
    else:
        table.say_lines(_whole_help(table))


def _whole_help(table: TextGame) -> Iterator[str]:
    text, board = table.speech.text, table.game.board
    yield text("text.help_intro")
    yield text("text.help_turn_station" if board.stations else "text.help_turn")
    yield from (text(f"help.{name}") for name in COMMANDS if name not in _useless(board))


def _useless(board: Board) -> set[str]:
    """Commands for what the board does not have."""
    useless = set() if board.stations else {"station"}
    return useless if any(r.is_tunnel for r in board.routes) else useless | {"pay", "withdraw"}


def _routes(table: TextGame, rest: str) -> None:
    speech, view = table.speech, table.view
    if not rest:
        table.say_lines(routes.of_players(speech, view, table.seats))
        return
    try:
        city = read_city(speech, rest)
    except MisreadError:
        try:
            lanes = read_lanes(speech, rest)
        except MisreadError:
            lanes = []
        if not lanes:
            raise
        table.say_lines(routes.of_lanes(speech, view, table.seats, lanes))
        return
    table.say_lines(routes.from_city(speech, view, table.seats, city))


def _claimable(table: TextGame, rest: str) -> None:
    if has_word("word.all", rest):
        table.say_lines(routes.claimable(table.speech, table.view))
    elif rest:
        _why(table, rest)
    else:
        table.say_lines(routes.claimable(table.speech, table.view, _SHORT_LIST))


def _table(table: TextGame, rest: str) -> None:
    speech, view = table.speech, table.view
    table.say_lines([describe.row(speech, view), describe.supplies(speech, view)])
    table.say_lines(describe.last_round(speech, view))
    table.say_lines(describe.players(speech, view, table.seats))


def _map(table: TextGame, rest: str) -> None:
    columns, rows = table.terminal.sheet()
    table.say_lines(draw_map(table.speech, table.view, table.seats, columns, rows - 2))


def _cities(table: TextGame, rest: str) -> None:
    names = sorted(map(table.speech.city, range(len(table.game.board.cities))), key=fold)
    table.say("text.cities", n=len(names), names=table.speech.all_of(names))


def _lang(table: TextGame, rest: str) -> None:
    wanted = rest.casefold()[:2]
    if wanted not in LANGUAGES:
        raise MisreadError("text.unknown_language", options=list(LANGUAGES))
    table.switch_language(wanted)
    table.say("text.language_is")


def _quit(table: TextGame, rest: str) -> None:
    raise LeaveError


_HANDLERS: dict[str, Callable[[TextGame, str], None]] = {
    "help": _help,
    "turn": lambda table, rest: announce(table),
    "row": lambda table, rest: table.terminal.say(describe.row(table.speech, table.view)),
    "hand": lambda table, rest: table.terminal.say(describe.hand(table.speech, table.view)),
    "tickets": lambda table, rest: table.say_lines(describe.tickets(table.speech, table.view)),
    "claimable": _claimable,
    "routes": _routes,
    "map": _map,
    "cities": _cities,
    "players": lambda table, rest: table.say_lines(
        describe.players(table.speech, table.view, table.seats)
    ),
    "score": lambda table, rest: table.say_lines(
        describe.score(table.speech, table.view, table.seats)
    ),
    "table": _table,
    "log": lambda table, rest: table.tell_log(),
    "why": _why,
    "rule": lambda table, rest: table.say_lines(rules.rules(table.speech, rest)),
    "save": save_as,
    "lang": _lang,
    "quit": _quit,
}
