"""Where this installation's programs are, and the folders of other libraries and of matplotlib."""
import os
import pathlib
import re
import subprocess
import sys


def build_folder():
    """The build tree or installation that this package belongs to: the folder that has bin/."""
    told = os.environ.get("PENSTOCK_TOOL_BIN")
    return pathlib.Path(told).resolve().parent if told else pathlib.Path(__file__).resolve().parents[4]


def source_folder(build):
    """The source tree of a build tree, or None: where scripts/ and .local are."""
    try:
        cache = (build / "CMakeCache.txt").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    found = re.search(r"^CMAKE_HOME_DIRECTORY:INTERNAL=(.*)$", cache, re.MULTILINE)
    return pathlib.Path(found.group(1)) if found and pathlib.Path(found.group(1)).is_dir() else None


def pins_folder(build):
    """Versions and hashes of what can be fetched."""
    source = source_folder(build)
    return source / "scripts/pins" if source else build / "lib/penstock/pins"


def bench_source(build):
    """The folder that has bench/ and include/: the source tree, or what an installation brings of it. None if neither is there."""
    for folder in (source_folder(build), build / "share/penstock"):
        if folder and (folder / "bench/build_for").exists():
            return folder
    return None


def user_peers():
    """Where `penstock peers` puts what it fetches."""
    return pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "penstock/peers"


def peers_folders(build):
    """Folders that may hold other MPIs, each in a folder of its name: PENSTOCK_PEERS alone, or the source tree's, then the user's."""
    told = os.environ.get("PENSTOCK_PEERS")
    if told:
        return [pathlib.Path(told).resolve()]
    source = source_folder(build)
    return [*([source / ".local/peers"] if source else []), user_peers()]


def commit(build):
    """Returns git's name of the source tree of a build tree now, with "-dirty" where files differ; None of an installation."""
    source = source_folder(build)
    if source is None:
        return None
    try:
        found = subprocess.run(["git", "-C", str(source), "describe", "--tags", "--always", "--dirty", "--abbrev=7"], capture_output=True,
                               text=True, check=False)
    except OSError:
        return None
    return found.stdout.strip() or None if found.returncode == 0 else None


def plot_folder(build):
    """matplotlib: PENSTOCK_PLOT says where, else .local/plot of the source tree, else of the user."""
    told = os.environ.get("PENSTOCK_PLOT")
    if told:
        return pathlib.Path(told).resolve()
    source = source_folder(build)
    if source:
        return source / ".local/plot"
    return pathlib.Path(os.environ.get("XDG_DATA_HOME") or pathlib.Path.home() / ".local/share") / "penstock/plot"


def fetch_plot(folder):
    """The command that fills the folder of matplotlib."""
    return "scripts/peers plot" if source_folder(build_folder()) else f"{sys.executable} -m pip install --target {folder} matplotlib"
