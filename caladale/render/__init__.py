"""Drawings of a castle: for the terminal (`text`) and as a picture (`svg`)."""
