"""What the outside world reads about the package agrees with itself."""

import re
import tomllib
from typing import Any

import pytest
import yaml

import anden
from tests.docs.blocks import ROOT
from tools import lint_container
from tools.package_page import with_absolute_links

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
HOME = PROJECT["urls"]["Repository"]
SITE = PROJECT["urls"]["Documentation"]


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_addresses_of_the_project_are_the_same_everywhere() -> None:
    owner = HOME.rsplit("/", 2)[1]
    for name in ("README.md", "README.es.md", "SECURITY.md", "CITATION.cff", "mkdocs.yml"):
        for address in re.findall(rf"https://github\.com/{owner}[^\s)\"]*", read(name)):
            assert address.startswith(HOME), name
    assert f"repo_url: {HOME}\n" in read("mkdocs.yml")
    assert f"site_url: {SITE}\n" in read("mkdocs.yml")
    assert f"site_url: {SITE}es/\n" in read("mkdocs.es.yml")


def test_citation_names_this_version() -> None:
    citation = yaml.safe_load(read("CITATION.cff"))
    assert citation["version"] == anden.__version__
    assert citation["repository-code"] == HOME
    assert citation["url"] == SITE


def test_links_on_the_package_page_are_absolute_and_lead_to_files() -> None:
    page = with_absolute_links(read("README.md"), HOME, "v1")
    links = re.findall(r"\]\(([^)]+)\)", page)
    assert all(link.startswith(("https://", "#")) for link in links)
    for link in links:
        inside = re.match(r"https://(?:raw\.)?github[^/]*/[^/]+/[^/]+/(?:blob/)?v1/([^#]+)", link)
        if inside:
            assert (ROOT / inside[1]).is_file(), link
    assert re.search(r"!\[[^]]*\]\(https://raw\.[^)]*/v1/docs/images/table\.png\)", page)


def test_workflows_test_every_python_that_the_package_claims() -> None:
    claimed = [
        version
        for text in PROJECT["classifiers"]
        if (version := text.removeprefix("Programming Language :: Python :: ")).startswith("3.")
    ]
    jobs = yaml.safe_load(read(".github/workflows/tests.yml"))["jobs"]
    assert [job["strategy"]["matrix"]["python"] for job in jobs.values()] == [claimed, claimed]
    assert PROJECT["requires-python"] == f">={claimed[0]}"


def test_other_systems_leave_out_the_browser_alone() -> None:
    """Folders are named to be left out, so that a new one is played there too."""
    (step,) = [
        step["run"]
        for step in yaml.safe_load(read(".github/workflows/tests.yml"))["jobs"]["other-systems"][
            "steps"
        ]
        if "pytest" in step.get("run", "")
    ]
    ignored = re.findall(r"--ignore=(\S+)", step)
    there = {path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").glob("*/")}
    assert set(ignored) & there == set(ignored) == {"tests/browser"}
    assert not re.findall(r"(?<!=)\btests\b", step)


def test_hadolint_is_asked_for_where_it_is_built_and_missed_nowhere_else() -> None:
    built = [("darwin", "arm64"), ("darwin", "x86_64"), ("linux", "x86_64")]
    unbuilt = [("win32", "AMD64"), ("linux", "aarch64")]
    for systems, is_built in ((built, True), (unbuilt, False)):
        for system, machine in systems:
            described = {"sys_platform": system, "platform_machine": machine}
            assert lint_container.is_built_for(described) is is_built


def test_a_container_file_that_is_not_checked_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    monkeypatch.setattr(lint_container, "is_built_for", lambda: True)
    assert lint_container.main() == 1
    assert "hadolint is missing" in capsys.readouterr().err
    monkeypatch.setattr(lint_container, "is_built_for", lambda: False)
    assert lint_container.main() == 0
    assert "not checked here" in capsys.readouterr().out


def test_every_font_in_the_repository_stands_beside_its_licence() -> None:
    fonts = list((ROOT / "tools").rglob("*.woff2"))
    assert fonts
    for font in fonts:
        name = re.split(r"-(?:latin|[0-9]{3})\b", font.name)[0]
        licence = font.with_name(f"{name}.txt").read_text("utf-8")
        assert "SIL OPEN FONT LICENSE" in licence
        assert licence == read(f"web/public/licenses/{name}.txt")


def test_both_readmes_tell_of_the_same_commands() -> None:
    told = [
        re.findall(r"^\| `anden(?:`, `anden)? ([a-z]+)", read(name), re.MULTILINE)
        for name in ("README.md", "README.es.md")
    ]
    assert told[0] == told[1]


def test_everything_in_dev_is_constrained() -> None:
    constrained = {line.partition("==")[0].casefold() for line in read("constraints.txt").split()}
    for requirement in PROJECT["optional-dependencies"]["dev"]:
        name = re.split(r"[<>=\[;]", requirement)[0].casefold()
        assert name == "anden" or name.replace("_", "-") in {
            each.replace("_", "-") for each in constrained
        }, name
