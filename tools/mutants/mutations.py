"""The small mistakes that could be made in a source text."""

import ast
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

_OTHER_OPERATOR: dict[type[ast.AST], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Div: ("/", "*"),
    ast.Mod: ("%", "+"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.BitXor: ("^", "|"),
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
    ast.And: ("and", "or"),
    ast.Or: ("or", "and"),
}


@dataclass(frozen=True)
class Mutation:
    """One piece of a source text replaced by another."""

    start: int
    end: int
    text: str
    line: int  # counted from 1
    function: str  # in which it is; "" at the top of a module

    def apply(self, source: str) -> str:
        return source[: self.start] + self.text + source[self.end :]

    def changed_lines(self, source: str) -> tuple[list[str], list[str]]:
        """What is gone and what is new, without indentation."""
        first = source.rfind("\n", 0, self.start) + 1
        last = source.find("\n", self.end)
        gone = source[first:last]
        new = source[first : self.start] + self.text + source[self.end : last]
        return _stripped(gone), _stripped(new)


def _stripped(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines()]


def find_mutations(source: str) -> list[Mutation]:
    """Every mutation of the source, in the order of the text."""
    found = {(m.start, m.end, m.text): m for m in _Finder(source).mutations()}
    return sorted(found.values(), key=lambda m: (m.start, m.end, m.text))


class _Finder:
    def __init__(self, source: str) -> None:
        self._source = source
        self._tree = ast.parse(source)
        self._line_starts = [0]
        for line in source.splitlines(keepends=True):
            self._line_starts.append(self._line_starts[-1] + len(line))
        self._lines = source.splitlines(keepends=True)

    def mutations(self) -> Iterator[Mutation]:
        for statement in self._tree.body:
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield from self._in_definition(statement, "")
            elif isinstance(statement, ast.Assign | ast.AnnAssign):
                yield from self._in_constant(statement)

    def _in_definition(self, node: ast.stmt, outer: str) -> Iterator[Mutation]:
        """Bodies only: decorators, annotations and defaults tell, they do not do."""
        assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        name = f"{outer}.{node.name}" if outer else node.name
        is_class = isinstance(node, ast.ClassDef)
        bound = Counter() if isinstance(node, ast.ClassDef) else _bindings(node)
        for statement in node.body:
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield from self._in_definition(statement, name)
            elif not is_class:
                yield from self._in_statement(statement, name, bound, _returned(node))

    def _in_constant(self, node: ast.Assign | ast.AnnAssign) -> Iterator[Mutation]:
        """Numbers with a name of their own; tables and types have tests that look at them."""
        if isinstance(node.value, ast.Constant):
            yield from self._constant(node.value, "")

    def _in_statement(
        self, statement: ast.stmt, name: str, bound: "Counter[str]", returned: str
    ) -> Iterator[Mutation]:
        for node in _walk(statement):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                continue
            if isinstance(node, ast.stmt):
                yield from self._statement(node, name, bound, returned)
            elif isinstance(node, ast.Constant):
                yield from self._constant(node, name)
            elif isinstance(node, ast.BinOp):
                yield from self._operator(node.left, node.op, node.right, name)
            elif isinstance(node, ast.BoolOp):
                for left, right in zip(node.values, node.values[1:], strict=False):
                    yield from self._operator(left, node.op, right, name)
            elif isinstance(node, ast.Compare):
                sides = [node.left, *node.comparators]
                for left, op, right in zip(sides, node.ops, sides[1:], strict=False):
                    yield from self._operator(left, op, right, name)
            elif isinstance(node, ast.UnaryOp):
                yield self._replaced(node, self._text(node.operand), name)
            elif isinstance(node, ast.IfExp) and not _has_an_opposite(node.test):
                yield self._replaced(node.test, f"(not ({self._text(node.test)}))", name)

    def _statement(
        self, node: ast.stmt, name: str, bound: "Counter[str]", returned: str
    ) -> Iterator[Mutation]:
        if isinstance(node, ast.If | ast.While):
            if not _has_an_opposite(node.test):
                yield self._replaced(node.test, f"not ({self._text(node.test)})", name)
        elif isinstance(node, ast.Break):
            yield self._replaced(node, "continue", name)
        elif isinstance(node, ast.Continue):
            yield self._replaced(node, "break", name)
        elif isinstance(node, ast.AugAssign):
            yield from self._operator(node.target, node.op, node.value, name)
        if _is_removable(node, bound):
            yield self._replaced(node, "pass", name)
        if isinstance(node, ast.Return) and node.value is not None:
            yield from self._return(node.value, name, returned)

    def _return(self, value: ast.expr, name: str, returned: str) -> Iterator[Mutation]:
        if isinstance(value, ast.Constant | ast.UnaryOp | ast.Tuple):
            return
        text = self._text(value)
        if returned == "bool":
            yield self._replaced(value, f"not ({text})", name)
        elif returned == "int":
            yield self._replaced(value, f"({text}) + 1", name)
        else:
            yield self._replaced(value, "None", name)

    def _constant(self, node: ast.Constant, name: str) -> Iterator[Mutation]:
        if isinstance(node.value, bool):
            yield self._replaced(node, str(not node.value), name)
        elif isinstance(node.value, int):
            for value in (node.value + 1, node.value - 1):
                yield self._replaced(node, str(value) if value >= 0 else f"({value})", name)

    def _operator(
        self, left: ast.AST, op: ast.AST, right: ast.AST, name: str
    ) -> Iterator[Mutation]:
        if type(op) not in _OTHER_OPERATOR:
            return
        old, new = _OTHER_OPERATOR[type(op)]
        start, end = self._span(left)[1], self._span(right)[0]
        at = self._source.find(old, start, end)
        if at >= 0:
            yield self._mutation(at, at + len(old), new, name)

    def _replaced(self, node: ast.AST, text: str, name: str) -> Mutation:
        return self._mutation(*self._span(node), text, name)

    def _mutation(self, start: int, end: int, text: str, name: str) -> Mutation:
        line = self._source.count("\n", 0, start) + 1
        return Mutation(start, end, text, line, name)

    def _text(self, node: ast.AST) -> str:
        start, end = self._span(node)
        return self._source[start:end]

    def _span(self, node: ast.AST) -> tuple[int, int]:
        assert isinstance(node, ast.expr | ast.stmt)
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return (
            self._offset(node.lineno, node.col_offset),
            self._offset(node.end_lineno, node.end_col_offset),
        )

    def _offset(self, line: int, column: int) -> int:
        """Columns are counted in bytes."""
        before = self._lines[line - 1].encode()[:column].decode()
        return self._line_starts[line - 1] + len(before)


def _walk(node: ast.AST) -> Iterator[ast.AST]:
    """The node and what is in it, less annotations and texts with fields in them."""
    yield node
    if isinstance(node, ast.JoinedStr):  # where its parts stand is not told before Python 3.12
        return
    for field, value in ast.iter_fields(node):
        if field == "annotation":
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _walk(child)


def _has_an_opposite(test: ast.expr) -> bool:
    """Whether another mutation turns the condition round already."""
    if isinstance(test, ast.Compare):
        exact = ast.Eq | ast.NotEq | ast.In | ast.NotIn | ast.Is | ast.IsNot
        return len(test.ops) == 1 and isinstance(test.ops[0], exact)
    return isinstance(test, ast.Constant | ast.UnaryOp)


def _bindings(function: ast.FunctionDef | ast.AsyncFunctionDef) -> "Counter[str]":
    """How often a function gives each of its names a value, arguments included."""
    names = Counter(argument.arg for argument in function.args.args)
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names[node.id] += 1
    return names


def _returned(function: ast.stmt) -> str:
    if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and function.returns:
        return ast.unparse(function.returns)
    return ""


def _is_removable(node: ast.stmt, bound: "Counter[str]") -> bool:
    """Whether leaving the statement out is a mistake that could go unnoticed.

    Without its only value a name would be missed at once.
    """
    if isinstance(node, ast.Expr):
        return not isinstance(node.value, ast.Constant)
    if isinstance(node, ast.AugAssign | ast.Raise | ast.Delete):
        return True
    if isinstance(node, ast.Assign):
        names = [target.id for target in node.targets if isinstance(target, ast.Name)]
        return all(bound[name] > 1 for name in names)
    return False
