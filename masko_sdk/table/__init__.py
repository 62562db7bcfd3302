"""A live table without I/O: time and messages in, addressed messages out.

>>> from masko_sdk import masko
>>> from masko_sdk.table import Table
>>> table = Table(masko.Rules(), seats=2)
>>> outs = table.receive(0, "connection 1", '{"type": "join", "id": 1, "name": "Ana"}')
>>> [(out.to, out.form["type"]) for out in outs]
[('connection 1', 'joined'), ('connection 1', 'lobby')]
"""

from masko_sdk.table.messages import Out
from masko_sdk.table.refusals import Refusal, TableRefusal
from masko_sdk.table.settings import SettingFields, Settings
from masko_sdk.table.table import Table
from masko_sdk.table.windows import Claim, Race, redecide

__all__ = [
    "Claim",
    "Out",
    "Race",
    "Refusal",
    "SettingFields",
    "Settings",
    "Table",
    "TableRefusal",
    "redecide",
]
