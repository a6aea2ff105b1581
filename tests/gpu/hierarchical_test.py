#!/usr/bin/env python3
"""Collectives of memory of GPUs on several simulated hosts: kernels inside each host, messages through host memory between.

hierarchical_test.py MPIEXEC GPU_COLLECTIVES [TEST...]
"""
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness

CALLS = ("bcast", "allgather", "reduce", "allreduce", "reduce_scatter_block")
# A row of the report for messages; copies within a rank are left out.
ROW = re.compile(r"^  (?!copy local)(\w+ \w+) +(\w+) -> (\w+) +(\d+) ", re.MULTILINE)


# Every rank has another piece length.
ALL_DIFFERENT = ["sh", "-c", 'PENSTOCK_COLL_CHUNK=$((4096 * (PMI_RANK + 1))) exec "$@"', "sh"]


class Run:
    def __init__(self, ranks, hosts, *words, through=(), **environment):
        defaults = {"PENSTOCK_EXPLAIN": "1", "PENSTOCK_REPORT": "1", "PENSTOCK_FAKECUDA_DEVICES": str(ranks),
                    "PENSTOCK_SIMULATED_HOSTS": str(hosts), "PENSTOCK_COLL_CHUNK": "4K"}
        done = harness.mpiexec("--timeout", 250, "-n", ranks, *through, harness.TOOLS["collectives"], "--on-gpus", "--forms",
                               "blocking,started", *words, timeout=280, variables={**defaults, **environment})
        self.code, self.text = done.returncode, done.stdout + done.stderr

    def lines(self, call, ranks, hosts):
        return re.findall(rf"\b{call} of \d+ B on {ranks} ranks: kernels inside each of {hosts} hosts, messages on (\d+) rails",
                          self.text)

    def paths(self):
        return {row[0] for row in ROW.findall(self.text)}


class Across(unittest.TestCase):
    def check(self, ranks, hosts, rails, *words, **more):
        run = Run(ranks, hosts, *words, **more)
        summary = re.search(r"gpu_collectives: (\d+) cases, 0 failed, 0 skipped", run.text)
        self.assertTrue(run.code == 0 and summary, run.text[-4000:])
        for call in CALLS:
            self.assertEqual(set(run.lines(call, ranks, hosts)), {str(rails)}, f"{call}: {run.text[-4000:]}")
        print(f"{ranks} ranks on {hosts} hosts: {summary[1]} cases")
        return run

    def test_equal_hosts(self):
        self.check(4, 2, 2, "--seed", "51")

    def test_unequal_hosts(self):
        self.check(5, 2, 2, "--seed", "53")

    def test_the_shortest_pieces_of_all_ranks_count(self):
        self.check(4, 3, 1, "--seed", "52", through=ALL_DIFFERENT)

    def test_hosts_of_one_rank_map_nothing(self):
        run = self.check(3, 3, 1, "--seed", "54")
        self.assertIn("staged shm", run.paths())
        self.assertFalse({path for path in run.paths() if "ipc" in path}, run.paths())

    def test_slow_gpus(self):
        self.check(4, 2, 2, "--seed", "55", PENSTOCK_FAKECUDA_DELAY_US="100")

    def test_ranks_that_share_gpus(self):
        self.check(4, 2, 2, "--seed", "56", PENSTOCK_FAKECUDA_DEVICES="1")

    def test_without_room_reductions_go_over_the_host(self):
        run = Run(4, 2, "--seed", "57", PENSTOCK_COLL_WORKSPACE="0")
        self.assertEqual(run.code, 0, run.text[-4000:])
        self.assertEqual(run.lines("allreduce", 4, 2), [])
        self.assertNotEqual(run.lines("bcast", 4, 2), [])

    def test_one_order_of_all_ranks_is_not_that_of_hosts(self):
        run = Run(4, 2, "--seed", "58", PENSTOCK_DETERMINISTIC="1")
        self.assertEqual(run.code, 0, run.text[-4000:])
        self.assertEqual(run.lines("allreduce", 4, 2), [])
        self.assertNotEqual(run.lines("allgather", 4, 2), [])


if __name__ == "__main__":
    harness.main("mpiexec", "collectives")
