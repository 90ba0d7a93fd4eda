"""Games that are played line by line in the terminal."""
