"""Compiles what the tests need, so that parallel workers find it: `python -m tools.compile_all`.

With `--rules` only what the tests of the rules need.
"""

import sys

from anden.core.warm_up import warm_up, warm_up_environments, warm_up_whole_games
from anden.envs import Batch
from anden.learning.warm_up import main as warm_up_learning


def compile_batches() -> None:
    batch = Batch("london", 2, 1)
    batch.step(batch.buffers.masks.argmax(1))
    batch.close()


def main() -> None:
    warm_up()
    warm_up_environments()
    compile_batches()
    if "--rules" not in sys.argv[1:]:
        warm_up_whole_games()
        warm_up_learning(())


if __name__ == "__main__":
    main()
