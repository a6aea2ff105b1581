#!/usr/bin/env python3
"""penstock-bench and penstock bench on our library: every case, memory and datatype, checks that can fail, words that are wrong.

bench_test.py BIN_DIR SOURCE_DIR DRIVER_DIR [--few] [TEST...]
  DRIVER_DIR: folder of the stand-in driver's libcuda.so.1, or none. --few: one or two of each list of memories, datatypes, windows.
"""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness
from harness import run, run_json
from judge import GROUPS, REDUCTIONS, SINGLE, Judge, all_cases

BIN = SOURCE = DRIVER = pathlib.Path()
FEW = False
QUICK = ("--seconds", "0.0005", "--window", "8")
SIZES = (8, 20480)


def with_driver():
    if str(DRIVER) == "none":
        return {}
    return harness.with_standin(DRIVER, PENSTOCK_FAKECUDA_KERNELS=DRIVER / "libpenstock_bench_fake_kernels.so")


def job(ranks, *words):
    return run_json(BIN / "mpiexec", "--timeout", 150, "-n", ranks, BIN / "penstock-bench", *words, timeout=200,
                    variables=with_driver())


def chosen(every, few):
    return few if FEW else every


class Cases(unittest.TestCase, Judge):
    def every_case(self, memory, datatype, ranks=2, cases="all", sizes=SIZES):
        done, document = job(ranks, cases, "--memory", memory, "--datatype", datatype, "--sizes", ",".join(map(str, sizes)), *QUICK)
        self.succeeded(done)
        missing = REDUCTIONS | SINGLE if datatype != "contiguous" else set()
        names = all_cases() if cases == "all" else GROUPS[cases].split()
        self.judge(document, names, sizes, ranks, missing)
        self.assertEqual(document["options"]["datatype"], datatype)
        self.assertEqual(document["label"], "penstock")
        return document

    def test_host(self):
        document = self.every_case("host", "contiguous")
        self.assertEqual(document["where"], "host")

    def test_every_datatype(self):
        for datatype in chosen(("vector", "subarray", "indexed", "struct"), ("struct",)):
            self.assertEqual(self.every_case("host", datatype)["options"]["stride"], 128)

    def test_three_ranks(self):
        done, document = job(3, "coll,icoll,pcoll", "--sizes", "4,1200,12288", *QUICK)
        self.succeeded(done)
        names = [name for group in ("coll", "icoll", "pcoll") for name in GROUPS[group].split()]
        for one in document["cases"]:  # each of three ranks has one part
            if "reduce_scatter_block" in one["case"]:
                self.judge_case(one, [1200, 12288])
                one["rows"].insert(0, dict(one["rows"][0], bytes=4))
        self.judge(document, names, [4, 1200, 12288], ranks=3)

    def test_pairs_of_four_ranks(self):
        self.every_case("host", "contiguous", ranks=4, cases="p2p")

    def test_every_window_and_synchronisation(self):
        kinds = ("create", "allocate", "dynamic", "shared")
        syncs = ("flush", "flush_local", "lock", "lock_all", "pscw", "fence")
        every = [(kind, sync) for turn, sync in enumerate(syncs) for kind in kinds[turn % 2::2]]
        for kind, sync in chosen(every, (("create", "flush_local"), ("allocate", "lock"), ("dynamic", "pscw"), ("shared", "fence"))):
            done, document = job(2, "rma", "-w", kind, "--sync-option", sync, "--sizes", "8,20480", *QUICK)
            self.succeeded(done)
            self.judge(document, GROUPS["rma"].split(), SIZES)
            self.assertEqual((document["options"]["win"], document["options"]["sync"]), (kind, sync))
            self.assertIn(f"window: {kind}, ended by {sync}", done.stdout)

    def test_one_sided_pairs_of_four_ranks(self):
        document = self.every_case("host", "contiguous", ranks=4, cases="rma")
        rate = next(one for one in document["cases"] if one["case"] == "put_mr")["rows"][0]
        self.assertAlmostEqual(rate["per_pair"] * 2, rate["value"], delta=rate["value"] * 1e-6 + 1e-3)
        locks = document["cases"][-1]["rows"][0]
        self.assertTrue(0 < locks["fairness"] <= 1, locks)

    def test_windows_over_memory_of_a_gpu(self):
        for kind, sync in chosen((("dynamic", "pscw"), ("create", "fence"), ("create", "lock")), (("create", "lock"),)):
            done, document = job(2, "rma", "-w", kind, "-s", sync, "--memory", "device", "--sizes", "20480", *QUICK)
            self.succeeded(done)
            self.judge(document, GROUPS["rma"].split(), SIZES[1:])

    def test_memory_of_a_gpu(self):
        every = (("device", "all", SIZES), ("device:host", "all", SIZES), ("managed", "all", SIZES[1:]),
                 ("pinned", "all", SIZES[1:]), ("host:device", "p2p", SIZES), ("pool", "p2p", SIZES))
        for memory, cases, sizes in chosen(every, (("device:host", "all", SIZES[1:]), ("pool", "p2p", SIZES[1:]))):
            document = self.every_case(memory, "contiguous", cases=cases, sizes=sizes)
            self.assertNotEqual(document["where"], "host")
            self.assertEqual(document["options"]["memory"], (memory.split(":") * 2)[:2])

    def test_every_datatype_on_a_gpu(self):
        for datatype in chosen(("vector", "subarray", "indexed", "struct"), ("subarray",)):
            # A row of a subarray has 128 bytes; test_one_displaced_block_on_a_gpu sends half of one.
            first = 128 if datatype == "subarray" else 8
            self.every_case("device:host", datatype, cases="p2p", sizes=(first, 20480))
            self.every_case("device", datatype, cases="coll", sizes=SIZES[1:])

    def test_computing_on_a_gpu(self):
        done, document = job(2, "iallreduce,ibcast", "--memory", "device", "--compute", "gpu", "--sizes", "8,64K", *QUICK)
        self.succeeded(done)
        self.judge(document, ["iallreduce", "ibcast"], [8, 65536])
        done, _ = job(2, "ibcast", "--compute", "gpu", "--sizes", 8, *QUICK)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("needs buffers on a GPU", done.stderr)

    # This is one block that begins behind the buffer's address, and is received eagerly into device memory.
    def test_one_displaced_block_on_a_gpu(self):
        done, _ = job(2, "latency", "--memory", "device:host", "--datatype", "subarray", "--sizes", 64, *QUICK)
        self.assertEqual(done.returncode, 0)

    # The messages have tags of their own and are sent in the opposite order, both ways.
    def test_windows_in_the_opposite_order(self):
        done, document = job(2, "mr,bibw", "--reversed", "--sizes", "8,64K", "--seconds", "0.0005", "--window", 300)
        self.succeeded(done)
        self.assertEqual((document["options"]["reversed"], document["options"]["window"]), (True, 300))
        self.assertIn("windows of 300 sent in the opposite order", done.stdout)
        done, _ = job(2, "mr", "--reversed", "--plant-error", "--sizes", 8, *QUICK)
        self.assertEqual(done.returncode, 1)

    def test_fresh_and_cold(self):
        for memory in ("host", "device:host"):
            done, document = job(2, "latency,bw,allreduce,ialltoall", "--memory", memory, "--fresh", "--sizes", "64K,8", *QUICK)
            self.succeeded(done)
            self.judge(document, ["latency", "bw", "allreduce", "ialltoall"], [65536, 8])
            self.assertTrue(document["options"]["fresh"])
        done, document = job(2, "latency,allreduce", "--cold", "--sizes", 8, *QUICK)
        self.succeeded(done)
        self.judge(document, ["latency", "allreduce"], [8])
        self.assertIn("1 ms idle", done.stdout)

    def test_staged_by_hand(self):
        for memory in chosen(("device", "device:managed"), ("device:managed",)):
            done, document = job(3, "coll", "--memory", memory, "--staged", "--sizes", "12,1200,12288", *QUICK)
            self.succeeded(done)
            self.judge(document, GROUPS["coll"].split(), [12, 1200, 12288], ranks=3)
            self.assertTrue(document["options"]["staged"])
        done, document = job(2, "allgather", "--memory", "device", "--staged", "--fresh", "--sizes", "4K", *QUICK)
        self.succeeded(done)
        self.judge(document, ["allgather"], [4096])

    def test_windows_staged_by_hand(self):
        for kind, sync in chosen((("create", "flush"), ("allocate", "pscw"), ("dynamic", "fence")), (("allocate", "pscw"),)):
            done, document = job(2, "rma", "--memory", "device", "--staged", "-w", kind, "-s", sync, "--sizes", "8,20480", *QUICK)
            self.succeeded(done)
            self.judge(document, GROUPS["rma"].split(), SIZES, unsupported={"lock_contention"})
            self.assertTrue(document["options"]["staged"])
        done, document = job(2, "rma", "--memory", "device:managed", "--staged", "--fresh", "--plant-error", "--sizes", 8, *QUICK)
        self.assertEqual(done.returncode, 1, done.stderr)
        found = [one["rows"][0]["checked"] for one in document["cases"] if "unsupported" not in one]
        self.assertEqual(found, [False] * (len(GROUPS["rma"].split()) - 1))

    def test_columns(self):
        done, _ = job(2, "latency,ibcast", "--full", "--sizes", 8, *QUICK)
        self.succeeded(done)
        lines = done.stdout.splitlines()
        heads = [line.split() for line in lines if line.startswith("# Size")]
        self.assertEqual(heads[0], "# Size Latency (us) min p50 p99 max Iterations".split())
        self.assertEqual(heads[1], "# Size Pure Comm.(us) Overall(us) Compute(us) Overlap(%) min p50 p99 max Iterations".split())
        rows = [line.split() for line in lines if line and line[0].isdigit()]
        self.assertEqual([(row[0], len(row)) for row in rows], [("8", 7), ("8", 10)])

    def test_default_sizes_double(self):
        done, document = job(2, "latency", "--min", "1K", "--max", "4K", *QUICK)
        self.succeeded(done)
        self.judge(document, ["latency"], [1024, 2048, 4096])


