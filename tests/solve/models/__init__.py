"""Castles as constraints."""
