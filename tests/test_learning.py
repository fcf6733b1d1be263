"""The learner of examples/: its bookkeeping seat by seat, short runs, and the bot it makes."""

import csv
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from numpy.typing import NDArray

torch = pytest.importorskip("torch", reason='PyTorch is not installed: pip install "anden[learn]"')

from anden.arena import MatchSettings, play_here, run_match  # noqa: E402
from anden.boards import load_board  # noqa: E402
from anden.boards.tables import build_tables  # noqa: E402
from anden.bots import BotError, loader  # noqa: E402
from anden.bots.contract import check_bot_contract  # noqa: E402
from anden.bots.greedy_bot import GreedyBot  # noqa: E402
from anden.envs import Batch  # noqa: E402
from anden.game import Game  # noqa: E402
from anden.kernel import observe  # noqa: E402
from examples import learning_curve, ppo_london  # noqa: E402
from examples.bots.learned import LearnedBot  # noqa: E402

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "learning.md"
BOT = str(ROOT / "examples" / "bots" / "learned.py")
TINY = ["--games=16", "--rows=24", "--batch=128", "--hidden=16", "--every=1", "--matches=8"]
TINY += ["--threads=1"]


@pytest.fixture(autouse=True, scope="module")
def one_thread() -> Iterator[None]:
    """More would wait for each other beside other tests."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture
def duel(tmp_path: Path) -> Path:
    """London for two players and no more, so that the contract asks for nothing else."""
    source = json.loads(load_board("london").source)
    source["players"] = {"min": 2, "max": 2}
    path = tmp_path / "duel.json"
    path.write_text(json.dumps(source), "utf-8")
    return path


@pytest.fixture(scope="module")
def learnt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What two tiny updates leave behind."""
    out = tmp_path_factory.mktemp("learnt") / "tiny"
    ppo_london.main([*TINY, "--steps", "768", "--seed", "5", "--out", str(out)])
    return out


def small_policy(players: int = 2) -> ppo_london.Policy:
    """With weights far from uniform."""
    torch.manual_seed(1)
    board = load_board("london")
    network = ppo_london.build_network(board, players, 16)
    torch.nn.init.normal_(list(network.parameters())[-2])
    return ppo_london.Policy(board, players, network, "cpu")


def random_play(players: int, rows: int) -> dict[str, NDArray[Any]]:
    """Seats, dones and rewards of random games, by row and game."""
    batch, luck = (
        Batch("london", players, 6, seed=4, reward="points", glance=False),
        np.random.default_rng(2),
    )
    kept: dict[str, list[NDArray[Any]]] = {"seats": [], "dones": [], "rewards": []}
    for _ in range(rows):
        kept["seats"].append(batch.buffers.seats.copy())
        masks = batch.buffers.masks
        batch.step((masks * luck.random(masks.shape)).argmax(axis=1))
        kept["dones"].append(batch.buffers.dones.copy())
        kept["rewards"].append(batch.buffers.rewards.copy())
    return {name: np.stack(rows) for name, rows in kept.items()}


def obvious_gae(
    rewards: NDArray[Any], values: NDArray[Any], seats: NDArray[Any], dones: NDArray[Any]
) -> dict[int, float]:
    """Of one game column, by row: each episode and seat by itself, and sums written out."""
    ends = [int(row) + 1 for row in np.flatnonzero(dones)]
    known: dict[int, float] = {}
    for start, stop in zip([0, *ends], [*ends, len(seats)], strict=True):
        for seat in range(rewards.shape[1]):
            turns = [row for row in range(start, stop) if seats[row] == seat]
            spans = list(zip(turns, [*turns[1:], stop], strict=True))
            after = [*values[turns[1:]], 0.0]
            if stop not in ends:
                spans = spans[:-1]
            errors = [
                rewards[row:until, seat].sum() + ppo_london.GAMMA * later - values[row]
                for (row, until), later in zip(spans, after, strict=False)
            ]
            decay = ppo_london.GAMMA * ppo_london.LAMBDA
            for number, (row, _) in enumerate(spans):
                rest = errors[number:]
                known[row] = sum(decay**power * error for power, error in enumerate(rest))
    return known


