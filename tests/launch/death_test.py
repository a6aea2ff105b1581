#!/usr/bin/env python3
"""Ranks and launchers that die: the job ends, within 2 s where seconds are judged, one line says why, nothing is left."""
import os
import pathlib
import signal
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
from harness import RunningJob, mpiexec

RANKS = 4


def probe(*arguments, ranks=RANKS):
    return RunningJob("-n", ranks, harness.TOOLS["probe"], *arguments)


class Death(unittest.TestCase):
    def check_end(self, job, since, code, line):
        got, errors, seconds = job.finish_soon(since)
        self.assertRegex(errors, line)
        self.assertEqual(len(errors.splitlines()), 1, errors)
        self.assertEqual(got, code)

    def test_kill_9_of_a_rank(self):
        with probe("hang-all") as job:
            job.wait_for_lines(RANKS)
            pid = job.pid_of_rank(2)
            since = time.monotonic()
            os.kill(pid, signal.SIGKILL)
            self.check_end(job, since, 137, rf"^mpiexec: rank 2 \(pid {pid}, \S+\) was killed by signal 9 \(Killed\); ended the other 3 ranks$")

    def test_kill_9_of_mpiexec(self):
        with probe("hang-all") as job:
            job.wait_for_lines(RANKS)
            since = time.monotonic()
            job.process.kill()
            code, _, seconds = job.finish_soon(since)
            self.assertEqual(code, -9)

    def test_kill_9_of_mpiexec_with_wrapped_ranks(self):
        # The rank is a shell and the program its child, in a session of its own: parent-death signals do not reach it.
        with RunningJob("-n", 3, "sh", "-c", "setsid sleep 1000 & echo ready; wait") as job:
            job.wait_for_lines(3)
            since = time.monotonic()
            job.process.kill()
            _, _, seconds = job.finish_soon(since)

    def test_segfault(self):
        with probe("segfault", 1) as job:
            job.wait_for_lines(1)
            since = time.monotonic()
            self.check_end(job, since, 139, r"rank 1 \(pid \d+, \S+\) was killed by signal 11 \(Segmentation fault\); ended the other 3 ranks$")

    def test_abort(self):
        with probe("abort", 3, 42) as job:
            job.wait_for_lines(1)
            self.check_end(job, time.monotonic(), 42,
                           r"rank 3 \(pid \d+, \S+\) called abort with code 42: asked to by the test; ended the other 3 ranks$")

    def test_abort_whose_low_byte_is_0(self):
        with probe("abort", 3, 512) as job:
            job.wait_for_lines(1)
            self.check_end(job, time.monotonic(), 1, r"called abort with code 512: asked to by the test; ended the other 3 ranks$")

    def test_exit_code(self):
        with probe("exit", 0, 5) as job:
            job.wait_for_lines(1)
            self.check_end(job, time.monotonic(), 5, r"rank 0 \(pid \d+, \S+\) exited with code 5; ended the other 3 ranks$")

    def test_exit_without_finalize(self):
        with probe("early-exit", 1) as job:
            job.wait_for_lines(1)
            self.check_end(job, time.monotonic(), 1, r"rank 1 \(pid \d+, \S+\) exited without MPI_Finalize; ended the other 3 ranks$")

    def test_none_dies(self):
        done = mpiexec("-n", 3, harness.TOOLS["probe"], "absent")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(sorted(done.stdout.splitlines()), [f"rank {r} of 3 by pmi" for r in range(3)])

    def test_rank_that_never_joins(self):
        script = f'test $PMI_RANK = 1 && exit 0; exec {harness.TOOLS["probe"]}'
        done = mpiexec("-n", 3, "sh", "-c", script)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^mpiexec: 1 rank never called MPI_Init, and \d ranks? waited for that; ended the \S+( \d)? ranks?$")

    def test_plain_programs_need_not_join(self):
        self.assertEqual(mpiexec("-n", 3, "sh", "-c", "sleep 0.$PMI_RANK").returncode, 0)

    def test_stopped_ranks_are_ended_too(self):
        with probe("stop", 1) as job:
            job.wait_for_lines(RANKS)
            victim = job.pid_of_rank(0)
            since = time.monotonic()
            os.kill(victim, signal.SIGKILL)
            self.check_end(job, since, 137, r"rank 0 .* signal 9 \(Killed\); ended the other 3 ranks$")

    def test_ranks_that_ignore_sigterm_are_ended_too(self):
        with RunningJob("-n", 3, "sh", "-c", "trap '' TERM; echo ready; while true; do sleep 0.05; done") as job:
            job.wait_for_lines(3)
            victim = harness.ranks_of(job.process.pid)[0]
            since = time.monotonic()
            os.kill(victim, signal.SIGKILL)
            self.check_end(job, since, 137, r"signal 9 \(Killed\); ended the other 2 ranks$")

    def test_children_of_ranks_are_ended(self):
        script = "sleep 1000 & setsid sleep 1000 & (setsid sh -c 'sleep 1000 & sleep 1000' &) ; echo ready; wait"
        with RunningJob("-n", 2, "sh", "-c", script) as job:
            job.wait_for_lines(2)
            victim = harness.ranks_of(job.process.pid)[0]
            since = time.monotonic()
            os.kill(victim, signal.SIGKILL)
            self.check_end(job, since, 137, r"signal 9 \(Killed\); ended the other 1 rank$")

    def test_children_left_by_a_job_that_succeeded(self):
        done = mpiexec("-n", 2, "sh", "-c", "setsid sleep 1000 & true")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(done.stderr, "mpiexec: killed 2 processes that the ranks left running\n")

    def test_failure_after_leaving_in_good_order_lets_the_others_finish(self):
        script = f'{harness.TOOLS["probe"]} && test $PMI_RANK = 1 && exit 6; sleep 0.5; echo done'
        done = mpiexec("-n", 3, "sh", "-c", script)
        self.assertEqual(done.returncode, 6)
        self.assertEqual(done.stdout.count("done"), 2)
        self.assertRegex(done.stderr, r"^mpiexec: rank 1 \(pid \d+, \S+\) exited with code 6$")

    def test_broken_launch_protocol(self):
        for said in ("cmd=nonsense", "garbage", "cmd=put key=a value=b", "x" * 100000):
            script = f"import os; os.write(int(os.environ['PMI_FD']), b'{said}\\n'); os.read(int(os.environ['PMI_FD']), 1)"
            done = mpiexec("-n", 2, sys.executable, "-c", f"import os\nif os.environ['PMI_RANK'] == '1': {script}\nelse: os.read(int(os.environ['PMI_FD']), 1)")
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stderr, r"rank 1 \(pid \d+, \S+\) broke the launch protocol: PMI .*; ended the \S+ ?\d? ranks?\n")


