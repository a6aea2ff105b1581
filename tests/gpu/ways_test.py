#!/usr/bin/env python3
"""Collectives of GPU memory by each algorithm that a job names.

ways_test.py MPIEXEC GPU_COLLECTIVES [TEST...]
"""
import os
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness

COSCHEDULED = ("bcast", "gather", "scatter", "allgather", "alltoall", "reduce", "allreduce", "reduce_scatter_block", "scan", "exscan")
OTHERS = ("gatherv", "scatterv", "allgatherv", "alltoallw", "reduce_scatter")


def job(ranks, *words, **environment):
    defaults = {"PENSTOCK_EXPLAIN": "1", "PENSTOCK_FAKECUDA_DEVICES": str(ranks)}
    done = harness.mpiexec("--timeout", 250, "-n", ranks, harness.TOOLS["collectives"], "--on-gpus", *words, timeout=280,
                           variables={**defaults, **environment})
    return done.returncode, done.stdout + done.stderr


def named(calls, way):
    return ",".join(f"gpu {call}={way}" for call in calls)


class Ways(unittest.TestCase):
    def check(self, way, calls, how, *words, ranks=3, **environment):
        """Checks that the results are right, and that each of the collectives went that way."""
        code, text = job(ranks, *words, PENSTOCK_COLL_ALGORITHM=named(calls, way), **environment)
        summary = re.search(r"gpu_collectives: (\d+) cases, 0 failed, 0 skipped", text)
        self.assertTrue(code == 0 and summary, text[-4000:])
        never = [call for call in calls if not re.search(rf"\b{call} of \d+ B on \d+ ranks: {how}", text)]
        self.assertEqual(never, [], f"never by {way}")
        print(f"{way}, {ranks} ranks: {summary[1]} cases")
        return text

    def test_one_shot(self):
        self.check("one_shot", COSCHEDULED, r"one kernel on each GPU, through memory .*; one_shot \(PENSTOCK_COLL_ALGORITHM\)",
                   "--forms", "blocking", "--seed", "1")

    def test_pipeline(self):
        """The pipeline also serves mapped memory, and little of it."""
        text = self.check("pipeline", COSCHEDULED, r"one kernel on each GPU, through FIFOs .*; pipeline \(PENSTOCK_COLL_ALGORITHM\)",
                          "--forms", "blocking", "--seed", "2", PENSTOCK_MAP_AFTER_US="0")
        self.assertRegex(text, r"allreduce of \d{1,2} B on 3 ranks: one kernel on each GPU, through FIFOs")

    def test_workspace(self):
        self.check("workspace", COSCHEDULED + OTHERS, "kernels of all GPUs, by way of memory of the library's own on [1-9]",
                   "--seed", "3", PENSTOCK_MAP_AFTER_US="0")

    def test_direct(self):
        """The direct way also serves little data; a call whose memory cannot be mapped goes on to the next rows."""
        self.check("direct", COSCHEDULED + OTHERS, "kernels of all GPUs, on the program's own memory", "--seed", "4",
                   PENSTOCK_MAP_AFTER_US="0")

    def test_message(self):
        for ranks in (2, 4):
            text = self.check("message", COSCHEDULED + OTHERS, r"messages, wherever the data are; message \(PENSTOCK_COLL_ALGORITHM\)",
                              "--seed", "5", ranks=ranks)
            self.assertNotIn("one kernel on each GPU", text)

    def test_message_for_what_is_not_mapped(self):
        table = os.path.join(os.environ.get("TMPDIR", "/tmp"), f"penstock-ways-{os.getpid()}.conf")
        self.addCleanup(os.unlink, table)
        with open(table, "w", encoding="ascii") as file:
            file.write("schema 1\nname t\nhardware *\n")
            file.writelines(f"gpu {call} direct\ngpu {call} message\n" for call in COSCHEDULED)
        code, text = job(3, "--seed", "6", PENSTOCK_TUNE_FILE=table)
        self.assertTrue(code == 0 and "0 failed, 0 skipped" in text, text[-4000:])
        for call in COSCHEDULED:
            self.assertRegex(text, rf"\b{call} of \d+ B on 3 ranks: messages, wherever the data are; message \({re.escape(table)}:")
            self.assertRegex(text, rf"\b{call} of \d+ B on 3 ranks: kernels of all GPUs, on the program's own memory")


if __name__ == "__main__":
    harness.main("mpiexec", "collectives")
