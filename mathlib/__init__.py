"""Exact slot-game mathematics: line wins, respins and bonuses solved without sampling."""
