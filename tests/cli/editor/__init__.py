"""Tests of the editor on the terminal."""
