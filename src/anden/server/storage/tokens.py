"""The tokens of programs: who made them, and what for. Only their hashes are kept."""

from dataclasses import asdict, dataclass

from sqlalchemy import (
    Column,
    Connection,
    Float,
    ForeignKeyConstraint,
    Index,
    Integer,
    String,
    Table,
    delete,
    func,
    insert,
    select,
    update,
)

from anden.kernel.ids import Seat

from .schema import DEVICE, metadata

tokens = Table(
    "tokens",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("device", String(64), nullable=False, unique=True, info=DEVICE),
    Column("owner", String(64), nullable=False, info=DEVICE),
    Column("name", String(60), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("game_id", String(40)),
    Column("seat", Integer),
    ForeignKeyConstraint(["game_id"], ["games.id"], ondelete="CASCADE"),
    Index("ix_tokens_owner", "owner"),
)


@dataclass(frozen=True)
class TokenRow:
    id: str
    device: str  # hash
    owner: str  # hash of the device that made it
    name: str
    created: float
    game_id: str | None = None  # None: for whatever the program joins
    seat: Seat | None = None


def add_token(connection: Connection, token: TokenRow) -> None:
    connection.execute(insert(tokens).values(**asdict(token)))


def count_tokens(connection: Connection, owner: str) -> int:
    wanted = select(func.count()).where(tokens.c.owner == owner)
    return connection.execute(wanted).scalar_one()


def tokens_of(connection: Connection, owner: str) -> list[TokenRow]:
    """Newest first."""
    wanted = select(tokens).where(tokens.c.owner == owner).order_by(tokens.c.created.desc())
    return [TokenRow(**row._mapping) for row in connection.execute(wanted)]


def give_tokens(connection: Connection, before: str, after: str) -> None:
    connection.execute(update(tokens).where(tokens.c.owner == before).values(owner=after))


def delete_token(connection: Connection, token_id: str) -> None:
    connection.execute(delete(tokens).where(tokens.c.id == token_id))
