"""The boards that visitors have brought: their files, by the name that their hash gives them."""

from typing import TYPE_CHECKING

from sqlalchemy import Column, Float, String, Table, Text, func, insert, select

from .schema import metadata

if TYPE_CHECKING:
    from .database import Database

boards = Table(
    "boards",
    metadata,
    Column("name", String(60), primary_key=True),
    Column("text", Text, nullable=False),
    Column("brought", Float(53), nullable=False),
)


class BoardShelf:
    def __init__(self, database: "Database") -> None:
        self._database = database

    def put(self, name: str, text: str, most: int) -> bool:
        """Keeps a board unless it is here already; False if the shelf is full."""
        with self._database.writing() as connection:
            self._database.hold(connection, "boards")
            known = select(boards.c.name).where(boards.c.name == name)
            if connection.execute(known).first() is not None:
                return True
            if connection.execute(select(func.count()).select_from(boards)).scalar_one() >= most:
                return False
            new = {"name": name, "text": text, "brought": self._database.now}
            connection.execute(insert(boards).values(new))
        return True

    def names(self) -> list[str]:
        with self._database.reading() as connection:
            return list(connection.execute(select(boards.c.name)).scalars())

    def text(self, name: str) -> str | None:
        with self._database.reading() as connection:
            wanted = select(boards.c.text).where(boards.c.name == name)
            return connection.execute(wanted).scalar()
