"""The games played rule by rule from random numbers; knows nothing of exact."""
