"""What a game is worth, without sampling; knows nothing of play."""
