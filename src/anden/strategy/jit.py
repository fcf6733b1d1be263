"""The decorators of this package: compiled on top of the kernel, and cached beside it."""

from pathlib import Path

from anden.kernel.jit import Compiler

_COMPILER = Compiler(Path(__file__).parent)

CACHE = _COMPILER.cache
jit = _COMPILER.jit
inline = _COMPILER.inline
