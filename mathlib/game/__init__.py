"""What a game is: frozen parameter models, files, digest and schema; nothing is computed here."""