@pytest.mark.parametrize("players", [2, 3])
def test_advantages_follow_each_seat_through_ends_and_double_turns(players: int) -> None:
    played = random_play(players, 260)
    seats, dones, rewards = played["seats"], played["dones"], played["rewards"]
    assert dones.any(axis=0).all()
    assert not dones[-1].any()  # all games are cut off
    assert (seats[1:] == seats[:-1]).any()
    assert (seats[1:] != seats[:-1]).any()
    values = np.random.default_rng(3).normal(size=seats.shape)
    arrays = (rewards.astype(np.float64), values, seats, dones)
    gaes, known = ppo_london.advantages(*map(torch.from_numpy, arrays))
    for game in range(seats.shape[1]):
        wanted = obvious_gae(*(array[:, game] for array in arrays))
        assert np.flatnonzero(known[:, game]).tolist() == sorted(wanted)
        for row, gae in wanted.items():
            assert gaes[row, game].item() == pytest.approx(gae)


def test_one_action_that_ends_a_game_pays_both_seats() -> None:
    """Seat 0 acts twice, then 1 ends the game; a new game begins, and continues."""
    seats = torch.tensor([[0], [0], [1], [1], [0], [1]])
    dones = torch.tensor([[False], [False], [True], [False], [False], [False]])
    rewards = torch.tensor([[[1.0, -1.0]], [[2, -2]], [[30, -30]], [[5, -5]], [[7, -7]], [[9, -9]]])
    values = torch.tensor([[0.5], [0.25], [0.75], [0.1], [0.2], [0.4]])
    gaes, known = ppo_london.advantages(rewards, values, seats, dones)
    gamma, decay = ppo_london.GAMMA, ppo_london.GAMMA * ppo_london.LAMBDA
    last_of_0 = 2 + 30 - 0.25
    assert known[:, 0].tolist() == [True, True, True, True, False, False]
    assert gaes[0].item() == pytest.approx(1 + gamma * 0.25 - 0.5 + decay * last_of_0)
    assert gaes[1].item() == pytest.approx(last_of_0)
    assert gaes[2].item() == pytest.approx(-30 - 0.75)
    assert gaes[3].item() == pytest.approx(-5 - 7 + gamma * 0.4 - 0.1)


def test_a_rollout_that_ends_with_a_game_leaves_nothing_unknown() -> None:
    seats, dones = torch.tensor([[0], [1]]), torch.tensor([[False], [True]])
    rewards = torch.tensor([[[1.0, -1.0]], [[4.0, -4.0]]])
    gaes, known = ppo_london.advantages(rewards, torch.tensor([[0.5], [0.25]]), seats, dones)
    assert known.all()
    assert gaes[:, 0].tolist() == [4.5, -4.25]


def test_rewards_are_what_a_seat_has_ahead_of_the_others() -> None:
    points = torch.tensor([[6.0, 2.0, 1.0]])
    assert ppo_london.lead(points).tolist() == [[4.5, -1.5, -3.0]]


def test_illegal_actions_have_no_chance() -> None:
    policy, batch = small_policy(), Batch("london", 2, 64, seed=3, glance=False)
    now = ppo_london.tensors_of(batch)
    for _ in range(120):
        log_probs, _ = policy(now["observations"], now["masks"])
        chances = log_probs.exp()
        assert (chances[~now["masks"]] == 0).all()
        assert torch.allclose(chances.sum(-1), torch.ones(64))
        actions = ppo_london.draw(log_probs)
        assert now["masks"].gather(1, actions[:, None]).all()
        batch.step(actions.numpy())


def test_a_row_is_judged_by_itself() -> None:
    policy, batch = small_policy(), Batch("london", 2, 8, seed=3, glance=False)
    now = ppo_london.tensors_of(batch)
    log_probs, values = policy(now["observations"], now["masks"])
    for game in range(8):
        alone = policy(now["observations"][game : game + 1], now["masks"][game : game + 1])
        assert torch.allclose(alone[0][0], log_probs[game], atol=1e-5)
        assert torch.allclose(alone[1][0], values[game], atol=1e-5)


def test_a_rollout_keeps_what_the_batch_overwrites() -> None:
    """Its actions, played again, show its rows again."""
    policy, batch = small_policy(), Batch("london", 2, 32, seed=9, reward="points", glance=False)
    rollout = ppo_london.play(policy, batch, ppo_london.tensors_of(batch), 130)
    again = Batch("london", 2, 32, seed=9, reward="points", glance=False)
    now = ppo_london.tensors_of(again)
    assert rollout.dones.any()
    for row in range(130):
        for name in ("observations", "masks", "seats"):
            assert torch.equal(getattr(rollout, name)[row], now[name]), name
        again.step(rollout.actions[row].numpy())
        assert torch.equal(rollout.dones[row], now["dones"])
        assert torch.equal(
            rollout.rewards[row] * ppo_london.POINTS, ppo_london.lead(now["rewards"])
        )


