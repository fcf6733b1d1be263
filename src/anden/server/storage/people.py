"""Where it is stored who somebody is, apart from games."""

from collections.abc import Collection

from sqlalchemy import ColumnElement, Table, or_

from .schema import device_columns, games, members


def other_tables() -> list[Table]:
    """Tables about people, apart from those of games."""
    tables = {column.table for column in device_columns()} - {games, members}
    return sorted(tables, key=lambda table: table.name)


def rows_about(table: Table, people: Collection[str]) -> ColumnElement[bool]:
    return or_(*(c.in_(people) for c in device_columns() if c.table is table))
