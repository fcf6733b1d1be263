"""The bot that plays by a network: fair, only where it has learned to, and clear about that."""

import json
import shutil
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from anden.boards import load_board
from anden.bots import BotError, ask, can_play, check_bot, make_bot, weights
from anden.bots.contract import check_bot_contract
from anden.bots.levels import _tell_of_damage
from anden.bots.policy import PolicyNetwork
from anden.bots.weights import known_tables, weights_path
from anden.bots.weights.tensors import DamagedError, load_notes, load_tensors
from anden.cli.app import app
from anden.game import Game
from tests.envs.games import play_through

SHIPPED = Path(weights.__file__).parent


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner(env={"LC_ALL": "C"}).invoke(app, arguments)
    return result.exit_code, result.output


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Another place for weights, with nothing in it."""
    monkeypatch.setattr(weights, "FOLDER", tmp_path)
    return tmp_path


@pytest.mark.usefixtures("unhurried")
def test_it_keeps_the_contract_where_it_plays() -> None:
    report = check_bot_contract("neural", ["usa", "europe", "london"], seconds=0.1)
    assert report.is_good, report.text()
    assert all(stage.num_checked and not stage.skipped for stage in report.stages)


def test_it_beats_chance() -> None:
    game = Game("usa", 2, 1)
    bots = [make_bot("neural", 1), make_bot("random", 2)]
    while game.to_act is not None:
        game.play(ask(bots[game.to_act], game.view(game.to_act)))
    assert game.scores().winners == (0,)


def test_its_files_tell_how_they_were_made() -> None:
    assert known_tables()
    for known in known_tables():
        notes, board = load_notes(weights_path(known.board)), load_board(known.board)
        assert notes["board_sha256"] == board.sha256
        assert known.players == tuple(range(board.players.min, board.players.max + 1))
        assert {"recipe", "trained", "date", "sha256"} <= set(notes)
        load_tensors(weights_path(known.board))


@pytest.fixture
def knows_two(folder: Path) -> Path:
    """A network that learned North America with two players alone."""
    arrays, notes = load_tensors(SHIPPED / "usa.safetensors")
    for players in (3, 4, 5):
        del arrays[f"table.{players}"]
    weights.tensors.save_tensors(folder / "usa.safetensors", arrays, notes | {"players": "2"})
    return folder


@pytest.mark.parametrize(("board", "players"), [("europe", 2), ("usa", 3)])
@pytest.mark.usefixtures("knows_two")
def test_where_it_can_not_play_it_says_where_it_can(board: str, players: int) -> None:
    words = f"no network for {board} with {players} players; it plays usa with 2 players"
    with pytest.raises(BotError, match=words):
        check_bot("neural", load_board(board), players)
    with pytest.raises(BotError) as caught:
        check_bot("neural", load_board(board), players)
    spanish = f"ninguna red para {board} con {players} jugadores; juega usa con 2 jugadores"
    assert spanish in caught.value.told("es")
    assert can_play("neural", load_board("usa"), 2)
    told = ["--board", board, "--players", str(players)]
    code, output = run("arena", "--bots", "neural,planner", "--games", "2", *told)
    assert code == 2
    assert words in " ".join(output.split())
    assert "plays usa with 2 players" in run("bots")[1]


@pytest.mark.usefixtures("knows_two")
def test_asked_in_spite_of_that_it_forfeits_nothing_silently() -> None:
    bot = make_bot("neural", 1)
    ask(bot, Game("usa", 2, 1).view(0))
    for view in (Game("usa", 3, 1).view(0), Game("europe", 2, 1).view(0)):
        with pytest.raises(BotError, match="only for usa with 2 players"):
            ask(bot, view)


def test_without_files_it_is_not_offered(folder: Path) -> None:
    assert "neural" not in run("bots")[1]
    with pytest.raises(BotError, match="it plays nothing: its files are missing"):
        check_bot("neural", load_board("usa"), 2)


def test_it_is_listed_with_what_it_plays() -> None:
    assert "plays europe with 2 to 5 players, london with 2 to 4 players" in run("bots")[1]
    told = run("bots", "--lang", "es")[1]
    assert "juega europe con 2 a 5 jugadores, london con 2 a 4 jugadores" in told


@pytest.mark.parametrize(("board", "players"), [("usa", 2), ("europe", 5), ("london", 4)])
def test_it_judges_positions_for_a_search(board: str, players: int) -> None:
    """What it expects adds up roughly, and it believes in tickets that are possible."""
    network = PolicyNetwork(weights.load_weights(weights_path(board)))
    wins, tickets = [], len(load_board(board).tickets)
    for game in play_through(board, players, 1):
        opinion = network.opinion(game.observe(game.seat), players)
        assert opinion.beliefs.shape == (players - 1, tickets)
        assert ((opinion.beliefs >= 0) & (opinion.beliefs <= 1)).all()
        assert 0 <= opinion.win <= 1
        wins.append(opinion.win)
    assert np.mean(wins) == pytest.approx(1 / players, abs=0.25)


def test_a_damaged_file_is_noticed(folder: Path) -> None:
    good = (SHIPPED / "usa.safetensors").read_bytes()
    file = folder / "usa.safetensors"
    changed = bytearray(good)
    changed[-1000] ^= 1
    for content, words in [
        (bytes(changed), "do not have the hash it states"),
        (good[:-1000], "can't be read as a file of weights"),
        (good[:100], "can't be read as a file of weights"),
        (b"", "can't be read as a file of weights"),
    ]:
        file.write_bytes(content)
        with pytest.raises(DamagedError, match=words):
            load_tensors(file)
        with pytest.raises(BotError, match=f"{words}; reinstall anden"):
            weights.load_weights(file)


@pytest.fixture
def one_bit_is_wrong(folder: Path) -> Path:
    """All files as they are shipped, but for one bit of North America's arrays."""
    for path in SHIPPED.glob("*.safetensors"):
        content = bytearray(path.read_bytes())
        if path.stem == "usa":
            content[-1000] ^= 1
        (folder / path.name).write_bytes(content)
    return folder


