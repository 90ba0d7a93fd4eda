"""Why a hand makes no more."""
