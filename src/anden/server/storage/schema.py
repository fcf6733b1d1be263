"""The tables. A change here needs a migration in `migrations/versions`."""

from sqlalchemy import (
    Column,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    UniqueConstraint,
)

metadata = MetaData()

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
    Column("host", String(64), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("rematch", String(40)),
    Column("clock", String(20), nullable=False, server_default="none"),
    Index("ix_games_status", "status"),
    Index("ix_games_host", "host"),
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
    Column("device", String(64), primary_key=True),
    Column("seat", Integer, primary_key=True),
    ForeignKeyConstraint(["game_id"], ["games.id"], ondelete="CASCADE"),
    Index("ix_members_device", "device"),
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
