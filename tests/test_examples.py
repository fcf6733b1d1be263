"""Every example runs."""

import runpy
from pathlib import Path

import pytest

NEEDS = {"maskable_ppo": "sb3_contrib"}  # of the extra "learn"
ELSEWHERE = ("ppo_london", "learning_curve")  # those run in test_learning.py
FILES = sorted((Path(__file__).parents[1] / "examples").glob("*.py"))
EXAMPLES = [path for path in FILES if path.stem not in ELSEWHERE]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_runs(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if library := NEEDS.get(path.stem):
        reason = f"{library} is not installed: pip install {library.replace('_', '-')}"
        pytest.importorskip(library, reason=reason)
    monkeypatch.setattr("sys.argv", [str(path)])
    runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out
