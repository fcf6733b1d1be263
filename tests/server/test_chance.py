"""Chance that nobody can have chosen: numbers are promised, told, and checked afterwards."""

import asyncio
import hashlib
import json
import secrets
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from anden.game import Game, RecordError, read_record, verify_record, write_record
from anden.game.chance import Chance, Share, commitment_of, promise_of, read_chance, write_chance
from anden.game.record import _checksum
from anden.server.bot_pool import Question
from anden.server.bot_work import BotWork, bot_job, question_of
from anden.server.chance import closed_list, committed, dealt, game_seed, revealed
from anden.server.fair_turns import Payer
from anden.server.identity import hashed
from anden.server.storage import JobRow, Store
from tests.server.support import Device, Server, Socket, play_on, quick_settings, serving
from tests.server.test_storage import some_lobby
from tests.support.apart import run_apart

SECRET, ONE, OTHER = "0" * 31 + "1", "a" * 32, "b" * 32


class Browser:
    """A client that adds its number, as the page does."""

    def __init__(self, device: Device, game: str, answers: bool = True, **hello: Any) -> None:
        self.number = secrets.token_hex(16)
        self.numbers = [self.number]
        self.answers = answers
        self.table: Socket = device.sit(game, **hello)
        self.promise: str = self.table.game["seed_sha256"]
        self.commit()
        self.table.wait(lambda: self.commitment in self._commitments())

    @property
    def commitment(self) -> str:
        return commitment_of(self.promise, self.number)

    def commit(self) -> None:
        self.table.send(type="commit", commitment=self.commitment)

    def _commitments(self) -> list[str]:
        return [each["commitment"] for each in self.table.game["chance"]["numbers"]]

    def follow(self) -> None:
        """Answers until the game is dealt."""
        told = ""
        while self.table.game["status"] == "lobby":
            chance = self.table.game["chance"]
            is_asked = chance["phase"] == "opening" and self.commitment in self._commitments()
            if is_asked and self.answers and told != self.number:
                told = self.number
                self.table.send(type="reveal", number=self.number)
            if chance["phase"] == "collecting" and told == self.number:  # thrown away
                self.number = secrets.token_hex(16)
                self.numbers.append(self.number)
                self.commit()
            self.table.receive()


def start(host: Device, game: str, *browsers: Browser) -> Any:
    """The answer to the start; the browsers answer meanwhile."""
    followers = [threading.Thread(target=browser.follow) for browser in browsers]
    for follower in followers:
        follower.start()
    told = host.post(f"/games/{game}/start")
    for follower in followers:
        follower.join(30)
        assert not follower.is_alive()
    return told


def joined(ana: Device, luis: Device, *more: str) -> str:
    game = ana.create("london", "here", "open", *more)
    luis.post("/join", {"code": ana.get(f"/games/{game}")["invite"]})
    return game


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[Server]:
    """A server that does not wait long for those who say nothing."""
    with serving(quick_settings(tmp_path, chance_seconds=0.5)) as server:
        yield server


def test_the_seed_is_made_from_all_numbers_and_everybody_can_check_it(
    ana: Device, luis: Device, tmp_path: Path
) -> None:
    game = joined(ana, luis, "greedy")
    one, other = Browser(ana, game), Browser(luis, game)
    promise = one.promise
    told = start(ana, game, one, other)
    assert (told["status"], told["chance"]["phase"]) == ("playing", "dealt")
    assert told["chance"]["secret"] is told["chance"]["seed"] is None
    assert {n["number"] for n in told["chance"]["numbers"]} == {one.number, other.number}
    play_on(one.table, other.table)
    one.table.wait(lambda: one.table.over)
    chance = ana.get(f"/games/{game}")["chance"]
    assert hashlib.sha256(bytes.fromhex(chance["secret"])).hexdigest() == promise
    numbers = " ".join(sorted([one.number, other.number]))
    mixed = hashlib.sha256(f"anden seed 1 {chance['secret']} {numbers}".encode()).hexdigest()
    assert one.table.over is not None
    assert one.table.over["seed"] == chance["seed"] == mixed[:32]
    file = tmp_path / "game.anden"
    file.write_bytes(ana.http.get(f"/api/games/{game}/record").content)
    verdict = verify_record(file)
    assert verdict.game is not None
    assert verdict.game.chance is not None
    assert verdict.game.chance.promise == promise
    assert {share.seat for share in verdict.game.chance.shares} == {0, 1}


