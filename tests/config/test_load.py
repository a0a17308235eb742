"""A file that cannot be read is an error that says why, and what is near."""

import os
from pathlib import Path

import pytest

from onlinelearn.base.errors import ConfigError
from onlinelearn.config import load_config
from onlinelearn.config.parse import MAX_BYTES
from tests.config.outcomes import SMALL


def error_of(path: Path) -> str:
    with pytest.raises(ConfigError) as caught:
        load_config(path)
    assert str(caught.value).isprintable()
    return str(caught.value)


def test_the_files_name_names_the_experiment_and_its_folder_the_data(tmp_path: Path) -> None:
    file = tmp_path / "my.first.yaml"
    file.write_text("dataset: {path: d.csv, label: y}\nlearners: {PA: pa}\n")
    experiment = load_config(file, ["protocol.epochs=3"])
    assert (experiment.name, experiment.protocol.epochs) == ("my.first", 3)
    assert experiment.resolved()["datasets"][0]["path"] == str(tmp_path / "d.csv")  # type: ignore[index]


def test_a_byte_order_mark_and_windows_line_ends_do_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_bytes(b"\xef\xbb\xbf" + SMALL.replace("\n", "\r\n").encode())
    assert load_config(file).datasets[0].label == "usps"
    file.write_bytes(SMALL.replace("pa}", "p}").replace("\n", "\r\n").encode())
    assert error_of(file).startswith(f"{file}, line 3: ")


def test_a_missing_file_suggests_its_neighbour(tmp_path: Path) -> None:
    (tmp_path / "usps_iellip.yaml").write_text(SMALL)
    (tmp_path / "usps_iellip.txt").write_text(SMALL)
    missing = tmp_path / "usps_ielip.yaml"
    assert error_of(missing) == f"{missing}: no such file; did you mean 'usps_iellip.yaml'?"


def test_a_missing_folder_is_a_missing_file(tmp_path: Path) -> None:
    assert error_of(tmp_path / "none" / "x.yaml").endswith("x.yaml: no such file")


def test_a_folder_is_no_config(tmp_path: Path) -> None:
    assert error_of(tmp_path) == f"{tmp_path}: a folder; name a YAML file"


def test_a_file_as_a_folder_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "x.yaml").write_text(SMALL)
    assert error_of(tmp_path / "x.yaml" / "y.yaml").endswith("cannot be read: Not a directory")


def test_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    assert error_of(tmp_path / "a\x00b.yaml").endswith("no file can have this name")
    assert "cannot be read" in error_of(tmp_path / ("x" * 5000 + ".yaml"))


@pytest.mark.parametrize("content", [b"title: caf\xe9\n", SMALL.encode("utf-16")])
def test_text_that_is_not_utf8(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "x.yaml"
    file.write_bytes(b"# first line\n" + content)
    assert error_of(file) == f"{file}, line 2: not UTF-8; save the file as UTF-8 text"


def test_a_file_that_is_no_config_is_not_read_to_its_end(tmp_path: Path) -> None:
    file = tmp_path / "x.yaml"
    file.write_bytes(b"#" * MAX_BYTES)
    assert error_of(file).endswith("empty; name a data set and learners")
    os.truncate(file, 10**10)
    assert error_of(file).endswith("longer than 1,000,000 bytes; that is no config")


def test_line_breaks_in_a_path_stay_out_of_the_message(tmp_path: Path) -> None:
    assert "a\\nb.yaml: no such file" in error_of(tmp_path / "a\nb.yaml")
