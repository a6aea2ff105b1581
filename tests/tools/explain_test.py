#!/usr/bin/env python3
"""PENSTOCK_EXPLAIN: what is said of the ways that messages take, once, and the warning where a direct way is closed.

usage: explain_test.py BUILD"""
import unittest

import tool
from tool import harness


def talk(memory="host", prefix=(), standin=False, **settings):
    """Returns the lines that two ranks of `talker` write on stderr."""
    done = harness.run(*prefix, tool.BUILD / "bin/mpiexec", "-n", 2, tool.BUILD / "bin/talker", memory,
                       env=tool.environment(standin, **settings))
    assert done.returncode == 0 and done.stdout == "2\n", f"{done.returncode}\n{done.stdout}\n{done.stderr}"
    return done.stderr.splitlines()


class Host(unittest.TestCase):
    def test_silent_when_nobody_asks(self):
        self.assertEqual(talk(), [])

    def test_each_way_and_each_collective_once(self):
        lines = talk(PENSTOCK_EXPLAIN=1)
        self.assertEqual(len(lines), len(set(lines)), lines)
        small = [line for line in lines if "64 B host -> host" in line]
        self.assertEqual(small, ["penstock: rank 1 <- rank 0, 64 B host -> host: eager over shm: host memory of at most "
                                 "PENSTOCK_EAGER_LIMIT goes with its header"])
        large = [line for line in lines if "64 KiB host -> host" in line]
        self.assertEqual(len(large), 1, lines)
        self.assertRegex(large[0], r"^penstock: rank 1 <- rank 0, 64 KiB host -> host: get over shm, [0-9.]+ us expected: "
                                   r"the cheapest direct way$")
        sums = [line for line in lines if "allreduce of 4 B on 2 ranks" in line]
        self.assertEqual(len(sums), 1, lines)

    def test_a_way_that_a_setting_closes_is_warned_of_without_being_asked(self):
        lines = talk(PENSTOCK_CMA=0)
        self.assertEqual(len(lines), 1, lines)
        self.assertRegex(lines[0], r"^penstock\[0\] warn: messages with rank 1 \(64 KiB host -> host\) .*PENSTOCK_CMA=0.* "
                                   r"Remedy: unset it$")
        self.assertEqual(talk(PENSTOCK_CMA=0, PENSTOCK_LOG="error"), [])

    def test_a_system_that_refuses_is_warned_of_with_its_remedy(self):
        lines = talk(prefix=[tool.BUILD / "bin/without_cma"])
        self.assertEqual(len(lines), 1, lines)
        for word in ("warn", "process_vm_readv", "Remedy", "SYS_PTRACE", "penstock doctor"):
            self.assertIn(word, lines[0])

    def test_the_line_of_a_staged_message_gives_its_reason(self):
        lines = [line for line in talk(PENSTOCK_CMA=0, PENSTOCK_EXPLAIN=1) if "64 KiB" in line and "warn" not in line]
        self.assertEqual(lines, ["penstock: rank 0 -> rank 1, 64 KiB host -> host: staged: neither side can reach the other's "
                                 "memory"])


def windows(kind, memory="host", prefix=(), standin=False, **settings):
    """Returns the lines about windows that two ranks of `windower` write on stderr, and all lines."""
    done = harness.run(*prefix, tool.BUILD / "bin/mpiexec", "-n", 2, tool.BUILD / "bin/windower", kind, memory,
                       env=tool.environment(standin, **settings))
    assert done.returncode == 0 and done.stdout == "right\n", f"{done.returncode}\n{done.stdout}\n{done.stderr}"
    return [line for line in done.stderr.splitlines() if "-> window" in line], done.stderr


ATOMICS = "accumulates by this rank: integers of 4 and 8 bytes by atomics of the processor, others under a lock"
STORES = "put and get by loads and stores: it is memory that this rank maps"


