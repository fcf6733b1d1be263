"""Notebooks: run without a kernel, and shown as pages. python -m tools.site.notebooks [FILE ...]

The command runs them and stores what they print and show. Their cells are plain Python. As is the
custom, a cell tagged `parameters` holds numbers that can be replaced for a shorter run.
"""

import ast
import contextlib
import io
import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parents[2] / "docs" / "notebooks"
SVG, TEXT = "image/svg+xml", "text/plain"

Cell = dict[str, Any]


def run_notebook(notebook: Mapping[str, Any], parameters: Mapping[str, Any]) -> list[list[Cell]]:
    """The outputs of its code cells, as a notebook stores them."""
    names: dict[str, Any] = {"__name__": "__main__"}
    outputs = []
    for number, cell in enumerate(code_cells(notebook), 1):
        outputs.append(_run_cell("".join(cell["source"]), names, number))
        if "parameters" in cell["metadata"].get("tags", ()):
            names.update(parameters)
    return outputs


def code_cells(notebook: Mapping[str, Any]) -> Iterator[Cell]:
    return (cell for cell in notebook["cells"] if cell["cell_type"] == "code")


def _run_cell(source: str, names: dict[str, Any], number: int) -> list[Cell]:
    *body, last = ast.parse(source).body
    is_shown = isinstance(last, ast.Expr)
    printed = io.StringIO()
    shown = None
    with contextlib.redirect_stdout(printed):
        statements = ast.Module(body if is_shown else [*body, last], type_ignores=[])
        exec(compile(statements, f"cell {number}", "exec"), names)
        if isinstance(last, ast.Expr):
            shown = eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names)
    outputs: list[Cell] = []
    if printed.getvalue():
        outputs.append({"output_type": "stream", "name": "stdout", "text": printed.getvalue()})
    if shown is not None:
        data = {TEXT: repr(shown)}
        if hasattr(shown, "_repr_svg_"):
            data[SVG] = shown._repr_svg_()
        outputs.append(_display(data, "execute_result") | {"execution_count": number})
    return outputs + [_display({SVG: figure}, "display_data") for figure in _figures()]


def _display(data: dict[str, str], kind: str) -> Cell:
    return {"output_type": kind, "data": data, "metadata": {}}


def _figures() -> Iterator[str]:
    """The figures that the cell has drawn: as in a notebook, they are shown and closed."""
    plots = sys.modules.get("matplotlib.pyplot")
    if plots is None:
        return
    for number in plots.get_fignums():
        file = io.StringIO()
        plots.rcParams["svg.hashsalt"] = "anden"  # the same names in every run
        plots.figure(number).savefig(file, format="svg", metadata={"Date": None})
        yield file.getvalue()
    plots.close("all")


def as_markdown(text: str, name: str) -> str:
    """The page of a notebook: its text, its code, and what is stored of its outputs."""
    notebook = json.loads(text)
    parts = []
    for cell in notebook["cells"]:
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            parts.append(source)
            continue
        parts.append(f"```python\n{source}\n```")
        parts += (_shown(output) for output in cell["outputs"])
    title, *rest = parts
    link = f"[This page is a notebook: download it.]({name}){{ .notebook download }}"
    return "\n\n".join([title, link, *rest]) + "\n"


def _shown(output: Cell) -> str:
    if output["output_type"] == "stream":
        return f"```{{ .text .output }}\n{''.join(output['text']).rstrip()}\n```"
    picture = output["data"].get(SVG)
    if picture is None:
        return f"```{{ .text .output }}\n{''.join(output['data'][TEXT])}\n```"
    svg = "".join(picture)
    inline = "".join(svg[svg.index("<svg") :].splitlines())
    return f'<div class="shown">{inline}</div>'


def main() -> None:
    named = [Path(name) for name in sys.argv[1:]]
    for path in named or sorted(FOLDER.glob("*.ipynb")):
        notebook = json.loads(path.read_text("utf-8"))
        outputs = run_notebook(notebook, {})
        for number, cell in enumerate(code_cells(notebook), 1):
            cell["execution_count"], cell["outputs"] = number, outputs[number - 1]
        path.write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", "utf-8")
        print(path.name)


if __name__ == "__main__":
    main()
