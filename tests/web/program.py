"""The web table as a program of its own, to be stopped and started again."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

from examples.web.store import Store
from masko_sdk.table import Table

ROOT = Path(__file__).resolve().parents[2]
_PATIENCE = 20


class Program:
    """``python -m examples.web`` on a free port, over one file of tables."""

    def __init__(self, database):
        self.database = database
        self.log = ""
        self.process = None
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]

    @property
    def address(self):
        return f"http://127.0.0.1:{self.port}"

    def start(self):
        command = [sys.executable, "-m", "examples.web", "--port", str(self.port)]
        self.process = subprocess.Popen(
            [*command, "--database", str(self.database)],
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        end = time.monotonic() + _PATIENCE
        while True:
            try:
                return urllib.request.urlopen(self.address, timeout=1).close()
            except OSError:
                assert self.process.poll() is None, self.process.communicate()[0]
                assert time.monotonic() < end, "the server does not answer"
                time.sleep(0.05)

    def stop(self, how=signal.SIGTERM):
        """End it, as a service manager would."""
        if self.process is None:
            return
        self.process.send_signal(how)
        output, _ = self.process.communicate(timeout=_PATIENCE)
        self.log += output
        self.process = None

    def open(self, **wishes):
        """A new table; returns its code."""
        request = urllib.request.Request(
            f"{self.address}/tables",
            json.dumps(wishes).encode(),
            {"content-type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=5) as answer:
            return json.load(answer)["code"]

    def game(self, code):
        """What the file holds of a table's game: hidden cards too, which the owner of the file may see."""
        store = Store(self.database)
        try:
            saved = store.get(code)
        finally:
            store.close()
        return Table.restore(saved, 0).game
