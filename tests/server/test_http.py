"""HTTP: what a browser is told, what is kept out, and the client's files."""

import json
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from anden.boards import builtin_boards, load_board
from anden.bots import BOTS
from anden.server import static
from anden.server.origin import is_own_origin
from tests.server.support import SECONDS, Server, open_socket


@pytest.fixture
def client(server: Server) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=server.url, timeout=SECONDS) as opened:
        yield opened


def test_server_is_well(client: httpx.Client) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}


def test_server_says_what_it_speaks(client: httpx.Client) -> None:
    about = client.get("/api/server").json()
    assert about["protocol"] == 2
    assert about["languages"] == ["en", "es"]
    assert about["paces"] == ["quick", "normal", "calm"]


@pytest.mark.parametrize("name", builtin_boards())
def test_board_has_everything_to_be_drawn(client: httpx.Client, name: str) -> None:
    board = load_board(name)
    shown = client.get(f"/api/boards/{name}").json()
    assert shown["sha256"] == board.sha256
    assert len(shown["route_names"]) == len(shown["layout"]["routes"]) == len(board.routes)
    assert len(shown["layout"]["cities"]) == len(board.cities)
    assert shown["layout"]["cities"][0]["labels"]["en"]["lines"]
    assert shown["map"]["palette"]
    assert set(shown["symbols"]) >= {"wild"}


def test_board_is_sent_once(client: httpx.Client) -> None:
    first = client.get("/api/boards/usa")
    again = client.get("/api/boards/usa", headers={"if-none-match": first.headers["etag"]})
    assert again.status_code == 304
    assert not again.content
    assert first.headers["content-encoding"] == "gzip"


def test_bots_that_search_say_how_long_they_wait_for_compiled_code(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert all(bot["ready_in"] == 0 for bot in client.get("/api/bots").json()["bots"])
    monkeypatch.setattr("anden.server.routes.service.seconds_left", lambda: 42)
    waits = {bot["name"]: bot["ready_in"] for bot in client.get("/api/bots").json()["bots"]}
    assert {name for name, seconds in waits.items() if seconds} == {"mcts", "expert"}
    assert waits["expert"] == 42


def test_boards_and_bots_are_listed(client: httpx.Client) -> None:
    boards = client.get("/api/boards").json()["boards"]
    assert [board["id"] for board in boards] == list(builtin_boards())
    spanish = client.get("/api/bots", headers={"accept-language": "es"}).json()["bots"]
    assert [bot["name"] for bot in spanish] == list(BOTS)
    assert spanish != client.get("/api/bots").json()["bots"]


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", "/api/boards/mars", "board/unknown"),
        ("GET", "/api/nothing", "request/not-found"),
        ("GET", "/nothing.js", "request/not-found"),
        ("PUT", "/api/games", "request/method"),
        ("POST", "/api/games/X/seats/abc/link", "request/invalid"),
        ("GET", "/api/games/X", "game/not-found"),
    ],
)
def test_errors_have_a_code_and_a_text(
    client: httpx.Client, method: str, path: str, code: str
) -> None:
    english = client.request(method, path).json()["error"]
    spanish = client.request(method, path, headers={"accept-language": "es"}).json()["error"]
    assert english["code"] == spanish["code"] == code
    assert english["text"] != spanish["text"]


def test_every_answer_has_the_security_headers(client: httpx.Client) -> None:
    for path in ("/", "/api/boards", "/api/nothing", "/healthz"):
        headers = client.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "unsafe-inline" not in headers["content-security-policy"].split("style-src")[0]
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers


def test_long_bodies_are_refused(client: httpx.Client) -> None:
    body = json.dumps({"code": "x" * 20_000})
    assert client.post("/api/join", content=body).status_code == 413

    def pieces() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 1000

    assert client.post("/api/join", content=pieces()).status_code == 413


@pytest.mark.parametrize("body", [b"", b"{", b"\xff", b"[" * 10_000, b'{"code": 1e999}', b"null"])
def test_bodies_that_are_garbage_are_refused(client: httpx.Client, body: bytes) -> None:
    answer = client.post("/api/join", content=body, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["error"]["code"] == "request/invalid"


def test_other_origins_are_kept_out(client: httpx.Client, server: Server) -> None:
    headers = {"origin": "https://elsewhere.example"}
    answer = client.post("/api/join", json={"code": "x"}, headers=headers)
    assert answer.json()["error"]["code"] == "origin/foreign"
    with open_socket(server.url, origin="https://elsewhere.example") as raw:
        assert json.loads(raw.recv(timeout=5))["code"] == "origin/foreign"


@pytest.mark.parametrize(
    ("headers", "is_own"),
    [
        ({"host": "a:8000"}, True),
        ({"host": "a:8000", "origin": "http://a:8000"}, True),
        ({"host": "a:8000", "origin": "https://A:8000"}, True),
        ({"host": "a:8000", "origin": "http://a"}, False),
        ({"host": "a:8000", "origin": "null"}, False),
        ({"origin": "null"}, False),
        ({"host": "a:8000", "sec-fetch-site": "cross-site"}, False),
        ({"host": "a:8000", "origin": "http://allowed"}, True),
    ],
)
def test_origin_is_the_servers_own(headers: dict[str, str], is_own: bool) -> None:
    assert is_own_origin(headers, ("http://allowed",)) == is_own


@pytest.fixture
def web(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A built client."""
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<!doctype html><title>page</title>", "utf-8")
    (folder / "assets" / "app-1a2b.js").write_text("export {}", "utf-8")
    (tmp_path / "secret.txt").write_text("secret", "utf-8")
    monkeypatch.setattr(static, "WEB", folder)
    return folder


@pytest.mark.usefixtures("web")
def test_every_place_of_the_client_is_its_page(client: httpx.Client) -> None:
    for path in ("/", "/join", "/game/4F7KQ2MXW9TB", "/seat/X"):
        answer = client.get(path)
        assert "<title>page" in answer.text
        assert answer.headers["cache-control"] == "no-cache"
    script = client.get("/assets/app-1a2b.js")
    assert "immutable" in script.headers["cache-control"]
    assert "javascript" in script.headers["content-type"]


@pytest.mark.usefixtures("web")
@pytest.mark.parametrize(
    "path", ["/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt", "/%00.txt"]
)
def test_files_outside_the_client_stay_outside(client: httpx.Client, path: str) -> None:
    assert "secret" not in client.get(path).text


def test_without_a_built_client_the_page_says_how_to_build_it(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(static, "WEB", tmp_path / "nothing")
    assert "make web" in client.get("/", headers={"accept-language": "es"}).text