def test_one_browser_with_several_seats_adds_one_number(ana: Device) -> None:
    game = ana.create("london", "here", "here", "greedy")
    browser = Browser(ana, game, show=0)
    told = start(ana, game, browser)["chance"]
    assert [(n["seat"], n["number"]) for n in told["numbers"]] == [(0, browser.number)]


def test_nobody_has_to_add_a_number(ana: Device) -> None:
    game = ana.create("london", "here", "greedy", start=True)
    ana.post(f"/games/{game}/end")
    told = ana.get(f"/games/{game}")
    chance = told["chance"]
    assert (chance["numbers"], chance["secret"]) == ([], chance["seed"])
    assert promise_of(chance["secret"]) == told["seed_sha256"]  # broken off, and told all the same
    record = read_record(ana.http.get(f"/api/games/{game}/record").text)
    assert (record.chance, record.result, f"{record.seed:032x}") == (None, None, chance["seed"])


def test_who_does_not_tell_the_number_holds_nobody_up_and_chooses_nothing(hasty: Server) -> None:
    ana, luis = Device(hasty.url), Device(hasty.url)
    game = joined(ana, luis)
    one, silent = Browser(ana, game), Browser(luis, game, answers=False)
    told = start(ana, game, one, silent)["chance"]
    assert told["silent"] == [1]
    (number,) = told["numbers"]
    # The first number was thrown away: what it would have come to may have been looked at.
    assert number["number"] == one.numbers[1] != one.numbers[0]
    for device in (ana, luis):
        device.close()


def test_who_has_left_is_not_waited_for(ana: Device, luis: Device) -> None:
    game = joined(ana, luis)
    one, gone = Browser(ana, game), Browser(luis, game)
    gone.table.close()
    one.table.wait(lambda: not one.table.game["seats"][1]["is_present"])
    told = start(ana, game, one)["chance"]
    assert (told["silent"], [n["seat"] for n in told["numbers"]]) == ([], [0])


def refusal(table: Socket, **message: Any) -> str:
    table.send(**message)
    return str(table.expect("refused")["code"])


def test_numbers_come_in_their_turn_and_are_those_that_were_promised(hasty: Server) -> None:
    ana, luis, eva = (Device(hasty.url) for _ in range(3))
    game = joined(ana, luis)
    one = Browser(ana, game)
    assert refusal(one.table, type="reveal", number=one.number) == "chance/closed"
    other = luis.sit(game)
    copied = refusal(other, type="commit", commitment=one.commitment)
    assert copied == "chance/other-number"
    eva.post("/watch", {"code": ana.get(f"/games/{game}")["watch"]})
    assert refusal(eva.sit(game), type="commit", commitment="c" * 64) == "chance/closed"
    assert refusal(other, type="commit", commitment="C" * 64) == "frame/garbage"
    starting = threading.Thread(target=lambda: ana.post(f"/games/{game}/start"))
    starting.start()
    one.table.wait(lambda: one.table.game["chance"]["phase"] == "opening")
    assert refusal(one.table, type="commit", commitment="c" * 64) == "chance/closed"
    assert refusal(one.table, type="reveal", number="d" * 32) == "chance/other-number"
    one.follow()
    starting.join(30)
    assert refusal(one.table, type="commit", commitment="c" * 64) == "game/started"
    for device in (ana, luis, eva):
        device.close()


def test_a_start_that_was_cut_off_begins_anew(tmp_path: Path) -> None:
    """The list was closed when the server stopped: its numbers may have been seen."""
    with serving(quick_settings(tmp_path)) as server:
        ana = Device(server.url)
        game = ana.create("london", "here", "greedy")
        browser = Browser(ana, game)
        table = server.open_tables._tables[game]
        _change(server, table, lambda lobby: closed_list(lobby, {hashed(ana.key)}))
        browser.table.wait(lambda: browser.table.game["chance"]["phase"] == "opening")
        key = ana.key
        ana.close()
    with serving(quick_settings(tmp_path, chance_seconds=0.2)) as server:
        ana = Device(server.url)
        ana.key = key
        ana.http.headers["authorization"] = f"Bearer {key}"
        told = ana.post(f"/games/{game}/start")
        assert (told["status"], told["chance"]["numbers"]) == ("playing", [])
        assert told["chance"]["silent"] == [0]
        ana.close()


