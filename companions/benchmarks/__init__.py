"""Scripts that measure what the docs claim; each prints its table."""
