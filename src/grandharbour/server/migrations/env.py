"""Alembic asks for this file; the work is begun in the package itself."""
