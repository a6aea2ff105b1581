"""penstock peers without a network, and where penstock compare finds other MPIs.
Usage: peers_test.py BUILD_FOLDER PEERS_FOLDER PYTHON_FOLDER [test names]
PEERS_FOLDER is what scripts/peers filled; without it the tests fail and say so."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

BUILD, PEERS, PYTHON = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(3))
sys.path.insert(0, str(PYTHON))
from penstock import found  # noqa: E402  (after the path to it)

SAYS = {"openmpi": "mpiexec (Open MPI) 4.1.4", "mpich": "HYDRA build details:\n    Version: 4.2.3", "ours": "mpiexec (Penstock) 0.1.0",
        "intel": "Intel(R) MPI Library for Linux* OS, Version 2021.9\nHYDRA build details:"}


class Base(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="penstock-peers-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def launcher(self, place, says, name="mpiexec"):
        """Makes an mpiexec that only prints a version. Returns its folder."""
        folder = self.folder / place / "bin"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"#!/bin/sh\ncat <<'END'\n{SAYS[says]}\nEND\n", encoding="utf-8")
        (folder / name).chmod(0o755)
        return folder

    def penstock(self, *words, **variables):
        clean = {name: value for name, value in os.environ.items() if not name.startswith("PENSTOCK_")}
        return subprocess.run([BUILD / "bin/penstock", *words], capture_output=True, text=True, timeout=200, check=False,
                              env={**clean, "PENSTOCK_CONF": "none", "PYTHONDONTWRITEBYTECODE": "1",
                                   "XDG_CACHE_HOME": str(self.folder / "cache"), **variables})


class Fetching(Base):
    def test_from_a_folder_of_peers(self):
        for source in (str(PEERS), f"file://{PEERS}"):
            done = self.penstock("peers", "mpich", "--from", source)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(done.stdout.split(), ["mpich", str(self.folder / "cache/penstock/peers/mpich")])
        self.assertNotIn("fetching", done.stderr)  # the library is there
        listed = self.penstock("peers", "--list", PENSTOCK_PEERS=str(self.folder / "cache/penstock/peers")).stdout
        self.assertIn(f"mpich     here: {self.folder}/cache/penstock/peers/mpich/bin/mpiexec.hydra", listed)
        self.assertIn("openmpi   not here: penstock peers openmpi", listed)
        self.assertEqual(self.penstock("peers", "mpich", "--remove").returncode, 0)
        self.assertFalse((self.folder / "cache/penstock/peers/mpich").exists())

    def test_what_is_not_pinned_is_refused(self):
        other = self.folder / "other/mpich/bin"
        other.mkdir(parents=True)
        (other / "mpiexec.hydra").touch()
        (other.parent / ".pins").write_text("mpich==4.0.0\n", encoding="utf-8")
        done = self.penstock("peers", "mpich", "--from", self.folder / "other")
        self.assertEqual(done.returncode, 1)
        self.assertIn("is not the mpich that", done.stderr)

    def test_wrong_words(self):
        self.assertIn("there is no peer 'mvapich'", self.penstock("peers", "mvapich").stderr)
        self.assertIn("there is no such folder", self.penstock("peers", "--from", "/nowhere/at/all").stderr)
        self.assertIn("a folder or a file:// address", self.penstock("peers", "--from", "ftp://host/x").stderr)


class Finding(Base):
    def find(self, name, path, **variables):
        folders = [str(folder) for folder in path]
        clean = {"PATH": os.pathsep.join(folders + ["/usr/bin", "/bin"]), "HOME": str(self.folder), "XDG_CACHE_HOME": str(self.folder / "cache")}
        with mock.patch.dict(os.environ, {**clean, **variables}, clear=True):
            return found.find(name, self.folder / "build")

    def test_on_the_path_by_what_it_says(self):
        ours, intel = self.launcher("ours", "ours"), self.launcher("intel", "intel")
        open_mpi, mpich = self.launcher("a", "openmpi"), self.launcher("b", "mpich")
        path = [ours, intel, open_mpi, mpich]
        self.assertEqual(self.find("openmpi", path).launcher, open_mpi / "mpiexec")
        self.assertEqual(self.find("mpich", path).launcher, mpich / "mpiexec")
        self.assertFalse(self.find("mpich", path).fetched)

    def test_variables_come_before_the_path(self):
        path = [self.launcher("a", "openmpi")]
        module = self.launcher("module", "openmpi")
        self.assertEqual(self.find("openmpi", path, MPI_HOME=str(module.parent)).launcher, module / "mpiexec")
        self.assertEqual(self.find("openmpi", path, EBROOTOPENMPI=str(module.parent)).launcher, module / "mpiexec")

    def test_fetched_ones_come_before_what_is_installed(self):
        path = [self.launcher("a", "openmpi")]
        fetched = self.launcher("cache/penstock/peers/openmpi", "openmpi")
        self.assertEqual(self.find("openmpi", path).launcher, fetched / "mpiexec")
        told = self.find("openmpi", path, PENSTOCK_PEERS=str(self.folder / "nothing"))
        self.assertEqual(told.launcher, self.folder / "nothing/openmpi/bin/mpiexec")  # only this path is used

    def test_several_in_one_folder(self):
        folder = self.launcher("usr", "openmpi", "mpiexec.openmpi")
        self.launcher("usr", "mpich", "mpiexec")
        for name in ("mpicxx", "mpicxx.openmpi"):
            (folder / name).touch()
        mpi = self.find("openmpi", [folder])
        self.assertEqual((mpi.launcher.name, mpi.compiler.name), ("mpiexec.openmpi", "mpicxx.openmpi"))
        self.assertEqual(self.find("mpich", [folder]).compiler.name, "mpicxx")

    def test_the_library_of_the_standard_abi(self):
        folder = self.launcher("b", "mpich")
        self.assertIsNone(self.find("mpich", [folder]).abi_folder())
        (self.folder / "b/lib").mkdir()
        (self.folder / "b/lib/libmpi_abi.so.0").touch()
        self.assertEqual(self.find("mpich", [folder]).abi_folder(), self.folder / "b/lib")


# This folder looks as `make install` makes it, and knows no source tree.
class Installed(Base):
    def test_compare_measures_an_mpi_of_the_path(self):
        self.assertTrue((PEERS / "mpich/bin/mpiexec.hydra").exists(), "run scripts/peers mpich")
        here = self.folder / "installed"
        for name in ("bin/penstock", "bin/mpiexec", "bin/penstock-bench", "lib/libpenstock.so", "lib/libmpi_abi.so.1"):
            (here / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(BUILD / name, here / name)
        shutil.copytree(PYTHON / "penstock", here / "lib/penstock/python/penstock", ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(PYTHON.parent / "scripts/pins", here / "lib/penstock/pins")
        clean = {name: value for name, value in os.environ.items() if not name.startswith("PENSTOCK_") and name != "LD_LIBRARY_PATH"}
        variables = {**clean, "PATH": f"{here}/bin:{PEERS}/mpich/bin:{clean['PATH']}", "XDG_CACHE_HOME": str(self.folder / "cache"),
                     "PENSTOCK_CONF": "none", "PYTHONDONTWRITEBYTECODE": "1"}
        def run(*words):
            return subprocess.run([here / "bin/penstock", *words], capture_output=True, text=True, timeout=200, check=False, env=variables)
        self.assertIn(f"here: {PEERS}/mpich/bin/mpiexec", run("compare", "--list-peers").stdout)
        done = run("compare", "--peers", "mpich", "--cases", "latency", "--sizes", "8", "--rounds", "1", "--seconds", "0.01")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("MPICH", done.stdout)
        fetched = run("peers", "openmpi", "--from", PEERS)
        self.assertEqual(fetched.returncode, 0, fetched.stderr)
        self.assertIn(f"openmpi   here: {self.folder}/cache/penstock/peers/openmpi", run("peers", "--list").stdout)


if __name__ == "__main__":
    unittest.main()
