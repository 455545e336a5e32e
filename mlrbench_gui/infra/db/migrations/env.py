"""How Alembic runs here: on the connection that `upgrading` opened, inside its transaction."""

from alembic import context

from mlrbench_gui.infra.db.schema import METADATA

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=METADATA,
    render_as_batch=True,
    transactional_ddl=False,  # one transaction around all steps, begun and ended by the caller
)
context.run_migrations()
