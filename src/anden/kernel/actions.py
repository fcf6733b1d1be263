"""Flat action ids, 0..319: five words of 64, so that the legal ones are five 64-bit sets.

word 0  draws, tickets, pass, withdraw, pay all in wilds, keep a subset of an offer
word 1  pay: colour * 8 + wilds
words 2, 3  claim: the route
word 4  station: the city
"""

from anden.machine.jit import inline

from .ids import ActionId
from .layout import MAX_OFFER, NUM_KINDS

NUM_WORDS = 5
MAX_ACTIONS = NUM_WORDS * 64

DRAW_ROW = 0  # + kind: the lowest slot of the row that shows it
DRAW_DECK = NUM_KINDS
DRAW_TICKETS = 10
PASS = 11
WITHDRAW = 12
PAY_WILDS = 13  # the whole price in wilds
KEEP_TICKETS = 16  # + subset of the offer, as bits
PAY = 64  # + colour * 8 + wilds: at least one card has the colour
CLAIM = 128  # + route
STATION = 256  # + city

assert KEEP_TICKETS + (1 << MAX_OFFER) <= PAY


@inline
def pay_action(colour: int, wilds: int) -> ActionId:
    return PAY + colour * 8 + wilds
