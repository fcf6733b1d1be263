"""Programs as bots: what they may do, and that whatever they do costs them a move at most."""

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from anden.bots import Bot, BotFault, ExternalBot, ask, make_bot
from anden.bots import external as external_module
from anden.bots.guard import Guard
from anden.game import Game, View

from .support import first_view, program, spec_of


@contextmanager
def playing(spec: str, seconds: float = 5.0) -> Iterator[ExternalBot]:
    bot = make_bot(spec, 7, seconds)
    assert isinstance(bot, ExternalBot)
    try:
        yield bot
    finally:
        bot.close()


def fault_of(bot: Bot, view: View) -> BotFault:
    with pytest.raises(BotFault) as caught:
        ask(bot, view)
    return caught.value


def test_a_program_answers_by_text(tmp_path: Path) -> None:
    view = first_view()
    with playing(program(tmp_path, 'say({"action": message["legal"][-1].upper()})')) as bot:
        assert ask(bot, view) == view.legal_actions()[-1]


def test_a_program_answers_by_index_and_may_log_before(tmp_path: Path) -> None:
    view = first_view()
    with playing(program(tmp_path, 'say({"log": "hm"})\nsay({"index": 1})')) as bot:
        assert ask(bot, view) == view.legal_actions()[1]
        assert bot.logs == ["hm"]


def test_tickets_may_be_named_in_any_order(tmp_path: Path) -> None:
    body = """
    names = sorted((ticket["ticket"] for ticket in message["view"]["own"]["offer"]), reverse=True)
    say({"action": "keep " + ", ".join(names)})
    """
    for seed in range(4):
        view = first_view(seed=seed)
        with playing(program(tmp_path, body)) as bot:
            assert ask(bot, view) in view.legal_actions()


def test_a_program_is_told_its_seat_seed_and_time(tmp_path: Path) -> None:
    body = 'say({"log": f"{hello}"[:3000]})\nsay({"index": hello["seed"] % 2})'
    with playing(program(tmp_path, body), seconds=2.5) as bot:
        ask(bot, first_view())
        for part in ("'seat': 0", "'players': 2", "'seed': 7", "'seconds': 2.5", "'protocol': 1"):
            assert part in bot.logs[0]


def test_a_program_hears_events_once_and_after_a_restart_all(tmp_path: Path) -> None:
    body = """
    say({"log": str(len(message["events"]))})
    if number == 2:
        sys.exit(3)
    say({"index": 0})
    """
    game = Game("london", 2, 1)
    events = game.play(game.legal_actions(1)[0], 1)
    with playing(program(tmp_path, body)) as bot:
        ask(bot, game.view(0), game.events_for(0))
        with pytest.raises(BotFault):
            ask(bot, game.view(0))
        ask(bot, game.view(0))
        assert bot.logs == [str(len(events)), "0", str(len(events))]