def _change(server: Server, table: Any, change: Callable[[Any], Any]) -> None:
    asyncio.run_coroutine_threadsafe(table.change(change), server.loop).result(10)


def test_a_bot_that_thinks_elsewhere_plays_the_same_game(tmp_path: Path) -> None:
    """Its worker deals the game again, from the seed that is made of all numbers."""
    lobby = some_lobby()
    lobby = committed(lobby, lobby.row.host, commitment_of(promise_of(lobby.row.seed), ONE))
    lobby = revealed(closed_list(lobby, {lobby.row.host}), lobby.row.host, ONE)
    playing = dealt(replace(lobby, row=replace(lobby.row, status="playing")))
    store = Store(quick_settings(tmp_path).database_url)
    store.create(playing)
    game = Game("usa", 2, game_seed(playing.row))
    asked = question_of(playing, game, 1, 0.1, Payer())
    questions: list[Question] = []

    class Pool:
        async def choose(self, question: Question) -> str:
            questions.append(question)
            return "draw deck"

    class Here:
        async def run(self, job: Callable[[Store], Any]) -> Any:
            return job(store)

    new = bot_job(playing, 0, 1, asked)
    job = JobRow(new.key, new.kind, new.payload, new.owner, new.game_id, 0.1, "running", 0.0, None)
    run_apart(BotWork(Here(), Pool(), tmp_path).do(job))  # type: ignore[arg-type]
    assert [question.view for question in questions] == [asked.view]
    assert game.seed != int(playing.row.seed, 16)
    store.close()


# Records


def mixed_game() -> Game:
    chance = Chance(SECRET, (Share(1, ONE), Share(None, OTHER)), 1)
    game = Game("london", 2, chance.seed)
    game.chance = chance
    return game


def test_a_record_carries_the_numbers_and_an_older_one_is_what_it_was() -> None:
    game = mixed_game()
    text = write_record(game.record())
    assert read_record(text).chance == game.chance
    assert Game.replay(read_record(text)).record() == game.record()
    assert "chance" not in write_record(game.record(sealed=True))
    assert "chance" not in write_record(Game("london", 2, 7).record())


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        (ONE, "c" * 32, "record.other_chance"),
        (SECRET, "2" * 32, "record.other_chance"),
        (ONE, OTHER, "record.bad_chance"),
        (f'"{ONE}"', "7", "record.bad_chance"),
        ('"seat": 2', '"seat": 9', "record.bad_chance"),
        ('"numbers"', '"number"', "record.bad_chance"),
    ],
)
def test_numbers_that_do_not_come_to_the_seed_are_found(old: str, new: str, key: str) -> None:
    body = write_record(mixed_game().record()).rpartition("checksum ")[0]
    lines = [
        line.replace(old, new) if line.startswith("chance ") else line for line in body.split("\n")
    ]
    forged = "\n".join(lines)
    with pytest.raises(RecordError) as error:
        read_record(f"{forged}checksum {_checksum(forged)}\n")
    assert error.value.key == key


def test_a_line_of_chance_can_be_read_back() -> None:
    chance = mixed_game().chance
    assert chance is not None
    assert read_chance(write_chance(chance), 2) == chance
    with pytest.raises(RecordError):
        read_chance("[" * 5000, 2)
    assert json.loads(write_chance(chance))["numbers"][0]["seat"] == 2


def test_every_number_and_the_secret_change_the_seed() -> None:
    whole = Chance(SECRET, (Share(0, ONE), Share(1, OTHER)))
    turned = Chance(SECRET, (Share(0, OTHER), Share(1, ONE)))
    others = [
        Chance(ONE, whole.shares),
        Chance(SECRET, whole.shares[:1]),
        Chance(SECRET, (Share(0, ONE), Share(1, "c" * 32))),
    ]
    assert whole.seed == turned.seed
    assert len({chance.seed for chance in (whole, *others)}) == 4


def test_a_commitment_is_bound_to_the_promise() -> None:
    """A number can't be reused against another secret, nor found without being told."""
    assert commitment_of("p" * 64, ONE) != commitment_of("q" * 64, ONE)
