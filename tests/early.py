"""What holds before any other plugin of pytest is loaded (``-p tests.early``): no grammar of addresses.

Whatever reads notebooks imports jsonschema, and this builds a grammar of internationalised addresses where it can: more
than a second in every process, for a format that no notebook has.
"""

import sys

sys.modules["rfc3987_syntax"] = None  # type: ignore[assignment]
