"""Tests of Castle Up."""
