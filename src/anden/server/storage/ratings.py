"""Ratings of accounts and bots by board, table size and ladder, and who plays rated games."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    String,
    Table,
    func,
    insert,
    select,
    true,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from anden.kernel.ids import Seat

from .accounts import accounts
from .rows import PLAYING
from .schema import actions, games, metadata, seats

entrants = Table(
    "entrants",
    metadata,
    Column("game_id", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("account_id", String(40)),
    Column("bot", String(60)),
    Column("before", Float(53)),
    Column("after", Float(53)),
    Column("rated", Float(53)),
    ForeignKeyConstraint(["game_id"], ["games.id"], ondelete="CASCADE"),
    ForeignKeyConstraint(["account_id"], ["accounts.id"], ondelete="CASCADE"),
    Index("ix_entrants_account", "account_id"),
)

ratings = Table(
    "ratings",
    metadata,
    Column("account_id", String(40), primary_key=True),
    Column("ladder", String(10), primary_key=True),
    Column("board", String(60), primary_key=True),
    Column("players", Integer, primary_key=True),
    Column("rating", Float(53), nullable=False),
    Column("spread", Float(53), nullable=False),
    Column("games", Integer, nullable=False),
    ForeignKeyConstraint(["account_id"], ["accounts.id"], ondelete="CASCADE"),
    Index("ix_ratings_ladder", "ladder", "board", "players"),
)

bot_ratings = Table(
    "bot_ratings",
    metadata,
    Column("bot", String(60), primary_key=True),
    Column("board", String(60), primary_key=True),
    Column("players", Integer, primary_key=True),
    Column("rating", Float(53), nullable=False),
    Column("spread", Float(53), nullable=False),
    Column("games", Integer, nullable=False),
)


@dataclass(frozen=True)
class Entrant:
    """Who a seat of a rated game was dealt to: an account or a bot."""

    seat: Seat
    account_id: str | None = None
    bot: str | None = None


@dataclass(frozen=True)
class Ladder:
    """Where ratings can be compared."""

    name: str  # people, or bots where bots take part
    board: str
    players: int


@dataclass(frozen=True)
class Skill:
    """A rating, its standard deviation, and after how many games."""

    rating: float
    spread: float
    games: int = 0


@dataclass(frozen=True)
class RatedRow:
    """A line of a ladder."""

    skill: Skill
    name: str
    account_id: str | None  # None: a bot


def enter(connection: Connection, game_id: str, rows: Sequence[Entrant]) -> None:
    connection.execute(insert(entrants), [asdict(row) | {"game_id": game_id} for row in rows])


def waiting_entrants(connection: Connection, game_id: str) -> list[Entrant]:
    """Those of a game that is not rated yet, without accounts that were deleted meanwhile."""
    wanted = select(entrants.c.seat, entrants.c.account_id, entrants.c.bot).where(
        entrants.c.game_id == game_id, entrants.c.rated.is_(None)
    )
    rows = connection.execute(wanted.order_by(entrants.c.seat).with_for_update())
    return [Entrant(**row._mapping) for row in rows]


def note_rated(
    connection: Connection, game_id: str, seat: Seat, before: float, after: float, now: float
) -> None:
    ours = entrants.c.game_id == game_id, entrants.c.seat == seat
    values = {"before": before, "after": after, "rated": now}
    connection.execute(update(entrants).where(*ours).values(values))


def hold_skills(
    connection: Connection, ladder: Ladder, account_ids: Collection[str], start: Skill
) -> dict[str, Skill]:
    """What accounts have reached; nobody else changes it until this transaction has ended."""
    where = {"ladder": ladder.name, "board": ladder.board, "players": ladder.players}
    return _hold(connection, ratings, "account_id", where, account_ids, start)


def hold_bots(
    connection: Connection, ladder: Ladder, bots: Collection[str], start: Skill
) -> dict[str, Skill]:
    where = {"board": ladder.board, "players": ladder.players}
    return _hold(connection, bot_ratings, "bot", where, bots, start)


def put_skills(connection: Connection, ladder: Ladder, skills: Mapping[str, Skill]) -> None:
    for account_id, skill in skills.items():
        own = ratings.c.account_id == account_id, ratings.c.ladder == ladder.name
        ours = update(ratings).where(*own, *_of(ratings, ladder))
        connection.execute(ours.values(asdict(skill)))


def put_bots(connection: Connection, ladder: Ladder, skills: Mapping[str, Skill]) -> None:
    for bot, skill in skills.items():
        own = bot_ratings.c.bot == bot, *_of(bot_ratings, ladder)
        connection.execute(update(bot_ratings).where(*own).values(asdict(skill)))


def ladder_rows(connection: Connection, ladder: Ladder, reach: float, limit: int) -> list[RatedRow]:
    """The accounts that want to be listed: those who have surely reached most come first.

    `reach` is how many standard deviations below the rating that is.
    """
    lower = ratings.c.rating - reach * ratings.c.spread
    wanted = (
        select(ratings, accounts.c.name)
        .join(accounts, accounts.c.id == ratings.c.account_id)
        .where(*_of(ratings, ladder), ratings.c.ladder == ladder.name, ratings.c.games > 0)
        .where(accounts.c.is_listed == true())
    )
    rows = connection.execute(wanted.order_by(lower.desc(), ratings.c.account_id).limit(limit))
    return [
        RatedRow(Skill(row.rating, row.spread, row.games), row.name, row.account_id) for row in rows
    ]


def bot_rows(connection: Connection, ladder: Ladder) -> list[RatedRow]:
    wanted = select(bot_ratings).where(*_of(bot_ratings, ladder), bot_ratings.c.games > 0)
    return [
        RatedRow(Skill(row.rating, row.spread, row.games), row.bot, None)
        for row in connection.execute(wanted.order_by(bot_ratings.c.bot))
    ]


def ratings_of(connection: Connection, account_id: str) -> list[tuple[Ladder, Skill]]:
    wanted = select(ratings).where(ratings.c.account_id == account_id, ratings.c.games > 0)
    order = ratings.c.games.desc(), ratings.c.board, ratings.c.players, ratings.c.ladder
    return [
        (Ladder(row.ladder, row.board, row.players), Skill(row.rating, row.spread, row.games))
        for row in connection.execute(wanted.order_by(*order))
    ]


@dataclass(frozen=True)
class Change:
    """What a rated game was worth to somebody."""

    game_id: str
    seat: Seat
    before: float
    after: float
    rated: float


@dataclass(frozen=True)
class OwnChange(Change):
    board: str
    players: int
    status: str


_CHANGE = [entrants.c[name] for name in ("game_id", "seat", "before", "after", "rated")]


def changes_of(connection: Connection, account_id: str, limit: int) -> list[OwnChange]:
    """What the last rated games of an account were worth, newest first."""
    players = select(func.count()).where(seats.c.game_id == games.c.id).scalar_subquery()
    wanted = (
        select(*_CHANGE, games.c.board, games.c.status, players.label("players"))
        .join(games, games.c.id == entrants.c.game_id)
        .where(entrants.c.account_id == account_id, entrants.c.rated.is_not(None))
    )
    rows = connection.execute(wanted.order_by(entrants.c.rated.desc()).limit(limit))
    return [OwnChange(**row._mapping) for row in rows]


def changes_in(connection: Connection, game_id: str) -> list[Change]:
    """What a game was worth to each of its seats; nothing until it is rated."""
    wanted = select(*_CHANGE).where(entrants.c.game_id == game_id, entrants.c.rated.is_not(None))
    return [Change(**row._mapping) for row in connection.execute(wanted.order_by(entrants.c.seat))]


def games_cut_short(connection: Connection, seconds: float, limit: int) -> list[str]:
    """Rated games that may have ended just when their server did, without its being noted."""
    last = func.max(actions.c.played)
    wanted = (
        select(games.c.id, last.label("last"))
        .join(actions, actions.c.game_id == games.c.id)
        .where(games.c.status == PLAYING, games.c.is_rated == true())
        .group_by(games.c.id)
        .order_by(last.desc())
    )
    rows = connection.execute(wanted.limit(limit)).all()
    return [row.id for row in rows if row.last >= rows[0].last - seconds]


def _of(table: Table, ladder: Ladder) -> tuple[ColumnElement[bool], ColumnElement[bool]]:
    return table.c.board == ladder.board, table.c.players == ladder.players


def _hold(
    connection: Connection,
    table: Table,
    key: str,
    where: Mapping[str, object],
    names: Collection[str],
    start: Skill,
) -> dict[str, Skill]:
    """The rows of these names, made where they are missing, and locked: in one order everywhere."""
    if not names:
        return {}
    values = [{key: name} | dict(where) | asdict(start) for name in sorted(names)]
    kind = postgresql if connection.dialect.name == "postgresql" else sqlite
    connection.execute(kind.insert(table).on_conflict_do_nothing(), values)
    ours = *(table.c[name] == value for name, value in where.items()), table.c[key].in_(names)
    rows = connection.execute(
        select(table).where(*ours).order_by(table.c[key]).with_for_update()
    ).mappings()
    return {row[key]: Skill(row["rating"], row["spread"], row["games"]) for row in rows}
