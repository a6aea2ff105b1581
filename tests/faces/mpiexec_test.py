#!/usr/bin/env python3
"""mpiexec leads programs of another ABI to our library of that name.

usage: mpiexec_test.py MPIEXEC MPICH_CALLS FOLDER    FOLDER has libmpi.so.12; the program was linked with it and has no RUNPATH
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
from harness import TOOLS

ANSWER = "all calls answered as this ABI has it\n"
SHOW = ["sh", "-c", "echo $LD_LIBRARY_PATH"]


def mpiexec(*arguments, path=None, **options):
    """With this LD_LIBRARY_PATH alone; None: unset."""
    environment = harness.clean_environment(**({} if path is None else {"LD_LIBRARY_PATH": path}))
    return harness.mpiexec(*arguments, env=environment, **options)


class LoaderPath(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.faces = str(pathlib.Path(TOOLS["mpiexec"]).parent.parent / "lib/penstock/abi/mpich")
        self.assertTrue(os.path.samefile(self.faces, TOOLS["faces"]))

    def answers(self, *arguments, **options):
        done = mpiexec(*arguments, **options)
        self.assertEqual((done.returncode, done.stdout), (0, ANSWER), done.stderr)
        return done

    def test_a_program_finds_its_library_without_a_variable(self):
        bare = subprocess.run([TOOLS["program"]], env=harness.clean_environment(), capture_output=True, text=True, check=False)
        self.assertIn("libmpi.so.12", bare.stderr, "the program finds the library by itself: this test shows nothing")
        done = self.answers("-n", 2, TOOLS["program"])
        self.assertEqual(done.stderr, "")

    def test_verbose_says_so(self):
        done = self.answers("--verbose", "-n", 1, TOOLS["program"])
        self.assertIn(f"needs libmpi.so.12: {self.faces} is the first folder of its LD_LIBRARY_PATH", done.stderr)

    def test_another_library_of_that_name_stays_behind(self):
        (self.folder / "libmpi.so.12").write_text("no library")
        self.answers("-n", 1, TOOLS["program"], path=self.folder)
        self.answers("-n", 1, "-x", f"LD_LIBRARY_PATH={self.folder}", TOOLS["program"])

    def test_by_name_and_by_a_path_from_another_folder(self):
        shutil.copy(TOOLS["program"], self.folder / "program")
        self.answers("--wdir", self.folder, "-n", 1, "./program")
        environment = harness.clean_environment(PATH=f"{self.folder}:{os.environ['PATH']}")
        done = harness.mpiexec("-n", 1, "program", env=environment)
        self.assertEqual((done.returncode, done.stdout), (0, ANSWER), done.stderr)

    def test_a_script_finds_it_too(self):
        script = self.folder / "script"
        script.write_text(f"#!/bin/sh\nexec {TOOLS['program']}\n")
        script.chmod(0o755)
        self.answers("-n", 2, script)

    def test_unknown_programs_get_our_folders_last(self):
        for path, wanted in ((None, self.faces), ("", self.faces), ("/a:/b", f"/a:/b:{self.faces}"), (self.faces, self.faces)):
            shown = mpiexec("-n", 1, *SHOW, path=path).stdout.rstrip("\n")
            self.assertTrue(f"{shown}:".startswith(f"{wanted}:"), f"{path}: {shown}")

    def test_a_value_of_its_own_keeps_its_place(self):
        done = mpiexec("-n", 1, "-x", "LD_LIBRARY_PATH=/own", *SHOW, path="/a")
        self.assertTrue(done.stdout.startswith(f"/own:{self.faces}"), done.stdout)

    def test_a_launcher_in_a_launcher_adds_nothing(self):
        once = mpiexec("-n", 1, *SHOW).stdout
        self.assertEqual(mpiexec("-n", 1, TOOLS["mpiexec"], "-n", 1, *SHOW).stdout, once)

    def test_damaged_programs_are_the_kernels_to_refuse(self):
        whole = pathlib.Path(TOOLS["program"]).read_bytes()
        damaged = self.folder / "damaged"
        for cut in (0, 10, 64, 200, 1000):
            damaged.write_bytes(whole[:cut])
            damaged.chmod(0o755)
            done = mpiexec("-n", 1, damaged)
            self.assertIn(done.returncode, (0, 1, 126, 127, 128 + 11), f"{cut} bytes: {done.stderr}")
            self.assertNotIn("terminate", done.stderr)


if __name__ == "__main__":
    harness.main("mpiexec", "program", "faces")
