#!/usr/bin/env python3
"""penstock info: the first page, paths between ranks, and topology; without a GPU and on the stand-in driver.

usage: info_test.py BUILD"""
import json
import pathlib
import re
import tempfile
import unittest
import xml.etree.ElementTree

import tool
from tool import penstock, penstock_json

MACHINES = pathlib.Path(__file__).resolve().parents[1] / "machines"
STANDIN_KINDS = ("host", "pinned", "managed", "device")


class Front(unittest.TestCase):
    def test_says_what_this_installation_is(self):
        text = penstock("info").stdout
        for word in ("Penstock ", "libmpi_abi.so.1: MPI-5.0, standard ABI 1.0", "transport    shm", "host "):
            self.assertIn(word, text)
        self.assertNotIn("NOT FOUND", text)

    def test_as_json(self):
        info = penstock_json("info")
        self.assertEqual(info["schema"], "penstock-info/1")
        self.assertEqual([row["name"] for row in info["transports"]], ["self", "shm", "ipc"])
        self.assertIn("staging", info["transports"][1]["can"])
        self.assertTrue(info["faces"][0]["present"])
        self.assertRegex(info["host"]["id"], r"^[0-9a-f]{16}$")
        self.assertTrue(info["build"]["compiler"])

    def test_the_library_tells_version_and_commit_as_info_does(self):
        info = penstock_json("info")
        commit = info["build"]["revision"]
        where = f" ({commit})" if commit else ""
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "one.json"
            penstock("bench", "reduce_local", "--ranks", "1", "--sizes", "8", "--seconds", "0.001", "--json", str(file))
            self.assertEqual(json.loads(file.read_text())["library"], f"Penstock {info['version']}{where}, MPI 5.0, standard ABI 1.0")

    def test_instructions_of_reductions(self):
        best = penstock_json("info")["reductions"]
        self.assertIn(best["instructions"], ("none", "avx2", "avx512", "avx512 with fp16"))
        self.assertEqual(best["PENSTOCK_SIMD"], "auto")
        self.assertIn("reductions   none (PENSTOCK_SIMD=none)", penstock("info", PENSTOCK_SIMD="none").stdout)
        if not best["instructions"].startswith("avx512"):
            self.assertIn(f"its best is {best['instructions']}", penstock("info", expect=1, PENSTOCK_SIMD="avx512").stderr)

    def test_deterministic_reductions_take_rows_of_that_kind(self):
        for name in ("allreduce", "reduce", "reduce_scatter", "scan"):
            page = penstock_json("info", "--coll", name, "--ranks", "8", PENSTOCK_DETERMINISTIC=1)
            for row in page["collectives"][0]["rows"]:
                self.assertTrue("deterministic" in row["conditions"] or not row["wins_for_bytes"], row)
            self.assertTrue(any(row["wins_for_bytes"] for row in page["collectives"][0]["rows"]), name)

    def test_collectives_of_gpu_memory_say_how_they_go(self):
        page = penstock_json("info", "--coll", "--ranks", "4")
        ways = {row["collective"]: row for row in page["collectives"]}
        self.assertNotIn("gpu_rows", ways["barrier"])
        self.assertIn("kernels inside each", ways["allreduce"]["gpu_on_several_hosts"])
        self.assertEqual([row["algorithm"] for row in ways["gatherv"]["gpu_rows"]], ["direct", "workspace", "message"])
        wins = {(row["algorithm"], row["conditions"]): row for row in ways["allreduce"]["gpu_rows"]}
        first = wins["one_shot", "given<=64K deterministic"]
        self.assertEqual((first["wins_for_mapped_bytes"], first["wins_for_new_bytes"]), ([8, 64, 512, 4096],) * 2)
        self.assertEqual(wins["direct", "mapped deterministic"]["wins_for_mapped_bytes"], [32768, 262144, 2 << 20, 16 << 20])
        self.assertEqual(wins["one_shot", "deterministic"]["wins_for_new_bytes"], [32768, 262144])
        self.assertEqual(wins["pipeline", "deterministic"]["wins_for_new_bytes"], [2 << 20, 16 << 20])
        self.assertEqual(wins["nccl", "named"]["wins_for_mapped_bytes"], [])
        shown = penstock("info", "--coll", "bcast", "--ranks", "4").stdout
        self.assertRegex(shown, r"1\. one_shot +given<=64K deterministic +wins for 8 to 4K +compiled in")
        self.assertRegex(shown, r"4\. pipeline +deterministic +new memory: wins for 2M to 16M +compiled in")
        named = penstock("info", "--coll", "bcast", "--ranks", "2", PENSTOCK_COLL_ALGORITHM="gpu bcast=message:32K").stdout
        self.assertRegex(named, r"1\. message +bytes<=32K deterministic +wins for 8 to 32K +PENSTOCK_COLL_ALGORITHM")

    def test_the_gpu_driver_in_use_is_named(self):
        if tool.has_standin():
            self.assertIn("stand-in driver, 2 devices", penstock("info", standin=True).stdout)
        self.assertIn("PENSTOCK_CUDA=0", penstock("info", PENSTOCK_CUDA=0).stdout)

    def test_multicast_is_asked_for_and_not_used(self):
        self.assertNotIn("multicast", penstock_json("info", PENSTOCK_CUDA=0)["gpu"])
        if not tool.has_standin():
            self.skipTest("this build has no stand-in driver")
        page = penstock_json("info", standin=True, PENSTOCK_FAKECUDA_DEVICES=3)["gpu"]["multicast"]
        self.assertEqual(page, {"devices": 3, "supported": 0, "used": False, "why": "no GPU here supports it"})
        self.assertIn("multicast    supported by 0 of 2 GPUs, not used: no GPU here", penstock("info", standin=True).stdout)

    def test_multicast_that_the_driver_does_not_tell(self):
        if not tool.has_standin():
            self.skipTest("this build has no stand-in driver")

        def told(nth, result):
            gpu = penstock_json("info", standin=True, PENSTOCK_FAKECUDA_DEVICES=1,
                                PENSTOCK_FAKECUDA_FAIL=f"cuDeviceGetAttribute:{nth}:{result}")["gpu"]
            return gpu.get("multicast", {})

        asked = next((nth for nth in range(1, 12) if "error" in told(nth, "CUDA_ERROR_UNKNOWN")), None)
        self.assertIsNotNone(asked, "no failure of cuDeviceGetAttribute was told")
        self.assertIn("cuDeviceGetAttribute", told(asked, "CUDA_ERROR_UNKNOWN")["error"])
        # Drivers before CUDA 12.1 do not know this query.
        self.assertEqual(told(asked, "CUDA_ERROR_INVALID_VALUE")["supported"], 0)

    def test_wrong_words(self):
        for words in (["--nonsense"], ["--sizes", "8"], ["--paths", "--topology"], ["--paths", "--sizes", "8Q"],
                      ["--paths", "--namespaces", "three"], ["--paths", "--namespaces", "both", "--json"]):
            done = penstock("info", *words, expect=2)
            self.assertTrue(done.stderr)
        self.assertIn("--paths", penstock("info", "--help").stdout)


