"""Bots by name, file, package and program; and clear words where there is none."""

import os
import signal
from pathlib import Path

import pytest
from typer.testing import CliRunner

from anden.bots import (
    BOTS,
    BotError,
    ExternalBot,
    ask,
    bot_label,
    bot_name,
    check_bot,
    make_bot,
    split_specs,
)
from anden.bots.greedy_bot import GreedyBot
from anden.bots.kept import KEPT
from anden.cli.app import app
from anden.game import Game

from .support import EXAMPLES, first_view

HEADER = "from anden.bots import Bot\n"
ONE = "class {name}(Bot):\n    def choose(self, view, legal):\n        return legal[{index}]\n"


def bot_file(folder: Path, *classes: str, name: str = "mine.py") -> Path:
    file = folder / name
    file.write_text(HEADER + "".join(ONE.format(name=c, index=i) for i, c in enumerate(classes)))
    return file


def choice_of(spec: str) -> int:
    """Which of the legal actions the bot chooses."""
    view = first_view()
    bot = make_bot(spec, 1, 5.0)
    try:
        return view.legal_actions().index(ask(bot, view))
    finally:
        bot.close()


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder where packages count as installed, here and in processes of bots."""
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return tmp_path


def install(folder: Path, package: str, entries: dict[str, str]) -> None:
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines = [f"{name} = {target}" for name, target in entries.items()]
    (info / "entry_points.txt").write_text("\n".join(["[anden.bots]", *lines]))


def test_a_name_of_ours_stays_in_this_process() -> None:
    assert isinstance(make_bot("greedy", 1), GreedyBot)


def test_a_file_with_one_bot_needs_no_class_name(tmp_path: Path) -> None:
    assert choice_of(str(bot_file(tmp_path, "Mine"))) == 0


def test_a_file_that_plays_itself_when_it_is_loaded_is_told_so(tmp_path: Path) -> None:
    """Otherwise each process would start another one, for ever."""
    file = bot_file(tmp_path, "Mine")
    with file.open("a", encoding="utf-8") as source:
        source.write("from anden.bots import make_bot\nmake_bot(__file__, 1)\n")
    with pytest.raises(BotError, match="plays itself as soon as it is loaded"):
        check_bot(str(file))


def test_a_file_with_two_bots_needs_one(tmp_path: Path) -> None:
    file = bot_file(tmp_path, "One", "Two")
    assert choice_of(f"{file}:Two") == 1
    with pytest.raises(BotError, match="not exactly one class that inherits Bot; it has One, Two"):
        check_bot(str(file))
    with pytest.raises(BotError, match="no bot called Three; it has One, Two"):
        check_bot(f"{file}:Three")


def test_a_file_runs_in_a_process_of_its_own_and_may_print(tmp_path: Path) -> None:
    file = tmp_path / "noisy.py"
    file.write_text(
        "import helper\nprint('loading')\n" + HEADER + "class Noisy(Bot):\n"
        "    def choose(self, view, legal):\n        print('hm', flush=True)\n"
        "        try:\n            input()\n        except EOFError:\n"
        "            return legal[helper.INDEX]\n"
    )
    (tmp_path / "helper.py").write_text("INDEX = 1\n")
    assert isinstance(make_bot(str(file), 1), ExternalBot)
    assert choice_of(str(file)) == 1


def test_a_hosted_bot_is_told_events(tmp_path: Path) -> None:
    file = tmp_path / "listener.py"
    file.write_text(
        HEADER + "class Listener(Bot):\n    heard = 0\n"
        "    def hear(self, events):\n        self.heard += len(events)\n"
        "    def choose(self, view, legal):\n        return legal[self.heard]\n"
    )
    game = Game("london", 2, 1)
    game.play(game.legal_actions(1)[0], 1)
    bot = make_bot(str(file), 1, 5.0)
    assert ask(bot, game.view(0), game.events_for(0)) == game.legal_actions(0)[1]
    bot.close()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        ("def (", "SyntaxError"),
        ("import no_such_module_anywhere", "ModuleNotFoundError"),
        ("raise SystemExit('bye')", "SystemExit: bye"),
        ("x = 1", "it has none"),
        (HEADER + "class A(Bot):\n    def __init__(self):\n        pass\n", "a seed and seconds"),
    ],
)
def test_a_file_that_holds_no_bot_is_told_why(content: str, words: str, tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text(content)
    with pytest.raises(BotError, match=words):
        check_bot(str(file))


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("nowhere.py", "there is no such file"),
        ("exec:", "names no program"),
        ("exec:no-such-program-anywhere", "was not found"),
        ("exec:'python", "can't be read as a command"),
        ("hal", "no bot is called 'hal'; the bots are random, greedy"),
    ],
)
def test_a_spec_that_means_nothing_is_told_why(spec: str, words: str) -> None:
    with pytest.raises(BotError, match=words):
        check_bot(spec)


def test_an_installed_package_brings_bots(package: Path) -> None:
    bot_file(package, "Mine", "Other", name="their_bots.py")
    install(package, "their-bots", {"theirs": "their_bots:Other"})
    assert choice_of("theirs") == 1


def test_a_broken_package_breaks_nothing_else(package: Path) -> None:
    install(package, "bad-bots", {"bad": "no_such_module:Bot", "number": "math:pi"})
    with pytest.raises(BotError, match="bad can't be loaded: ModuleNotFoundError"):
        check_bot("bad")
    with pytest.raises(BotError, match="number is float, not a class of bots"):
        check_bot("number")
    with pytest.raises(BotError, match=r"the bots are .*greedy.*, bad"):
        check_bot("hal")
    check_bot("greedy")


def test_our_names_win_and_a_clash_is_reported(package: Path) -> None:
    install(package, "pushy-bots", {"greedy": "no_such_module:Bot"})
    assert isinstance(make_bot("greedy", 1), GreedyBot)
    listed = CliRunner(env={"LC_ALL": "C"}).invoke(app, ["bots"]).stdout
    assert "Package pushy-bots also has a bot called greedy" in listed


def test_two_packages_with_one_name_are_reported(package: Path) -> None:
    for name in ("one-bots", "two-bots"):
        install(package, name, {"same": "some_module:Bot"})
    with pytest.raises(BotError, match="several packages have a bot called 'same': one-bots, two"):
        check_bot("same")


@pytest.mark.parametrize(
    ("spec", "label"),
    [
        ("greedy", "greedy"),
        ("some/where/my_bot.py", "my_bot"),
        ("some/where/my_bot.py:MyBot", "MyBot"),
        ("exec:node some/where/bot.js --fast", "bot.js"),
        ("exec:/usr/bin/my-bot -v", "my-bot"),
        ("exec:", "exec:"),
        ("x" * 50, "x" * 30),
    ],
)
def test_labels_are_short(spec: str, label: str) -> None:
    assert bot_label(spec) == label


def test_bots_are_listed_with_their_character() -> None:
    listed = CliRunner(env={"LC_ALL": "C"}).invoke(app, ["bots"]).stdout
    for name in BOTS:
        assert f"{name}: " in listed
    assert "exec:COMMAND" in listed


def test_the_example_is_a_file_like_any_other() -> None:
    check_bot(str(EXAMPLES / "first_bot.py"))


@pytest.mark.parametrize(
    ("text", "specs"),
    [
        ("greedy", ("greedy",)),
        ("greedy, hard", ("greedy", "hard")),
        ("exec:bot --list 'a,b',greedy", ("exec:bot --list 'a,b'", "greedy")),
        ('exec:bot "it\'s, so",greedy', ('exec:bot "it\'s, so"', "greedy")),
        ("a,,b", ("a", "", "b")),
    ],
)
def test_commas_between_quotes_belong_to_a_spec(text: str, specs: tuple[str, ...]) -> None:
    assert split_specs(text) == specs


@pytest.mark.parametrize(
    ("spec", "name"),
    [
        ("mine=greedy", "mine"),
        ("v2.1=exec:node bot.js --depth=3", "v2.1"),
        ("exec:node bot.js --depth=3", "exec:node bot.js --depth=3"),
        ("greedy", "greedy"),
    ],
)
def test_a_bot_can_be_given_a_name(spec: str, name: str) -> None:
    assert bot_name(spec) == name
    if name == "mine":
        assert bot_label(spec) == "mine"
        assert isinstance(make_bot(spec, 1), GreedyBot)


COUNTING = """\
from anden.bots import Bot