@pytest.mark.parametrize("bot", ["neural", "champion"])
@pytest.mark.usefixtures("one_bit_is_wrong")
def test_a_damaged_network_is_not_offered(bot: str) -> None:
    with pytest.raises(BotError, match=r"usa.safetensors is damaged.*; reinstall anden"):
        check_bot(bot, load_board("usa"), 2)
    assert not can_play(bot, load_board("usa"), 2)
    assert can_play(bot, load_board("london"), 2)


@pytest.mark.usefixtures("one_bit_is_wrong")
def test_the_list_of_bots_says_what_is_damaged() -> None:
    told = run("bots")[1]
    assert "usa.safetensors is damaged" in told
    assert "usa.safetensors está dañado: sus datos" in run("bots", "--lang", "es")[1]
    assert "plays europe with 2 to 5 players, london with 2 to 4 players" in told
    listed = json.loads(run("bots", "--json")[1])
    assert [text.partition(" ")[0] for text in listed["damaged"]] == ["usa.safetensors"]


@pytest.mark.usefixtures("one_bit_is_wrong")
def test_expert_says_that_it_has_to_do_without_its_network() -> None:
    _tell_of_damage.cache_clear()
    with pytest.warns(RuntimeWarning, match=r"usa.safetensors is damaged.*search alone"):
        ask(make_bot("expert", 1, 0.02), Game("usa", 2, 1).view(0))


def test_a_mended_file_is_offered_again(one_bit_is_wrong: Path) -> None:
    assert not can_play("neural", load_board("usa"), 2)
    shutil.copy(SHIPPED / "usa.safetensors", one_bit_is_wrong)
    assert can_play("neural", load_board("usa"), 2)


def test_files_are_of_a_size_to_ship() -> None:
    """All weights together, and each checkpoint for `anden train --resume`."""
    assert sum(path.stat().st_size for path in SHIPPED.glob("*.safetensors")) <= 20 << 20
    checkpoints = list((Path(__file__).parents[2] / "checkpoints").glob("*.pt"))
    assert checkpoints
    assert all(path.stat().st_size <= 14 << 20 for path in checkpoints)


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("observation_version", "1", "other observations"),
        ("board_sha256", "0", "another board of the name 'usa'"),
    ],
)
def test_weights_of_something_else_are_refused(
    folder: Path, name: str, value: str, words: str
) -> None:
    arrays, notes = load_tensors(SHIPPED / "usa.safetensors")
    weights.tensors.save_tensors(folder / "usa.safetensors", arrays, notes | {name: value})
    with pytest.raises(BotError, match=words):
        check_bot("neural", load_board("usa"), 2)
