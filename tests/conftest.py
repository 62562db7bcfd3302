"""What all tests need of the process that they run in."""

import signal
import threading


def pytest_configure() -> None:
    """Take signals as usual: a job in the background or of nohup inherits that some are ignored, and hands it on."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), signal.SIG_DFL)
