"""One evaluation of a game: exact parts, and simulated figures where there is no exact one."""
