"""caladale."""