class Windows(unittest.TestCase):
    def test_silent_when_nobody_asks(self):
        self.assertEqual(windows("allocate")[1], "")

    def test_memory_of_the_library(self):
        for kind in ("allocate", "allocate_shared"):
            lines, text = windows(kind, PENSTOCK_EXPLAIN=1)
            self.assertEqual(lines, [f"penstock: rank 0 -> window of rank 1 (MPI_Win_{kind}, host memory): {STORES}; {ATOMICS}; "
                                     "rank 1 need not call MPI"], text)

    def test_memory_of_the_program(self):
        for kind in ("create", "create_dynamic"):
            lines, text = windows(kind, PENSTOCK_EXPLAIN=1)
            self.assertEqual(lines, [f"penstock: rank 0 -> window of rank 1 (MPI_Win_{kind}, host memory): put and get by one copy by "
                                     "process id (shm): it is memory of the program; MPI_Win_allocate gives memory for loads and stores; "
                                     "accumulates by this rank, under a lock; rank 1 need not call MPI"], text)

    def test_memory_of_the_program_that_nobody_may_copy(self):
        served = "accumulates by messages that rank 1 executes; rank 1 does its part in its calls of MPI, or in its " \
                 "progress thread (PENSTOCK_PROGRESS_THREAD)"
        lines, text = windows("create", PENSTOCK_EXPLAIN=1, PENSTOCK_CMA=0)
        self.assertEqual(lines, ["penstock: rank 0 -> window of rank 1 (MPI_Win_create, host memory): put and get by messages: "
                                 "PENSTOCK_CMA=0 turns the single copy off. Remedy: unset it; or MPI_Win_allocate gives memory for "
                                 f"loads and stores; {served}"], text)
        lines, text = windows("create", prefix=[tool.BUILD / "bin/without_cma"], PENSTOCK_EXPLAIN=1)
        self.assertEqual(len(lines), 1, text)
        for word in ("by messages: the system refuses process_vm_readv", "SYS_PTRACE", served):
            self.assertIn(word, lines[0])

    def test_a_rank_that_serves_says_so_once(self):
        def told(**environment):
            text = windows("create", PENSTOCK_EXPLAIN=1, **environment)[1]
            return sorted(line for line in text.splitlines() if "serves operations on its windows" in line)
        self.assertEqual(told(), [])
        for thread, how in (("0", "in its calls of MPI (PENSTOCK_PROGRESS_THREAD=1 starts a thread for it)"),
                            ("1", "in its progress thread (PENSTOCK_PROGRESS_THREAD=0 does without)")):
            self.assertEqual(told(PENSTOCK_CMA=0, PENSTOCK_PROGRESS_THREAD=thread),
                             [f"penstock: rank {rank} serves operations on its windows {how}: other ranks of the host cannot copy its "
                              "memory" for rank in range(2)])

    def test_the_name_of_a_window(self):
        lines, text = windows("named", PENSTOCK_EXPLAIN=1)
        self.assertEqual(len(lines), 1, text)
        self.assertIn("rank 0 -> window halo of rank 1 (MPI_Win_allocate, host memory): ", lines[0])

    def test_memory_of_a_gpu(self):
        if not tool.has_standin():
            self.skipTest("this build has no stand-in driver")
        lines, text = windows("create", "device", standin=True, PENSTOCK_EXPLAIN=1)
        self.assertEqual(len(lines), 1, text)
        self.assertIn("(MPI_Win_create, device memory): put and get by copies of this rank's GPU (ipc): this process maps the GPU "
                      "memory; accumulates by kernels of this rank's GPU", lines[0])
        lines, text = windows("create", "device", standin=True, PENSTOCK_EXPLAIN=1, PENSTOCK_CUDA_IPC=0)
        self.assertEqual(len(lines), 1, text)
        self.assertIn("put and get by messages: PENSTOCK_CUDA_IPC=0", lines[0])
        lines, text = windows("create", "managed", standin=True, PENSTOCK_EXPLAIN=1)
        self.assertIn("managed memory): put and get by messages: managed memory is moved by its owner", lines[0], text)

    def test_the_report_has_rows_of_windows(self):
        # An unlock flushes if any operation is in progress, which is not the case after loads and stores.
        for kind, flushes, rows in (("allocate", 8, ("rma put direct", "rma accumulate atomic", "rma flush")),
                                    ("create", 12, ("rma put shm", "rma accumulate lock", "rma flush"))):
            _, text = windows(kind, PENSTOCK_REPORT=1)
            # Two windows are used twice: each with 3 puts of 8 B, 1 accumulate of 8 B and 2 flushes.
            for row, count, size in zip(rows, (12, 4, flushes), ("96 B", "32 B", "0 B")):
                self.assertRegex(text, rf"(?m)^  {row} +host -> host +{count} +{size} ")
            self.assertRegex(text, r"(?m)^  rma flush .* - +-$")


def choose(count, of_communicator, of_call, **settings):
    """Runs a sum of `count` integers on two ranks of `chooser`: (exit status, lines of allreduce, all of stderr)."""
    done = harness.run(tool.BUILD / "bin/mpiexec", "-n", 2, tool.BUILD / "bin/chooser", count, of_communicator, of_call,
                       env=tool.environment(False, PENSTOCK_EXPLAIN=1, **settings))
    assert done.returncode != 0 or done.stdout == "right\n", f"{done.stdout}\n{done.stderr}"
    return done.returncode, [line for line in done.stderr.splitlines() if f"allreduce of {4 * count} B" in line], done.stderr


