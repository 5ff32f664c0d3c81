"""Referees: plain, slow versions of rules that are computations, written from the rulebooks."""
