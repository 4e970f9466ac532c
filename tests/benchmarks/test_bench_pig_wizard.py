"""Speed of the whole evaluation of a full-size Pig Wizard."""

from random import Random
from time import perf_counter

from mathlib.exact.pig_wizard import evaluate_pig
from mathlib.game import files

STOPS = 80
OFTEN = {"chest": 3, "hat": 6, "A": 9, "Q": 12, "10": 14, "9": 14}


def full_size(seed=1):
    """The example with reels of 80 stops: a cycle of 3.3e9."""
    random = Random(seed)

    def strip(reel, prizes):
        count = 0 if reel == 2 else prizes
        symbols = random.choices(list(OFTEN), list(OFTEN.values()), k=STOPS - count)
        symbols += ["cash"] * count
        random.shuffle(symbols)
        return {"symbols": symbols}

    data = files.dump(files.example("pig_wizard"))
    for place, prizes in ((data, 6), (data["wizard_spins"], 5), (data["mystic_money"], 8)):
        place["strips"] = [strip(reel, prizes) for reel in range(5)]
    return files.parse(data)


def test_whole_evaluation(benchmark):
    game = full_size()
    seconds = []

    def once():
        start = perf_counter()
        evaluation = evaluate_pig(game)
        seconds.append(perf_counter() - start)
        return evaluation

    evaluation = benchmark.pedantic(once, rounds=3, warmup_rounds=0)
    assert evaluation.detail.lines["base"].cycle == STOPS**5
    assert evaluation.total.error < 1e-9
    assert min(seconds) < 5
