"""Plain, slow reference models of the games, written from the rule texts alone."""
