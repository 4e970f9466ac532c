"""Command line, notebook runner and reports."""
