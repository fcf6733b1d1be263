"""The tables. A change here needs a migration in `migrations/versions`."""

from collections.abc import Iterator
from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
)

metadata = MetaData()

DEVICE = {"holds": "device"}  # a column that says who somebody is: `anden admin forget`
SECRET = {"holds": "secret"}  # one that no export tells
PASSING = {"is_passing": True}  # a table of the moment, which no backup needs

games = Table(
    "games",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("board", String(60), nullable=False),
    Column("board_sha256", String(64), nullable=False),
    Column("ruleset", Integer, nullable=False),
    Column("seed", String(32), nullable=False),
    Column("status", String(20), nullable=False),
    Column("pace", String(20), nullable=False),
    Column("invite", String(20), nullable=False, unique=True),
    Column("watch", String(20), nullable=False, unique=True),
    Column("host", String(64), nullable=False, info=DEVICE),
    Column("created", Float(53), nullable=False),
    Column("rematch", String(40)),
    Column("clock", String(20), nullable=False, server_default="none"),
    Column("version", Integer, nullable=False, server_default="0"),
    Column("undos", Integer, nullable=False, server_default="0"),
    Column("chance", Text),
    Column("sealed", String(200)),
    Column("is_rated", Boolean, nullable=False, server_default=false()),
    Column("branch_of", String(40)),
    Column("branch_move", Integer),
    Column("past", Text),
    Index("ix_games_status", "status"),
    Index("ix_games_host", "host"),
    Index("ix_games_branch", "branch_of"),
)

seats = Table(
    "seats",
    metadata,
    Column("game_id", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("name", String(60), nullable=False),
    Column("colour", String(60), nullable=False),
    Column("bot", String(60)),
    Column("token", String(64)),
    ForeignKeyConstraint(["game_id"], ["games.id"], ondelete="CASCADE"),
)

members = Table(
    "members",
    metadata,
    Column("game_id", String(40), primary_key=True),
    Column("device", String(64), primary_key=True, info=DEVICE),
    Column("seat", Integer, primary_key=True),
    ForeignKeyConstraint(["game_id"], ["games.id"], ondelete="CASCADE"),
    Index("ix_members_device", "device"),
)

probes = Table(
    "probes",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("probed", Float(53), nullable=False),
    info=PASSING,
)

phrases = Table(
    "phrases",
    metadata,
    Column("game_id", String(40), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("phrase", String(40), nullable=False),
    Column("seq", Integer, nullable=False),
    ForeignKeyConstraint(["game_id"], ["games.id"], ondelete="CASCADE"),
)

actions = Table(
    "actions",
    metadata,
    Column("game_id", String(40), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("action", String(500), nullable=False),
    Column("before", String(6), nullable=False),
    Column("request", String(64)),
    Column("played", Float(53), nullable=False),
    Column("spent", Float(53), nullable=False, server_default="0"),
    ForeignKeyConstraint(["game_id"], ["games.id"], ondelete="CASCADE"),
    UniqueConstraint("game_id", "seat", "request", name="uq_actions_request"),
)

processes = Table(
    "processes",
    metadata,
    Column("id", String(20), primary_key=True),
    Column("began", Float(53), nullable=False),
    Column("seen", Float(53), nullable=False),
    info=PASSING,
)

presence = Table(
    "presence",
    metadata,
    Column("process_id", String(20), primary_key=True),
    Column("game_id", String(40), primary_key=True),
    Column("seat", Integer, primary_key=True),
    ForeignKeyConstraint(["process_id"], ["processes.id"], ondelete="CASCADE"),
    ForeignKeyConstraint(["game_id"], ["games.id"], ondelete="CASCADE"),
    Index("ix_presence_game", "game_id"),
    info=PASSING,
)

jobs = Table(
    "jobs",
    metadata,
    Column("key", String(120), primary_key=True),
    Column("kind", String(20), nullable=False),
    Column("payload", Text, nullable=False),
    Column("owner", String(64), nullable=False, info=DEVICE),
    Column("game_id", String(40)),
    Column("state", String(10), nullable=False),
    Column("turn", Float(53), nullable=False),
    Column("seconds", Float(53), nullable=False),
    Column("posted", Float(53), nullable=False),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("worker", String(20)),
    Column("lease", Float(53)),
    Column("result", Text),
    Column("due", Float(53)),
    ForeignKeyConstraint(["game_id"], ["games.id"], ondelete="CASCADE"),
    Index("ix_jobs_state", "state", "turn"),
    Index("ix_jobs_owner", "owner"),
    Index("ix_jobs_game", "game_id"),
    info=PASSING,
)


def device_columns() -> Iterator[Column[Any]]:
    """Where it is said which device somebody is."""
    for table in metadata.sorted_tables:
        yield from (column for column in table.columns if column.info == DEVICE)


def is_kept(table: Table) -> bool:
    """Whether a backup holds it."""
    return table.info != PASSING