class Windows(unittest.TestCase):
    """Tests the part of --paths about windows."""

    def ways(self, **settings):
        table = penstock_json("info", "--paths", "--ranks", "2", "--sizes", "8", **settings)
        windows = table["windows"]
        pairs = {(row["origin"], row["target"]) for row in windows["ways"]}
        self.assertEqual(pairs, {(0, 1), (1, 0)})
        return windows["found"], {(row["window"], row["memory"]): row for row in windows["ways"]}

    def test_without_a_gpu(self):
        found, ways = self.ways(PENSTOCK_CUDA=0)
        self.assertEqual(found["copies_by_process_id"], "allowed")
        self.assertRegex(found["other_hosts"], "adapters.*(TCP|RDMA)")
        self.assertIn("PENSTOCK_PROGRESS_THREAD=1 starts it", found["progress_thread"])
        self.assertEqual(set(ways), {("MPI_Win_allocate", "host"), ("MPI_Win_create", "host")})
        ours, program = ways["MPI_Win_allocate", "host"], ways["MPI_Win_create", "host"]
        self.assertEqual((ours["put_get"], ours["target_must_call"]), ("loads and stores", False))
        self.assertIn("atomics of the processor", ours["accumulates"])
        self.assertEqual((program["put_get"], program["target_must_call"]), ("one copy by process id (shm)", False))
        self.assertEqual(program["accumulates"], "this rank, under a lock")
        self.assertIn("MPI_Win_allocate", program["reason"])

    def test_where_copies_are_refused(self):
        found, ways = self.ways(PENSTOCK_CUDA=0, PENSTOCK_CMA=0, PENSTOCK_PROGRESS_THREAD=1)
        self.assertIn("PENSTOCK_CMA=0", found["copies_by_process_id"])
        self.assertIn("runs", found["progress_thread"])
        self.assertEqual(ways["MPI_Win_allocate", "host"]["put_get"], "loads and stores")
        row = ways["MPI_Win_create", "host"]
        self.assertEqual((row["put_get"], row["target_must_call"]), ("messages", True))

    def test_as_text(self):
        text = penstock("info", "--paths", "--ranks", "3", "--sizes", "8", PENSTOCK_CUDA=0).stdout
        self.assertIn("\n  copies by process id   allowed\n", text)
        self.assertIn("\nMPI_Win_allocate, host memory, all pairs\n  put, get    by loads and stores: it is memory that this rank maps\n", text)
        self.assertEqual(text.count("  target      need not call MPI\n"), 2, text)

    def test_memory_of_gpus(self):
        if not tool.has_standin():
            self.skipTest("this build has no stand-in driver")
        _, ways = self.ways(standin=True)
        self.assertEqual({memory for window, memory in ways if window == "MPI_Win_create"}, set(STANDIN_KINDS))
        self.assertEqual(ways["MPI_Win_create", "device"]["put_get"], "copies of this rank's GPU (ipc)")
        self.assertEqual(ways["MPI_Win_create", "managed"]["put_get"], "messages")
        _, ways = self.ways(standin=True, PENSTOCK_FAKECUDA_NO_PEER="0-1")
        self.assertIn("CUDA_VISIBLE_DEVICES", ways["MPI_Win_create", "device"]["reason"])


