"""``python -m mathlib`` is the command line."""

from mathlib.run.cli import main

if __name__ == "__main__":
    main()