class Peeking(GreedyBot):
    """Looks for what it may not see."""

    def choose_id(self, tables: Any, record: Any) -> int:
        other = 1 - int(record["seat"])
        assert not record["seed"].any()
        assert not record["deck"].any()
        assert not record["hand"][other].any()
        return super().choose_id(tables, record)


def test_greedy_is_asked_by_its_view_and_every_deal_is_played_from_both_seats(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = ppo_london.play_greedy(small_policy(), load_board("london"), 2, 12, seed=6)
    monkeypatch.setattr(ppo_london, "make_bot", lambda name, seed: Peeking())
    assert ppo_london.play_greedy(small_policy(), load_board("london"), 2, 12, seed=6) == plain
    assert plain.games == 12
    assert 0 <= plain.low <= plain.wins <= plain.high <= 1


def read_rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_a_short_run_leaves_checkpoint_curve_and_picture(learnt: Path) -> None:
    rows = read_rows(learnt.with_suffix(".csv"))
    assert tuple(rows[0]) == ppo_london.COLUMNS
    assert [int(row["steps"]) for row in rows] == [0, 384, 768]
    assert all(float(row["low"]) <= float(row["wins"]) <= float(row["high"]) for row in rows)
    saved = torch.load(learnt.with_suffix(".pt"), weights_only=True)
    assert (saved["board"], saved["players"], saved["steps"]) == ("london", 2, 768)
    picture = ElementTree.parse(learnt.with_suffix(".svg")).getroot()
    (line,) = picture.iter("{http://www.w3.org/2000/svg}polyline")
    assert len(line.attrib["points"].split()) == 3
    assert not list(learnt.parent.glob("*.part"))


def test_the_same_seed_learns_the_same_and_another_something_else(
    learnt: Path, tmp_path: Path
) -> None:
    def network(seed: int) -> Any:
        out = tmp_path / str(seed)
        ppo_london.main([*TINY, "--steps", "768", "--seed", str(seed), "--out", str(out)])
        return torch.load(out.with_suffix(".pt"), weights_only=True)["network"]["4.weight"]

    before = torch.load(learnt.with_suffix(".pt"), weights_only=True)["network"]["4.weight"]
    assert torch.equal(network(5), before)
    assert not torch.equal(network(6), before)


def test_a_run_goes_on_where_it_ended(learnt: Path, tmp_path: Path) -> None:
    for file in learnt.parent.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    before = torch.load(tmp_path / "tiny.pt", weights_only=True)
    ppo_london.main([*TINY, "--resume", "--steps", "1152", "--out", str(tmp_path / "tiny")])
    after = torch.load(tmp_path / "tiny.pt", weights_only=True)
    steps = [int(row["steps"]) for row in read_rows(tmp_path / "tiny.csv")]
    assert steps == [0, 384, 768, 1152]
    assert (after["updates"], after["steps"]) == (3, 1152)
    assert after["seconds"] > before["seconds"]
    moves = [state["step"].item() for state in after["adam"]["state"].values()]
    assert min(moves) > max(state["step"].item() for state in before["adam"]["state"].values())


def test_a_few_seconds_of_learning_show(tmp_path: Path) -> None:
    """Scores seen with four seeds: 16 to 18, from −53 to −10; margins −7 to −5."""
    sizes = ["--games=64", "--rows=64", "--batch=512", "--hidden=64", "--every=22"]
    limits = ["--steps=90000", "--matches=100", "--threads=1"]
    ppo_london.main([*sizes, *limits, "--out", str(tmp_path / "run")])
    first, last = read_rows(tmp_path / "run.csv")
    assert float(last["score"]) > max(10, float(first["score"]))
    assert float(last["margin"]) > max(-12, float(first["margin"]))


def test_ctrl_c_saves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    update = ppo_london.Training.update

    def interrupted(training: ppo_london.Training) -> None:
        if training.updates == 2:
            raise KeyboardInterrupt
        update(training)

    monkeypatch.setattr(ppo_london.Training, "update", interrupted)
    ppo_london.main([*TINY, "--minutes", "9", "--out", str(tmp_path / "run")])
    assert "continue with --resume" in capsys.readouterr().out
    assert torch.load(tmp_path / "run.pt", weights_only=True)["updates"] == 2


def test_it_stops_by_itself_once_it_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shares = iter([0.2, 0.4, 0.49, 0.51, 0.9])

    def evaluate(training: ppo_london.Training) -> ppo_london.Match:
        low = next(shares)
        return ppo_london.Match(8, low + 0.05, low, low + 0.1, 0.0, 20.0)

    monkeypatch.setattr(ppo_london.Training, "evaluate", evaluate)
    ppo_london.main([*TINY, "--out", str(tmp_path / "run")])
    lows = [float(row["low"]) for row in read_rows(tmp_path / "run.csv")]
    assert lows == [0.2, 0.4, 0.49, 0.51]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--games", "0"], "--games must be at least 1, not 0"),
        (["--minutes", "nan"], "--minutes must be at least 0, not nan"),
        (["--games", "many"], "invalid int value: 'many'"),
        (["--seed", "-1"], "--seed must be from 0"),
        (["--board", "atlantis"], "atlantis"),
        (["--players", "9"], "london is for 2 to 4 players, not 9"),
        (["--resume"], "to resume"),
        (["--out", "{learnt}"], "tiny.pt exists; continue with --resume"),
        (["--out", "{learnt}", "--resume", "--hidden", "8"], "has hidden 16, not 8"),
        (["--out", "{broken}", "--resume"], "broken.pt can't be read"),
    ],
)
def test_a_bad_option_is_one_clear_line(
    words: list[str],
    told: str,
    learnt: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "broken.pt").write_bytes(b"not a checkpoint")
    filled = [word.format(learnt=learnt, broken=tmp_path / "broken") for word in words]
    with pytest.raises(SystemExit) as ended:
        ppo_london.main(filled)
    message = capsys.readouterr().err if ended.value.code == 2 else str(ended.value.code)
    assert told in message
    assert message.startswith("ppo_london: ")
    assert len(message.strip().splitlines()) == 1


