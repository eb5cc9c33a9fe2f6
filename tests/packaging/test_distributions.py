"""What is passed on: the wheel and the source distribution hold all that they need, and nothing else."""

import re
import tarfile
import zipfile
from pathlib import PurePosixPath

import pytest
from tests.packaging.conftest import ROOT

from twicetold import __version__

pytestmark = pytest.mark.timeout(1800)  # what is not compiled yet is compiled first

LEFT_OUT = {".so", ".pyc"}
CARGO = {"Cargo.toml", "Cargo.lock", "pyproject.toml", "README.md", "LICENSE", "PKG-INFO"}


def files_below(folder):
    """Every file that someone wrote, as a path in the repository."""
    found = (path for path in (ROOT / folder).rglob("*") if path.is_file() and path.suffix not in LEFT_OUT)
    return {path.relative_to(ROOT).as_posix() for path in found}


def test_one_wheel_serves_every_python_from_3_11_on(built):
    assert re.fullmatch(rf"twicetold-{__version__}-cp311-abi3-\w+\.whl", built.wheel.name)


def test_the_wheel_holds_the_package_with_its_kernels_and_no_other_file(built):
    with zipfile.ZipFile(built.wheel) as wheel:
        names = {name for name in wheel.namelist() if not name.endswith("/")}
    written = {name.removeprefix("python/") for name in files_below("python/twicetold")}
    package = {name for name in names if name.startswith("twicetold/")}
    assert package == written | {"twicetold/_kernels.abi3.so"}
    assert {PurePosixPath(name).parts[0] for name in names - package} == {f"twicetold-{__version__}.dist-info"}


def test_the_source_distribution_holds_what_a_build_needs_and_no_other_file(built):
    with tarfile.open(built.source) as source:
        members = [member for member in source.getmembers() if member.isfile()]
    names = {member.name.removeprefix(f"twicetold-{__version__}/") for member in members}
    assert names == files_below("src") | files_below("benches") | files_below("python/twicetold") | CARGO
