"""The games around the castle."""