class Paths(unittest.TestCase):
    def test_without_a_gpu(self):
        table = penstock_json("info", "--paths", "--ranks", "2", "--sizes", "8,64K", PENSTOCK_CUDA=0)
        self.assertEqual(table["schema"], "penstock-paths/1")
        rows = {(row["source"], row["destination"], row["bytes"]): row for row in table["paths"]}
        self.assertEqual(set(rows), {(s, 1 - s, b) for s in (0, 1) for b in (8, 65536)})
        self.assertEqual((rows[0, 1, 8]["method"], rows[0, 1, 8]["via"]), ("eager", "shm"))
        large = rows[1, 0, 65536]
        self.assertEqual((large["method"], large["via"]), ("get", "shm"))
        self.assertGreater(large["expected_us"], 0)

    def test_the_answer_follows_the_settings_that_the_choice_follows(self):
        table = penstock_json("info", "--paths", "--ranks", "2", "--sizes", "4K,64K", PENSTOCK_CUDA=0, PENSTOCK_CMA=0,
                              PENSTOCK_EAGER_LIMIT=1024)
        self.assertEqual({row["method"] for row in table["paths"]}, {"staged"})
        for row in table["paths"]:
            self.assertIn("PENSTOCK_CMA=0", row["refused"])

    def test_measured(self):
        table = penstock_json("info", "--paths", "--ranks", "2", "--sizes", "8,256K", "--measure")
        for row in table["paths"]:
            self.assertGreaterEqual(row["measured_us"], 0)
            self.assertGreaterEqual(row["first_us"], row["measured_us"])
        self.assertRegex(penstock("info", "--paths", "--ranks", "2", "--sizes", "8", "--measure").stdout, r"took +first +why")

    def test_text_folds_equal_pairs(self):
        text = penstock("info", "--paths", "--ranks", "3", "--sizes", "64K").stdout
        self.assertEqual(len(re.findall(r"host -> host .* all pairs .* get shm ", text)), 1, text)

    def test_every_kind_of_memory(self):
        if not tool.has_standin():
            self.skipTest("this build has no stand-in driver")
        table = penstock_json("info", "--paths", "--ranks", "2", "--sizes", "8,1M", standin=True)
        rows = {(row["from"], row["to"], row["bytes"]): row for row in table["paths"] if row["source"] == 0}
        self.assertEqual(len(rows), len(STANDIN_KINDS) ** 2 * 2)
        device = rows["device", "device", 1 << 20]
        self.assertEqual((device["method"], device["via"], device["reason"]), ("get", "ipc", "the cheapest direct way"))
        self.assertEqual(rows["host", "device", 1 << 20]["method"], "put")
        exchange = rows["managed", "managed", 1 << 20]
        self.assertEqual((exchange["method"], exchange["via"]), ("bounce", "ipc"))
        self.assertNotIn("refused", rows["managed", "managed", 1 << 20])
        self.assertIn("stand-in", table["gpu"])

    def test_every_kind_of_memory_as_a_table(self):
        if not tool.has_standin():
            self.skipTest("this build has no stand-in driver")
        text = penstock("info", "--paths", "--ranks", "2", "--kinds", "all", "--sizes", "8,64K", "--measure", "--markdown",
                        standin=True).stdout
        rows = [line.split("|")[1:-1] for line in text.splitlines() if line.startswith("|")]
        names = [name.strip() for name in rows[0][1:]]
        self.assertEqual(names, ["host", "pinned", "registered", "managed", "device", "pool", "vmm", "vmm-chunks", "vmm-private"])
        self.assertEqual([row[0].strip() for row in rows[2:]], names)
        for row in rows[2:]:
            for cell in row[1:]:
                self.assertRegex(cell, r"^ (get|put|staged|eager|bounce) (shm|ipc), [0-9.]+ GB/s, [0-9.]+ us $")

    def test_split_namespaces(self):
        """The ranks have real namespaces if this system allows them; if not, the head of the table says
        so, and the ways are the same."""
        if not tool.has_standin():
            self.skipTest("this build has no stand-in driver")
        table = penstock_json("info", "--paths", "--ranks", "2", "--sizes", "64K,1M", "--kinds", "host,device,pool,vmm",
                              "--namespaces", "split", "--measure", standin=True)
        self.assertRegex(table["place"], r"^PID namespaces split($| as far as the ranks know \(PENSTOCK_PID_NAMESPACE\), since )")
        rows = {(row["from"], row["to"], row["source"]): row for row in table["paths"] if row["bytes"] == 1 << 20}
        for source in (0, 1):
            ways = {key[:2]: f"{row['method']} {row['via']}" for key, row in rows.items() if key[2] == source}
            self.assertEqual(ways["host", "host"], "staged shm")
            for pair in (("device", "device"), ("pool", "device"), ("device", "pool")):
                self.assertEqual(ways[pair], "bounce ipc", pair)
            self.assertEqual(ways["vmm", "vmm"], "get ipc")
            self.assertEqual(ways["device", "vmm"], "put ipc")
            self.assertEqual(ways["vmm", "host"], "get ipc")
            self.assertEqual(ways["device", "host"], "staged shm")
        self.assertIn("PID namespaces", rows["device", "host", 0]["refused"])
        self.assertGreater(rows["device", "device", 0]["measured_us"], 0)

    def test_both_as_tables_for_a_document(self):
        text = penstock("info", "--paths", "--ranks", "2", "--sizes", "8,64K", "--namespaces", "both", "--measure", "--markdown",
                        PENSTOCK_CUDA=0).stdout
        heads = [line for line in text.splitlines() if line.startswith("2 ranks, ")]
        self.assertEqual(len(heads), 2, text)
        self.assertIn(", one PID namespace.", heads[0])
        self.assertIn(", PID namespaces split", heads[1])
        self.assertRegex(text, r"\| host \| get shm, .*(\n.*)*\| host \| staged shm, ")

    def test_kinds_that_there_are_not(self):
        self.assertIn("vmm-private", penstock("info", "--paths", "--kinds", "host,paper", expect=2).stderr)

    def test_gpus_that_do_not_reach_each_other(self):
        if not tool.has_standin():
            self.skipTest("this build has no stand-in driver")
        table = penstock_json("info", "--paths", "--ranks", "2", "--sizes", "1M", standin=True, PENSTOCK_FAKECUDA_NO_PEER="0-1")
        row = next(row for row in table["paths"] if row["from"] == row["to"] == "device")
        self.assertEqual(row["method"], "staged")
        self.assertIn("CUDA_VISIBLE_DEVICES", row["refused"])


