"""The smallest real training: what it leaves, that it goes on, and what it refuses."""

import copy
import sys
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner

from anden.cli.app import app

torch = pytest.importorskip("torch", reason='PyTorch is not installed: pip install "anden[learn]"')

from anden.learning import training  # noqa: E402
from anden.learning.checkpoint import load_checkpoint, read_checkpoint  # noqa: E402
from anden.learning.errors import LearningError  # noqa: E402
from anden.learning.evaluation import play_frozen, play_planners  # noqa: E402
from anden.learning.export import export  # noqa: E402
from anden.learning.lessons import Teacher  # noqa: E402

from .support import TINY, ignore, lines_of, tiny  # noqa: E402


@pytest.fixture(autouse=True, scope="module")
def one_thread() -> Iterator[None]:
    """More would wait for each other beside other tests."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> training.Training:
    """A training after imitation and three updates, two of them with games against planners."""
    out = tmp_path_factory.mktemp("learnt") / "tiny"
    made = training.Training(TINY, out, None, ignore)
    made.imitate()
    made.progress.runs += 1
    for _ in range(3):
        made.update()
        made.past.add(made.policy)
    made.report({})
    made.close()
    return made


def test_a_run_leaves_a_checkpoint_a_curve_and_a_picture(run: training.Training) -> None:
    stored = read_checkpoint(run.out.with_suffix(".pt"))
    assert stored.settings == TINY
    assert (stored.progress.runs, stored.progress.updates) == (1, 3)
    assert stored.progress.decisions > 0
    heading, line = lines_of(run.out)
    assert heading.startswith("seconds,updates,decisions")
    assert line.split(",")[1] == "3"
    assert heading.endswith("wins_2,wins_3,wins_4")
    assert ElementTree.parse(run.out.with_suffix(".svg")).getroot().tag.endswith("svg")


def test_weights_come_back_as_they_were_but_for_half_precision(run: training.Training) -> None:
    stored = read_checkpoint(run.out.with_suffix(".pt"))
    for name, network in (("policy", run.policy), ("critic", run.critic)):
        for key, tensor in network.state_dict().items():
            assert torch.equal(stored.weights[name][key], tensor.half())


def test_a_run_goes_on_where_the_last_one_ended(run: training.Training, tmp_path: Path) -> None:
    out = tmp_path / "more"
    training.train(
        tiny(minutes=0.0, rival_games=2, players=3), out, run.out.with_suffix(".pt"), ignore
    )
    stored = read_checkpoint(out.with_suffix(".pt"))
    assert (stored.progress.runs, stored.progress.updates) == (2, 3)
    assert stored.progress.decisions == run.progress.decisions
    assert len(lines_of(out)) == 3  # one when it begins, one when its time is up
    first, second = stored.runs
    assert (first.updates, second.updates) == (3, 0)
    assert (first.settings["players"], second.settings["players"]) == (TINY.players, 3)
    assert first.decisions == run.progress.decisions


def test_beside_its_memory_a_run_goes_on_exactly(run: training.Training, tmp_path: Path) -> None:
    more = training.Training(TINY, tmp_path / "more", run.out.with_suffix(".pt"), ignore)
    more.close()
    for one, other in ((more.policy, run.policy), (more.critic, run.critic)):
        for key, tensor in other.state_dict().items():
            assert torch.equal(one.state_dict()[key], tensor)
    moments, before = (made.learner.optimiser.state_dict()["state"] for made in (more, run))
    assert moments.keys() == before.keys()
    assert all(torch.equal(moments[key]["exp_avg"], before[key]["exp_avg"]) for key in before)
    assert more.rates().policy > 0.9 * TINY.rate * TINY.last_rate  # they do not rise anew


def test_past_selves_are_remembered(run: training.Training, tmp_path: Path) -> None:
    first = training.Training(TINY, tmp_path / "first", run.out.with_suffix(".pt"), ignore)
    for shift in (1.0, 2.0):
        changed = copy.deepcopy(first.policy)
        changed.load_state_dict({k: v + shift for k, v in first.policy.state_dict().items()})
        first.past.add(changed)
    first.save()
    first.close()
    second = training.Training(TINY, tmp_path / "second", tmp_path / "first.pt", ignore)
    second.close()
    chosen = set()
    for update in range(8):
        before, after = first.past.any(update), second.past.any(update)
        assert before is not None
        assert after is not None
        entries = [next(policy.parameters()).flatten()[0].item() for policy in (before, after)]
        assert entries[0] == entries[1]
        chosen.add(entries[0])
    assert len(chosen) >= 2


def test_a_memory_of_another_moment_is_not_taken_up(run: training.Training, tmp_path: Path) -> None:
    for suffix in (".pt", ".memory"):
        content = run.out.with_suffix(suffix).read_bytes()
        (tmp_path / f"copy{suffix}").write_bytes(content)
    stored = torch.load(tmp_path / "copy.memory", weights_only=True)
    stored["progress"]["updates"] += 1
    torch.save(stored, tmp_path / "copy.memory")
    more = training.Training(TINY, tmp_path / "more", tmp_path / "copy.pt", ignore)
    more.close()
    assert not more.learner.optimiser.state_dict()["state"]
    (tmp_path / "copy.memory").write_bytes(b"cut")
    with pytest.raises(LearningError, match="can't be read as a checkpoint"):
        training.Training(TINY, tmp_path / "more", tmp_path / "copy.pt", ignore)


def test_against_itself_a_policy_wins_half_of_all_deals(run: training.Training) -> None:
    matches = play_frozen(run.policy, run.policy, run.layout, TINY, 3)
    assert {size: match.games for size, match in matches.items()} == {2: 6, 3: 6, 4: 4}
    assert [match.wins for match in matches.values()] == pytest.approx([1 / 2, 1 / 3, 1 / 4])


def test_tokens_learn_to_answer_a_frozen_policy_and_guess_how_games_end(
    run: training.Training, tmp_path: Path
) -> None:
    frozen = str(run.out.with_suffix(".pt"))
    small = {"network": "tokens", "token_width": 8, "token_heads": 2, "token_trunk": 16}
    ends = {"owner_weight": 0.1, "made_weight": 0.1, "rows": 60}
    settings = tiny(**small, **ends, rival_games=0, players=2, against=frozen)
    made = training.Training(settings, tmp_path / "answer", None, ignore)
    before = [parameter.clone() for parameter in made.policy.parameters()]
    made.update()
    made.report({})
    made.close()
    after = list(made.policy.parameters())
    assert not any(torch.equal(one, other) for one, other in zip(before, after, strict=True))
    decided = made.self_play.experience.is_own.any(0).sum()
    assert decided == TINY.games
    own = made.self_play.experience
    assert not (own.is_own & (own.seats != torch.arange(TINY.games) % 2)).any()
    with pytest.raises(LearningError, match="the kind that bots play by"):
        export(tmp_path / "answer.pt", tmp_path / "answer.safetensors")


def test_ctrl_c_saves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(self: training.Training) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(training.Training, "imitate", stop)
    with pytest.raises(KeyboardInterrupt):
        training.train(TINY, tmp_path / "stopped", None, ignore)
    assert read_checkpoint(tmp_path / "stopped.pt").settings == TINY


def test_lessons_and_evaluations_are_the_same_at_every_call(run: training.Training) -> None:
    """Games and what a network does on a CPU follow from seeds. What is learned on a GPU, or in
    a given time, does not repeat itself.
    """
    one, other = (Teacher(run.board, 2, 3).teach(range(2)) for _ in range(2))
    for name, array in vars(one).items():
        assert (array == getattr(other, name)).all()
    first, second = (play_planners(run.policy, run.layout, TINY, 2) for _ in range(2))
    assert first == second
    assert {size: match.games for size, match in first.items()} == {2: 4, 3: 3, 4: 4}


def test_a_checkpoint_of_another_board_is_refused(run: training.Training) -> None:
    with pytest.raises(LearningError, match="was trained on london; ask for that board"):
        load_checkpoint(run.out.with_suffix(".pt"), tiny(board="usa"))


def test_other_observations_and_damaged_files_are_refused(
    run: training.Training, tmp_path: Path
) -> None:
    path = run.out.with_suffix(".pt")
    stored = torch.load(path, weights_only=True)
    torch.save(stored | {"observation_version": 1}, tmp_path / "old.pt")
    torch.save(stored | {"board_sha256": "0"}, tmp_path / "changed.pt")
    (tmp_path / "cut.pt").write_bytes(path.read_bytes()[:1000])
    for name, words in [
        ("old.pt", "other observations"),
        ("changed.pt", "another board of the name london"),
        ("cut.pt", "can't be read as a checkpoint"),
        ("none.pt", "there is no such checkpoint"),
    ]:
        with pytest.raises(LearningError, match=words):
            read_checkpoint(tmp_path / name)


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        (["--device", "cuda"], "PyTorch finds no NVIDIA GPU"),
        (["--device", "tpu"], "takes cpu or cuda, not tpu"),
        (["--players", "9"], "usa is for 2 to 5 players"),
        (["--minutes", "-1"], "minutes can't be -1"),
        (["--set", "first_share=1.5"], "first_share can't be 1.5"),
        (["--set", "wdth=3"], "there is no setting wdth; there are board, players"),
        (["--set", "width=wide"], "width can't be wide"),
        (["--set", "network=deep"], "network can't be deep"),
        (["--resume", "nothing.pt"], "nothing.pt: there is no such checkpoint"),
        (["--export", "nothing.pt", "x.safetensors"], "nothing.pt: there is no such checkpoint"),
        (["--players", "9", "--lang", "es"], "usa es para 2 a 5 jugadores"),
    ],
)
def test_the_command_says_what_it_can_not_do(
    words: list[str], answer: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.chdir(tmp_path)
    result = CliRunner(env={"LC_ALL": "C"}).invoke(app, ["train", *words])
    assert result.exit_code == 2
    assert answer in result.output


def test_without_pytorch_the_command_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anden.learning.training", None)
    monkeypatch.delattr("anden.learning.training")
    result = CliRunner(env={"LC_ALL": "C"}).invoke(app, ["train"])
    assert result.exit_code == 2
    assert "pip install 'anden[learn]'" in result.output
