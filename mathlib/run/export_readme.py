"""README.txt of an engine package: what a server programmer has to know, in plain text."""

from __future__ import annotations

from mathlib.game.fields import times_bet
from mathlib.game.files import Game
from mathlib.game.orb_respins import OrbRespins
from mathlib.game.pig_wizard import PigWizard

HEAD = """\
{title}, version {version}, RTP version {rtp_version}
Engine package. Everything that is drawn is an integer weight in tables.json or a strip file;
manifest.json has the SHA-256 of every file and the figures that were evaluated from exactly
these integers. Import the package with the same tool to check both.

FILES
  tables.json       rules, pays and all weight tables; schemas/tables.schema.json describes it
  strips/*.csv      one file per reel set: reel, position, symbol, weight, cumulative weight
  parameters.json   the same game as one canonical parameter file
  evaluation.json   what the game is worth, figure by figure, each with its error
  manifest.json     names, digests and sizes; its last entry seals the manifest itself
{lookup}
UNITS
  Amounts are integers in tenths of the total bet ("tenths"), with the same amount as text in
  total bets with one decimal ("text"). A win in pence is tenths x stake in pence / 10, which is
  whole at every stake in rules.stakes_pence. The paytable is in line bets: a line bet is the
  total bet / {line_bets}. "pays" has the same pays in tenths. Reels, positions, rows and lines
  count from 0; row 0 is the top row. Never use floating point for money.

HOW TO DRAW
  From a table with total T: take a random integer r, uniform in 0 <= r < T, and choose the
  first row whose "cumulative" is greater than r. Make r uniform by rejecting numbers, not by
  taking a remainder: with 64 random bits, reject those from (2**64 / T rounded down) x T on.
  All draws are independent. A total is at most 2**53.
  A reel stop is drawn from the rows of its reel in the strip file in the same way. Position i
  is the top row; the rows below show positions i + 1, i + 2, ..., and after the last position
  comes position 0.
  "One of n, uniformly" is a draw of an integer in 0 <= r < n. Different cells are chosen
  without replacement, every subset equally likely.

LINES
  Each line of rules.lines gives one row per reel. From reel 0 count the symbols that equal the
  one on reel 0 or are wild ({wild}); the first that is neither ends the run. The line pays the
  highest pay that the run reaches, once; lines add. There is no wild on reel 0.
"""

LOOKUP = """\
  lookup/*.csv      tables to draw a whole win from; each begins with a few lines marked # that
                    say which win, how it was rounded and how its mean compares
"""

ORB = """
ORDER OF DRAWS, ORB RESPINS
  1. Draw the stop of each reel. Orbs, golden J, red M and blue C, pay nothing and break lines.
  2. Read the line wins.
  3. Which orb colours are in view? With none, the round is over. Else draw from the table
     trigger.<colours>, letters in the order J M C: "none" ends the round, a set of letters S
     starts Respins with these modifiers. Nothing is carried from one spin to the next.
  4. Respins. The board has {reels} x {rows} cells, or {reels} x {rows_j} when S has J. Draw
     respins.sets.<S>.start: so many Money symbols in different cells, each with a value from
     respins.money. The counter is {counter}.
  5. One respin, while the counter is above 0 and a cell is without Money:
     a. The counter drops by 1. Let m be the number of Money symbols held. The first band in
        rules.respins.sets.<S>.bands with m <= up_to applies to all cells of this respin.
     b. Each empty cell draws from the band's table: blank, money, golden, red or blue.
        Money stays, with a value from respins.money. Orbs act now and leave their cell empty.
     c. If anything but blanks landed, the counter is {counter} again.
     d. Charge. {charge}
     e. Multiply. Red orbs act one after another. Each draws K from respins.multiply.chosen and
        chooses min(K, n) different ones of the n Money symbols that were multiplied fewer than
        {limit} times in this round; each one chosen draws its own multiplier from
        respins.multiply.multipliers, and its value as it is now is multiplied.
     f. Jackpots. Each golden orb draws a name from respins.jackpots.names; every {needed}. orb
        of a name pays that name's prize, and the count of the name is 0 again.
  6. The respin win is the sum of all Money values plus the jackpots.

THE CAP
  When every cell holds Money, the whole game round pays exactly {award}x: no line win, no
  Money, no jackpot beside it. Otherwise it pays min(line win + respin win, {cap}x).{early}
"""
EARLY = """ Values
  never fall, so a round may be ended when {cap}x is reached."""

