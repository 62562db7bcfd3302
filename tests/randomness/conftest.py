"""The generator alone, compiled to a library that the tests of this folder call by ctypes."""

import ctypes
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
CORE = HERE.parents[1] / "csrc"
SOURCES = [CORE / "rng.c", CORE / "deck.c", HERE / "decks.c"]


@pytest.fixture(scope="session")
def generator(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    if shutil.which("gcc") is None:
        pytest.skip("gcc is not installed")
    library = tmp_path_factory.mktemp("generator") / "generator.so"
    flags = ["-std=c11", "-O2", "-fPIC", "-shared", "-Wall", "-Wextra", "-Wconversion", "-Werror"]
    command = ["gcc", *flags, f"-I{CORE}", *map(str, SOURCES), "-o", str(library)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return declared(ctypes.CDLL(str(library)))


def declared(library: ctypes.CDLL) -> ctypes.CDLL:
    word, size, number, data = ctypes.c_uint32, ctypes.c_size_t, ctypes.c_int, ctypes.c_void_p
    key = ctypes.c_char_p
    library.mk_stream_block.argtypes = [key, word, word, word, word, data]
    library.mk_stream_block.restype = None
    library.mk_shuffle_items.argtypes = [key, word, word, word, word, data, size]
    library.mk_shuffle_items.restype = number
    library.deck_make.argtypes = [key, word, size, word, number, data]
    library.deck_make.restype = None
    library.first_seats.argtypes = [key, word, size, word, number, data]
    library.first_seats.restype = None
    library.first_words.argtypes = [key, data, size, data]
    library.first_words.restype = None
    library.lots.argtypes = [key, data, size, data]
    library.lots.restype = None
    return library
