"""Command line, notebook runner and reports."""

import sys

# Reading notebooks imports jsonschema, which compiles a grammar of international web addresses
# where one is installed: three seconds at every start, for a check that no notebook asks for.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]
