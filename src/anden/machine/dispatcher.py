"""Compiled functions that cost no more to compile than they are used for.

Numba makes machine code and two wrappers of every function, also of the many that only other
compiled functions call. Here such a function stays as it was translated, and is linked into each
function that Python calls, which is optimised as a whole, once.
"""

from time import monotonic
from typing import Any

import numba.core.dispatcher
import numpy as np
from numba import types
from numba.core import compiler, typing
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler_lock import global_compiler_lock
from numba.core.compiler_machinery import PassManager
from numba.core.registry import CPUDispatcher

from .meanwhile import LOOK_SECONDS, is_interpreting
from .notice import say_once


class _Pipeline(compiler.CompilerBase):  # type: ignore[misc] # Numba is untyped here
    """What of Numba's passes plain loops over records need: no closures, literals or array
    expressions to rewrite, no calls to inline, which LLVM does later. It takes a tenth less time.
    """

    def define_pipelines(self) -> list[Any]:
        manager = PassManager("anden")
        for each in (
            compiler.TranslateByteCode,
            compiler.FixupArgs,
            compiler.IRProcessing,
            compiler.RewriteSemanticConstants,
            compiler.GenericRewrites,
            compiler.ReconstructSSA,
            compiler.NopythonTypeInference,
            compiler.PreLowerStripPhis,
            compiler.IRLegalization,
            compiler.AnnotateTypes,
            compiler.NativeLowering,
            compiler.NoPythonBackend,
        ):
            manager.add_pass(each, each.__name__)
        manager.finalize()
        return [manager]


class _Part(JITCodeLibrary):  # type: ignore[misc]
    """A function for other compiled functions: without machine code, without what it calls."""

    def finalize(self) -> None:
        self._finalize_dynamic_globals()
        self._finalized = True


class _Whole(JITCodeLibrary):  # type: ignore[misc]
    """A function that Python calls, with everything that it calls."""

    def finalize(self) -> None:
        needed: dict[Any, None] = {}
        _add_needs(self, needed)
        # Callers first: LLVM links only what something linked before refers to.
        self._linking_libraries = list(reversed(needed))
        super().finalize()


def _add_needs(library: Any, needed: dict[Any, None]) -> None:
    for other in library._linking_libraries:
        if other not in needed:
            if isinstance(other, _Part):
                _add_needs(other, needed)
            needed[other] = None


class _Compiler(numba.core.dispatcher._FunctionCompiler):  # type: ignore[misc]
    """Numba's compiler of one function, for one of these two purposes."""

    library = _Whole

    def _compile_core(self, args: Any, return_type: Any) -> Any:
        if self.py_func.__module__.startswith("anden."):
            say_once()
        flags = compiler.Flags()
        self.targetdescr.options.parse_as_flags(flags, self.targetoptions)
        target = self.targetdescr.target_context
        name = f"{self.py_func.__module__}.{self.py_func.__qualname__}"
        library = self.library(target.codegen(), name)
        library.enable_object_caching()
        return compiler.compile_extra(
            self.targetdescr.typing_context,
            target,
            self.py_func,
            args=args,
            return_type=return_type,
            flags=self._customize_flags(flags),
            locals=self.locals,
            library=library,
            pipeline_class=self.pipeline_class,
        )

    def _customize_flags(self, flags: Any) -> Any:
        return flags


class _PartCompiler(_Compiler):
    library = _Part

    def _customize_flags(self, flags: Any) -> Any:
        flags.no_compile = True
        flags.no_cpython_wrapper = True
        flags.no_cfunc_wrapper = True
        return flags


class ThriftyDispatcher(CPUDispatcher):  # type: ignore[misc]
    def __init__(self, function: Any, options: dict[str, Any]) -> None:
        super().__init__(function, targetoptions=options)
        common: tuple[Any, ...] = (function, self.targetdescr, options, {}, _Pipeline)
        self._compiler = _Compiler(*common)
        self._part_compiler = _PartCompiler(*common)
        self._parts: dict[tuple[Any, ...], Any] = {}
        # Compiled 64-bit words wrap silently; NumPy's scalars would warn about every wrap.
        self._interpreted = np.errstate(over="ignore")(function)
        self._look_again = 0.0

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        """What Numba calls when Python uses argument types for the first time."""
        if not is_interpreting():
            return super()._compile_for_args(*args, **kws)
        if monotonic() < self._look_again:
            return self._interpreted
        self._look_again = monotonic() + LOOK_SECONDS
        return self._stored(args) or self._interpreted

    def _stored(self, args: tuple[Any, ...]) -> Any:
        """The machine code for these arguments, if it has been made meanwhile."""
        kinds = tuple(self.typeof_pyval(argument) for argument in args)
        self._types_active_call.clear()
        with global_compiler_lock:
            stored = self._cache.load_overload(kinds, self.targetctx)
            if stored is None:
                return None
            if kinds not in self.overloads:
                entry = stored.entry_point
                self.targetctx.insert_user_function(entry, stored.fndesc, [stored.library])
                self.add_overload(stored)
            return self.overloads[kinds].entry_point

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """How another compiled function calls this one."""
        signature, args = self._part_compiler.fold_argument_types(args, kws)
        args = tuple(types.unliteral(kind) for kind in args)  # not once more for each number
        with global_compiler_lock:
            part = self._part(args)
        name = self.py_func.__name__
        template = typing.make_concrete_template(
            f"CallTemplate({name})", key=name, signatures=[part.signature]
        )
        return template, signature, args, {}

    def get_overload(self, sig: Any) -> Any:
        """What stands for this function in the code of others."""
        return self._part(tuple(sig)).fndesc.mangled_name

    def _part(self, args: tuple[Any, ...]) -> Any:
        if args not in self._parts:
            with self._compiling_counter:
                part = self._part_compiler.compile(args, None)
            self.targetctx.insert_user_function(
                part.fndesc.mangled_name, part.fndesc, [part.library]
            )
            self._parts[args] = part
        return self._parts[args]
