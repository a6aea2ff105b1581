"""Where this installation's programs are, and the folders of other libraries and of matplotlib."""
import os
import pathlib
import re
import subprocess


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


def commit(build):
    """What git says of the source tree of a build tree now, with "-dirty" where files differ; None of an installation."""
    source = source_folder(build)
    if source is None:
        return None
    try:
        found = subprocess.run(["git", "-C", str(source), "describe", "--tags", "--always", "--dirty", "--abbrev=7"], capture_output=True,
                               text=True, check=False)
    except OSError:
        return None
    return found.stdout.strip() or None if found.returncode == 0 else None


def local_folder(build, variable, name):
    """A folder that scripts/peers fills: `variable` says where, else .local/`name` of the source tree, else of the user."""
    told = os.environ.get(variable)
    if told:
        return pathlib.Path(told).resolve()
    source = source_folder(build)
    if source:
        return source / ".local" / name
    return pathlib.Path(os.environ.get("XDG_DATA_HOME") or pathlib.Path.home() / ".local/share") / "penstock" / name


def peers_folder(build):
    return local_folder(build, "PENSTOCK_PEERS", "peers")


def plot_folder(build):
    return local_folder(build, "PENSTOCK_PLOT", "plot")
