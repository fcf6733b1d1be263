"""Accounts: a name, passkeys, and the devices that are signed in. No address, no password."""

from dataclasses import asdict, dataclass

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Float,
    ForeignKeyConstraint,
    Index,
    LargeBinary,
    String,
    Table,
    Text,
    delete,
    false,
    insert,
    select,
    update,
)

from .schema import DEVICE, metadata

accounts = Table(
    "accounts",
    metadata,
    Column("id", String(40), primary_key=True),
    Column("name", String(60), nullable=False),
    Column("created", Float(53), nullable=False),
    Column("is_listed", Boolean, nullable=False, server_default=false()),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("account_id", String(40), nullable=False),
    Column("credential", Text, nullable=False),
    Column("public_key", LargeBinary, nullable=False),
    Column("uses", BigInteger, nullable=False),
    Column("created", Float(53), nullable=False),
    Column("used", Float(53), nullable=False),
    ForeignKeyConstraint(["account_id"], ["accounts.id"], ondelete="CASCADE"),
    Index("ix_passkeys_account", "account_id"),
)

sessions = Table(
    "sessions",
    metadata,
    Column("device", String(64), primary_key=True, info=DEVICE),
    Column("account_id", String(40), nullable=False),
    Column("created", Float(53), nullable=False),
    ForeignKeyConstraint(["account_id"], ["accounts.id"], ondelete="CASCADE"),
    Index("ix_sessions_account", "account_id"),
)

challenges = Table(
    "challenges",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("challenge", String(100), nullable=False),
    Column("expires", Float(53), nullable=False),
)


@dataclass(frozen=True)
class AccountRow:
    id: str
    name: str
    created: float
    is_listed: bool = False  # on the leaderboards


@dataclass(frozen=True)
class PasskeyRow:
    id: str  # hash of the credential's id
    account_id: str
    credential: str  # its id as browsers write it
    public_key: bytes
    uses: int  # as the authenticator counts them
    created: float
    used: float


def add_account(connection: Connection, account: AccountRow) -> None:
    connection.execute(insert(accounts).values(**asdict(account)))


def account_by_id(connection: Connection, account_id: str) -> AccountRow | None:
    row = connection.execute(select(accounts).where(accounts.c.id == account_id)).first()
    return None if row is None else AccountRow(**row._mapping)


def list_account(connection: Connection, account_id: str, is_listed: bool) -> None:
    ours = update(accounts).where(accounts.c.id == account_id)
    connection.execute(ours.values(is_listed=is_listed))


def delete_account(connection: Connection, account_id: str) -> None:
    connection.execute(delete(accounts).where(accounts.c.id == account_id))


def add_passkey(connection: Connection, passkey: PasskeyRow) -> None:
    connection.execute(insert(passkeys).values(**asdict(passkey)))


def passkey_by_id(connection: Connection, passkey_id: str) -> PasskeyRow | None:
    row = connection.execute(select(passkeys).where(passkeys.c.id == passkey_id)).first()
    return None if row is None else PasskeyRow(**row._mapping)


def passkeys_of(connection: Connection, account_id: str) -> list[PasskeyRow]:
    wanted = select(passkeys).where(passkeys.c.account_id == account_id)
    rows = connection.execute(wanted.order_by(passkeys.c.created))
    return [PasskeyRow(**row._mapping) for row in rows]


def note_use(connection: Connection, passkey_id: str, uses: int, now: float) -> None:
    ours = update(passkeys).where(passkeys.c.id == passkey_id)
    connection.execute(ours.values(uses=uses, used=now))


def delete_passkey(connection: Connection, passkey_id: str) -> None:
    connection.execute(delete(passkeys).where(passkeys.c.id == passkey_id))


def sign_in(connection: Connection, device: str, account_id: str, now: float) -> None:
    values = {"device": device, "account_id": account_id, "created": now}
    connection.execute(insert(sessions).values(**values))


def signed_in(connection: Connection, device: str) -> str | None:
    """The account that a device is signed in to."""
    wanted = select(sessions.c.account_id).where(sessions.c.device == device)
    return connection.execute(wanted).scalar()


def devices_in(connection: Connection, account_id: str) -> list[str]:
    """The devices that are signed in to an account."""
    wanted = select(sessions.c.device).where(sessions.c.account_id == account_id)
    return list(connection.execute(wanted).scalars())


def sign_out(connection: Connection, device: str) -> None:
    connection.execute(delete(sessions).where(sessions.c.device == device))


def add_challenge(
    connection: Connection, challenge_id: str, challenge: str, now: float, expires: float
) -> None:
    connection.execute(delete(challenges).where(challenges.c.expires < now))
    values = {"id": challenge_id, "challenge": challenge, "expires": expires}
    connection.execute(insert(challenges).values(**values))


def take_challenge(connection: Connection, challenge_id: str, now: float) -> str | None:
    """A challenge, once."""
    wanted = select(challenges.c.challenge).where(
        challenges.c.id == challenge_id, challenges.c.expires >= now
    )
    found: str | None = connection.execute(wanted).scalar()
    taken = connection.execute(delete(challenges).where(challenges.c.id == challenge_id))
    return found if taken.rowcount == 1 else None
