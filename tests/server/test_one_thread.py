"""One thread does what blocks, in order."""

import asyncio
import threading

import pytest

from anden.server.one_thread import OneThread


def test_tool_is_made_and_used_in_one_other_thread() -> None:
    thread = OneThread(threading.get_ident, "test")

    async def ask() -> list[int]:
        return [await thread.run(lambda _: threading.get_ident()) for _ in range(3)]

    assert asyncio.run(ask()) == [thread.tool] * 3
    assert thread.tool != threading.get_ident()
    thread.close(lambda _: None)


def test_errors_reach_who_asked_and_the_thread_goes_on() -> None:
    thread = OneThread(lambda: 7, "test")

    async def ask() -> int:
        with pytest.raises(ZeroDivisionError):
            await thread.run(lambda number: number // 0)
        return await thread.run(lambda number: number + 1)

    assert asyncio.run(ask()) == 8
    thread.close(lambda _: None)


def test_an_error_that_no_future_takes_reaches_who_asked() -> None:
    thread = OneThread(lambda: iter(()), "test")

    async def ask() -> None:
        with pytest.raises(RuntimeError, match="StopIteration"):
            await asyncio.wait_for(thread.run(next), 10)

    asyncio.run(ask())
    thread.close(lambda _: None)


def test_what_nobody_waits_for_any_more_is_not_begun() -> None:
    thread = OneThread(lambda: None, "test")
    held, done = threading.Event(), []

    async def ask() -> None:
        first = asyncio.ensure_future(thread.run(lambda _: held.wait(10)))
        second = asyncio.ensure_future(thread.run(lambda _: done.append("second")))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.sleep(0)
        held.set()
        await first
        await thread.run(lambda _: done.append("third"))

    asyncio.run(ask())
    assert done == ["third"]
    thread.close(lambda _: None)


def test_answer_to_a_loop_that_has_ended_is_dropped() -> None:
    thread, held = OneThread(lambda: None, "test"), threading.Event()

    async def leave() -> None:
        thread.ask(lambda _: held.wait(10))

    asyncio.run(leave())
    held.set()
    assert asyncio.run(thread.run(lambda _: "alive")) == "alive"
    thread.close(lambda _: None)


def test_nothing_can_be_asked_after_the_end() -> None:
    thread = OneThread(lambda: 7, "test")
    closed: list[int] = []
    thread.close(closed.append)
    assert closed == [7]
    with pytest.raises(RuntimeError, match="has ended"):
        asyncio.run(thread.run(print))


def test_tool_that_can_not_be_made_leaves_no_thread() -> None:
    before = threading.active_count()
    with pytest.raises(ZeroDivisionError):
        OneThread(lambda: 1 // 0, "test")
    assert threading.active_count() == before
