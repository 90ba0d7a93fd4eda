"""The tests of the three games and of what they share."""
