#!/usr/bin/env python3
"""MPI programs whose ranks or launcher die while messages are under way: the job ends, within 2 s where seconds are judged, with
one cause, and nothing is left."""
import os
import pathlib
import random
import signal
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
from harness import RunningJob, mpiexec

RANKS = 4
# The third argument says how often a rank is killed at a random moment.
RANDOM_KILLS = 10


class MpiDeath(unittest.TestCase):
    def start(self, *arguments):
        return RunningJob("-n", RANKS, harness.TOOLS["victim"], *arguments)

    def check_end(self, job, since, code, line):
        got, errors, seconds = job.finish_soon(since)
        self.assertRegex(errors, line)
        self.assertEqual(got, code, errors)

    def test_lives(self):
        for ranks in (1, 2, RANKS):
            done = mpiexec("-n", ranks, harness.TOOLS["victim"])
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(sorted(done.stdout.splitlines()), [f"rank {r} of {ranks} ready" for r in range(ranks)])

    def test_kill_9_of_every_rank_in_turn(self):
        for rank in range(RANKS):
            with self.start("wait") as job:
                job.wait_for_lines(RANKS)
                pid = job.pid_of_rank(rank)
                since = time.monotonic()
                os.kill(pid, signal.SIGKILL)
                self.check_end(job, since, 137, rf"(?m)^mpiexec: rank {rank} \(pid {pid}, \S+\) was killed by signal 9 \(Killed\); ended the other 3 ranks$")

    def test_kill_9_of_any_rank_at_random_moments(self):
        seed = random.randrange(1 << 32)
        chance = random.Random(seed)
        slowest = 0.0
        for turn in range(RANDOM_KILLS):
            rank, delay = chance.randrange(RANKS), chance.choice((0, 0.02, 0.2)) * chance.random()
            with self.subTest(turn=turn, seed=seed, rank=rank, delay=delay), self.start("wait") as job:
                # The moment lies anywhere from before MPI_Init to the middle of the traffic.
                pid = job.pid_of_rank(rank, wait=True)
                time.sleep(delay)
                since = time.monotonic()
                os.kill(pid, signal.SIGKILL)
                self.check_end(job, since, 137, rf"(?m)^mpiexec: rank {rank} \(pid {pid}, \S+\) was killed by signal 9 \(Killed\); ended the ")
                slowest = max(slowest, job.seconds)
        print(f"{RANDOM_KILLS} kills, slowest end {slowest:.2f} s, seed {seed}")

    def test_lives_with_64_descriptors(self):
        line = f"ulimit -n 64; exec {harness.TOOLS['mpiexec']} -n 4 {harness.TOOLS['victim']}"
        done = harness.run("bash", "-c", line)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("ready"), 4)

    def test_kill_9_of_mpiexec(self):
        with self.start("wait") as job:
            job.wait_for_lines(RANKS)
            since = time.monotonic()
            job.process.kill()
            _, _, seconds = job.finish_soon(since)

    def test_segfault(self):
        with self.start("segfault", 2) as job:
            job.wait_for_lines(1)
            self.check_end(job, time.monotonic(), 139, r"rank 2 \(pid \d+, \S+\) was killed by signal 11 \(Segmentation fault\); ended the other")

    def test_abort(self):
        with self.start("abort", 1) as job:
            job.wait_for_lines(1)
            self.check_end(job, time.monotonic(), 42, r"rank 1 \(pid \d+, \S+\) called abort with code 42.*; ended the other")

    def test_abort_never_looks_like_success(self):
        for code, exit_code in ((256, 1), (-1, 255), (-256, 1), (300, 44), (1 << 30, 1)):
            with self.subTest(code=code):
                done = mpiexec("-n", 2, harness.TOOLS["victim"], "abort", 1, code)
                self.assertEqual(done.returncode, exit_code, done.stderr)
                told = f"called abort with code {exit_code}: MPI_Abort was called with {code}; ended" if code != exit_code else "called abort"
                self.assertIn(told, done.stderr)
        self.assertEqual(mpiexec("-n", 2, harness.TOOLS["victim"], "abort", 1, 0).returncode, 0, "a program that asks for 0 gets it")
        alone = harness.run(harness.TOOLS["victim"], "abort", 0, 256)
        self.assertEqual(alone.returncode, 1, alone.stderr)

    def test_initial_error_handler(self):
        returned, fatal = 17, 6  # the test's own code, and that of the class MPI_ERR_RANK
        for line, exit_code in (([], fatal), (["-initial-errhandler", "mpi_errors_return"], returned),
                                (["--initial-errhandler", "mpi_errors_abort"], fatal), (["-initial-errhandler", "mpi_errors_are_fatal"], fatal)):
            with self.subTest(line=line):
                done = mpiexec("-n", 2, *line, harness.TOOLS["victim"], "error", 1)
                self.assertEqual(done.returncode, exit_code, done.stderr)
        done = mpiexec("-n", 1, harness.TOOLS["victim"], ":", "-n", 1, "-initial-errhandler", "mpi_errors_return", harness.TOOLS["victim"], "error", 1)
        self.assertEqual(done.returncode, returned, done.stderr)
        done = mpiexec("-initial-errhandler", "mpi_errors_ignore", "true")
        self.assertEqual(done.returncode, 2)
        self.assertIn("it is mpi_errors_are_fatal, mpi_errors_abort or mpi_errors_return", done.stderr)

    def test_exit_without_finalize(self):
        with self.start("exit", 3) as job:
            job.wait_for_lines(1)
            self.check_end(job, time.monotonic(), 5, r"rank 3 \(pid \d+, \S+\) exited with code 5; ended the other")

    def test_fatal_error(self):
        with self.start("fatal-error", 0) as job:
            job.wait_for_lines(1)
            since = time.monotonic()
            code, errors, seconds = job.finish_soon(since)
            self.assertNotEqual(code, 0)
            self.assertRegex(errors, r"^mpiexec: rank 0 \(pid \d+, \S+\) called abort with code \d+: MPI_Send: .*; ended the other 3 ranks\n$")


if __name__ == "__main__":
    harness.take_tools("mpiexec", "victim")
    if len(sys.argv) > 1 and sys.argv[1].isdigit():
        RANDOM_KILLS = int(sys.argv.pop(1))
    unittest.main(verbosity=2)
