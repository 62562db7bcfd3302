"""One adapter a game."""