class Named(unittest.TestCase):
    """The algorithm is named by the penstock_coll_algorithm of a persistent call, of its communicator, and by
    PENSTOCK_COLL_ALGORITHM, in this order."""

    def chosen(self, *words, **settings):
        code, lines, text = choose(*words, **settings)
        self.assertEqual(code, 0, text)
        self.assertEqual(len(lines), 1, text)
        return lines[0]

    def test_the_call_comes_first(self):
        job = {"PENSTOCK_COLL_ALGORITHM": "allreduce=rabenseifner"}
        for text in ("ring", "allreduce=ring", "bcast=binomial, allreduce=ring"):
            self.assertIn("2 ranks: ring: the first row that fits (penstock_coll_algorithm of the call)",
                          self.chosen(1000, "allreduce=pairwise", text, **job))
        self.assertIn("2 ranks: pairwise: the first row that fits (penstock_coll_algorithm)", self.chosen(1000, "allreduce=pairwise", "", **job))
        self.assertIn("2 ranks: rabenseifner: the first row that fits (PENSTOCK_COLL_ALGORITHM)", self.chosen(1000, "", "", **job))
        self.assertIn("2 ranks: rabenseifner: ", self.chosen(1000, "", "bcast=binomial", **job))

    def test_what_does_not_fit_leaves_it_to_the_communicator(self):
        line = self.chosen(1, "allreduce=pairwise", "ring")  # fewer elements than ranks
        self.assertIn("2 ranks: pairwise: the first row that fits (penstock_coll_algorithm), not ring (penstock_coll_algorithm of "
                      "the call): ", line)
        self.assertIn("2 ranks: pairwise: ", self.chosen(1000, "allreduce=pairwise", "ring:64"))

    def test_a_name_that_there_is_not(self):
        code, lines, text = choose(8, "", "rings")
        self.assertNotEqual(code, 0)
        self.assertEqual(lines, [])
        self.assertIn("penstock_coll_algorithm of the call: allreduce has no algorithm 'rings'; there are shm", text)


class StandIn(unittest.TestCase):
    def setUp(self):
        if not tool.has_standin():
            self.skipTest("this build has no stand-in driver")

    def test_device_memory_moves_directly(self):
        lines = talk("device", standin=True, PENSTOCK_EXPLAIN=1)
        large = [line for line in lines if "64 KiB device -> device" in line]
        self.assertEqual(len(large), 1, lines)
        self.assertIn("rank 1 <- rank 0, 64 KiB device -> device: get over ipc", large[0])
        self.assertEqual([line for line in lines if "warn" in line], [])

    def test_ranks_that_share_a_gpu_without_mps(self):
        alone = dict(standin=True, PENSTOCK_FAKECUDA_DEVICES=1)
        told = "ranks share GPU 0, and MPS does not serve it"
        lines = [line for line in talk("device", PENSTOCK_EXPLAIN=1, **alone) if told in line]
        self.assertIn(len(lines), (1, 2), lines)  # each rank reports it once, if it accesses the other's memory
        self.assertIn("Remedy: start MPS before the job, with nvidia-cuda-mps-control -d", lines[0])
        self.assertTrue(any(told in line for line in talk("device", PENSTOCK_LOG="info", **alone)))
        self.assertEqual(talk("device", **alone), [])
        self.assertFalse(any(told in line for line in talk("device", PENSTOCK_EXPLAIN=1, PENSTOCK_FAKECUDA_MPS=1, **alone)))
        self.assertFalse(any("ranks share" in line for line in talk("device", standin=True, PENSTOCK_EXPLAIN=1)))

    def test_memory_of_a_pool(self):
        self.assertEqual(talk("pool", standin=True), [], "it goes through bounce buffers, as fast as it can")
        lines = talk("pool", standin=True, PENSTOCK_BOUNCE_BUFFERS=0)
        self.assertEqual(len(lines), 1, lines)
        for word in ("warn", "cudaMallocAsync", "Remedy", "cudaMalloc"):
            self.assertIn(word, lines[0])

    def test_ipc_turned_off(self):
        lines = talk("device", standin=True, PENSTOCK_CUDA_IPC=0)
        self.assertEqual(len(lines), 1, lines)
        self.assertIn("PENSTOCK_CUDA_IPC=0", lines[0])

    def test_gpus_out_of_reach(self):
        lines = talk("device", standin=True, PENSTOCK_FAKECUDA_NO_PEER="0-1")
        self.assertEqual(len(lines), 1, lines)
        self.assertIn("CUDA_VISIBLE_DEVICES", lines[0])

    def test_managed_memory_goes_in_pieces_and_nobody_is_to_blame(self):
        self.assertEqual(talk("managed", standin=True), [])


if __name__ == "__main__":
    tool.main()
