"""Statements in the words of the driver, for what is done at every action.

The transaction stays SQLAlchemy's. Its way to a single statement takes longer than the database.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql.expression import Executable

Values = Mapping[str, Any]


class Prepared:
    def __init__(
        self, statement: Executable, dialect: Dialect, columns: Sequence[str] = ()
    ) -> None:
        """`columns` are those that an INSERT has values for."""
        compiled: Any = statement.compile(  # type: ignore[attr-defined]
            dialect=dialect, column_keys=list(columns) or None
        )
        self._text, self._dialect = str(compiled), dialect
        self._order: tuple[str, ...] | None = compiled.positiontup and tuple(compiled.positiontup)

    def fetch(self, connection: Connection, values: Values) -> list[Any]:
        """The rows of a SELECT."""
        cursor = _cursor(connection)
        try:
            cursor.execute(self._text, self._told(values))
            return list(cursor.fetchall())
        except self._error as error:
            raise self._known(error) from error
        finally:
            cursor.close()

    def write(self, connection: Connection, rows: Sequence[Values]) -> None:
        """Does it once for each."""
        cursor = _cursor(connection)
        try:
            cursor.executemany(self._text, [self._told(values) for values in rows])
        except self._error as error:
            raise self._known(error) from error
        finally:
            cursor.close()

    @property
    def _error(self) -> type[Exception]:
        error: type[Exception] = self._dialect.loaded_dbapi.Error
        return error

    def _told(self, values: Values) -> Any:
        return values if self._order is None else [values[name] for name in self._order]

    def _known(self, error: Exception) -> BaseException:
        """The same in SQLAlchemy's terms, and without what was to be stored."""
        return DBAPIError.instance(
            self._text, {}, error, self._error, hide_parameters=True, dialect=self._dialect
        )


def _cursor(connection: Connection) -> Any:
    return connection.connection.cursor()
