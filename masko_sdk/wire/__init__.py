"""The wire format: one JSON form for all that goes to a client and comes back, with its schema.

The forms are those of `to_json` and of the messages of `masko_sdk.table`; `schema` and `typescript` tell them, made
from the core's tables and from the one description by which a table reads and writes its messages.
"""

from masko_sdk.wire.errors import error_form
from masko_sdk.wire.json_schema import schema
from masko_sdk.wire.parsing import VERSION, parse
from masko_sdk.wire.typescript import typescript

__all__ = ["VERSION", "error_form", "parse", "schema", "typescript"]
