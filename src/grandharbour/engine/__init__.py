"""The kernel: decisions, steps, wars, dice, odds, tables, saves. It knows no game; `docs/architecture.md` shows its rooms."""
