"""Tests of the castle under edit."""
