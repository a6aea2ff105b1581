"""penstock compare with libraries whose figures a test chooses: the arithmetic, the gate, and what is said of a library that
is missing, fails, or does not know CUDA. Usage: gate_test.py PYTHON_FOLDER [test names]"""
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PYTHON = pathlib.Path(sys.argv.pop(1)).resolve()
FAKE = pathlib.Path(__file__).with_name("fake_bench.py")
sys.path.insert(0, str(PYTHON))
from penstock import figures  # noqa: E402  (the path comes first)

FLAT = {"8": [2.0], "1024": [4.0]}


def plan(ours, first, second=None, /, **more):
    libraries = {"penstock": {"cases": ours}, "mpich": {"cases": first}, "openmpi": {"cases": second or first}}
    for name, extra in more.items():
        libraries[name].update(extra)
    return libraries


def latency(*values):
    """Returns the values of the rounds for one size; the last value repeats."""
    return {"latency": {"8": list(values)}}


class Compare(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="penstock-gate-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.build, self.peers, self.state = self.folder / "build", self.folder / "peers", self.folder / "state"
        self.state.mkdir()
        for launcher in ("build/bin/mpiexec", "peers/mpich/bin/mpiexec.hydra", "peers/openmpi/bin/mpiexec"):
            path = self.folder / launcher
            path.parent.mkdir(parents=True)
            shutil.copy2(FAKE, path)
            path.chmod(0o755)
        for name in ("penstock-bench", "penstock-bench-openmpi"):
            (self.build / "bin" / name).touch()

    def compare(self, libraries, *words):
        """Runs it: (exit status, JSON or None, stdout, stderr). One round unless the test is about rounds."""
        if "--gate" not in words and "--rounds" not in words:
            words = (*words, "--rounds", "1")
        (self.folder / "plan.json").write_text(json.dumps(libraries), encoding="utf-8")
        file = self.folder / "out.json"
        file.unlink(missing_ok=True)
        done = subprocess.run(
            [sys.executable, "-m", "penstock.compare", "--build", str(self.build), "--json", str(file), *words],
            env=dict(os.environ, PYTHONPATH=str(PYTHON), PENSTOCK_PEERS=str(self.peers), PYTHONDONTWRITEBYTECODE="1",
                     FAKE_PLAN=str(self.folder / "plan.json"), FAKE_STATE=str(self.state)),
            capture_output=True, text=True, timeout=100, check=False)
        result = json.loads(file.read_text(encoding="utf-8")) if file.exists() else None
        return done.returncode, result, done.stdout, done.stderr

    def runs(self):
        return [line.split()[0] for line in (self.state / "order").read_text(encoding="utf-8").splitlines()]

    def test_ratios_are_above_one_where_we_are_better_whatever_the_unit(self):
        ours = {"latency": FLAT, "bw": {"8": [100.0], "1024": [300.0]}}
        theirs = {"latency": {"8": [4.0], "1024": [4.0]}, "bw": {"8": [50.0], "1024": [600.0]}}
        code, result, out, _ = self.compare(plan(ours, theirs), "--cases", "latency,bw")
        self.assertEqual(code, 0)
        by_case = {case["case"]: case for case in result["cases"]}
        self.assertEqual([row["ratio"] for row in by_case["latency"]["rows"]], [2.0, 1.0])
        self.assertEqual([row["ratio"] for row in by_case["bw"]["rows"]], [2.0, 0.5])
        self.assertAlmostEqual(by_case["latency"]["geomean"], math.sqrt(2))
        self.assertEqual(by_case["bw"]["worst"], {"bytes": 1024, "ratio": 0.5, "peer": "mpich"})
        self.assertIn("latency 1.41 (worst 1.00 at 1 KiB (mpich))", out.splitlines()[-1])
        self.assertIn("bw 1.00 (worst 0.50 at 1 KiB (mpich))", out.splitlines()[-1])

    def test_a_launcher_of_the_users(self):
        fake = self.folder / "peers/mpich/bin/mpiexec.hydra"
        for count in ("", " -n {ranks}"):
            code, result, _, err = self.compare(plan(latency(2.0), latency(4.0)), "--cases", "latency", "--peers", "mpich",
                                                "--launch", f"mpich=/usr/bin/env A=B {fake}{count}")
            self.assertEqual(code, 0, err)
            self.assertEqual(result["cases"][0]["rows"][0]["ratio"], 2.0)
        code, _, _, err = self.compare(plan(latency(2.0), latency(4.0)), "--cases", "latency", "--launch", "mvapich=srun")
        self.assertEqual(code, 2)
        self.assertIn("NAME is one of penstock, mpich, openmpi", err)
        code, _, out, err = self.compare(plan(latency(2.0), latency(4.0)), "--cases", "latency", "--launch", "mpich=/none/launcher")
        self.assertIn("no /none/launcher", out + err)

    def test_several_numbers_of_ranks_are_several_documents(self):
        table = self.folder / "ratios.md"
        code, result, out, _ = self.compare(plan({"bcast": FLAT}, {"bcast": {"8": [1.0], "1024": [48.0]}}), "--cases", "bcast",
                                            "--ranks", "2,16,2", "--markdown", str(table), "--rounds", "2")
        self.assertEqual(code, 0)
        self.assertEqual([one["options"]["ranks"] for one in result], [2, 16])
        self.assertEqual([one["rounds"] for one in result], [2, 2])
        self.assertEqual([line[:9] for line in out.splitlines()[-2:]], ["2 ranks: ", "16 ranks:"])
        self.assertEqual(table.read_text(encoding="utf-8").splitlines()[:5], [
            "**2 ranks, host memory**", "", "| | 8 B | 1 KiB | mean |", "|---|---:|---:|---:|", "| bcast | **0.50** | 12 | 2.45 |"])
        self.assertIn("**16 ranks, host memory**", table.read_text(encoding="utf-8"))

    def test_a_group_is_its_cases(self):
        program = self.build / "bin/penstock-bench"
        program.write_text("#!/bin/sh\necho 'coll  barrier bcast'\necho 'all   every case of every group'\n", encoding="utf-8")
        code, _, _, err = self.compare(plan({"bcast": FLAT}, {"bcast": FLAT}), "--cases", "bcast,coll")
        self.assertEqual(code, 2)
        self.assertIn("does not run", err)
        program.chmod(0o755)
        both = {"bcast": FLAT, "barrier": {"0": [2.0]}}
        code, result, _, _ = self.compare(plan(both, both), "--cases", "bcast,coll")
        self.assertEqual(code, 0)
        self.assertEqual([one["case"] for one in result["cases"]], ["bcast", "barrier"])

    def test_wrong_numbers_of_ranks(self):
        for ranks in ("0", "2,x", ","):
            code, _, _, err = self.compare(plan({"bcast": FLAT}, {"bcast": FLAT}), "--cases", "bcast", "--ranks", ranks)
            self.assertEqual(code, 2)
            self.assertIn("at least 1", err)

    def test_the_better_peer_counts_at_each_size(self):
        libraries = plan({"latency": FLAT}, {"latency": {"8": [3.0], "1024": [8.0]}}, {"latency": {"8": [6.0], "1024": [5.0]}})
        _, result, out, _ = self.compare(libraries, "--cases", "latency")
        rows = result["cases"][0]["rows"]
        self.assertEqual([(row["best"], row["ratio"]) for row in rows], [("mpich", 1.5), ("openmpi", 1.25)])
        self.assertAlmostEqual(result["cases"][0]["geomeans"]["mpich"], math.sqrt(1.5 * 2))
        self.assertIn("1.25 openmpi", out)

    def test_medians_of_interleaved_rounds_in_rotated_order(self):
        libraries = plan(latency(9.0, 1.0, 2.0, 3.0, 50.0), latency(6.0))
        _, result, _, _ = self.compare(libraries, "--cases", "latency", "--peers", "mpich,openmpi", "--rounds", "5")
        row = result["cases"][0]["rows"][0]
        self.assertEqual(row["values"]["penstock"], 3.0)
        self.assertEqual(row["rounds"]["penstock"], [9.0, 1.0, 2.0, 3.0, 50.0])
        self.assertEqual(row["p99"]["penstock"], 6.0)
        names = ["penstock", "mpich", "openmpi"]
        self.assertEqual(self.runs(), [name for turn in range(5) for name in (names[turn % 3:] + names[:turn % 3])])
        self.assertEqual([(row["round"], row["library"]) for row in result["order"]],
                         [(i // 3 + 1, name) for i, name in enumerate(self.runs())])

    def test_gate_passes(self):
        code, result, out, _ = self.compare(plan(latency(2.0), latency(2.1)), "--cases", "latency", "--gate", "1.0")
        self.assertEqual((code, result["gate"]["passed"], result["gate"]["failures"]), (0, True, []))
        self.assertTrue(out.splitlines()[-1].endswith("gate 1 passed"))

    def test_gate_fails_on_the_mean(self):
        code, result, out, _ = self.compare(plan(latency(2.0), latency(1.9)), "--cases", "latency", "--gate", "1.0")
        self.assertEqual((code, result["gate"]["passed"]), (1, False))
        self.assertIn("latency: geometric mean 0.95 is under 1", result["gate"]["failures"])
        self.assertTrue(out.splitlines()[-1].endswith("gate 1 FAILED"))

    def test_gate_fails_on_one_size_and_names_it(self):
        theirs = {"latency": {"8": [1.5], "1024": [40.0]}}
        code, result, _, _ = self.compare(plan({"latency": FLAT}, theirs), "--cases", "latency", "--gate", "1.0")
        self.assertEqual(code, 1)
        self.assertEqual(result["gate"]["failures"], ["latency: 8 B: 0.75 of mpich is under 0.8"])

    def test_a_doubtful_size_is_measured_again_and_that_counts(self):
        ours = {"latency": {"8": [5.0] * 5 + [2.0], "1024": [4.0]}}
        code, result, out, _ = self.compare(plan(ours, {"latency": {"8": [2.2], "1024": [40.0]}}), "--cases", "latency", "--gate", "1.0")
        row = result["cases"][0]["rows"][0]
        self.assertEqual(code, 0, out)
        self.assertAlmostEqual(row["before"], 0.44)
        self.assertAlmostEqual(row["ratio"], 1.1)
        again = (self.state / "order").read_text(encoding="utf-8").splitlines()[15:]
        self.assertEqual(len(again), 15)
        self.assertTrue(all("--sizes 8 " in line for line in again), again)

    def test_without_confirmation_the_first_figures_count(self):
        libraries = plan(latency(*[5.0] * 5, 2.0), latency(2.2))
        code, result, _, _ = self.compare(libraries, "--cases", "latency", "--gate", "1.0", "--confirm", "0")
        self.assertEqual((code, len(self.runs())), (1, 15))
        self.assertNotIn("before", result["cases"][0]["rows"][0])

    def test_a_missing_peer_is_named_and_fails_the_gate(self):
        shutil.rmtree(self.peers / "openmpi")
        words = ["--cases", "latency", "--gate", "1.0", "--confirm", "0"]
        code, result, out, _ = self.compare(plan(latency(2.0), latency(2.1)), *words)
        self.assertEqual(code, 1)
        self.assertIn("openmpi is missing", result["gate"]["failures"][0])
        self.assertEqual(result["libraries"][2]["state"], "missing")
        self.assertIn("penstock peers openmpi", result["libraries"][2]["why"])
        self.assertIn("# openmpi: missing: no ", out)
        self.assertIn("openmpi missing", out.splitlines()[-1])
        self.assertEqual(self.compare(plan(latency(2.0), latency(2.1)), *words, "--allow-missing")[0], 0)

    def test_no_peer_at_all_cannot_pass(self):
        shutil.rmtree(self.peers)
        code, result, out, _ = self.compare(plan(latency(2.0), latency(2.1)), "--cases", "latency", "--gate", "1.0")
        self.assertEqual(code, 1)
        self.assertIsNone(result["cases"][0]["geomean"])
        self.assertIn("latency no ratio", out.splitlines()[-1])

    def test_a_peer_that_dies_of_device_memory_is_not_cuda_aware(self):
        libraries = plan(latency(2.0), latency(2.1), mpich={"device_fails": 139}, openmpi={"device_fails": 3})
        code, result, out, _ = self.compare(libraries, "--cases", "latency", "--memory", "device")
        self.assertEqual(code, 0)
        self.assertEqual([library["state"] for library in result["libraries"]], ["measured", "not CUDA-aware", "failed"])
        self.assertIn("mpich not CUDA-aware", out.splitlines()[-1])

    def test_a_peer_that_says_it_knows_no_cuda_is_not_run(self):
        info = self.peers / "openmpi/bin/ompi_info"
        info.write_text("#!/bin/sh\necho mca:opal:base:param:opal_built_with_cuda_support:value:false\n", encoding="utf-8")
        info.chmod(0o755)
        _, result, _, _ = self.compare(plan(latency(2.0), latency(2.1)), "--cases", "latency", "--memory", "device:host")
        self.assertEqual(result["libraries"][2]["state"], "not CUDA-aware")
        self.assertNotIn("openmpi", self.runs())
        self.assertIn("mpich", result["cases"][0]["rows"][0]["values"])

    def test_without_a_gpu_ours_says_so_and_nothing_is_blamed_on_peers(self):
        libraries = plan(latency(2.0), latency(2.1), penstock={"device_fails": 2})
        code, result, _, err = self.compare(libraries, "--cases", "latency", "--memory", "device")
        self.assertEqual((code, result), (1, None))
        self.assertIn("penstock: ended with exit code 2", err)
        self.assertEqual(self.runs(), ["penstock"])

    def test_a_case_that_fails_on_a_peer_leaves_its_other_cases(self):
        ours = {"latency": FLAT, "bw": FLAT}
        libraries = plan(ours, ours, mpich={"fail": {"bw": 7}, "say": "no bandwidth today"})
        code, result, _, _ = self.compare(libraries, "--cases", "latency,bw", "--rounds", "2")
        latency_case, bw_case = result["cases"]
        self.assertEqual(code, 0)
        self.assertEqual(len(latency_case["rows"][0]["rounds"]["mpich"]), 2)
        self.assertIn("exit code 7: no bandwidth today", bw_case["notes"]["mpich"])
        self.assertNotIn("mpich", bw_case["rows"][0]["values"])
        self.assertIn("openmpi", bw_case["rows"][0]["values"])

    def test_a_failure_of_ours_is_an_error(self):
        libraries = plan(latency(2.0), latency(2.1), penstock={"fail": {"latency": 1}, "say": "broken"})
        code, _, out, _ = self.compare(libraries, "--cases", "latency")
        self.assertEqual(code, 1)
        self.assertIn("# penstock: failed in round 1: ended with exit code 1: broken", out)

    def test_wrong_data_is_a_failure(self):
        libraries = plan(latency(2.0), latency(2.1), penstock={"checked": False})
        code, _, out, _ = self.compare(libraries, "--cases", "latency")
        self.assertEqual(code, 1)
        self.assertIn("arrived wrong or was not checked", out)

    def test_a_peer_that_hangs_is_ended(self):
        libraries = plan(latency(2.0), latency(2.1), mpich={"fail": {"latency": "hang"}})
        code, result, _, _ = self.compare(libraries, "--cases", "latency", "--timeout", "8")
        self.assertEqual(code, 0)
        self.assertIn("still running after 8 s", result["cases"][0]["notes"]["mpich"])

    def test_unsupported_is_said(self):
        libraries = plan(latency(2.0), latency(2.1), mpich={"unsupported": {"latency": "MPI_Send: no body yet"}})
        _, result, out, _ = self.compare(libraries, "--cases", "latency")
        self.assertEqual(result["cases"][0]["notes"]["mpich"], "unsupported: MPI_Send: no body yet")
        self.assertIn("# mpich: unsupported: MPI_Send: no body yet", out)

    def test_figures_of_another_library_are_refused(self):
        libraries = plan(latency(2.0), latency(2.1), mpich={"version": "Penstock 0.1"})
        _, result, _, _ = self.compare(libraries, "--cases", "latency")
        self.assertIn('ran on "Penstock 0.1" in place of MPICH', result["cases"][0]["notes"]["mpich"])

    def test_another_build_of_ours_is_a_peer(self):
        before = self.folder / "before/bin"
        before.mkdir(parents=True)
        shutil.copy2(FAKE, before / "mpiexec")
        (before / "penstock-bench").touch()
        libraries = plan(latency(2.0), latency(2.1))
        libraries["before"] = {"cases": latency(3.0), "version": "Penstock 0.0"}
        code, result, _, _ = self.compare(libraries, "--cases", "latency", "--peers", f"before={self.folder / 'before'}")
        self.assertEqual((code, result["cases"][0]["rows"][0]["ratio"]), (0, 1.5))

    def test_the_limit_ends_the_rounds_and_the_gate_says_so(self):
        code, result, _, _ = self.compare(plan(latency(2.0), latency(2.1)), "--cases", "latency", "--gate", "1", "--limit", "0.01",
                                          "--confirm", "0")
        self.assertEqual((code, result["rounds"]), (1, 1))
        self.assertIn("only 1 of 5 rounds", result["gate"]["failures"][-1])

    def test_options_reach_every_library(self):
        self.compare(plan(latency(2.0), latency(2.1)), "--cases", "latency", "--sizes", "8", "--seconds", "0.1", "--window", "32",
                     "--fresh", "--rounds", "1")
        for line in (self.state / "order").read_text(encoding="utf-8").splitlines():
            self.assertIn("latency --sizes 8 --window 32 --seconds 0.1 --fresh --label", line)

    def test_wrong_words_are_refused_with_the_reason(self):
        for words, reason in ((["--gate", "1", "--rounds", "3"], "at least 5 rounds"), (["--peers", "intel"], "there is no peer 'intel'"),
                              (["--memory", "cloud"], "--memory is one or two of"), (["--cases", "bw,bw"], "named twice"),
                              (["--cases", "shmem_put_lat,bw"], "are compared apart"),
                              (["--cases", "shmem_put_lat", "--peers", "mpich"], "'mpich' has no such cases")):
            code, _, _, err = self.compare({}, *words)
            self.assertEqual(code, 2)
            self.assertIn(reason, err)

    def test_list_peers(self):
        shutil.rmtree(self.peers / "openmpi")
        code, _, out, _ = self.compare({}, "--list-peers")
        lines = {line.split()[0]: line for line in out.splitlines()}
        self.assertEqual(code, 0)
        self.assertIn("here: ", lines["mpich"])
        self.assertIn("missing: ", lines["openmpi"])
        self.assertIn("missing: ", lines["nccl"])
        self.assertIn("here: ", lines["staged"])
        self.assertIn("here: ", lines["classic"])
        self.assertIn("oshmem", lines)
        self.assertNotIn("scripts/", out)  # an installation has no scripts

    def test_list_peers_without_benchmarks(self):
        (self.build / "bin/penstock-bench").unlink()
        _, _, out, _ = self.compare({}, "--list-peers")
        self.assertIn("this installation has no benchmarks: install the package penstock-tools", out)
        self.assertNotIn("scripts/", out)


class Figures(unittest.TestCase):
    def test_ratio_needs_two_positive_figures(self):
        self.assertIsNone(figures.ratio(0.0, 1.0, "lower"))
        self.assertIsNone(figures.ratio(None, 1.0, "higher"))

    def test_names(self):
        self.assertEqual([figures.size_name(size) for size in (0, 8, 1000, 1024, 3 << 20, 1 << 30)],
                         ["0 B", "8 B", "1000 B", "1 KiB", "3 MiB", "1 GiB"])
        self.assertEqual([figures.number(value) for value in (0.01234, 1.5, 123.456, 12345.6, 0, None)],
                         ["0.01234", "1.500", "123.5", "12346", "0", "-"])


if __name__ == "__main__":
    unittest.main()
