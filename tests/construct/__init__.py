"""Castles built quickly."""
