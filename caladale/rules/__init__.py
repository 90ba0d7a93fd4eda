"""The rules of castle building: the board they look at, the checks, and a record for each rule."""
