"""The full cycle, outcome by outcome, in plain Python: the twin of the compiled walk."""

from collections import Counter
from fractions import Fraction
from itertools import product


def best_pay(symbols, rules):
    """Highest pay of one line, read straight from the rules."""
    best = 0
    for target, pays in rules.pays.items():
        stands_in = {w.symbol for w in rules.wilds if target not in w.not_for} | {target}
        for length in range(1, len(symbols) + 1):
            run = symbols[:length]
            shown = rules.wilds_alone == "any_symbol" or target in run
            if shown and all(symbol in stands_in for symbol in run):
                best = max(best, pays[length - 1])
    return best


def plain_cycle(strips, rules, mark=lambda window: 0, join=max):
    """``{(mark, total win in line bets): weight}`` over every stop of every reel."""
    law = Counter()
    for stops in product(*(range(len(strip.symbols)) for strip in strips)):
        weight = 1
        seen = 0
        windows = []
        for strip, stop in zip(strips, stops, strict=True):
            n = len(strip.symbols)
            windows.append(tuple(strip.symbols[(stop + row) % n] for row in range(rules.rows)))
            weight *= strip.weights[stop] if strip.weights else 1
            seen = join(seen, mark(windows[-1]))
        win = sum(
            best_pay([windows[reel][row] for reel, row in enumerate(line)], rules)
            for line in rules.lines
        )
        law[seen, win] += weight
    return law


def plain_mean(law, lines):
    """Mean win in total bets of a law from :func:`plain_cycle`."""
    total = sum(weight * win for (_, win), weight in law.items())
    return Fraction(total, sum(law.values()) * lines)
