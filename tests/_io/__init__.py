"""Files and strict reading."""
