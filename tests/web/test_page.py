"""The compiled page is what its sources give, so that nobody needs Node to run it."""

import shutil

import pytest

from examples.web import build

pytestmark = pytest.mark.one_backend

TSC = shutil.which("tsc")


@pytest.mark.skipif(TSC is None, reason="no tsc: npm install --global typescript")
def test_the_compiled_page_is_what_its_sources_give(tmp_path):
    assert build.compile_page(tmp_path) == build.kept()


@pytest.mark.skipif(TSC is None, reason="no tsc: npm install --global typescript")
def test_errors_in_the_sources_are_told(tmp_path, monkeypatch):
    copy = tmp_path / "web"
    shutil.copytree(build._HERE / "page", copy / "page")
    shutil.copy(build._HERE / "tsconfig.json", copy)
    with (copy / "page" / "main.ts").open("a") as main:
        main.write("const wrong: number = document.title;\n")
    monkeypatch.setattr(build, "_HERE", copy)
    (tmp_path / "built").mkdir()
    with pytest.raises(RuntimeError, match=r"main\.ts.*TS2322"):
        build.compile_page(tmp_path / "built")


def test_no_source_makes_markup_from_text():
    for source in (build._HERE / "page").rglob("*.ts"):
        text = source.read_text("utf-8")
        for word in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("):
            assert word not in text, source.name
