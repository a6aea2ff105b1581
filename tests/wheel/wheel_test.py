#!/usr/bin/env python3
"""The wheel in a fresh environment, beside mpi4py's own.

usage: wheel_test.py SOURCE_DIR WORK_DIR [unittest arguments]

Wheel: what scripts/wheel makes. FromSource: `pip install .` as a user types it, which fetches what builds the wheel.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import unittest

SOURCE = WORK = None
PROGRAM = """
from mpi4py import MPI
import array
comm = MPI.COMM_WORLD
mine = array.array("d", [comm.rank + 1.0] * 3)
total = array.array("d", [0.0] * 3)
comm.Allreduce(mine, total)
words = comm.gather({"rank": comm.rank}, root=0)
if comm.rank == 0:
    print(comm.size, list(total), [word["rank"] for word in words], MPI.Get_library_version().split("\\0")[0])
"""
HELLO = """
#include <mpi.h>
#include <stdio.h>
int main(int argc, char** argv) {
  int rank, size, sum;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0) printf("%d ranks, sum %d\\n", size, sum);
  return MPI_Finalize();
}
"""


def run(*command, **options):
    """Runs a command without any variable that could lead to a library."""
    changing = ("LD_LIBRARY_PATH", "LD_PRELOAD", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "MPI4PY_MPIABI", "MPI4PY_LIBMPI")
    environment = {name: value for name, value in os.environ.items()
                   if name not in changing and not name.startswith(("PENSTOCK_", "MPICC_", "OMPI_", "PMI"))}
    environment.update(options.pop("variables", {}))
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, env=environment, check=False,
                          timeout=options.pop("seconds", 120), **options)
    return done


def good(*command, **options):
    done = run(*command, **options)
    if done.returncode != 0:
        raise AssertionError(f"{' '.join(map(str, command))}: exit status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class Wheel(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        mpi4py = SOURCE / ".local/mpi4py-wheel"
        if not mpi4py.exists():
            raise AssertionError(f"{mpi4py} is missing: run scripts/peers mpi4py-wheel")
        shutil.rmtree(WORK, ignore_errors=True)
        WORK.mkdir(parents=True)
        good(SOURCE / "scripts/wheel", WORK, seconds=1700)
        (cls.wheel,) = WORK.glob("penstock-*.whl")
        cls.venv = WORK / "venv"
        good(sys.executable, "-m", "venv", cls.venv)
        cls.python = cls.venv / "bin/python3"
        cls.install()
        site = pathlib.Path(good(cls.python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
        cls.site = site
        (site / "mpi4py_wheel.pth").write_text(f"{mpi4py}\n")

    @classmethod
    def install(cls):
        good(cls.python, "-m", "pip", "install", "--disable-pip-version-check", "--no-index", "--no-deps", cls.wheel)

    def test_its_name_and_size(self):
        self.assertRegex(self.wheel.name, r"^penstock-[0-9.]+-py3-none-manylinux_2_\d+_x86_64\.whl$")
        self.assertLessEqual(int(re.search(r"manylinux_2_(\d+)", self.wheel.name)[1]), 28)  # packaging/wheel/README.md
        self.assertLessEqual(self.wheel.stat().st_size, 40e6)

    def test_mpi4py_finds_it_alone(self):
        said = good(self.python, "-c", PROGRAM)
        self.assertRegex(said, r"^1 \[1\.0, 1\.0, 1\.0\] \[0\] Penstock .*MPICH ABI")

    def test_mpi4py_finds_it_on_two_ranks(self):
        said = good(self.venv / "bin/mpiexec", "-n", 2, self.python, "-c", PROGRAM)
        self.assertRegex(said, r"^2 \[3\.0, 3\.0, 3\.0\] \[0, 1\] Penstock .*MPICH ABI")

    def test_mpi4py_takes_open_mpis_abi_where_it_is_told_to(self):
        library = good(self.python, "-c", "import penstock; print(penstock.library('openmpi'))").strip()
        said = good(self.python, "-c", PROGRAM, variables={"MPI4PY_LIBMPI": library})
        self.assertRegex(said, r"^1 \[1\.0, 1\.0, 1\.0\] \[0\] Penstock .*Open MPI ABI")
        said = good(self.venv / "bin/mpiexec", "-n", 2, self.python, "-c", PROGRAM, variables={"MPI4PY_MPIABI": "openmpi"})
        self.assertRegex(said, r"^2 \[3\.0, 3\.0, 3\.0\] \[0, 1\] Penstock .*Open MPI ABI")

    def test_libraries_need_nothing_but_the_system(self):
        """The C++ library and that of the compiler are inside."""
        for path in sorted((self.venv / "lib").rglob("lib*.so*")):
            if path.is_symlink() or path.is_relative_to(self.site) or path.read_bytes()[:4] != b"\x7fELF":
                continue
            needed = re.findall(r"\(NEEDED\).*\[(.*)\]", good("readelf", "-d", path))
            self.assertEqual([name for name in needed if not re.match(r"lib(c|m|dl|pthread|rt|penstock|mpi|mpi_mpifh)\.so|ld-linux", name)], [], path)

    def test_a_program_is_compiled_and_runs(self):
        (WORK / "hello.c").write_text(HELLO)
        good(self.venv / "bin/mpicc", WORK / "hello.c", "-o", WORK / "hello")
        self.assertEqual(good(self.venv / "bin/mpirun", "-n", 2, WORK / "hello"), "2 ranks, sum 1\n")

    def test_the_module_knows_its_files(self):
        said = good(self.python, "-W", "error", "-c", "import penstock as p; print(*(x for x in (p.prefix(), p.bin_dir(), p.lib_dir(), "
                    "p.include_dir(), p.abi_dir(), p.abi_dir('openmpi'), p.library(), p.library('mpich'), p.library('openmpi'), "
                    "p.library('shmem'), p.launcher())), sep='\\n')")
        paths = [pathlib.Path(line) for line in said.splitlines()]
        self.assertEqual(paths[0], self.venv.resolve())
        self.assertEqual([path for path in paths if not path.exists()], [])

    def test_the_module_asks_the_library(self):
        said = good(self.python, "-c", "import penstock as p; i = p.info(); print(type(i).__name__, len(i) > 3, p.cuda_aware(), p.__version__)")
        self.assertRegex(said, r"^dict True (True|False) [0-9.]+\n$")
        self.assertEqual(good(self.python, "-c", "import penstock; print(penstock.cuda_aware())", variables={"PENSTOCK_CUDA": "0"}), "False\n")

    def test_mistakes_are_named(self):
        done = run(self.python, "-c", "import penstock; penstock.abi_dir('lam')")
        self.assertIn("there is no ABI 'lam' here; there is mpich, openmpi", done.stderr)

    def test_another_mpi_in_the_environment_is_told(self):
        other = self.site / "mpich-5.0.2.dist-info"
        other.mkdir()
        try:
            (other / "METADATA").write_text("Metadata-Version: 2.1\nName: mpich\nVersion: 5.0.2\n")
            shown = os.path.relpath(self.venv / "bin/mpiexec", self.site)
            (other / "RECORD").write_text(f"{shown},,\n")
            done = run(self.python, "-c", "import penstock; print(penstock.clashes())")
            self.assertEqual(done.stdout, "['mpich']\n", done.stderr)
            self.assertIn("mpich in this environment has files of the same names as penstock", done.stderr)
        finally:
            shutil.rmtree(other)

    def test_types_are_told(self):
        self.assertTrue((self.site / "penstock/py.typed").exists() and (self.site / "penstock/__init__.pyi").exists())

    def test_nothing_is_left_of_it(self):
        good(self.python, "-m", "pip", "uninstall", "--disable-pip-version-check", "--yes", "penstock")
        left = [path for pattern in ("*penstock*", "libmpi*", "mpi*.h", "shmem.h", "mpiexec") for path in self.venv.rglob(pattern)
                if path.is_file()]
        self.install()
        self.assertEqual(left, [])


class FromSource(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        WORK.mkdir(parents=True, exist_ok=True)

    def test_pip_install(self):
        """pip installs into an environment with pip alone; the build has an environment of its own,
        with what pyproject.toml names."""
        venv = WORK / "from_source"
        shutil.rmtree(venv, ignore_errors=True)
        good(sys.executable, "-m", "venv", venv)
        good(venv / "bin/python3", "-m", "pip", "install", "--disable-pip-version-check", SOURCE, seconds=1700)
        (WORK / "hello.c").write_text(HELLO)
        good(venv / "bin/mpicc", WORK / "hello.c", "-o", WORK / "hello_from_source")
        self.assertEqual(good(venv / "bin/mpiexec", "-n", 2, WORK / "hello_from_source"), "2 ranks, sum 1\n")
        self.assertRegex(good(venv / "bin/python3", "-c", "import penstock; print(penstock.info()['version'])"), r"^[0-9.]+")


if __name__ == "__main__":
    SOURCE, WORK = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(2))
    unittest.main(verbosity=2)
