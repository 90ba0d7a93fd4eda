"""Three castle games: one against the computer, two kept and refereed at the table."""

__version__ = "0.1.0"
