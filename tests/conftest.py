"""What all tests need of the process that they run in."""

import signal
import threading


def pytest_configure() -> None:
    """Take SIGINT as usual: a job started in the background inherits that it is ignored, and hands it on."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)
