"""``python -m caladale`` is the command line."""

from caladale.cli import main

main()
