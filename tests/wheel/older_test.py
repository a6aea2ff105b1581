#!/usr/bin/env python3
"""The wheel in a new Debian 11, whose glibc (2.31) lacks much of what that of the machine that made the wheel has.

usage: older_test.py SOURCE_DIR WORK_DIR [unittest arguments]

Needs root and debootstrap; packages come from where this machine's do. The root is made once; the test has a copy of it."""
import pathlib
import re
import shutil
import sys
import unittest

SOURCE = WORK = None
NEEDS = ["ca-certificates", "python3", "python3-venv", "gcc", "libc6-dev"]


class Older(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        fresh.must_have_debootstrap()
        WORK.mkdir(parents=True, exist_ok=True)
        cls.dist = WORK / "dist"
        shutil.rmtree(cls.dist, ignore_errors=True)
        fresh.good(SOURCE / "scripts/wheel", cls.dist, seconds=1700)
        first, cls.root = WORK / "root", WORK / "copy"
        fresh.make_root_once(first, "bullseye", NEEDS)
        shutil.rmtree(cls.root, ignore_errors=True)
        cls.addClassCleanup(shutil.rmtree, cls.root, True)
        fresh.good("cp", "-a", first, cls.root)
        (wheel,) = cls.dist.glob("penstock-*.whl")
        shutil.copy(wheel, cls.root / "root")
        (cls.root / "root/hello.c").write_text(fresh.HELLO)
        cls.inside("python3 -m venv /root/venv && /root/venv/bin/pip install --no-index --no-deps /root/penstock-*.whl")

    @classmethod
    def inside(cls, script, run=None):
        return (run or fresh.good)(*fresh.entering(cls.root), f". /root/venv/bin/activate 2>/dev/null || true; {script}",
                                   env={"PATH": fresh.PATH, "HOME": "/root", "LANG": "C.UTF-8"})

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
        self.assertEqual(self.inside("cd /root && mpicc hello.c -o hello && mpiexec -n 2 ./hello"), "sum 1 by Penstock\n")

    def test_a_mistake_is_told(self):
        """By an exception, which our own search for its frames serves."""
        for program in ("mpiexec", "penstock"):
            done = self.inside(f"{program} --no-such-option", run=fresh.run)
            self.assertNotIn(done.returncode, (0, 134), done.stdout)
            self.assertIn("no-such-option", done.stdout)

    def test_the_module_asks_the_library(self):
        self.assertRegex(self.inside("python3 -c 'import penstock; print(penstock.info()[\"version\"], penstock.cuda_aware())'"),
                         r"^[0-9.]+ (True|False)\n$")


if __name__ == "__main__":
    SOURCE, WORK = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(2))
    sys.path.insert(0, str(SOURCE / "tests/package"))
    import fresh_root_test as fresh
    unittest.main(verbosity=2)
