"""The generated declarations agree with the header; what can't be read is refused."""

import importlib.util
import shutil
import sys
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = pytest.mark.one_backend

ROOT = Path(__file__).resolve().parents[2]
GUARDED = "#ifndef A_H\n#define A_H\n\n{}\n#endif\n"


def load(path: str) -> ModuleType:
    name = Path(path).stem
    spec = importlib.util.spec_from_file_location(name, ROOT / path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up
    try:
        spec.loader.exec_module(module)
    finally:
        del sys.modules[name]
    return module


contract = load("bindings/contract.py")
sources = load("bindings/sources.py")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of the header and of what is generated from it."""
    for path in (contract.HEADER, contract.CDEF, contract.PXD):
        copy = tmp_path / path
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / path, copy)
    return tmp_path


def edit_header(tree: Path, old: str, new: str) -> None:
    header = tree / contract.HEADER
    text = header.read_text(encoding="utf-8")
    assert old in text
    header.write_text(text.replace(old, new), encoding="utf-8")


def parse(declarations: str) -> object:
    return contract.Contract(GUARDED.format(declarations))


def test_the_committed_declarations_are_those_of_the_header() -> None:
    assert contract.main(["--check"], ROOT) == 0


def test_a_new_function_makes_both_files_stale(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edit_header(tree, "int mk_game_count(void);", "int mk_game_count(void);\nint mk_new(int a);")
    assert contract.main(["--check"], tree) == 1
    assert capsys.readouterr().err.splitlines() == [
        f"{path} is stale: run python bindings/contract.py"
        for path in (contract.CDEF, contract.PXD)
    ]


def test_a_changed_number_makes_the_cffi_text_stale(tree: Path) -> None:
    edit_header(tree, "#define MK_MAX_PLAYERS 8", "#define MK_MAX_PLAYERS 9")
    assert contract.stale(tree) == [contract.CDEF]


def test_a_changed_comment_makes_nothing_stale(tree: Path) -> None:
    edit_header(tree, "/* No card,", "/* No card at all,")
    assert contract.stale(tree) == []


def test_a_missing_file_is_stale(tree: Path) -> None:
    (tree / contract.PXD).unlink()
    assert contract.stale(tree) == [contract.PXD]


def test_the_check_changes_no_file(tree: Path) -> None:
    (tree / contract.CDEF).write_text("edited by hand", encoding="utf-8")
    contract.main(["--check"], tree)
    assert (tree / contract.CDEF).read_text(encoding="utf-8") == "edited by hand"


def test_writing_makes_the_check_pass(tree: Path) -> None:
    edit_header(tree, "int32_t where;", "int32_t where;\n    int32_t more[MK_KEY_BYTES];")
    assert contract.main([], tree) == 0
    assert contract.main(["--check"], tree) == 0


def test_a_refused_header_writes_nothing(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = (tree / contract.CDEF).read_text(encoding="utf-8")
    edit_header(tree, "int mk_game_count(void);", "float mk_game_count(void);")
    assert contract.main([], tree) == 1
    assert contract.HEADER in capsys.readouterr().err
    assert (tree / contract.CDEF).read_text(encoding="utf-8") == before


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("7", 7),
        ("0x1F", 31),
        ("(-2147483647 - 1)", -(2**31)),
        ("(1 << 3) | 1", 9),
        ("2 * SIX + 1", 13),
    ],
)
def test_constants_have_their_value_in_c(expression: str, value: int) -> None:
    text = GUARDED.format(f"#define SIX 6\n#define IT {expression}")
    assert contract.Contract(text).constants["IT"] == value


def test_each_form_of_declaration_is_rendered_for_both_bindings() -> None:
    text = GUARDED.format(
        "#include <stdint.h>\n#define SIZE 4 /* bytes */\n"
        "typedef struct thing thing;\n"
        "typedef struct pair {\n    const int32_t *left; // one\n"
        "    uint8_t right[SIZE];\n} pair;\n"
        "void f(void);\n"
        "const char *g(const thing *a,\n              const uint8_t key[32], pair **out);"
    )
    files = contract.derive(text)
    assert files[contract.CDEF].splitlines()[2:] == [
        "#define SIZE 4",
        "",
        "typedef struct thing thing;",
        "",
        "typedef struct pair {",
        "    const int32_t *left;",
        "    uint8_t right[4];",
        "} pair;",
        "",
        "void f(void);",
        "const char *g(const thing *a, const uint8_t key[32], pair **out);",
    ]
    assert files[contract.PXD].splitlines()[3:] == [
        'cdef extern from "masko_sdk.h" nogil:',
        "    enum:",
        "        SIZE",
        "",
        "    ctypedef struct thing:",
        "        pass",
        "",
        "    ctypedef struct pair:",
        "        const int32_t *left",
        "        uint8_t right[4]",
        "",
        "    void f()",
        "    const char *g(const thing *a, const uint8_t key[32], pair **out)",
    ]


@pytest.mark.parametrize(
    "declaration",
    [
        "float f(int a);",
        "unsigned f(int a);",
        "int f(unsigned int a);",
        "int f(mk_unknown *a);",
        "int f(struct thing *a);",
        "int f(int);",
        "int f();",
        "int f(int a, ...);",
        "int f(void x);",
        "int f(int *const a);",
        "int f(int (*call)(int));",
        "int f(int a) { return a; }",
        "static int x;",
        "extern int x;",
        "enum { A, B };",
        "typedef int number;",
        "typedef struct { int a; } nameless;",
        "typedef struct a { int b; } c;",
        "typedef struct a { int b : 3; } a;",
        "typedef struct a { int b, c; } a;",
        "typedef struct a { int b[2][3]; } a;",
        "typedef struct a { int b[UNKNOWN]; } a;",
        "typedef struct a { struct { int c; } b; } a;",
        "int f(void)",
        "#define EMPTY",
        '#define TEXT "text"',
        "#define REAL 1.5",
        "#define UNSIGNED 1u",
        "#define WIDE 4294967296",
        "#define OCTAL 010",
        "#define HALF 4 / 2",
        "#define UNKNOWN_NAME OTHER",
        "#define CALL(x) x",
        "#define LONG 1 + \\\n    2",
        "#if 1\n#endif",
        "#include <stdio.h>",
        "#pragma once",
    ],
)
def test_what_is_not_understood_is_refused_with_its_line(declaration: str) -> None:
    with pytest.raises(contract.Refused, match=r"masko_sdk\.h:5: not understood: "):
        parse(f"/* two\n   lines */{declaration}" if declaration[0] != "#" else f"\n{declaration}")


def test_a_refused_field_is_named_by_its_own_line() -> None:
    with pytest.raises(contract.Refused, match=r"masko_sdk\.h:6: not understood: double c"):
        parse("typedef struct a {\n    int b;\n    double c;\n} a;")


@pytest.mark.parametrize(
    "declaration", ["int f(int a);\nint f(int a);", "#define A 1\n#define A 2"]
)
def test_a_second_declaration_of_a_name_is_refused(declaration: str) -> None:
    with pytest.raises(contract.Refused, match=r":5: \w is declared twice"):
        parse(declaration)


@pytest.mark.parametrize("name", ["lambda", "cdef", "include"])
def test_reserved_words_of_cython_are_refused(name: str) -> None:
    with pytest.raises(contract.Refused, match=f":4: {name} is a reserved word"):
        parse(f"int f(int {name});")


@pytest.mark.parametrize("text", ["int f(int a);", "#ifndef A\n#define B\n#endif\n"])
def test_a_header_without_its_guard_is_refused(text: str) -> None:
    with pytest.raises(contract.Refused, match=":1: no include guard"):
        contract.Contract(text)


def test_every_c_file_of_the_core_is_once_in_the_list_of_sources() -> None:
    found = {path.relative_to(ROOT).as_posix() for path in (ROOT / "csrc").rglob("*.c")}
    assert sorted(sources.C_SOURCES) == sorted(found)
