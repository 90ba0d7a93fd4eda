"""Castle Up: a referee that pays, fights and counts points as the rules say."""
