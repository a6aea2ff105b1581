#!/usr/bin/env python3
"""Jobs whose ranks are in PID namespaces of their own differ from others: these tests check how they end, which paths messages
take, and what they need of the launcher. If this system allows no namespaces, ranks pretend, and each test says so.

usage: namespaces_test.py MPIEXEC APART VICTIM KINDS STANDIN [TEST...]"""
import os
import pathlib
import re
import signal
import sys
import time
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
from harness import RunningJob, mpiexec

RANKS = 3
OWN = "has a PID namespace of its own"


def tools(*names):
    return [harness.TOOLS[name] for name in names]


def environment(**more):
    return dict(os.environ, LD_LIBRARY_PATH=harness.TOOLS["standin"], **more)


class Ending(unittest.TestCase):
    def real_ones(self):
        done = mpiexec("-n", 2, *tools("pid_namespaces", "victim"))
        self.assertEqual(done.returncode, 0, done.stderr)
        if OWN not in done.stderr:
            print(f"this system allows no PID namespaces, ranks pretend: {done.stderr.strip()}")
        return OWN in done.stderr

    def pid_of(self, job, rank):
        """Returns the pid of the rank's program, not of the process that waits for it outside."""
        for pid in harness.processes_of(job.process.pid):
            of_rank = f"PMI_RANK={rank}\0".encode() in harness.read_of(pid, "environ")
            if of_rank and os.readlink(f"/proc/{pid}/exe") == os.path.realpath(harness.TOOLS["victim"]):
                return pid
        raise AssertionError(f"rank {rank} does not run")

    def test_namespaces_are_real(self):
        with RunningJob("-n", RANKS, *tools("pid_namespaces", "victim"), "wait") as job:
            job.wait_for_lines(RANKS)
            spaces = {os.readlink(f"/proc/{self.pid_of(job, rank)}/ns/pid") for rank in range(RANKS)}
            self.assertEqual(len(spaces), RANKS if self.real_ones() else 1)

    def test_a_killed_rank_ends_the_job(self):
        for rank in range(RANKS):
            with RunningJob("-n", RANKS, *tools("pid_namespaces"), "--proc", *tools("victim"), "wait") as job:
                job.wait_for_lines(RANKS)
                since = time.monotonic()
                os.kill(self.pid_of(job, rank), signal.SIGKILL)
                code, errors, seconds = job.finish_soon(since)
                self.assertRegex(errors, rf"(?m)^mpiexec: rank {rank} \(pid \d+, \S+\) was killed by signal 9 ")
                self.assertEqual(code, 137, errors)

    def test_a_killed_launcher_leaves_nothing(self):
        with RunningJob("-n", RANKS, *tools("pid_namespaces", "victim"), "wait") as job:
            job.wait_for_lines(RANKS)
            since = time.monotonic()
            job.process.kill()
            job.finish_soon(since)

    def test_codes_and_aborts_reach_the_launcher(self):
        for action, code in (("abort", 42), ("exit", 5), ("segfault", 139)):
            done = mpiexec("-n", 2, *tools("pid_namespaces", "victim"), action, 1)
            self.assertEqual(done.returncode, code, done.stderr)


class Needs(unittest.TestCase):
    """Each test takes away one of the descriptors that ranks inherit from the launcher."""

    def run_kinds(self, *words, **more):
        return mpiexec("-n", 2, *words, *tools("kinds"), "--largest", 20000, "--to", "device",
                       env=environment(PENSTOCK_LOG="info", **more))

    def test_without_the_segments_ranks_in_one_namespace_find_each_other(self):
        done = self.run_kinds("env", "-u", "PENSTOCK_SEGMENTS_FD")
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_without_the_segments_ranks_apart_are_told_the_remedy(self):
        done = self.run_kinds("env", "-u", "PENSTOCK_SEGMENTS_FD", *tools("pid_namespaces"))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("start the job with Penstock's mpiexec", done.stderr)
        self.assertIn("no transport reaches rank", done.stderr)

    def test_a_limit_on_files_is_no_failure_in_one_namespace(self):
        limited = ["sh", "-c", "ulimit -f 20000 && exec \"$0\" \"$@\"", harness.TOOLS["mpiexec"]]
        done = harness.run(*limited, "-n", 2, *tools("victim"))
        self.assertEqual(done.returncode, 0, done.stderr)
        done = harness.run(*limited, "-n", 2, *tools("pid_namespaces", "victim"), env=environment(PENSTOCK_LOG="info"))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("no transport reaches rank", done.stderr)

    def test_without_an_fd_channel_gpu_memory_goes_through_the_host(self):
        done = self.run_kinds("env", "-u", "PENSTOCK_CHANNEL_FD", *tools("pid_namespaces"), "--net")
        self.assertEqual(done.returncode, 0, done.stderr)
        if OWN not in done.stderr:
            print(f"{self.id()}: pretended, one network")
            return
        self.assertRegex(done.stderr, r"penstock\[\d\] info: .*passing 1 descriptors to another process: Connection refused")

    def test_chunks_that_cannot_be_made_are_no_failure(self):
        for entry in ("cuMemCreate", "cuMemGetAllocationGranularity", "cuMemExportToShareableHandle",
                      "cuMemImportFromShareableHandle"):
            done = mpiexec("-n", 2, *tools("pid_namespaces", "kinds"), "--largest", 20000, "--from", "device", "--to", "device",
                           env=environment(PENSTOCK_FAKECUDA_FAIL=f"{entry}:0"))
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertIn(f"{entry} failed", done.stderr)


class Ways(unittest.TestCase):
    def ways(self, kind, *options):
        done = mpiexec("-n", 2, *tools("pid_namespaces"), *options, *tools("kinds"), "--largest", 1100000, "--from", kind, "--to", kind,
                       env=environment(PENSTOCK_EXPLAIN="1", PENSTOCK_EAGER_LIMIT="4K"))
        self.assertEqual(done.returncode, 0, done.stderr)
        name = {"vmm": "device", "pool": "device"}.get(kind, kind)
        return {match[1] for match in re.finditer(rf" {name} -> {name}: (\w+(?: over \w+)?)[,:]", done.stderr)}

    def test_each_kind_of_memory(self):
        for options in ((), ("--pretend",)):
            with self.subTest(options=options):
                self.assertEqual(self.ways("device", *options), {"bounce over ipc"})
                self.assertEqual(self.ways("host", *options), {"eager over shm", "staged"})
                self.assertEqual(self.ways("pool", *options), {"bounce over ipc"})
                # The ranks map the memory by descriptors: it is pulled, pushed, or sent through slots until a mapping pays.
                vmm = self.ways("vmm", *options)
                self.assertTrue(vmm & {"get over ipc", "put over ipc"}, vmm)
                self.assertTrue(vmm <= {"get over ipc", "put over ipc", "bounce over ipc"}, vmm)


if __name__ == "__main__":
    harness.main("mpiexec", "pid_namespaces", "victim", "kinds", "standin")
