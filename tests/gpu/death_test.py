#!/usr/bin/env python3
"""Ranks die while kernels of the others wait for them: the job ends, within 2 s where seconds are judged, with one cause, and
nothing is left.

death_test.py MPIEXEC GPU_VICTIM [--kills N] [--ranks N] [TEST...]
"""
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
# The number of kills in each way, at random moments.
KILLS = 2
# The keys are numbers of integers; they choose packets, a kernel that stays or is launched, and
# kernels on the application's memory.
LITTLE, MORE, MUCH = 16, 8_000, 200_000
WAYS = {"little": (LITTLE,), "more": (MORE,), "much": (MUCH,), "little started": (LITTLE, "--started"),
        "much started": (MUCH, "--started"), "little helped": (LITTLE, "--started")}
ENVIRONMENTS = {"little helped": {"PENSTOCK_PROGRESS_THREAD": "1"}}
# The time is longer than any call takes: by then the others wait for the stopped rank.
STOPPED_SECONDS = 0.1
IS_STANDIN = "fakecuda" in os.environ.get("LD_LIBRARY_PATH", "")


class GpuDeath(unittest.TestCase):
    def start(self, way, *words):
        part, *form = WAYS[way]
        return RunningJob("-n", RANKS, harness.TOOLS["victim"], "--part", part, *form, *words,
                          env={**os.environ, **ENVIRONMENTS.get(way, {})})

    def check_end(self, job, since, code, line):
        got, errors, seconds = job.finish_soon(since)
        self.assertRegex(errors, line)
        self.assertEqual(got, code, errors)
        return seconds

    def killed(self, rank, pid=r"\d+"):
        return rf"(?m)^mpiexec: rank {rank} \(pid {pid}, \S+\) was killed by signal 9 \(Killed\); ended the other {RANKS - 1} rank"

    def kill(self, job, rank, stopped):
        """Kills a rank, which is `stopped` for some time before, so that all others wait. Returns the moment."""
        pid = job.pid_of_rank(rank)
        if stopped:
            os.kill(pid, signal.SIGSTOP)
            time.sleep(STOPPED_SECONDS)
        since = time.monotonic()
        os.kill(pid, signal.SIGKILL)
        return since

    def expect_good_health(self):
        """Checks that the GPUs are free again."""
        for part in (LITTLE, MUCH):
            done = mpiexec("--timeout", 60, "-n", RANKS, harness.TOOLS["victim"], "--part", part)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(sorted(done.stdout.splitlines()), [f"rank {r} of {RANKS} ready" for r in range(RANKS)])

    def at_random_moments(self, stopped):
        seed = random.randrange(1 << 32)
        chance, slowest = random.Random(seed), 0.0
        for way in WAYS:
            for turn in range(KILLS):
                rank, delay = chance.randrange(RANKS), 0.05 * chance.random()
                with self.subTest(way=way, turn=turn, seed=seed, rank=rank), self.start(way, "wait") as job:
                    job.wait_for_lines(RANKS)
                    time.sleep(delay)
                    since = self.kill(job, rank, stopped)
                    slowest = max(slowest, self.check_end(job, since, 137, self.killed(rank)))
        print(f"{len(WAYS) * KILLS} kills, slowest end {slowest:.3f} s, seed {seed}", file=sys.stderr)
        self.expect_good_health()

    def test_kill_9_at_random_moments(self):
        self.at_random_moments(stopped=False)

    def test_kill_9_while_all_others_wait(self):
        self.at_random_moments(stopped=True)

    def test_others_that_ignore_sigterm(self):
        for way in ("little", "much"):
            with self.subTest(way=way), self.start(way, "--stubborn", "wait") as job:
                job.wait_for_lines(RANKS)
                self.check_end(job, self.kill(job, 1, stopped=True), 137, self.killed(1))

    @unittest.skipUnless(IS_STANDIN, "a GPU's driver does not kill a process at a call")
    def test_killed_between_its_word_and_its_kernel_and_inside(self):
        """All ranks have reported that they are in the call, and the others' kernels run."""
        for action in ("launch", "kernel"):
            for way in ("little", "more", "much", "much started"):
                for rank in range(RANKS):
                    with self.subTest(action=action, way=way, rank=rank), self.start(way, action, rank) as job:
                        job.wait_for_lines(RANKS)
                        self.check_end(job, time.monotonic(), 137, self.killed(rank))

    def test_abort(self):
        for way in WAYS:
            with self.subTest(way=way), self.start(way, "abort", 1) as job:
                job.wait_for_lines(RANKS)
                self.check_end(job, time.monotonic(), 42, r"rank 1 \(pid \d+, \S+\) called abort with code 42.*; ended the other")
        self.expect_good_health()

    def test_kill_9_of_mpiexec(self):
        for way in ("little", "much"):
            with self.subTest(way=way), self.start(way, "wait") as job:
                job.wait_for_lines(RANKS)
                since = time.monotonic()
                job.process.kill()
                job.finish_soon(since)
        self.expect_good_health()


def number_after(word, default):
    if word not in sys.argv:
        return default
    place = sys.argv.index(word)
    sys.argv.pop(place)
    return int(sys.argv.pop(place))


if __name__ == "__main__":
    harness.take_tools("mpiexec", "victim")
    KILLS, RANKS = number_after("--kills", KILLS), number_after("--ranks", RANKS)
    unittest.main(verbosity=2)
