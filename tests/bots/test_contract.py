"""The contract passes good bots and catches bad ones, each for what it does."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from anden.boards import load_board
from anden.bots import BOTS, Bot, make_bot
from anden.bots.contract import Report, Stage, check_bot_contract, examiner
from anden.bots.contract.positions import game_at, odd_positions
from anden.cli.app import app
from anden.game import Game, Pass, Withdraw

from . import bad_bots
from .patient_bots import PatientExpert, PatientMcts
from .support import program

BAD_BOTS = Path(bad_bots.__file__)


PATIENT: dict[str, type[Bot]] = {"mcts": PatientMcts, "expert": PatientExpert}


def check(bot: str | type[Bot], seconds: float = 0.5, seed: int = 1) -> Report:
    return check_bot_contract(bot, ["london"], seconds=seconds, seed=seed)


def kinds(report: Report) -> set[str]:
    return {finding.key.removeprefix("bots.finding_") for finding in report.findings}


@pytest.mark.usefixtures("unhurried")
@pytest.mark.parametrize("bot", BOTS)
def test_our_bots_keep_the_contract(bot: str) -> None:
    report = check(PATIENT.get(bot, bot), seconds=0.02 if bot in PATIENT else 0.1)
    assert report.is_good, report.text()
    assert all(stage.num_checked and not stage.skipped for stage in report.stages)
    assert 0 < report.times.median <= report.times.worst


@pytest.mark.parametrize(
    ("bot", "kind"),
    [
        (bad_bots.IllegalMover, "illegal"),
        (bad_bots.Confused, "garbage"),
        (bad_bots.Unseeded, "differs"),
        (bad_bots.HashWalker, "process"),
        (bad_bots.Remembering, "differs"),
        (bad_bots.Crasher, "crash"),
        (bad_bots.Deaf, "crash"),
        (bad_bots.Quitter, "crash"),
        (bad_bots.Stubborn, "crash"),
        (bad_bots.ViewMutator, "changes_view"),
        (bad_bots.BoardMutator, "changes_board"),
        (bad_bots.FramePeeker, "peeks"),
    ],
)
def test_a_bad_bot_is_caught_for_what_it_does(bot: type[Bot], kind: str) -> None:
    assert kind in kinds(check(bot))


@pytest.mark.parametrize(("bot", "kind"), [(bad_bots.Sleeper, "late"), (bad_bots.Dawdler, "slow")])
def test_a_bot_over_its_budget_is_caught(
    bot: type[Bot], kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(examiner, "GRACE_SECONDS", 0.1)
    report = check(bot, seconds=0.01)
    assert kind in kinds(report)
    assert report.stages[-1].skipped == "bots.skipped_slow"


def test_a_bot_that_looks_at_the_game_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    deal = Game.__init__

    def deal_in_public(game: Game, *args: object, **options: object) -> None:
        deal(game, *args, **options)  # type: ignore[arg-type] # as they came
        bad_bots.TABLE.append(game)

    monkeypatch.setattr(Game, "__init__", deal_in_public)
    monkeypatch.setattr(bad_bots, "TABLE", [])
    report = check(bad_bots.Peeker)
    assert "peeks" in kinds(report)
    assert "differs" not in kinds(report)


def test_in_a_process_of_its_own_there_is_nothing_to_look_at() -> None:
    """The same class finds the game here, and chooses as if there were none over there."""
    game = Game("london", 2, 1)
    view = game.view(0)
    legal = view.legal_actions()
    there = make_bot(f"{BAD_BOTS}:FramePeeker", 1, 5.0)
    assert bad_bots.FramePeeker(1).choose(view, legal) != legal[0]
    assert there.choose(view, legal) == legal[0]
    there.close()


def test_a_bad_program_is_caught_too(tmp_path: Path) -> None:
    report = check(program(tmp_path, 'sys.exit("the plan did not survive")'))
    assert kinds(report) == {"crash"}
    assert "the plan did not survive" in report.text()
    assert report.stages[-1].skipped == "bots.skipped_nothing"


def test_nothing_is_left_changed_by_a_bot_that_changes_its_board() -> None:
    check(bad_bots.BoardMutator)
    assert load_board("london").points_by_length[1] == 1


def test_findings_tell_where_they_can_be_found_again() -> None:
    report = check(bad_bots.IllegalMover, seed=5)
    games = next(stage for stage in report.stages if stage.key == "bots.stage_games")
    where = games.findings[0].where
    assert where is not None
    assert (where.board, where.players, where.seed, where.number) == ("london", 2, 5, 1)
    assert "london, 2 players, game seed 5, seat 0, decision 1" in report.text()
    assert "semilla de la partida 5" in report.text("es")
    assert games.num_unshown > 0


def test_a_class_that_no_other_process_can_find_is_said_to_be_left_out() -> None:
    class Local(Bot):
        def choose(self, view, legal):  # type: ignore[no-untyped-def]
            return legal[0]

    stages: list[Stage] = []
    report = check_bot_contract(Local, ["london"], on_stage=stages.append)
    assert report.is_good
    assert [stage.key for stage in stages if stage.skipped] == ["bots.stage_elsewhere"]


@pytest.mark.parametrize("name", ["usa", "europe", "london"])
def test_odd_positions_are_what_they_are_called(name: str) -> None:
    board = load_board(name)
    found = {odd.key.removeprefix("bots.position_"): odd for odd in odd_positions(board)}
    tunnels = {"tunnel", "withdraw"} if name == "europe" else set()
    plain = {"deal", "last_deal", "turn", "second_card", "keep", "last_turn", "pass", "rich"}
    assert set(found) == plain | tunnels
    for key, odd in found.items():
        game = game_at(board, odd.players, odd.seed, odd.state)
        legal = game.legal_actions(odd.seat)
        assert game.view(odd.seat).legal_actions() == legal
        if key in ("pass", "withdraw"):
            assert legal == [Pass() if key == "pass" else Withdraw()]
        else:
            assert len(legal) > 1
        cards = odd.state["hand"].sum() + odd.state["deck"].sum() + odd.state["discards"].sum()
        lying = (odd.state["row"] >= 0).sum()
        if game.phase != "tunnel":
            assert cards + lying == board.cards.total


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner(env={"LC_ALL": "C"}).invoke(app, ["bots", "check", *arguments])
    return result.exit_code, result.output


def test_the_command_says_that_a_bot_is_good() -> None:
    code, output = run("random", "--board", "london")
    assert code == 0
    assert output.startswith("Contract of random: london; 0.2 s per choice, seed 1.")
    assert output.count("\nok ") == 6
    assert output.endswith("random keeps the contract.\n")


def test_the_command_says_what_is_wrong_with_a_bot(tmp_path: Path) -> None:
    spec = program(tmp_path, 'say({"action": "pass"})')
    code, output = run(spec, "--board", "london", "--lang", "es")
    assert code == 1
    assert "juega una acción ilegal" in output
    assert "bot.py no cumple el contrato" in output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["hal"], "no bot is called 'hal'"),
        (["random", "--board", "mars"], "neither a built-in board nor a file"),
        (["random", "--seconds", "0"], "--seconds must be more than 0"),
        (["random", "--seconds", "nan"], "--seconds must be more than 0"),
        (["random", "--seed", "-1"], "seed"),
    ],
)
def test_the_command_refuses_what_it_can_not_use(arguments: list[str], words: str) -> None:
    code, output = run(*arguments)
    assert code == 2
    assert words in output


def test_a_report_is_json_ready() -> None:
    finding = check(bad_bots.IllegalMover).findings[0]
    assert json.dumps(finding.params)
