#!/usr/bin/env python3
"""Ranks beside their GPUs: recorded machines by what mpiexec shows, and this machine's own processors by what ranks have.

usage: placement_test.py MPIEXEC MPI_ASKER"""
import json
import os
import pathlib
import re
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
from harness import mpiexec
from machine_tree import write_machine

MACHINES = pathlib.Path(__file__).resolve().parents[1] / "machines"
SHOW = "import os; print(os.environ['PMI_RANK'], *sorted(os.sched_getaffinity(0)), os.environ.get('CUDA_VISIBLE_DEVICES'))"


def expected_placements(path):
    """Returns {ranks: [(GPU, cpus, adapter, distance)]}."""
    placements, rows = {}, None
    for line in path.read_text().splitlines():
        words = line.split()
        if not words or words[0] == "#":
            continue
        if words[0] == "ranks":
            rows = placements[int(words[1])] = []
        else:
            rows.append((words[1], words[2], words[3], " ".join(words[4:])))
    return placements


def shown_placements(text):
    """Returns the placements in the same form from --show-placement, and the last line."""
    *lines, last = text.splitlines()
    rows = []
    for line in lines[1:]:
        gpu, cpus, adapter, distance = re.fullmatch(r"\d+ +(\S+)(?: \(\S+\))? +(\S+) +(\S+)(?: \((.*)\))?", line).groups()
        rows.append((gpu, cpus, adapter, distance or "-"))
    return rows, last


def standing_for(record, **visible):
    """Returns the environment of a mpiexec that takes `record` for its own machine."""
    folder = tempfile.TemporaryDirectory(prefix="penstock-machine-")
    environment = dict(os.environ, PENSTOCK_MACHINE_ROOT=str(write_machine(record, folder.name)))
    environment.pop("CUDA_VISIBLE_DEVICES", None)
    return folder, dict(environment, **visible)


def read_record(name):
    return json.loads((MACHINES / f"{name}.topology.json").read_text())


class Recorded(unittest.TestCase):
    def show(self, name, *words, **visible):
        folder, environment = standing_for(read_record(name), **visible)
        with folder:
            done = mpiexec(*words, "--show-placement", env=environment)
        self.assertEqual((done.returncode, done.stderr), (0, ""), name)
        return shown_placements(done.stdout)

    def test_every_machine_places_ranks_as_expected(self):
        tried = 0
        for path in sorted(MACHINES.glob("*.placements")):
            name = path.name.removesuffix(".placements")
            if not read_record(name)["gpus"]:
                continue
            for ranks, placements in expected_placements(path).items():
                rows, last = self.show(name, "-n", ranks)
                self.assertEqual(rows, placements, f"{name}, {ranks} ranks")
                self.assertIn("bound to cores of the NUMA node of their GPU", last)
                tried += 1
        self.assertGreaterEqual(tried, 6)

    def test_gpus_are_shared_out_in_topology_order(self):
        self.assertEqual([row[0] for row in self.show("h200-8gpu-4rail", "-n", 4, "--gpus-per-rank", 2)[0]],
                         ["0,1", "2,3", "4,5", "6,7"])
        rows, _ = self.show("power9-4gpu", "-n", 2, "--gpus-per-rank", 2)
        self.assertEqual([(row[0], row[1]) for row in rows], [("0,1", "0-79"), ("2,3", "80-159")])
        # The numbers alternate between the nodes, but a rank's two GPUs are on one node.
        rows, _ = self.show("power9-4gpu", "-n", 2, "--gpus-per-rank", 2, CUDA_VISIBLE_DEVICES="0,2,1,3")
        self.assertEqual([row[0] for row in rows], ["0,1", "2,3"])

    def test_a_wrapper_script_is_not_needed(self):
        """The placement has the eight ranks, GPUs and adapters of a script that users had to write for such a machine."""
        rows, _ = self.show("h200-8gpu-4rail", "-n", 8)
        self.assertEqual([row[2] for row in rows], [f"mlx5_{rank // 2}" for rank in range(8)])
        self.assertEqual(len({row[1] for row in rows}), 8)

    def test_more_ranks_than_cores_are_left_alone(self):
        rows, last = self.show("h200-2gpu-vm", "-n", 33)
        self.assertEqual({row[1] for row in rows}, {"any"})
        self.assertIn("33 ranks on 32 cores", last)


