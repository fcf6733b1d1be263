"""What Alembic runs: the server hands it an open connection."""

from alembic import context

from anden.server.storage.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