def expected_placements(file):
    """Blocks of `ranks N`, then a line a rank: rank, GPU, cpus, adapter, distance."""
    blocks = {}
    for line in file.read_text().splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if line.startswith("ranks "):
            rows = blocks.setdefault(int(line.split()[1]), [])
        else:
            rows.append(line.split("  "))
    return blocks


class Topology(unittest.TestCase):
    def test_recorded_machines_place_ranks_as_written(self):
        files = sorted(MACHINES.glob("*.placements"))
        self.assertGreaterEqual(len(files), 4)
        for file in files:
            for ranks, rows in expected_placements(file).items():
                with self.subTest(machine=file.stem, ranks=ranks):
                    record = file.with_suffix(".topology.json")
                    seen = penstock_json("info", "--topology", "--from", record, "--ranks", ranks)
                    columns = ("rank", "gpu", "cpus", "adapter", "adapter_distance")
                    got = [["-" if row[column] is None else str(row[column]) for column in columns] for row in seen["ranks"]]
                    self.assertEqual(got, rows)

    def test_a_record_of_hwloc(self):
        seen = penstock_json("info", "--topology", "--from", MACHINES / "pci-switch.hwloc.xml")
        self.assertEqual([core["cpus"] for core in seen["cores"]], [[0], [1]])
        self.assertEqual([gpu["address"] for gpu in seen["gpus"]], ["0000:11:00.0"])
        self.assertEqual(seen["gpus"][0]["bridges"], ["host0000:00", "0000:00:06.0"])
        self.assertEqual([(adapter["name"], adapter["kind"]) for adapter in seen["adapters"]],
                         [("mlx5_0", "infiniband"), ("eth0", "ethernet")])
        self.assertEqual([row["distance"] for row in seen["distances"]], ["same PCI switch", "same root complex"])
        self.assertEqual((seen["ranks"][0]["adapter"], seen["ranks"][0]["cpus"]), ("mlx5_0", "0-1"))
        self.assertIn("hwloc", penstock("info", "--topology", "--from", "/nonexistent.xml", expect=1).stderr)

    def test_this_machine(self):
        seen = penstock_json("info", "--topology")
        self.assertIn("hwloc", seen["source"])
        self.assertTrue(seen["cores"] and seen["numa_nodes"])
        self.assertEqual(len(seen["ranks"]), len(seen["gpus"]) or len(seen["cores"]))
        cpus = [cpu for core in seen["cores"] for cpu in core["cpus"]]
        self.assertEqual(len(cpus), len(set(cpus)))
        self.assertRegex(penstock("info", "--topology").stdout, r"NUMA node \d+  \d+ cores")

    def test_a_record_reads_back_as_it_was(self):
        with tempfile.TemporaryDirectory() as folder:
            record = pathlib.Path(folder) / "machine.json"
            now = penstock_json("info", "--topology", "--record", record)
            again = penstock_json("info", "--topology", "--from", record)
            self.assertEqual(now, again)
            self.assertEqual(json.loads(record.read_text())["schema"], "penstock-topology/1")

    def test_matrix_and_links_as_text(self):
        text = penstock("info", "--topology", "--from", MACHINES / "h200-8gpu-4rail.topology.json").stdout
        self.assertIn("NV18", text)
        self.assertIn("478 GB/s each way", text)
        text = penstock("info", "--topology", "--from", MACHINES / "power9-4gpu.topology.json").stdout
        self.assertIn("GPU0 - its processor: 3 NVLinks", text)
        self.assertIn("no cores, 16 GiB (memory of a device)", text)

    def test_every_recorded_machine_can_be_drawn(self):
        with tempfile.TemporaryDirectory() as folder:
            for file in sorted(MACHINES.glob("*.topology.json")):
                svg = pathlib.Path(folder) / "out.svg"
                penstock("info", "--topology", "--from", file, "--svg", svg)
                root = xml.etree.ElementTree.parse(svg).getroot()
                width, height = float(root.get("width")), float(root.get("height"))
                gpus = json.loads(file.read_text())["gpus"]
                texts = [node.text or "" for node in root.iter("{http://www.w3.org/2000/svg}text")]
                self.assertEqual(sum(text.startswith("GPU ") for text in texts), len(gpus))
                for node in root.iter():
                    if "x" in node.attrib and "y" in node.attrib:
                        right = float(node.get("x")) + float(node.get("width", 0))
                        bottom = float(node.get("y")) + float(node.get("height", 0))
                        self.assertTrue(right <= width and bottom <= height, (file.name, node.attrib))

    def test_bad_records_are_refused_by_name(self):
        good = json.loads((MACHINES / "power9-4gpu.topology.json").read_text())
        link = {"from": 9, "to": 1, "count": 1, "gigabytes_per_second": 1, "switched": False}
        for change, word in (({"schema": "penstock-topology/9"}, "schema"), ({"cores": []}, "without cores"),
                             ({"gpus": 3}, "type"), ({"nvlinks": [link]}, "link")):
            with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
                json.dump({**good, **change}, file)
                file.flush()
                done = penstock("info", "--topology", "--from", file.name, expect=1)
                self.assertIn(file.name, done.stderr)
                self.assertIn(word, done.stderr)
        self.assertIn("No such file", penstock("info", "--topology", "--from", "/nonexistent.json", expect=1).stderr)


if __name__ == "__main__":
    tool.main()
