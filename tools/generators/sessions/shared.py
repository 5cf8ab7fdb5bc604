"""Values and printing that the Python sessions share. `npm run generators` copies the file beside each session."""

import os
from uuid import UUID

BASE_URL = os.environ["BASE_URL"]
EMAIL = os.environ["EMAIL"]
PASSWORD = os.environ["PASSWORD"]
# Well-formed id that no resource has.
UNKNOWN_ID = UUID("00000000-0000-4000-8000-000000000000")


def show(step: str, value: object) -> None:
    """Prints the result of one step."""
    print(step, value)


def show_file(step: str, content: bytes) -> None:
    """Prints the number of bytes and the first four of a downloaded file."""
    print(step, len(content), content[:4].decode("latin-1").strip())
