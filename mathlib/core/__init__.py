"""Numbers that know nothing about slots: weights, distributions, chains, figures, errors."""