class Advice(unittest.TestCase):
    """Tests that MPI_INFO_ENV and the information of MPI_COMM_WORLD tell a program which GPU to use."""

    def advised(self, ranks, record, **visible):
        folder, environment = standing_for(record, **visible)
        with folder:
            done = mpiexec("-n", ranks, "--bind-to", "none", harness.TOOLS["asker"], env=environment)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return sorted(done.stdout.splitlines(), key=lambda line: int(line.split()[0]))

    def test_each_rank_is_told_its_gpu(self):
        record = read_record("h200-8gpu-4rail")
        self.assertEqual(self.advised(3, record), [f"{rank} {rank} 8 {rank}" for rank in range(3)])
        self.assertEqual(self.advised(4, record, CUDA_VISIBLE_DEVICES="5,2"),
                         ["0 0 8 0", "1 0 8 0", "2 1 8 1", "3 1 8 1"])

    def test_where_there_is_none(self):
        self.assertEqual(self.advised(2, read_record("h200-8gpu-4rail"), CUDA_VISIBLE_DEVICES=""), ["0 - 8 -", "1 - 8 -"])
        self.assertEqual(self.advised(2, read_record("vm-2core")), ["0 - 0 -", "1 - 0 -"])


@unittest.skipIf(len(os.sched_getaffinity(0)) < 2, "one processor cannot be shared out")
class Here(unittest.TestCase):
    """The machine has two nodes made of two of this machine's processors, with a GPU on each."""

    def setUp(self):
        self.cpus = sorted(os.sched_getaffinity(0))[:2]
        record = {"cores": [{"package": n, "numa": n, "l3": -1, "cpus": [cpu]} for n, cpu in enumerate(self.cpus)],
                  "numa_nodes": [{"number": 0}, {"number": 1}], "adapters": [],
                  "gpus": [{"name": "a GPU", "uuid": f"GPU-{n}", "address": f"0000:0{n}:00.0", "bridges": [f"host0000:0{n}"],
                            "numa": 1 - n} for n in (0, 1)]}
        folder, self.environment = standing_for(record)
        self.addCleanup(folder.cleanup)

    def ranks(self, *words, **more):
        done = mpiexec("-n", 2, *words, sys.executable, "-c", SHOW, env=dict(self.environment, **more))
        self.assertEqual(done.returncode, 0, done.stderr)
        return sorted(done.stdout.splitlines()), done.stderr

    def test_ranks_run_beside_their_gpus(self):
        first, second = self.cpus
        found, said = self.ranks()
        self.assertEqual(found, [f"0 {second} None", f"1 {first} None"])
        self.assertEqual(said, "")
        self.assertEqual(self.ranks("--gpus-per-rank", 1)[0], [f"0 {second} 0", f"1 {first} 1"])
        self.assertEqual(self.ranks(CUDA_VISIBLE_DEVICES="GPU-1,GPU-0")[0], [f"0 {first} GPU-1,GPU-0", f"1 {second} GPU-1,GPU-0"])

    def test_none_leaves_them_alone(self):
        everywhere = " ".join(map(str, sorted(os.sched_getaffinity(0))))
        for words, more in ((("--bind-to", "none"), {}), ((), {"MV2_ENABLE_AFFINITY": "0"})):
            self.assertEqual(self.ranks(*words, **more)[0], [f"{rank} {everywhere} None" for rank in (0, 1)])

    def test_the_placement_is_shown_beside_the_run(self):
        found, said = self.ranks("--show-placement")
        self.assertEqual(len(found), 2)
        rows, last = shown_placements(said)
        self.assertEqual([(row[0], row[1]) for row in rows], [("0", str(self.cpus[1])), ("1", str(self.cpus[0]))])
        self.assertIn("bound to cores", last)


if __name__ == "__main__":
    harness.main("mpiexec", "asker")
