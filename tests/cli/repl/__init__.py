"""Tests of the games that are typed."""
