"""How results look: numbers, tables, plots and the PAR sheet."""