class Checks(unittest.TestCase, Judge):
    """Tests that the data check can fail, in each kind of case."""

    def test_one_wrong_byte_is_found(self):
        names = ["latency", "bw", "mr", "bcast", "allreduce", "alltoallw", "ireduce_scatter", "iexscan"]
        done, document = job(2, ",".join(names), "--sizes", 8, "--plant-error", *QUICK)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertEqual(done.stdout.count("WRONG DATA"), len(names))
        self.assertEqual([one["rows"][0]["checked"] for one in document["cases"]], [False] * len(names))

    def test_one_wrong_byte_of_a_one_sided_call(self):
        names = GROUPS["rma"].split()
        for words in chosen(((), ("-w", "dynamic", "-s", "pscw"), ("-w", "create", "-s", "lock")), (("-w", "dynamic", "-s", "pscw"),)):
            done, document = job(2, "rma", "--sizes", 8, "--plant-error", *words, *QUICK)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertEqual([one["rows"][0]["checked"] for one in document["cases"]], [False] * len(names))

    def test_one_wrong_byte_in_a_gap_or_on_a_device(self):
        for words in (("--datatype", "vector"), ("--memory", "device"), ("--memory", "host:device")):
            done, _ = job(2, "latency,allgather", "--sizes", 4096, "--plant-error", *words, *QUICK)
            self.assertEqual((done.returncode, done.stdout.count("WRONG DATA")), (1, 2), done.stderr)