games = 0

class Counting(Bot):
    wants_fresh_process = {fresh}

    def __init__(self, seed, seconds):
        super().__init__(seed, seconds)
        global games
        games += 1

    def choose(self, view, legal):
        return legal[games - 1]
"""


@pytest.mark.parametrize(("fresh", "choices"), [(False, [0, 1, 2]), (True, [0, 0, 0])])
def test_a_file_bot_keeps_its_process_unless_it_asks_for_a_fresh_one(
    tmp_path: Path, fresh: bool, choices: list[int]
) -> None:
    file = tmp_path / "counting.py"
    file.write_text(COUNTING.format(fresh=fresh))
    assert [choice_of(str(file)) for _ in range(3)] == choices


def test_a_file_that_was_edited_is_not_played_by_the_old_process(tmp_path: Path) -> None:
    file = bot_file(tmp_path, "One")
    assert choice_of(str(file)) == 0
    file.write_text(file.read_text().replace("legal[0]", "legal[1]"))
    os.utime(file, ns=(1, 1))
    assert choice_of(str(file)) == 1


def test_a_kept_process_that_died_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "counting.py"
    file.write_text(COUNTING.format(fresh=False))
    assert choice_of(str(file)) == 0
    for waiting in KEPT._waiting.values():
        for child in waiting:
            os.kill(child.pid, signal.SIGKILL)
            child._process.wait()
    assert choice_of(str(file)) == 0
