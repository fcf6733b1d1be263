"""The puzzles that ship: each can be asked, and a sample of each theme is solved again."""

import re
from datetime import date, timedelta
from fractions import Fraction
from itertools import combinations_with_replacement
from math import comb

import numpy as np
import pytest

from anden.core import GameCore
from anden.game import ClaimRoute, PayTunnel, Position, parse_action
from anden.game.progress import own_progress
from anden.kernel.layout import NUM_KINDS
from anden.kernel.unseen import unseen_cards
from anden.locales import LANGUAGES
from anden.puzzles import (
    THEMES,
    Puzzle,
    PuzzleError,
    credit_for,
    daily,
    find_puzzle,
    grade,
    load_puzzles,
)
from anden.puzzles.words import Words
from anden.review import Evaluator
from anden.review.evaluator import summed_up
from anden.strategy.appraisal import NO_STEP
from tests.puzzles.forests import Edge, cheapest

LEAST = 300
PUZZLES = load_puzzles()


def some_of(theme: str, number: int) -> list[Puzzle]:
    """So many of a theme, spread over the boards."""
    all_of_it = [puzzle for puzzle in PUZZLES if puzzle.theme == theme]
    return all_of_it[:: max(1, len(all_of_it) // number)][:number]


def by_id(puzzle: Puzzle) -> str:
    return puzzle.id


def test_there_are_hundreds_on_every_board_and_of_both_families() -> None:
    assert len(PUZZLES) >= LEAST
    assert len({puzzle.id for puzzle in PUZZLES}) == len(PUZZLES)
    assert {puzzle.theme for puzzle in PUZZLES} <= set(THEMES)
    for board in ("usa", "europe", "london"):
        assert sum(puzzle.board_id == board for puzzle in PUZZLES) >= 40


def test_no_puzzle_has_two_best_answers_and_all_levels_are_there() -> None:
    for puzzle in PUZZLES:
        assert bool(puzzle.choices) != bool(puzzle.network)
        losses = sorted(choice.loss for choice in puzzle.choices)
        assert not losses or losses[0] == 0 < losses[1], puzzle.id
    assert {puzzle.level for puzzle in PUZZLES} == {1, 2, 3, 4, 5}


def test_every_puzzle_is_told_in_every_language() -> None:
    for puzzle in PUZZLES:
        told = set()
        for language in LANGUAGES:
            words = Words(puzzle, language)
            labels = [words.label(choice.answer) for choice in puzzle.choices]
            assert len(set(labels)) == len(labels), puzzle.id
            told.add(words.question() + words.explanation() + words.fares())
        assert len(told) == len(LANGUAGES), puzzle.id


def test_spanish_numbers_have_a_comma() -> None:
    for puzzle in PUZZLES:
        words = Words(puzzle, "es")
        told = [words.worth(choice) for choice in puzzle.choices]
        told += [words.verdict(grade(puzzle, choice.answer)) for choice in puzzle.choices]
        for text in (*told, words.explanation()):
            assert not re.search(r"\d\.\d", text), puzzle.id


def test_each_day_has_its_puzzle_and_none_comes_twice_in_a_row_of_days() -> None:
    start = date(2027, 1, 1)
    names = [daily(start + timedelta(days)).id for days in range(len(PUZZLES))]
    assert len(set(names)) == len(PUZZLES)
    assert daily(start) is daily(start)


@pytest.mark.parametrize("puzzle", [p for t in THEMES for p in some_of(t, 3)], ids=by_id)
def test_records_lead_to_the_question_and_losses_cost_credit(puzzle: Puzzle) -> None:
    view = puzzle.position()
    assert view.seat == view.to_act
    if puzzle.network:
        assert grade(puzzle, puzzle.network).is_best
        return
    verdicts = [grade(puzzle, choice.answer) for choice in puzzle.choices]
    assert sum(verdict.is_best for verdict in verdicts) == 1
    for verdict, choice in zip(verdicts, puzzle.choices, strict=True):
        assert verdict.credit == credit_for(puzzle.kind, choice.loss)


def edges_of(puzzle: Puzzle) -> tuple[dict[Edge, int], list[Edge]]:
    """Prices of what can be claimed, own routes free, and the pairs that tickets join."""
    view = puzzle.position()
    seat = view.seat or 0
    prices: dict[Edge, int] = {}
    for route in view.board.routes:
        if view.is_open(route.index, seat):
            prices.setdefault(route.pair, route.length)
    prices |= {view.board.routes[index].pair: 0 for index in view.route_ids(seat)}
    open_tickets = [t.ticket for t in own_progress(view, seat)[0] if t.status != "done"]
    return prices, [view.board.tickets[view.board.find_ticket(t)].pair for t in open_tickets]


@pytest.mark.parametrize("puzzle", some_of("network", 4), ids=by_id)
def test_no_network_is_as_cheap(puzzle: Puzzle) -> None:
    """Every other network lacks a route of the best one: without any of them it costs more."""
    prices, pairs = edges_of(puzzle)
    best = int(puzzle.facts["pieces"])
    assert cheapest(prices, pairs) == best
    for name in puzzle.network:
        route = puzzle.board.routes[puzzle.board.find_route(name)]
        others = {edge: price for edge, price in prices.items() if edge != route.pair}
        assert cheapest(others, pairs) > best, name


@pytest.mark.parametrize("puzzle", some_of("keep", 2), ids=by_id)
def test_no_other_tickets_bring_as_much(puzzle: Puzzle) -> None:
    view = puzzle.position()
    seat, board = view.seat or 0, view.board
    prices, _ = edges_of(puzzle)

    def worth(tickets: tuple[str, ...]) -> int:
        held = [board.tickets[board.find_ticket(t)] for t in (*view.tickets(seat), *tickets)]
        best = -sum(ticket.points for ticket in held)
        for chosen in range(1 << len(held)):
            made = [ticket for place, ticket in enumerate(held) if chosen >> place & 1]
            points = sum(t.points if t in made else -t.points for t in held)
            if points > best and cheapest(prices, [t.pair for t in made]) <= view.pieces(seat):
                best = points
        return best

    for choice in puzzle.choices:
        assert worth(tuple(choice.answer.removeprefix("keep ").split(", "))) == choice.value


def dug(puzzle: Puzzle, claim: ClaimRoute) -> Fraction:
    """The chance of a tunnel by the rules as they are written: E7 and E8, card by card."""
    view = puzzle.position()
    seat = view.seat or 0
    unseen = [unseen_cards(view.tables, view.state, seat, kind) for kind in range(NUM_KINDS)]
    laid, wilds = claim.payment.colour, view.hand(seat).get("wild", 0) - claim.payment.wilds
    colour = None if laid is None else view.board.colour_index(laid)
    left = wilds + (view.hand(seat).get(laid, 0) - claim.payment.cards if laid else 0)
    total = Fraction(0)
    for triple in combinations_with_replacement(range(NUM_KINDS), 3):
        ways = 1
        for kind in set(triple):
            ways *= comb(int(unseen[kind]), triple.count(kind))
        charged = sum(kind in (colour, NUM_KINDS - 1) for kind in triple)
        if charged <= left:
            total += ways
    return total / comb(sum(map(int, unseen)), 3)


@pytest.mark.parametrize("puzzle", some_of("tunnel", 4), ids=by_id)
def test_tunnels_succeed_as_often_as_is_told(puzzle: Puzzle) -> None:
    for choice in puzzle.choices:
        claim = parse_action(puzzle.board, choice.answer)
        assert isinstance(claim, ClaimRoute)
        assert choice.value == pytest.approx(float(100 * dug(puzzle, claim)), abs=1e-3)


@pytest.mark.parametrize("puzzle", some_of("odds", 4), ids=by_id)
def test_odds_are_what_is_told(puzzle: Puzzle) -> None:
    paid = parse_action(puzzle.board, f"pay {puzzle.facts['payment']}")
    assert isinstance(paid, PayTunnel)
    exact = float(100 * dug(puzzle, ClaimRoute(puzzle.facts["route"], paid.payment)))
    assert puzzle.best.answer == f"{round(exact)}"
    assert puzzle.facts["exact"] == pytest.approx(exact, abs=0.01)


@pytest.mark.parametrize("puzzle", some_of("last", 9), ids=by_id)
def test_the_last_turn_brings_what_is_told(puzzle: Puzzle) -> None:
    """Whatever takes no luck is played out."""
    game = puzzle.game()
    seat = game.to_act or 0
    assert game.position.last_turns == 1
    values = {choice.answer: choice.value for choice in puzzle.choices}
    for action in game.legal_actions():
        name = str(action).split(" with ")[0]
        is_tunnel = (
            name.startswith("claim ")
            and game.board.routes[game.board.find_route(name.removeprefix("claim "))].is_tunnel
        )
        if name in values and not is_tunnel and name != "draw tickets":
            core = GameCore(game.board, game.players)
            core.states[0] = game.position.state
            for step in Position(game.board, core.state).ids_of(action):
                assert core.step(step)
            assert core.score()["total"][seat] == values[name], name


def test_nobody_learns_from_the_view_what_the_tickets_take_or_what_is_hidden() -> None:
    puzzle = next(p for p in PUZZLES if p.theme == "network")
    view = puzzle.position()
    for other in range(puzzle.players):
        if other != view.seat:
            assert view.tickets(other) == ()
            assert sum(view.hand(other).values()) == 0 or view.hand(other) == view.known(other)
    assert int(view.state["seed"].sum()) == 0


def test_networks_are_looked_at_by_the_kernel() -> None:
    puzzle = next(p for p in PUZZLES if p.theme == "network" and p.players == 2)
    short = grade(puzzle, puzzle.network[1:])
    assert short.credit == 0.0
    assert short.missing
    view = puzzle.position()
    (taken, *_) = view.routes(1 - (view.seat or 0))
    with pytest.raises(PuzzleError, match="claimed"):
        grade(puzzle, [*puzzle.network, taken])
    rest = [r.index for r in view.board.routes if view.is_open(r.index, view.seat or 0)]
    unused = next(r for r in map(view.board.route_name, rest) if r not in puzzle.network)
    dearer = grade(puzzle, [*puzzle.network, unused])
    assert 0 < dearer.credit < 1
    assert not dearer.is_best


@pytest.mark.parametrize("answer", ["", "claim nowhere", "0", "x" * 300])
def test_an_answer_that_is_none_is_refused(answer: str) -> None:
    choice = next(p for p in PUZZLES if p.choices)
    with pytest.raises(PuzzleError, match=choice.id):
        grade(choice, answer)


def test_an_unknown_puzzle_is_named_in_the_error() -> None:
    with pytest.raises(PuzzleError, match="usa-network-9999"):
        find_puzzle("usa-network-9999")


@pytest.mark.compiled_only
@pytest.mark.parametrize("puzzle", [p for p in PUZZLES if p.theme == "moment"], ids=by_id)
def test_the_best_move_of_a_moment_wins_when_other_deals_are_played_to_their_end(
    puzzle: Puzzle,
) -> None:
    """By 5 points, as far as chance allows, on deals of a seed that chose nothing."""
    view = puzzle.position()
    seat = view.to_act or 0
    evaluator = Evaluator(puzzle.board, puzzle.players, seed=77)
    assert puzzle.facts["evaluator"] == evaluator.version
    best, *others = sorted(puzzle.choices, key=lambda choice: choice.loss)
    wholes = [view.ids_of(parse_action(puzzle.board, c.answer)) for c in (best, *others)]
    pairs = [(ids[0], ids[1] if len(ids) > 1 else NO_STEP) for ids in wholes]
    shares = evaluator.values(np.array([view.state]), seat, pairs, deals=800).shares
    for place in range(1, len(pairs)):
        lead = summed_up(shares[:, 0] - shares[:, place])
        assert lead.mean > 0
        assert lead.mean + 4 * lead.error > 0.05
