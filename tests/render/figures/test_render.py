"""The files of a figure: found, whole, the same each time, and made without heavy imports."""

import io
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier, BrokenBarrierError
from xml.etree import ElementTree

import matplotlib as mpl
import pytest
from matplotlib.figure import Figure
from PIL import Image

from onlinelearn.render import figures
from onlinelearn.render.figures import FigureData
from onlinelearn.render.figures._animation import animation
from onlinelearn.render.figures._style import image_files
from onlinelearn.render.figures.figure_options import OPTIONS, FigureChoice
from tests.render.tables.made import points, rows

SIZES = {"usps": 7291, "letter": 15998}
ODD = ["$x_1$", "a & b < c > d % e_f", "--> ]]>", "$\\frac{$", "中文 \t"]


def made(title: str, sizes: dict[str, int], learners: list[str]) -> FigureData:
    metrics = ["test_error", "updates", "curves"]
    return FigureData(title, rows(sizes, learners), list(points(sizes, learners)), metrics)


DATA = made("IELLIP against PA", SIZES, ["IELLIP", "PA"])


def plain(name: str) -> FigureChoice:
    """A figure without options."""
    return FigureChoice(name, OPTIONS[name]())


def python(code: str) -> str:
    """What a fresh interpreter prints."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def test_figures_are_the_files_of_the_folder_with_their_first_lines() -> None:
    folder = Path(figures.__file__).parent
    settings = {"figure_options", "figure_style"}
    assert {*figures.names(), *settings} == {path.stem for path in folder.glob("[!_]*.py")}
    assert figures.describe("curves").startswith("Learning curves: online error and updates")
    assert all(figures.describe(name) for name in figures.names())


@pytest.mark.parametrize("name", ["curves", "epochs", "tradeoff"])
def test_the_same_results_give_the_same_bytes_whatever_the_user_has_set(name: str) -> None:
    first = figures.render(plain(name), DATA)
    assert set(first) == {f"{name}.svg", f"{name}.png", f"{name}.txt"}
    with mpl.rc_context({"font.size": 20, "axes.facecolor": "red", "svg.fonttype": "none"}):
        assert figures.render(plain(name), DATA) == first
        assert mpl.rcParams["font.size"] == 20


def test_an_animation_is_the_same_bytes_loops_and_keeps_colours_exactly() -> None:
    colours = ["#cfe6f5", "#d55e00", "#222222"]

    def frames() -> Iterator[Figure]:
        for colour in colours:
            yield Figure(figsize=(1, 1), facecolor=colour)

    made = animation("x", frames, 250)
    assert animation("x", frames, 250) == made
    with Image.open(io.BytesIO(made["x.gif"])) as gif:
        assert gif.info["loop"] == 0
        assert gif.info["duration"] == 250
        found = []
        for frame in range(3):
            gif.seek(frame)
            found.append(gif.convert("RGB").getpixel((3, 3)))
    assert found == [(0xCF, 0xE6, 0xF5), (0xD5, 0x5E, 0x00), (0x22, 0x22, 0x22)]


def test_only_one_thread_draws_at_a_time() -> None:
    two = Barrier(2)

    def draw() -> Figure:
        with pytest.raises(BrokenBarrierError):
            two.wait(timeout=0.2)
        return Figure()

    with ThreadPoolExecutor(2) as pool:
        first, second = pool.map(lambda _: image_files("x", draw), range(2))
    assert first == second


@pytest.mark.parametrize("name", ["curves", "epochs", "tradeoff"])
def test_names_are_text_and_neither_mathtext_nor_markup(name: str) -> None:
    drawn = figures.render(plain(name), made("T $x^2$ <b> -- 中", {"a$b_c$ & <d>%": 500, "--": 600}, ODD))
    svg = drawn[f"{name}.svg"].decode()
    assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
    # matplotlib writes each text, escaped, before the paths of its letters.
    assert "<!-- $x_1$ -->" in svg
    assert "<!-- a$b_c$ &amp; &lt;d&gt;% -->" in svg
    assert "<!-- □□ \\x09 -->" in svg


def test_no_date_and_no_version_is_in_the_files() -> None:
    drawn = figures.render(plain("epochs"), DATA)
    assert b"dc:date" not in drawn["epochs.svg"]
    assert b"Software" not in drawn["epochs.png"]
    assert drawn["epochs.png"].startswith(b"\x89PNG\r\n")


def test_asking_for_names_imports_nothing_heavy() -> None:
    heavy = {"matplotlib", "pandas", "scipy", "sklearn", "numba", "numpy"}
    code = (
        "import sys; from onlinelearn.render import figures, tables;"
        "[figures.describe(n) for n in figures.names()];"
        f"print(sorted({heavy!r} & set(sys.modules)))"
    )
    assert python(code) == "[]"


def test_drawing_needs_neither_pandas_nor_pyplot_nor_all_of_scipy() -> None:
    code = (
        "import sys; from onlinelearn.render import figures; from onlinelearn.base.result_rows import Row;"
        "rows = [Row('d', 'l', p, 1, .1, .1, 1, 1, 1, .1) for p in range(3)];"
        "from onlinelearn.render.figures.figure_options import FigureChoice, FigureOptions;"
        "data = figures.FigureData('t', rows, [], ['test_error']);"
        "figures.render(FigureChoice('epochs', FigureOptions()), data);"
        "print(sorted({'pandas', 'matplotlib.pyplot', 'scipy.stats', 'sklearn', 'numba'} & set(sys.modules)))"
    )
    assert python(code) == "[]"
