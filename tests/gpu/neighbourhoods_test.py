#!/usr/bin/env python3
"""Neighbourhood collectives of GPU memory are messages from buffer to buffer: none is staged by way of the host.

neighbourhoods_test.py MPIEXEC MPI_TEST [TEST...]
"""
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness

# A row of the report: "  get ipc     device -> host    9    12.8 MiB ...".
ROW = re.compile(r"^  (\S+ \w+) +(\w+) -> (\w+) +(\d+) ", re.MULTILINE)
DIRECT = {"get ipc", "put ipc", "bounce ipc"}


def carried(ranks, memory, **environment):
    """Counts messages with memory of GPUs: {(path, from, to): number}."""
    done = harness.mpiexec("--timeout", harness.HANG_SECONDS - 10, "-n", ranks, harness.TOOLS["mpi_test"], "--memory", memory,
                           "--gtest_filter=Neighborhoods.*", variables={"PENSTOCK_REPORT": "1", **environment})
    text = done.stdout + done.stderr
    if done.returncode != 0 or not re.search(r"PASSED +\] [1-9]", text):
        raise AssertionError(text[-4000:])
    rows = {(path, source, target): int(count) for path, source, target, count in ROW.findall(text)}
    return {row: count for row, count in rows.items() if "device" in row[1:]}


class Neighbourhoods(unittest.TestCase):
    def from_gpu_to_gpu(self, ranks):
        found = carried(ranks, "device", PENSTOCK_MAP_AFTER_US="0")
        self.assertGreater(found.get(("get ipc", "device", "device"), 0) + found.get(("put ipc", "device", "device"), 0), 1000, found)
        self.check(found)

    def test_from_gpu_to_gpu(self):
        self.from_gpu_to_gpu(2)

    def test_among_four_gpus(self):
        self.from_gpu_to_gpu(4)

    def test_new_memory(self):
        found = carried(2, "device")
        self.assertGreater(sum(count for row, count in found.items() if row[0] in DIRECT), 1000, found)
        self.check(found)

    def test_gpus_among_hosts(self):
        found = carried(2, "device,host")
        self.assertEqual({row[1:] for row in found}, {("device", "host"), ("host", "device")})

    def check(self, found):
        """A rank's message to itself is copied within the GPU; all others take direct paths."""
        astray = [row for row in found if row[0] not in DIRECT | {"copy local"} or row[1:] != ("device", "device")]
        self.assertEqual(astray, [])
        print(", ".join(f"{' '.join(row)}: {count}" for row, count in found.items()))


if __name__ == "__main__":
    harness.main("mpiexec", "mpi_test")
