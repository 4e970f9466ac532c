"""An independent reading of the Respins round, and the tests of the exact chain against it."""
