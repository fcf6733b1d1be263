"""How well ratings tell the strength of players whose strength is known.

Members of a club play at random tables of two to five. Each game, everybody plays as well as their
strength and some luck make them, so that 400 points more mean ten wins for every loss. Their
strengths stay the same, or change a little after each game, as ratings expect.

    python benchmarks/ratings.py
"""

from argparse import ArgumentParser
from collections.abc import Sequence
from statistics import mean, median

from numpy.random import Generator, default_rng

from anden.server.ratings import REACH, START, rate, rested

SCALE = 173.7178  # 400 / ln 10
MARKS = (10, 30, 100, 300)  # games after which ratings are looked at
NEAR = 100.0


class Club:
    """Members, what is known of them, and what is true."""

    def __init__(self, members: int, drift: float, seed: int) -> None:
        self.chance: Generator = default_rng(seed)
        self.drift = drift
        self.strengths = self.chance.normal(START.rating, START.spread, members)
        self.skills = [START] * members
        self.near_after: dict[int, int] = {}  # games until the interval reached so little

    def play(self, table: Sequence[int]) -> None:
        """One game, and what is known after it."""
        luck = self.chance.gumbel(0.0, SCALE, len(table))
        shown = [self.strengths[member] + luck[seat] for seat, member in enumerate(table)]
        ranks = [1 + sum(other > own for other in shown) for own in shown]
        after = rate([rested(self.skills[member]) for member in table], ranks)
        for member, skill in zip(table, after, strict=True):
            self.skills[member] = skill
            self.strengths[member] += self.chance.normal(0.0, self.drift)
            if REACH * skill.spread <= NEAR:
                self.near_after.setdefault(member, skill.games)

    def play_round(self, size: int) -> None:
        """Everybody plays once; whoever is left over waits."""
        members = self.chance.permutation(len(self.skills)).tolist()
        for first in range(0, len(members) - size + 1, size):
            self.play(members[first : first + size])

    def errors(self) -> list[float]:
        """Games compare strengths: where the club as a whole lies is no error."""
        pairs = zip(self.skills, self.strengths.tolist(), strict=True)
        above = [skill.rating - strength for skill, strength in pairs]
        return [abs(each - mean(above)) for each in above]

    def held(self) -> float:
        """The share of intervals in which the strength lies."""
        pairs = zip(self.skills, self.errors(), strict=True)
        return mean(int(error <= REACH * skill.spread) for skill, error in pairs)

    def reach(self) -> float:
        return REACH * mean(skill.spread for skill in self.skills)


def row(clubs: Sequence[Club]) -> str:
    held, reach = (mean(ask(club) for club in clubs) for ask in (Club.held, Club.reach))
    error = mean(mean(club.errors()) for club in clubs)
    return f"{100 * held:.1f} % | ±{reach:.0f} | {error:.0f}"


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--clubs", type=int, default=30, help="for each number of players")
    parser.add_argument("--members", type=int, default=60)
    parser.add_argument("--drift", type=float, default=5.0, help="change of strength by game")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print("| players | strength | games | in the interval | interval | error | within ±100 after |")
    print("|---|---|---|---|---|---|---|")
    for size in range(2, 6):
        for word, drift in (("stays", 0.0), ("changes", options.drift)):
            seeds = range(options.seed, options.seed + options.clubs)
            clubs = [Club(options.members, drift, seed) for seed in seeds]
            played = 0
            for mark in MARKS:
                for club in clubs:
                    for _ in range(mark - played):
                        club.play_round(size)
                played = mark
                near = [games for club in clubs for games in club.near_after.values()]
                after = f"{median(near):.0f} games" if mark == MARKS[-1] and near else ""
                print(f"| {size} | {word} | {mark} | {row(clubs)} | {after} |", flush=True)


if __name__ == "__main__":
    main()
