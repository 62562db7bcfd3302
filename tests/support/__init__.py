"""What the shared suites have in common: seeds, drawn games, weighted play, and an adapter for each game."""
