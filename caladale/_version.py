"""The version of caladale: the one place that says it, with or without installed metadata."""

__version__ = "0.1.0"
