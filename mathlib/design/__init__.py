"""Aims, knobs and solver: how a design is moved to its target."""
