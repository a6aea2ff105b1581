#!/usr/bin/env python3
"""The wheel in new roots of Debian.

usage: roots_test.py SOURCE_DIR WORK_DIR [unittest arguments]

Older: Debian 11, whose glibc (2.31) lacks much of what that of the machine that made the wheel has. Empty: Debian 12 with nothing but
Python, beside mpi4py's own wheel (scripts/peers mpi4py-wheel). Needs root and debootstrap; packages come from where this machine's do.
A root is made once; the tests have a copy of it."""
import pathlib
import re
import shutil
import sys
import unittest

SOURCE = WORK = None
INSTALL = "python3 -m venv /root/venv && /root/venv/bin/pip install --no-index --no-deps /root/penstock-*.whl"


class Root:
    """A copy of the root of a suite with these packages, and the wheel in /root/venv."""

    suite, packages = "", []

    @classmethod
    def setUpClass(cls):
        fresh.must_have_debootstrap()
        WORK.mkdir(parents=True, exist_ok=True)
        dist = WORK / "dist"
        shutil.rmtree(dist, ignore_errors=True)
        fresh.good(SOURCE / "scripts/wheel", dist, seconds=1700)
        first, cls.root = WORK / cls.suite, WORK / "copy"
        fresh.make_root_once(first, cls.suite, cls.packages)
        shutil.rmtree(cls.root, ignore_errors=True)
        cls.addClassCleanup(shutil.rmtree, cls.root, True)
        fresh.good("cp", "-a", first, cls.root)
        (wheel,) = dist.glob("penstock-*.whl")
        shutil.copy(wheel, cls.root / "root")
        cls.inside(INSTALL)

    @classmethod
    def inside(cls, script, run=None):
        return (run or fresh.good)(*fresh.entering(cls.root), script,
                                   env={"PATH": f"/root/venv/bin:{fresh.PATH}", "HOME": "/root", "LANG": "C.UTF-8"})


class Older(Root, unittest.TestCase):
    suite, packages = "bullseye", ["ca-certificates", "python3", "python3-venv", "gcc", "libc6-dev"]

    def test_its_glibc_is_older(self):
        (version,) = re.findall(r"GLIBC (?:.* )?2\.(\d+)\b", self.inside("ldd --version 2>&1 | head -n 1"))
        self.assertLess(int(version), 34)

    def test_every_file_is_loaded(self):
        """All functions are found as each file is loaded, not when they are called first."""
        said = self.inside("cd /root/venv && for file in $(find lib -name 'lib*.so*' ! -path '*site-packages*') bin/mpiexec bin/penstock; do "
                           "[ -e $file ] || continue; head -c 4 $file | grep -q ELF || continue; echo $file; ldd -r $file 2>&1; done")
        self.assertGreater(len(re.findall(r"^(?:lib|bin)/", said, re.MULTILINE)), 6, said)
        self.assertNotRegex(said, r"not found|undefined symbol")

    def test_a_program_is_compiled_and_runs(self):
        (self.root / "root/hello.c").write_text(fresh.HELLO)
        self.assertEqual(self.inside("cd /root && mpicc hello.c -o hello && mpiexec -n 2 ./hello"), "sum 1 by Penstock\n")

    def test_a_mistake_is_told(self):
        """An exception reports the mistake; it is thrown with the help of our own search for its frames."""
        for program in ("mpiexec", "penstock"):
            done = self.inside(f"{program} --no-such-option", run=fresh.run)
            self.assertNotIn(done.returncode, (0, 134), done.stdout)
            self.assertIn("no-such-option", done.stdout)

    def test_the_module_asks_the_library(self):
        self.assertRegex(self.inside("python3 -c 'import penstock; print(penstock.info()[\"version\"], penstock.cuda_aware())'"),
                         r"^[0-9.]+ (True|False)\n$")


class Empty(Root, unittest.TestCase):
    suite, packages = "bookworm", ["ca-certificates", "python3", "python3-venv"]

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        wheel = SOURCE / ".local/mpi4py-wheel"
        if not wheel.exists():
            raise AssertionError(f"{wheel} is missing: run scripts/peers mpi4py-wheel")
        (site,) = (cls.root / "root/venv/lib").glob("python3*/site-packages")
        shutil.copytree(wheel / "mpi4py", site / "mpi4py")
        (cls.root / "root/program.py").write_text(wheel_test.PROGRAM)

    def test_there_is_nothing_but_python(self):
        found = self.inside("for name in gcc cc c++ make cmake nvidia-smi mpicc.mpich mpicc.openmpi; do command -v $name || true; done; "
                            "find / -xdev -name 'libmpi*' | grep -v ^/root || true")
        self.assertNotRegex(found, r"gcc|make|nvidia|libmpi")

    def test_mpi4py_finds_it_alone_and_on_two_ranks(self):
        self.assertRegex(self.inside("python3 /root/program.py"), r"^1 \[1\.0, 1\.0, 1\.0\] \[0\] Penstock .*MPICH ABI")
        self.assertRegex(self.inside("mpiexec -n 2 python3 /root/program.py"), r"^2 \[3\.0, 3\.0, 3\.0\] \[0, 1\] Penstock .*MPICH ABI")
        self.assertRegex(self.inside("MPI4PY_MPIABI=openmpi mpiexec -n 2 python3 /root/program.py"), r"^2 .* Penstock .*Open MPI ABI")

    def test_the_module_and_the_tools_work(self):
        said = self.inside("python3 -c 'import penstock; print(penstock.cuda_aware(), penstock.info()[\"versions\"][\"CUDA driver\"])'")
        self.assertRegex(said, r"^(True|False) none: no CUDA driver")
        self.assertIn("Penstock", self.inside("penstock info"))


if __name__ == "__main__":
    SOURCE, WORK = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(2))
    sys.path.insert(0, str(SOURCE / "tests/package"))
    import fresh_root_test as fresh
    import wheel_test
    unittest.main(verbosity=2)
