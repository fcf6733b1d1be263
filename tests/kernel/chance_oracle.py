"""Chance once more, by the published hash and the board files alone."""

from collections.abc import Sequence

from anden.boards import WILD, load_board
from anden.kernel.chance import DECK_STREAM, DRAWS_PER_WORD
from tests.kernel.support import WORD


def rotated(word: int, by: int) -> int:
    return (word << by | word >> 64 - by) & WORD


def sip_rounds(v: list[int], rounds: int) -> None:
    for _ in range(rounds):
        for a, b, turn in ((0, 1, 13), (2, 3, 16)):
            v[a] = (v[a] + v[b]) & WORD
            v[b] = rotated(v[b], turn) ^ v[a]
        v[0] = rotated(v[0], 32)
        for a, b, turn in ((2, 1, 17), (0, 3, 21)):
            v[a] = (v[a] + v[b]) & WORD
            v[b] = rotated(v[b], turn) ^ v[a]
        v[2] = rotated(v[2], 32)


def reference_siphash(key: bytes, message: bytes) -> int:
    """SipHash-2-4 as its paper describes it, for messages of any length."""
    k0, k1 = (int.from_bytes(key[i : i + 8], "little") for i in (0, 8))
    start = b"somepseudorandomlygeneratedbytes"
    words = [int.from_bytes(start[i : i + 8], "big") for i in range(0, 32, 8)]
    v = [k0 ^ words[0], k1 ^ words[1], k0 ^ words[2], k1 ^ words[3]]
    padded = message + bytes(7 - len(message) % 8) + bytes([len(message) & 0xFF])
    for i in range(0, len(padded), 8):
        block = int.from_bytes(padded[i : i + 8], "little")
        v[3] ^= block
        sip_rounds(v, 2)
        v[0] ^= block
    v[2] ^= 0xFF
    sip_rounds(v, 4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def reference_draws(key: bytes, stream: int, epoch: int, limits: Sequence[int]) -> list[int]:
    """The numbers a stream gives below these limits, four from each word of 64 bits."""
    numbers = []
    word = 0
    for draw, limit in enumerate(limits):
        if draw % DRAWS_PER_WORD == 0:
            counter = (draw // DRAWS_PER_WORD).to_bytes(3, "little")
            word = reference_siphash(key, bytes([stream]) + epoch.to_bytes(3, "little") + counter)
        numbers.append(word * limit >> 64)
        word = word * limit & WORD
    return numbers


def reference_deck(name: str, seed: int) -> list[int]:
    """The deck of a game from the top, by the published hash and the board file alone."""
    cards = load_board(name).cards
    left = [colour.count for colour in cards.colours]
    left += [0] * (WILD - len(left)) + [cards.wild.count]
    sizes = range(cards.total, 0, -1)
    deck = []
    for number in reference_draws(seed.to_bytes(16, "little"), DECK_STREAM, 0, sizes):
        kind = 0
        while number >= left[kind]:
            number -= left[kind]
            kind += 1
        left[kind] -= 1
        deck.append(kind)
    return deck
