"""The boards, drawn: ``python -m tools.mapforge.kesselring [FOLDER]``, and so for the other games."""
