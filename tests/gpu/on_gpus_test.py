#!/usr/bin/env python3
"""Collectives of memory of GPUs go from GPU to GPU, whatever its kind and layout: no message carries any of it.

on_gpus_test.py MPIEXEC GPU_COLLECTIVES [TEST...]
"""
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness

CALLS = ("bcast", "gather", "gatherv", "scatter", "scatterv", "allgather", "allgatherv", "alltoall", "alltoallw",
         "reduce", "allreduce", "reduce_scatter_block", "reduce_scatter", "scan", "exscan")
AS_IT_LIES = "kernels of all GPUs, on the program's own memory"
ONE_SHOT = "one kernel on each GPU, through memory of the library's own"
IN_ONE_SHOT = ("bcast", "gather", "scatter", "allgather", "alltoall", "reduce", "allreduce", "reduce_scatter_block", "scan", "exscan")
PIPELINE = "one kernel on each GPU, through FIFOs of the library's own"
STAGED = "kernels of all GPUs, by way of memory of the library's own on [1-9]"
# A row of the report: "  get ipc     device -> host    9    12.8 MiB ..."; copies within a rank are not messages.
ROW = re.compile(r"^  (?!copy local)(\S.*?) +(\w+) -> (\w+) +(\d+) ", re.MULTILINE)


class Run:
    def __init__(self, ranks, words, **environment):
        defaults = {"PENSTOCK_EXPLAIN": "1", "PENSTOCK_REPORT": "1", "PENSTOCK_FAKECUDA_DEVICES": str(ranks),
                    "PENSTOCK_COLL_ONE_SHOT": "0"}
        done = harness.mpiexec("--timeout", 250, "-n", ranks, harness.TOOLS["collectives"], "--on-gpus", *words, timeout=280,
                               variables={**defaults, **environment})
        self.code, self.text = done.returncode, done.stdout + done.stderr

    def carried(self):
        """Returns the paths by which messages carried memory of GPUs."""
        return [row for row in ROW.findall(self.text) if {"device", "managed"} & {row[1], row[2]}]

    def never(self, how):
        return [call for call in CALLS if not re.search(rf"\b{call} of \d+ B on \d+ ranks: {how}", self.text)]


class OnGpus(unittest.TestCase):
    def check(self, *runs, **environment):
        """Every call has to take each path in one of the runs (ranks, words), whose layouts are drawn from their seeds."""
        ways = {STAGED: set(CALLS), AS_IT_LIES: set(CALLS)}
        for ranks, words in runs:
            run = Run(ranks, words.split(), **environment)
            summary = re.search(r"gpu_collectives: (\d+) cases, 0 failed, 0 skipped", run.text)
            self.assertTrue(run.code == 0 and summary, run.text[-4000:])
            self.assertEqual(run.carried(), [], "messages carried memory of GPUs")
            for how, missing in ways.items():
                missing &= set(run.never(how))
            print(f"{ranks} ranks, {words}: {summary[1]} cases, no message of memory of GPUs")
        for how, missing in ways.items():
            self.assertEqual(missing, set(), f"never went by {how}")

    def test_blocking(self):
        self.check((2, "--forms blocking --seed 21"), (3, "--forms blocking --seed 22"))

    def test_started(self):
        self.check((2, "--forms started --seed 23"), (4, "--forms started --seed 24"))

    def test_persistent(self):
        """The communicators' members have exchanged their GPUs before."""
        self.check((2, "--forms persistent --seed 27"), (3, "--forms persistent --seed 28"),
                   (4, "--forms persistent --seed 29"))

    def test_ranks_that_wait_for_their_gpus(self):
        """Many ranges of chunks are exported to ranks that have no use for them."""
        self.check((4, "--seed 11"), PENSTOCK_FAKECUDA_DELAY_US="100")

    def test_ranks_that_share_gpus(self):
        self.check((4, "--seed 25"), PENSTOCK_FAKECUDA_DEVICES="2")

    def test_in_one_shot(self):
        """Blocking calls of little data take one shot, even if ranks are late; started calls, and
        ranks that share a GPU, do not."""
        missing = set(IN_ONE_SHOT)
        for ranks, words in ((2, ("--seed", "31")), (3, ("--seed", "32")), (4, ("--seed", "33", "--forms", "blocking"))):
            run = Run(ranks, words, PENSTOCK_COLL_ONE_SHOT="512K")
            self.assertTrue(run.code == 0 and "0 failed, 0 skipped" in run.text, run.text[-4000:])
            missing &= set(run.never(ONE_SHOT))
        self.assertEqual(missing, set(), "never in one shot")
        for words, devices in ((("--forms", "started"), "2"), (("--forms", "blocking"), "1")):
            run = Run(2, words, PENSTOCK_COLL_ONE_SHOT="512K", PENSTOCK_FAKECUDA_DEVICES=devices)
            self.assertEqual(run.code, 0, run.text[-4000:])
            self.assertEqual(run.never(ONE_SHOT), list(CALLS))

    def test_pipelines(self):
        """Blocking calls of more data take pipelines if mapping never pays, unless memory has gaps or lies elsewhere."""
        new = {"PENSTOCK_COLL_ONE_SHOT": "64", "PENSTOCK_MAP_AFTER_US": "1000000000"}
        missing = set(IN_ONE_SHOT)
        for ranks, words in ((2, ("--seed", "41", "--forms", "blocking")), (3, ("--seed", "42", "--forms", "blocking"))):
            run = Run(ranks, words, **new)
            self.assertTrue(run.code == 0 and "0 failed, 0 skipped" in run.text, run.text[-4000:])
            missing &= set(run.never(PIPELINE))
        self.assertEqual(missing, set(), "never flowed")
        for environment in ({"PENSTOCK_COLL_PIPELINE": "0"}, {"PENSTOCK_FAKECUDA_DEVICES": "1"}):
            run = Run(2, ("--forms", "blocking", "--seed", "43"), **{**new, **environment})
            self.assertEqual(run.code, 0, run.text[-4000:])
            self.assertEqual(run.never(PIPELINE), list(CALLS))

    def without_room(self, *words):
        for environment in ({"PENSTOCK_COLL_WORKSPACE": "0"}, {"PENSTOCK_COLL_DEVICES": "0"}):
            run = Run(2, ("--seed", "26", *words), **environment)
            self.assertEqual(run.code, 0, run.text[-4000:])
            self.assertNotEqual(run.carried(), [])
            self.assertEqual(run.never(STAGED), list(CALLS))

    def test_without_room_calls_go_over_the_host(self):
        """Here the counters that this test reads are not 0, which shows that they work."""
        self.without_room()

    def test_without_room_blocking_calls_go_over_the_host(self):
        self.without_room("--forms", "blocking")


if __name__ == "__main__":
    harness.main("mpiexec", "collectives")