@pytest.mark.parametrize(
    ("body", "kind", "words"),
    [
        ('sys.exit("out of luck")', "crash", "exit code 1, its last words: 'out of luck'"),
        ("os.abort()", "crash", "ended with exit code"),
        ('say({"error": "no idea"})', "crash", "no idea"),
        ('say("hello")', "garbage", "not JSON: 'hello'"),
        ('say("[1]")', "garbage", "not a JSON object"),
        ('say("[" * 60000)', "garbage", "not JSON"),
        ('say("{}")', "garbage", "needs an action or an index"),
        ('say({"action": 3})', "garbage", "needs an action or an index"),
        ('os.write(1, b"\\xff\\xfe\\x00\\n")', "garbage", "not JSON"),
        ('say("x" * 70000)', "garbage", "too long"),
        ('sys.stdout.write("x" * 70000); sys.stdout.flush(); time.sleep(60)', "garbage", "long"),
        ('[say({"log": 1}) for _ in range(2000)]', "garbage", "log lines"),
        ('say({"action": "fly to the moon"})', "illegal", "not an action"),
        ('say({"action": "\\ud800"})', "illegal", "not an action"),
        ('say({"action": "pass"})', "illegal", "pass"),
        ('say({"index": -1})', "illegal", "there are 0 to"),
        ('say({"index": True})', "illegal", "there are 0 to"),
        ('say({"index": 1e999})', "illegal", "there are 0 to"),
        ("time.sleep(60)", "late", "no answer within"),
        ("while True: pass", "late", "no answer within"),
    ],
)
def test_whatever_goes_wrong_is_one_fault(
    body: str, kind: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(external_module, "GRACE_SECONDS", 0.1)
    with playing(program(tmp_path, body), seconds=0.4 if kind == "late" else 5) as bot:
        bot.start_seconds = 0.5 if kind == "late" else 5
        start = time.monotonic()
        fault = fault_of(bot, first_view())
        assert (fault.kind, words in fault.detail) == (kind, True), fault
        assert time.monotonic() - start < 10


def test_a_program_that_reads_nothing_blocks_nobody(tmp_path: Path) -> None:
    file = tmp_path / "deaf.py"
    file.write_text("import time\ntime.sleep(60)", "utf-8")
    with playing(spec_of(file), seconds=0.2) as bot:
        bot.start_seconds = 0.0
        view = Game("europe", 5, 1).view(0)
        for _ in range(3):
            start = time.monotonic()
            assert fault_of(bot, view).kind == "late"
            assert time.monotonic() - start < 3


def test_error_output_without_end_blocks_nobody(tmp_path: Path) -> None:
    body = 'sys.stderr.write("x" * 1_000_000); sys.stderr.flush(); say({"index": 0})'
    with playing(program(tmp_path, body)) as bot:
        for _ in range(3):
            ask(bot, first_view())


def test_speaking_without_being_asked_is_garbage(tmp_path: Path) -> None:
    body = """say('{"index": 0}\\n{"index": 1}')"""  # in one breath
    with playing(program(tmp_path, body)) as bot:
        view = first_view()
        ask(bot, view)
        time.sleep(0.2)
        assert "without being asked" in fault_of(bot, view).detail
        ask(bot, view)


def test_an_illegal_move_does_not_end_the_program(tmp_path: Path) -> None:
    body = 'say({"log": str(number)})\nsay({"action": "pass"} if number < 9 else {"index": 0})'
    with playing(program(tmp_path, body)) as bot:
        view = first_view()
        for _ in range(8):
            assert fault_of(bot, view).kind == "illegal"
        ask(bot, view)
        assert bot.logs[-1] == "9"


def test_a_program_is_started_a_few_times_and_no_more(tmp_path: Path) -> None:
    counter = tmp_path / "starts"
    body = f'open({str(counter)!r}, "a").write("x")\nsys.exit(1)'
    with playing(program(tmp_path, body)) as bot:
        view = first_view()
        faults = [fault_of(bot, view) for _ in range(8)]
        assert counter.read_text("utf-8") == "x" * external_module.MAX_STARTS
        assert {fault.kind for fault in faults} == {"crash"}
        assert "not started again" in faults[-1].detail


def test_a_program_that_is_gone_is_a_fault() -> None:
    bot = ExternalBot(["/nowhere/at/all"])
    fault = fault_of(bot, first_view())
    assert fault.kind == "crash"
    assert "can't be started" in fault.detail


def test_a_bad_program_never_stops_a_game(tmp_path: Path) -> None:
    body = """
    if number % 7 == 0:
        sys.exit(1)
    say({"index": 0} if number % 3 else {"action": "nonsense"})
    """
    game = Game("london", 2, 3)
    with playing(program(tmp_path, body)) as bad:
        bots = [Guard(bad), Guard(make_bot("random", 4))]
        while (seat := game.to_act) is not None:
            view = game.view(seat)
            game.play(bots[seat].choose(view, view.legal_actions()))
        kinds = {forfeit.kind for forfeit in bots[0].forfeits}
    assert kinds == {"crash", "illegal"}
    assert bots[1].forfeits == []


def is_running(pid: int) -> bool:
    """Whether the process lives; one that ended and waits to be noticed does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def ends_soon(pid: int) -> bool:
    deadline = time.monotonic() + 5
    while is_running(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    return not is_running(pid)


on_linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@on_linux
def test_closing_ends_a_program_and_what_it_started(tmp_path: Path) -> None:
    body = """
    import subprocess
    child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
    say({"log": f"{os.getpid()} {child.pid}"})
    say({"index": 0})
    time.sleep(60)
    """
    with playing(program(tmp_path, body)) as bot:
        ask(bot, first_view())
        pids = [int(pid) for pid in bot.logs[0].split()]
        assert all(is_running(pid) for pid in pids)
    assert all(ends_soon(pid) for pid in pids)


@on_linux
def test_a_forgotten_bot_ends_its_program(tmp_path: Path) -> None:
    body = 'say({"log": str(os.getpid())})\nsay({"index": 0})'
    bot: Bot | None = make_bot(program(tmp_path, body), 1, 5.0)
    assert isinstance(bot, ExternalBot)
    ask(bot, first_view())
    pid = int(bot.logs[0])
    assert is_running(pid)
    bot = None
    assert ends_soon(pid)


@on_linux
def test_a_hosted_bot_ends_with_the_table_even_while_it_thinks(tmp_path: Path) -> None:
    file, note = tmp_path / "thinker.py", tmp_path / "pid"
    file.write_text(
        "import os, time\nfrom anden.bots import Bot\n\n\nclass Thinker(Bot):\n"
        "    def choose(self, view, legal):\n"
        f"        open({str(note)!r}, 'w').write(str(os.getpid()))\n"
        "        time.sleep(60)\n",
        "utf-8",
    )
    table = (
        "from anden.bots import ask, make_bot\nfrom anden.game import Game\n"
        f"ask(make_bot({str(file)!r}, 1, 60.0), Game('london', 2, 1).view(0))"
    )
    with subprocess.Popen([sys.executable, "-c", table]) as process:
        deadline = time.monotonic() + 30
        while not (note.exists() and note.read_text("utf-8")) and time.monotonic() < deadline:
            time.sleep(0.05)
        pid = int(note.read_text("utf-8"))
        assert is_running(pid)
        process.send_signal(signal.SIGKILL)
    assert ends_soon(pid)
