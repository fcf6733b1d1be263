"""`anden review` as a person runs it."""

import json
import re
from pathlib import Path

import pytest

from anden.game import Game, write_record
from anden.review import kept
from tests.cli.test_commands import refused, run
from tests.review.support import played

pytestmark = pytest.mark.compiled_only

QUICK = ("--time-ms", "50")


@pytest.fixture
def record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(kept, "cache_folder", lambda: tmp_path / "cache")
    path = tmp_path / "game.anden"
    path.write_text(write_record(played("london")), encoding="utf-8")
    return path


def test_a_game_is_reviewed_as_json_then_in_words_and_as_a_page(record: Path) -> None:
    result = run("review", str(record), "--seat", "1", *QUICK, "--json")
    assert result.exit_code == 0, result.stderr
    told = json.loads(result.stdout)
    names = ("evaluator", "seat", "start", "result", "luck", "decisions", "others", "rest", "moves")
    assert set(names) <= set(told)
    fields = ("number", "action", "value", "value_se", "loss", "loss_se", "best", "kind")
    assert all(set(fields) <= set(move) for move in told["moves"])
    (file,) = (record.parent / "cache" / "reviews").iterdir()
    before = file.read_bytes()
    page = record.with_name("review.html")
    options = (*QUICK, "--lang", "es", "--html", str(page))
    spoken = run("review", str(record), "--seat", "1", *options)
    assert "Las cuentas" in spoken.stdout
    assert not re.search(r"\d\.\d", spoken.stdout), "Spanish numbers have a comma"
    assert spoken.stdout.index("Probabilidad de ganar") < spoken.stdout.index("Las cuentas")
    assert "± son dos errores típicos" in spoken.stdout
    luck = f"{200 * told['luck_se']:.1f}".replace(".", ",")
    assert f"± {luck}\n" in spoken.stdout, "two standard errors"
    assert file.read_bytes() == before, "nothing was done twice"
    html = page.read_text("utf-8")
    assert html.count("<svg") == 3
    assert html.count("</tr>") > len(told["curve"])
    assert not re.search(r">[^<]*\d\.\d[^<]*</(td|li|text|p)>", html)
    assert "http" not in html.replace("http://www.w3.org", "")
    assert "prefers-color-scheme: dark" in html


def test_a_review_that_was_stopped_is_taken_up(record: Path) -> None:
    folder = record.parent / "cache" / "reviews"
    run("review", str(record), *QUICK, "--json")
    (file,) = folder.iterdir()
    whole = json.loads(file.read_bytes())
    some = dict(list(whole.items())[: len(whole) // 2])
    file.write_text(json.dumps(some), encoding="utf-8")
    run("review", str(record), *QUICK, "--json")
    assert json.loads(file.read_bytes()) == whole
    file.write_text("{", encoding="utf-8")
    assert run("review", str(record), *QUICK, "--json").exit_code == 0


def test_what_cannot_be_reviewed_is_refused_in_a_line(record: Path) -> None:
    assert "seats are 0 to 1" in refused("review", str(record), "--seat", "7")
    assert "--seat takes a number, not 'x'" in refused("review", str(record), "--seat", "x")
    told = refused("review", str(record), "--seat", "x", "--lang", "es")
    assert "--seat admite un número" in told
    for given in ("0", "49", "nan", "inf", "12801"):
        told = refused("review", str(record), "--time-ms", given)
        assert "--time-ms must be from 50 to 12800 milliseconds" in told
    assert "on the CPU" in refused("review", str(record), "--device", "cuda")
    refused("review", str(record.with_name("none.anden")))
    record.write_text(record.read_text("utf-8").replace("draw", "drew", 1), encoding="utf-8")
    assert "changed" in refused("review", str(record), code=1)
    record.write_text(write_record(Game("london", seed=1).record()), encoding="utf-8")
    assert "only a finished game" in refused("review", str(record))
