"""What the outside world reads about the package agrees with itself."""

import re
import tomllib
from typing import Any

import yaml

import anden
from tests.docs.blocks import ROOT
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


def test_everything_in_dev_is_constrained() -> None:
    constrained = {line.partition("==")[0].casefold() for line in read("constraints.txt").split()}
    for requirement in PROJECT["optional-dependencies"]["dev"]:
        name = re.split(r"[<>=\[;]", requirement)[0].casefold()
        assert name == "anden" or name.replace("_", "-") in {
            each.replace("_", "-") for each in constrained
        }, name
