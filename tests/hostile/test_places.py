"""Where files are written: links, pipes, folders, modes, and what a failure leaves."""

from __future__ import annotations

import errno
import os
import stat
import threading
from pathlib import Path
from typing import Any

import pytest

from masko_sdk import Game, Record, masko
from masko_sdk._paths import check_writable, written

pytestmark = pytest.mark.one_backend
posix = pytest.mark.skipif(os.name != "posix", reason="links, pipes and modes of POSIX")


def write(path: Any, text: bytes = b"new", end: Any = None) -> None:
    with written(path) as file:
        file.write(text)
        if end is not None:
            raise end


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def test_a_file_is_there_only_when_it_is_whole(tmp_path: Path) -> None:
    place = tmp_path / "a.json"
    place.write_bytes(b"old")
    with written(place) as file:
        file.write(b"new")
        file.flush()
        assert place.read_bytes() == b"old"
    assert place.read_bytes() == b"new"
    assert names(tmp_path) == ["a.json"]


@pytest.mark.parametrize("end", [ValueError, KeyboardInterrupt])
def test_a_failure_leaves_the_old_file_and_nothing_else(tmp_path: Path, end: Any) -> None:
    place = tmp_path / "a.json"
    place.write_bytes(b"old")
    with pytest.raises(end):
        write(place, end=end)
    assert (names(tmp_path), place.read_bytes()) == (["a.json"], b"old")


@pytest.mark.parametrize("other", ["a.json.part", "a.part", ".a.json.part"])
def test_no_other_file_is_touched(tmp_path: Path, other: str) -> None:
    (tmp_path / other).write_bytes(b"mine")
    write(tmp_path / "a.json")
    with pytest.raises(KeyError):
        write(tmp_path / "a.json", end=KeyError)
    assert (tmp_path / other).read_bytes() == b"mine"
    assert names(tmp_path) == sorted(["a.json", other])


def test_two_writers_of_one_file_do_not_meet(tmp_path: Path) -> None:
    place = tmp_path / "a.json"
    with written(place) as first, written(place) as second:
        first.write(b"first")
        second.write(b"2")
    assert place.read_bytes() == b"first"  # it was whole last
    assert names(tmp_path) == ["a.json"]


@posix
@pytest.mark.parametrize("there", [True, False])
def test_a_link_stays_and_leads_to_what_is_written(tmp_path: Path, there: bool) -> None:
    (tmp_path / "in").mkdir()
    if there:
        (tmp_path / "in" / "real.json").write_bytes(b"old")
    (tmp_path / "a.json").symlink_to(Path("in", "real.json"))
    write(tmp_path / "a.json")
    assert (tmp_path / "a.json").is_symlink()
    assert (tmp_path / "in" / "real.json").read_bytes() == b"new"
    assert (names(tmp_path), names(tmp_path / "in")) == (["a.json", "in"], ["real.json"])


@posix
@pytest.mark.parametrize("linked", [True, False])
def test_a_pipe_is_written_to_and_stays(tmp_path: Path, linked: bool) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    (tmp_path / "link").symlink_to(pipe)
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()))
    reader.start()
    write(tmp_path / "link" if linked else pipe)
    reader.join(20)
    assert found == [b"new"]
    assert pipe.is_fifo()
    assert names(tmp_path) == ["link", "pipe"]


@posix
def test_an_open_pipe_can_be_named_as_a_shell_names_it() -> None:
    name = Path("/dev/fd")
    if not name.is_dir():
        pytest.skip("no /dev/fd")
    out, into = os.pipe()
    write(name / str(into))
    os.close(into)
    assert os.read(out, 9) == b"new"
    os.close(out)


@posix
def test_a_pipe_that_nobody_reads_any_more_is_named(tmp_path: Path) -> None:
    out, into = os.pipe()
    os.close(out)
    place = Path("/dev/fd", str(into))
    if not place.exists():
        pytest.skip("no /dev/fd")
    with pytest.raises(BrokenPipeError) as told:
        write(place)
    os.close(into)
    assert told.value.filename == str(place)


@posix
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o666])
def test_the_mode_of_a_file_that_is_there_stays(tmp_path: Path, mode: int) -> None:
    place = tmp_path / "a.json"
    place.write_bytes(b"old")
    place.chmod(mode)
    write(place)
    assert stat.S_IMODE(place.stat().st_mode) == mode


@posix
@pytest.mark.parametrize(("umask", "mode"), [(0o022, 0o644), (0o077, 0o600), (0o002, 0o664)])
def test_a_new_file_has_the_mode_that_the_umask_gives(
    tmp_path: Path, umask: int, mode: int
) -> None:
    before = os.umask(umask)
    try:
        write(tmp_path / "a.json")
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "a.json").stat().st_mode) == mode


@posix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may do all")
def test_a_file_that_may_not_be_written_is_not_replaced(tmp_path: Path) -> None:
    place = tmp_path / "a.json"
    place.write_bytes(b"old")
    place.chmod(0o444)
    with pytest.raises(PermissionError) as told:
        write(place)
    assert (told.value.filename, place.read_bytes()) == (str(place), b"old")


IMPOSSIBLE = [
    (".", errno.EISDIR),
    ("folder", errno.EISDIR),
    ("no/such/a.json", errno.ENOENT),
    ("file/a.json", errno.ENOTDIR),
    ("dangling", errno.ENOENT),
    ("loop", errno.ELOOP),
    ("a" * 300, errno.ENAMETOOLONG),
]


@posix
@pytest.mark.parametrize(("path", "number"), IMPOSSIBLE, ids=[str(e[0])[:9] for e in IMPOSSIBLE])
def test_an_error_names_the_path_that_was_given_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, path: str, number: int
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("folder").mkdir()
    Path("file").touch()
    Path("dangling").symlink_to("no/such/b.json")
    Path("loop").symlink_to("loop")
    before = names(tmp_path)
    for do in (write, check_writable, Game(masko.Rules(), 2, seed=1).record.save):
        with pytest.raises(OSError, match=r".") as told:
            do(path)
        assert (told.value.errno, told.value.filename) == (number, path)
    assert names(tmp_path) == before


def test_what_can_be_written_is_left_as_it_is_by_the_check(tmp_path: Path) -> None:
    place = tmp_path / "a.json"
    check_writable(place)
    assert names(tmp_path) == []
    place.write_bytes(b"old")
    check_writable(place)
    assert (names(tmp_path), place.read_bytes()) == (["a.json"], b"old")


@posix
def test_a_pipe_is_checked_without_waiting_for_a_reader(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    check_writable(tmp_path / "pipe")
    assert (tmp_path / "pipe").is_fifo()


@posix
def test_a_record_is_saved_through_a_link(tmp_path: Path) -> None:
    record = Game(masko.Rules(), 2, seed=1).record
    (tmp_path / "a.json").symlink_to("real.json")
    record.save(tmp_path / "a.json")
    assert (tmp_path / "a.json").is_symlink()
    assert Record.load(tmp_path / "real.json") == record
