"""Bots of installed packages: their entry points in the group `anden.bots`, read and not loaded."""

from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points

from .errors import BotError

GROUP = "anden.bots"


@dataclass(frozen=True)
class PackagedBot:
    name: str
    package: str


def packaged_bots() -> tuple[PackagedBot, ...]:
    """What installed packages offer, by name."""
    found = {PackagedBot(point.name, _package(point)) for point in entry_points(group=GROUP)}
    return tuple(sorted(found, key=lambda bot: (bot.name, bot.package)))


def entry_point(name: str) -> EntryPoint | None:
    """The installed bot of this name; BotError if there are several."""
    found = entry_points(group=GROUP, name=name)
    packages = sorted({_package(point) for point in found})
    if len(packages) > 1:
        told = ", ".join(packages)
        raise BotError("bots.error_packages", bot=name, packages=told)
    return next(iter(found), None)


def _package(point: EntryPoint) -> str:
    return point.dist.name if point.dist else "?"
