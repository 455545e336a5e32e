"""The schema's history: one script a step, run by Alembic."""