def test_the_picture_can_be_drawn_again(learnt: Path, tmp_path: Path) -> None:
    target = learning_curve.save_curve(learnt.with_suffix(".csv"), tmp_path / "again.svg")
    assert target.read_text("utf-8") == learnt.with_suffix(".svg").read_text("utf-8")


def test_the_page_about_learning_names_every_column() -> None:
    page = PAGE.read_text("utf-8")
    assert not [name for name in ppo_london.COLUMNS if f"`{name}`" not in page]


def test_the_bot_chooses_what_the_network_finds_likeliest(
    learnt: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANDEN_LEARNED", str(learnt.with_suffix(".pt")))
    board, bot = load_board("london"), LearnedBot()
    options = ppo_london.parse_options([*TINY, "--out", str(learnt), "--resume"])
    policy = ppo_london.Training(options).policy
    batch, luck, tables = (
        Batch(board, 2, 4, seed=8, glance=False),
        np.random.default_rng(1),
        build_tables(board),
    )
    now = ppo_london.tensors_of(batch)
    for _ in range(100):
        likeliest = policy(now["observations"], now["masks"])[0].argmax(-1).tolist()
        for game, seat in enumerate(batch.buffers.seats):
            assert bot.choose_id(tables, observe(batch.states[game], seat)) == likeliest[game]
        batch.step((batch.buffers.masks * luck.random(batch.buffers.masks.shape)).argmax(axis=1))


def test_the_bot_plays_in_the_arena(learnt: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANDEN_LEARNED", str(learnt.with_suffix(".pt")))
    monkeypatch.setattr(loader, "START_SECONDS", 180.0)
    settings = MatchSettings(load_board("london"), (BOT, "greedy"), players=2, seed=3, seconds=1.0)
    result = run_match(settings, 2, runner=play_here)
    assert result.is_complete
    assert not result.faults


def test_the_bot_keeps_the_contract(
    duel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "duel"
    ppo_london.main([*TINY, "--board", str(duel), "--steps", "384", "--out", str(out)])
    monkeypatch.setenv("ANDEN_LEARNED", str(out.with_suffix(".pt")))
    report = check_bot_contract(LearnedBot, [load_board(duel)], seconds=1.0)
    assert report.is_good, report.text()


def test_the_bot_says_what_is_missing(
    learnt: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ANDEN_LEARNED", str(tmp_path / "none.pt"))
    with pytest.raises(BotError, match=r"none\.pt does not exist; train it"):
        LearnedBot()
    monkeypatch.setenv("ANDEN_LEARNED", str(learnt.with_suffix(".pt")))
    for board, players in (("london", 3), ("usa", 2)):
        view = Game(board, players, 1).view(0)
        with pytest.raises(BotError, match="has learned london with 2 players, not"):
            LearnedBot().choose(view, view.legal_actions())
