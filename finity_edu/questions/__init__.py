"""Questions about boards that need the game: rings, laying, play."""
