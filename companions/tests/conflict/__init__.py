"""The tests of Castle Conflict."""