class WithoutLauncher(unittest.TestCase):
    def run_probe(self, pass_fds=(), **variables):
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PMI")}
        return harness.run(harness.TOOLS["probe"], pass_fds=pass_fds, env=dict(environment, **variables))

    def test_is_a_job_of_one(self):
        done = self.run_probe()
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "rank 0 of 1 by single\n", ""))

    def test_foreign_launcher_is_warned_of(self):
        done = self.run_probe(OMPI_COMM_WORLD_SIZE="4")
        self.assertEqual(done.returncode, 0)
        self.assertIn("started by Open MPI's mpirun as one of 4 (OMPI_COMM_WORLD_SIZE=4), but without PMIx or PMI-1", done.stderr)

    def test_one_of_the_many_warns(self):
        for tasks, task in (("OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"), ("SLURM_STEP_NUM_TASKS", "SLURM_PROCID"),
                            ("FLUX_JOB_SIZE", "FLUX_TASK_RANK"), ("PALS_LOCAL_SIZE", "PALS_RANKID"), ("PMI_SIZE", "PMI_RANK")):
            self.assertIn(f"one of 2 ({tasks}=2), but without PMIx or PMI-1", self.run_probe(**{tasks: "2", task: "0"}).stderr)
            self.assertEqual(self.run_probe(**{tasks: "2", task: "1"}).stderr, "")
            self.assertEqual(self.run_probe(**{tasks: "1", task: "0"}).stderr, "")

    def test_stale_descriptor_is_explained(self):
        done = self.run_probe(PMI_FD="77", PMI_RANK="0", PMI_SIZE="2")
        self.assertEqual(done.returncode, 1)
        self.assertIn("PMI_FD=77 is no open descriptor: was this program started by a rank of another job? Unset PMI_FD", done.stderr)

    def test_nonsense_from_a_launcher_is_explained(self):
        null = os.open("/dev/null", os.O_RDWR)
        for variables in ({"PMI_FD": "x"}, {"PMI_FD": "2"}, {"PMI_FD": str(null), "PMI_RANK": "-1"},
                          {"PMI_FD": str(null), "PMI_RANK": "0"}, {"PMI_FD": str(null), "PMI_RANK": "2", "PMI_SIZE": "2"},
                          {"PMI_FD": str(null), "PMI_RANK": "0", "PMI_SIZE": "2"},
                          {"PMI_PORT": "nowhere", "PMI_ID": "0"}, {"PMI_PORT": "127.0.0.1:1", "PMI_ID": "0"}):
            done = self.run_probe(pass_fds=[null], **variables)
            self.assertEqual(done.returncode, 1, variables)
            self.assertRegex(done.stderr, "launcher", variables)
        os.close(null)


class ProbeUnderMpiexec(unittest.TestCase):
    def test_every_size(self):
        for ranks in (1, 2, 3, 16):
            done = mpiexec("-n", ranks, harness.TOOLS["probe"])
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual(sorted(done.stdout.splitlines()), sorted(f"rank {r} of {ranks} by pmi" for r in range(ranks)))


if __name__ == "__main__":
    harness.main("mpiexec", "probe")
