"""Imported by the process that workers are forked from, and by nobody else: all they need is loaded by this (see ``workers``)."""

from ..engine.game import games
from . import computer as computer
from . import luck as luck
from . import workshop as workshop

games()
