"""The store that settings name."""

from .settings import ServerSettings
from .storage import Store


def open_store(settings: ServerSettings) -> Store:
    return Store(
        settings.database_url, settings.key_for_seeds, other_key=settings.other_key_for_seeds
    )
