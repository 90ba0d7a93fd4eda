"""Keeping a game at the table: questions, answers, and the file."""