class Words(unittest.TestCase):
    def refused(self, sentence, *words, ranks=2):
        done, document = job(ranks, *words)
        self.assertEqual(done.returncode, 2, done.stderr)
        said = [line for line in done.stderr.splitlines() if line.startswith("penstock-bench:")]
        self.assertEqual(len(said), 1, done.stderr)
        self.assertRegex(said[0], sentence)
        self.assertIsNone(document)

    def test_bad_words_are_said_once(self):
        self.refused("no case or group 'nonsense'; --list", "nonsense")
        self.refused("name a case or a group")
        self.refused("memory 'vram' is none of", "latency", "--memory", "vram")
        self.refused("--min is above --max", "latency", "--min", "8K", "--max", "1K")
        self.refused("--sizes takes 1 to 1G", "latency", "--sizes", "0")
        self.refused("--datatype", "latency", "--datatype", "nested")
        self.refused("--block", "latency", "--datatype", "vector", "--block", 48)
        self.refused("--windw", "latency", "--windw", "3")
        self.refused("needs at least 2 ranks; start it with", "latency", ranks=1)
        self.refused("--win-options", "put_lat", "-w", "pinned")
        self.refused("--sync-option", "put_lat", "-s", "post")
        self.refused("makes memory of the host; with --memory device take create or dynamic", "put_lat", "-w", "allocate",
                     "--memory", "device")
        self.refused("fop_lat has one element", "fop_latency,fop_lat", "--datatype", "vector")
        self.refused("mbw_mr pairs the ranks: it needs an even number, not 3", "mbw_mr", ranks=3)

    def test_a_group_leaves_out_what_does_not_fit(self):
        done, document = job(3, "p2p", "--sizes", 8, *QUICK)
        self.assertEqual(done.returncode, 0, done.stderr)
        without = [one["case"] for one in document["cases"] if "unsupported" in one]
        self.assertEqual(without, ["mbw_mr", "multi_lat", "mr"])

    def test_unwritable_json_is_said_before_measuring(self):
        done = run(BIN / "mpiexec", "-n", 2, BIN / "penstock-bench", "latency", "--json", "/nowhere/x.json")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("cannot write /nowhere/x.json", done.stderr)
        self.assertNotIn("# Size", done.stdout)

    def test_no_gpu(self):
        done = run(BIN / "mpiexec", "-n", 2, BIN / "penstock-bench", "latency", "--memory", "device",
                   variables={"CUDA_VISIBLE_DEVICES": ""})
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("device memory needs a GPU and its driver", done.stderr)

    def test_list_names_every_case(self):
        done = run(BIN / "penstock-bench", "--list")
        for group, names in GROUPS.items():
            self.assertIn([group, *names.split()], [line.split() for line in done.stdout.splitlines()])


