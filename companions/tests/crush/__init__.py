"""Tests of Castle Crush! Cubes & Cards."""
