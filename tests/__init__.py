"""Tests of caladale; the folders mirror its packages."""