class Front(unittest.TestCase, Judge):
    """Tests `penstock bench`."""

    def front(self, *words):
        return run_json(BIN / "penstock", "bench", *words, timeout=200)

    def test_starts_a_job(self):
        done, document = self.front("latency", "--sizes", 8, *QUICK)
        self.succeeded(done)
        self.judge(document, ["latency"], [8])
        done, document = self.front("bcast", "--ranks=3", "--bind-to", "none", "--sizes", 8, *QUICK)
        self.succeeded(done)
        self.judge(document, ["bcast"], [8], ranks=3)

    def test_names_of_the_osu_benchmarks(self):
        done, document = self.front("put_latency,get_acc_latency,cas_latency", "-w", "create", "-s", "lock", "--sizes", 8, *QUICK)
        self.succeeded(done)
        self.judge(document, ["put_lat", "get_acc_lat", "cas_lat"], [8])

    def test_start_of_a_job(self):
        done, document = self.front("init,memory")
        self.succeeded(done)
        self.judge(document, ["init", "memory"], [])
        row = document["cases"][0]["rows"][0]
        self.assertGreater(row["start_ms"], row["value"])
        self.assertGreater(row["finalize_ms"], 0)
        memory = document["cases"][1]["rows"][0]
        self.assertGreater(memory["rss_traffic"], 0)
        self.assertGreaterEqual(memory["rss_init"], memory["pss_init"])

    def test_wrong_words_and_wrong_data(self):
        for words, sentence in ((("latency", "--ranks", "two"), "--ranks takes a whole number from 1 to"),
                                (("latency", "--ranks", "0"), "not '0'")):
            done, _ = self.front(*words)
            self.assertEqual(done.returncode, 2)
            self.assertIn(sentence, done.stderr)
        done = run(BIN / "penstock", "bench", "latency", "--ranks")
        self.assertEqual(done.returncode, 2)
        self.assertIn("--ranks needs a value", done.stderr)
        self.assertEqual(self.front("nonsense")[0].returncode, 2)
        self.assertEqual(self.front("latency", "--sizes", 8, "--plant-error", *QUICK)[0].returncode, 1)

    def test_as_a_rank_of_a_job(self):
        done, document = run_json(BIN / "mpiexec", "-n", 2, BIN / "penstock", "bench", "latency", "--sizes", 8, *QUICK)
        self.succeeded(done)
        self.judge(document, ["latency"], [8])
        done, _ = run_json(BIN / "mpiexec", "-n", 2, BIN / "penstock", "bench", "latency", "--ranks", 4)
        self.assertEqual(done.returncode, 2)
        self.assertIn("a launcher has started this job", done.stderr)

    def test_help(self):
        done = run(BIN / "penstock", "bench", "--help")
        self.assertEqual(done.returncode, 0)
        for word in ("--ranks", "--memory", "penstock bench allreduce", "host CPU", "--win-options", "--sync-option", "lock_contention"):
            self.assertIn(word, done.stdout)


if __name__ == "__main__":
    BIN, SOURCE, DRIVER = map(pathlib.Path, sys.argv[1:4])
    FEW = "--few" in sys.argv
    unittest.main(argv=sys.argv[:1] + [word for word in sys.argv[4:] if word != "--few"])
