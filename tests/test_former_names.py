"""Public names that have moved: who asks for a former one is told the new one, and it is there."""

from importlib import import_module

import pytest

MOVED = {
    "from anden.arena import Settings": "anden.arena.MatchSettings",
    "import anden.dataset": "anden.bulk",
    "from anden.dataset import Settings": "anden.bulk",
    "import anden.simulation": "anden.bulk",
    "from anden.simulation import simulate_games": "anden.bulk",
    "import anden.records": "anden.game",
    "from anden.records import verify_record": "anden.game",
    "import anden.envs.anden_parallel_v0": "anden.envs.anden_v0.parallel_env",
    "from anden.envs import anden_parallel_v0": "anden.envs.anden_v0.parallel_env",
    "from anden.envs.spiel import Game": "anden.envs.spiel.SpielGame",
    "from anden.kernel import BOARD": "anden.kernel.TABLES",
    "from anden.kernel import Board": "anden.kernel.layout.Tables",
}
NEEDED = {"anden.envs.anden_v0": "pettingzoo", "anden.envs.spiel": "pyspiel"}


@pytest.mark.parametrize(("code", "name"), MOVED.items())
def test_former_names_say_where_to(code: str, name: str) -> None:
    module = code.split()[1]
    if module in NEEDED:
        pytest.importorskip(NEEDED[module])
    with pytest.raises(ImportError) as caught:
        exec(code)
    assert f"is now {name}" in str(caught.value) or f"is now part of {name}" in str(caught.value)


@pytest.mark.parametrize("name", sorted(set(MOVED.values())))
def test_the_new_names_are_there(name: str) -> None:
    parent, _, last = name.rpartition(".")
    if parent in NEEDED:
        pytest.importorskip(NEEDED[parent])
    module = import_module(name if parent == "anden" else parent)
    assert parent == "anden" or hasattr(module, last)