CHARGES = {
    "pick": (
        "First each Money symbol that was picked in an earlier respin gains one\n"
        "        draw from respins.charge.values for each time that it was picked. Then each "
        "blue\n        orb of this respin picks one Money symbol, uniformly, this respin's Money "
        "included;\n        with none on the board it is lost."
    ),
    "repick": (
        "For each blue orb of all earlier respins one Money symbol is picked,\n"
        "        uniformly, this respin's Money included, and gains one draw from\n"
        "        respins.charge.values; with no Money on the board nothing happens. This "
        "respin's\n        blue orbs pick from the next respin on."
    ),
}

PIG = """
ORDER OF DRAWS, PIG WIZARD
  1. Draw modifiers.weights: none, cash_add or line_win.
  2. The Pig Wizard: with cash_add it is placed; otherwise draw pig_wizard. When it is there it
     stands in the centre, reel {reel} row {row}, in place of the strip's symbol, and is wild.
  3. Draw the stop of each reel (strips/base.csv). With line_win draw all reels again, with the
     Pig Wizard as it is, until the line wins add up to at least {at_least}x.
  4. With cash_add draw n from modifiers.cash_add.added and put Cash Prizes in n different
     cells, or all if there are fewer, of those without a Cash Prize and not the centre.
  5. Read the line wins: added Cash Prizes replace what was there.
  6. Each Cash Prize that landed draws its outcome from locked. With the Pig Wizard in view it
     is awarded: an amount is paid, mystic_money and wizard_spins are features. Without the Pig
     Wizard it is only shown.
  7. Each added Cash Prize draws its value from modifiers.cash_add.cash, and is paid.
  8. With the Pig Wizard in view draw crystal_balls.hits, then for each ball hit its own table:
     crystal_balls.left, crystal_balls.right. "grow" is a picture only.
  9. Mystic Money, played once if it was awarded once or more: draw n from mystic_money.made; n
     different cells beside the centre become Cash Prizes; draw the reels from
     strips/mystic_money.csv behind them; every cell that shows a Cash Prize, made or landed,
     draws a value from mystic_money.cash. No lines, no balls.
  10. Wizard Spins: {spins} spins for each award. One spin: draw wizard_spins.cash_add.weights;
     draw the reels from strips/wizard_spins.csv, the Pig Wizard held in the centre as a wild;
     with cash_add draw n from wizard_spins.cash_add.added and add Cash Prizes as in 4; read the
     line wins; every Cash Prize draws a value from wizard_spins.cash and is paid; draw
     wizard_spins.retrigger: none, one ({spins} more spins) or both ({both} more). Go on until
     no spins are left; there is no limit on how often they are won again.

THE CAP
  {cap}
"""


def readme(game: Game, lookup: bool = False) -> str:
    """Return the text for the server programmer.

    Parameters
    ----------
    game : Game
    lookup : bool
        Whether the package has look-up tables.

    Examples
    --------
    >>> from mathlib.game.files import example
    >>> readme(example("orb_respins")).splitlines()[0]
    'Three Orbs (example), version 1.0, RTP version example'
    """
    names = game.identification
    head = HEAD.format(
        title=names.title,
        version=names.version,
        rtp_version=names.rtp_version,
        line_bets=game.line_bets,
        wild=game.rules.wilds[0].symbol,
        lookup=LOOKUP if lookup else "",
    )
    return head + (_orb(game) if isinstance(game, OrbRespins) else _pig(game))


def _orb(game: OrbRespins) -> str:
    rules = game.respins
    return ORB.format(
        reels=game.reels,
        rows=rules.rows,
        rows_j=rules.rows_with_jackpots,
        counter=rules.counter,
        charge=CHARGES[rules.charge.target],
        limit=rules.multiply.limit,
        needed=rules.jackpots.needed,
        award=times_bet(rules.full_board_award),
        cap=times_bet(game.cap),
        # With a lower award, a board that fills later would still change what is paid.
        early=EARLY.format(cap=times_bet(game.cap)) if rules.full_board_award == game.cap else "",
    )


def _pig(game: PigWizard) -> str:
    cap = "The game round has no win cap: all wins of the round add."
    if game.cap is not None:
        most = times_bet(game.cap)
        cap = (
            f"All wins of the game round add, and it pays min(sum, {most}x). Applied once, to the\n"
            f"  whole round, features included; a round may be ended when {most}x is reached."
        )
    reel, row = game.centre
    return PIG.format(
        reel=reel,
        row=row,
        at_least=times_bet(game.modifiers.line_win.at_least),
        spins=game.wizard_spins.spins,
        both=2 * game.wizard_spins.spins,
        cap=cap,
    )
