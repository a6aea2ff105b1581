#!/usr/bin/env python3
"""mpiexec leads programs of another ABI to our library of that name, and names a rank that runs on another's all the same.

usage: mpiexec_test.py MPIEXEC MPICH_CALLS FOLDER LOADS WRONG    FOLDER has libmpi.so.12; the program was linked with it and has no RUNPATH;
LOADS opens a library by name; WRONG has a stand-in for another MPI's libmpi.so.12
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
SHOW = ["sh", "-c", "echo $LD_AUDIT"]
WRONG = "I am the wrong one\n"


def mpiexec(*arguments, path=None, **options):
    """Runs mpiexec with this LD_LIBRARY_PATH alone; None: unset."""
    environment = harness.clean_environment(**({} if path is None else {"LD_LIBRARY_PATH": path}))
    return harness.mpiexec(*arguments, env=environment, **options)


class LoaderPath(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.faces = str(pathlib.Path(TOOLS["mpiexec"]).parent.parent / "lib/penstock/abi/mpich")
        self.auditor = str(pathlib.Path(self.faces).parents[1] / "libpenstock_audit.so")
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
        self.assertIn(f"needs libmpi.so.12: LD_AUDIT leads it to {self.faces}", done.stderr)

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

    def test_every_program_gets_the_auditor_behind_those_of_the_user(self):
        for before, wanted in ((None, self.auditor), ("", self.auditor), ("/a:/b", f"/a:/b:{self.auditor}"), (self.auditor, self.auditor)):
            arguments = [] if before is None else ["-x", f"LD_AUDIT={before}"]
            self.assertEqual(mpiexec("-n", 1, *arguments, *SHOW).stdout.rstrip("\n"), wanted, before)

    def test_the_search_path_stays_as_it_was(self):
        self.assertEqual(mpiexec("-n", 1, "sh", "-c", "echo $LD_LIBRARY_PATH", path="/a").stdout, "/a\n")

    def test_a_wrapper_that_changes_the_search_path(self):
        for program in ([TOOLS["program"]], [TOOLS["loads"], "libmpi.so.12"]):
            hostile = ["env", f"LD_LIBRARY_PATH={TOOLS['wrong']}", *program]
            self.assertIn(self.kept(*hostile), ("", WRONG * 2), "the path does not lead elsewhere: this test shows nothing")
            done = mpiexec("-n", 2, *hostile)
            self.assertEqual((done.returncode, done.stdout), (0, ANSWER if len(program) == 1 else "Penstock\n" * 2), done.stderr)

    def kept(self, *program):
        """Returns the output of programs that keep the library which they find without mpiexec; empty if
        that library lacks what they need."""
        return mpiexec("--keep-libraries", "-n", 2, *program).stdout

    def test_a_path_and_a_name_without_version(self):
        """Interpreters open libmpi.so, a link, or the file itself."""
        wrong = pathlib.Path(TOOLS["wrong"])
        (self.folder / "libmpi.so").symlink_to(wrong / "libmpi.so.12")
        for name in (wrong / "libmpi.so.12", self.folder / "libmpi.so", "libmpi.so"):
            hostile = ["env", f"LD_LIBRARY_PATH={self.folder}", TOOLS["loads"], name]
            self.assertEqual(self.kept(*hostile), WRONG * 2)
            done = mpiexec("-n", 2, *hostile)
            self.assertEqual((done.returncode, done.stdout), (0, "Penstock\n" * 2), done.stderr)

    def test_a_library_of_another_name_is_left_alone(self):
        shutil.copy(pathlib.Path(TOOLS["wrong"]) / "libmpi.so.12", self.folder / "libmpiother.so.1")
        done = mpiexec("-n", 1, TOOLS["loads"], self.folder / "libmpiother.so.1")
        self.assertEqual((done.returncode, done.stdout), (0, WRONG), done.stderr)

    def alone(self, *options, ranks=2, library=None):
        """Runs a job without the auditor; it lasts until mpiexec has reported the other MPI, or at most for the time limit."""
        environment = harness.clean_environment()
        file = library or pathlib.Path(TOOLS["wrong"]) / "libmpi.so.12"
        command = [TOOLS["mpiexec"], "-n", str(ranks), "--stdin", "all", *options, "env", "-u", "LD_AUDIT", TOOLS["loads"], str(file), "wait"]
        with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as job:
            said = job.stderr.readline()
            job.stdin.close()
            said += job.stderr.read()
            return said, job.wait(60)

    def test_a_rank_on_another_mpi_is_named_and_fails_the_job(self):
        said, code = self.alone()
        file = os.path.realpath(pathlib.Path(TOOLS["wrong"]) / "libmpi.so.12")
        self.assertEqual(code, 1, said)
        self.assertRegex(said, rf"^mpiexec: rank [01] \(.*\) has loaded another MPI, {file}, and has not joined this job")
        self.assertRegex(said, rf"\nmpiexec: rank [01] \(.*\) ran alone on another MPI, {file}: keep LD_AUDIT={self.auditor}")

    def test_an_mpi_that_we_have_no_library_of(self):
        other = self.folder / "libmpi.so.20"
        shutil.copy(pathlib.Path(TOOLS["wrong"]) / "libmpi.so.12", other)
        said, code = self.alone(library=other)
        self.assertEqual(code, 1, said)
        self.assertIn("Penstock has no library of that name, so build the program with mpicc", said)

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
    harness.main("mpiexec", "program", "faces", "loads", "wrong")
