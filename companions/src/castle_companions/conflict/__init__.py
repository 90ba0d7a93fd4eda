"""Castle Conflict: tear down the castle of the enemy, and keep your own."""
