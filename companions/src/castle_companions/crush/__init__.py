"""Castle Crush! Cubes & Cards: a keeper of the sheet and a referee of what is entered."""
