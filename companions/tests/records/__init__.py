"""The tests of the room that all games share."""
