"""Other MPI libraries on this machine: fetched by `penstock peers` or scripts/peers, or installed and on the path."""
import dataclasses
import os
import pathlib
import shutil
import subprocess

from penstock import places

ASK_SECONDS = 20
# Variables of site administrators and modules that name an installation's folder.
HOMES = {"mpich": ("MPICH_HOME", "MPICH_ROOT", "EBROOTMPICH", "MPICH_DIR"),
         "openmpi": ("OPENMPI_HOME", "OPENMPI_ROOT", "EBROOTOPENMPI", "OMPI_HOME", "OPAL_PREFIX")}
HOMES["oshmem"] = HOMES["openmpi"]
ANY_HOME = ("MPI_HOME", "MPI_ROOT", "MPI_DIR")
LAUNCHERS = {"mpich": ("mpiexec.hydra", "mpiexec.mpich", "mpiexec", "mpirun"), "openmpi": ("mpiexec.openmpi", "mpiexec", "mpirun"),
             "oshmem": ("oshrun",)}
# Where the launcher of a fetched one lies.
FETCHED = {"mpich": "bin/mpiexec.hydra", "openmpi": "bin/mpiexec", "oshmem": "usr/bin/oshrun"}


@dataclasses.dataclass
class Mpi:
    """One installation. It may be missing: then `launcher` is where `penstock peers` would put it."""

    name: str
    launcher: pathlib.Path
    fetched: bool  # below a folder of peers, which is ours to write to

    @property
    def prefix(self):
        return self.launcher.parent.parent

    @property
    def folder(self):
        """Returns the folder that holds all of a fetched library."""
        return self.prefix.parent if self.name == "oshmem" else self.prefix

    @property
    def compiler(self):
        """Its mpicxx; where several MPIs share a folder, as in Debian, the one with its name."""
        if self.name == "oshmem":
            return self.launcher.with_name("oshcxx")
        named = self.launcher.with_name(f"mpicxx.{self.name}")
        return named if named.exists() else self.launcher.with_name("mpicxx")

    def abi_folder(self):
        """The folder of its library of the standard ABI, or None: then programs are compiled for it."""
        if self.fetched:  # the pinned wheels: MPICH's has it
            return self.prefix / "lib" if self.name == "mpich" else None
        folders = [self.prefix / "lib", self.prefix / "lib64", *sorted(self.prefix.glob("lib/*-linux-gnu"))]
        return next((folder for folder in folders if (folder / "libmpi_abi.so.0").exists() or (folder / "libmpi_abi.so.1").exists()), None)


def kind_of(launcher):
    """"mpich", "openmpi" or "" by what it says of its version."""
    try:
        asked = subprocess.run([launcher, "--version"], capture_output=True, text=True, errors="replace", timeout=ASK_SECONDS, check=False,
                               stdin=subprocess.DEVNULL)
    except (OSError, subprocess.SubprocessError):
        return ""
    said = asked.stdout + asked.stderr
    if "Intel(R) MPI" in said or "Penstock" in said:
        return ""
    if "Open MPI" in said or "Open-MPI" in said or "OpenRTE" in said:
        return "openmpi"
    return "mpich" if "HYDRA build details" in said or "MPICH" in said else ""


def folders_to_try(name):
    """bin/ folders of installations that variables name, then those of the path."""
    homes = [os.environ[variable] for variable in HOMES[name] + ANY_HOME if os.environ.get(variable)]
    return [pathlib.Path(home) / "bin" for home in homes] + [pathlib.Path(folder) for folder in os.get_exec_path() if folder]


def installed(name):
    """The first installation of that name that variables or the path lead to, or None."""
    for folder in dict.fromkeys(folders_to_try(name)):
        for program in LAUNCHERS[name]:
            launcher = shutil.which(program, path=str(folder))
            if launcher and kind_of(launcher) == ("openmpi" if name == "oshmem" else name):
                return Mpi(name, pathlib.Path(launcher).absolute(), False)
    return None


def find(name, build):
    """PENSTOCK_PEERS alone, where it is set; else the source tree's peers, the user's, what is installed."""
    fetched = [Mpi(name, folder / name / FETCHED[name], True) for folder in places.peers_folders(build)]
    here = next((mpi for mpi in fetched if mpi.launcher.exists()), None)
    if here or os.environ.get("PENSTOCK_PEERS"):
        return here or fetched[0]
    return installed(name) or fetched[-1]
