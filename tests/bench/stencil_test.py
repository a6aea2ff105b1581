#!/usr/bin/env python3
"""penstock-stencil and penstock stencil on the stand-in driver: every version gives the right field, JSON is sound, wrong fields,
failures and words are said.

stencil_test.py BUILD_DIR SOURCE_DIR
"""
import importlib.util
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness

BUILD, SOURCE = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(2))
VERSIONS = ["plain", "pipelined", "datatype"]
FIGURES = ["total", "compute", "ns_copies", "ns_messages", "ew_copies", "ew_messages"]
QUICK = ("--iterations", "4", "--rounds", "2")
MEMORIES = ("managed", "pool", "vmm", "vmm-chunks", "vmm-private")


def run(command, **variables):
    """Runs one command on the stand-in driver. Returns the finished process and its JSON, if any."""
    standin = harness.with_standin(BUILD / "fakecuda",
                                   PENSTOCK_FAKECUDA_KERNELS=BUILD / "fakecuda/libpenstock_stencil_fake_kernels.so")
    return harness.run_json(*command, variables={**standin, **variables})


def job(ranks, *words, **variables):
    return run([BUILD / "bin/mpiexec", "-n", ranks, BUILD / "bin/penstock-stencil", *QUICK, *words], **variables)


def front(*words, **variables):
    return run([BUILD / "bin/penstock", "stencil", *words], **variables)


class Stencil(unittest.TestCase):
    def judge(self, done, document, versions=tuple(VERSIONS), rounds=2):
        """Checks that a run was right; returns its checksum."""
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual((document["schema"], document["unit"]), ("penstock-stencil-run/1", "us"))
        self.assertTrue(document["library"].startswith("Penstock"), document["library"])
        self.assertEqual([row["version"] for row in document["versions"]], list(versions))
        for row in document["versions"]:
            with self.subTest(version=row["version"]):
                self.assertEqual(row["wrong"], "")
                self.assertEqual(len(row["rounds"]), rounds)
                for figures in (row["median"], *row["rounds"]):
                    self.assertEqual(sorted(figures), sorted(FIGURES))
                    self.assertTrue(0 < figures["compute"] < figures["total"], figures)
                self.assertLess(row["difference"], 1e-4 if document["type"] == "float" else 1e-12)
                self.assertGreater(row["lines"]["code"], 10)
        checksums = {row["checksum"] for row in document["versions"]}
        self.assertEqual(len(checksums), 1, checksums)
        return checksums.pop()

    def test_every_version_grid_and_precision(self):
        """The field has the same bits, however it is distributed."""
        for kind in ("float", "double"):
            found = set()
            for ranks, grid, cells in ((2, "1x2", "36x20"), (2, "2x1", "18x40"), (4, "2x2", "18x20"), (4, "1x4", "36x10"),
                                       (4, "4x1", "9x40")):
                with self.subTest(grid=grid, type=kind):
                    done, document = job(ranks, "--grid", grid, "--cells", cells, "--type", kind)
                    found.add(self.judge(done, document))
                    self.assertEqual((document["ranks"], document["grid"], document["cells"]), (ranks, grid, cells))
            self.assertEqual(len(found), 1, f"{kind}: {found}")

    def test_all_steps_in_one_kernel(self):
        """The kernel gives the bits of the plain version, with diagonal neighbours too, and after an odd number of steps."""
        for ranks, grid, cells, kind in ((1, "1x1", "20x24", "double"), (2, "1x2", "36x20", "float"), (2, "2x1", "9x50", "double"),
                                         (4, "2x2", "18x20", "double"), (6, "2x3", "7x5", "float")):
            with self.subTest(grid=grid, type=kind):
                done, document = run([BUILD / "bin/mpiexec", "-n", ranks, BUILD / "bin/penstock-stencil", "--grid", grid, "--cells", cells,
                                      "--type", kind, "--versions", "plain,kernel", "--iterations", 5, "--rounds", 3])
                self.judge(done, document, ("plain", "kernel"), rounds=3)
        done, _ = job(2, "--cells", "24x20", "--versions", "plain,kernel", "--memory", "managed")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("MPIX_Win_get_device_handle: ", done.stderr)

    def test_where_the_time_goes(self):
        """Times of parts appear only where there are neighbours, and copies only in the versions by hand."""
        _, document = job(2, "--grid", "2x1", "--cells", "16x300")
        plain, pipelined, datatype = (row["median"] for row in document["versions"])
        for row in (plain, pipelined):
            self.assertGreater(row["ns_copies"], 10 * row["ew_copies"])
        self.assertEqual((datatype["ns_copies"], datatype["ew_copies"]), (0, 0))
        self.assertGreater(datatype["ns_messages"], datatype["ew_messages"])

    def test_pieces(self):
        """The number of pieces exceeds that of cells, is given, or is chosen."""
        for pieces, words in ((8, ("--cells", "5x3")), (3, ("--cells", "64x50", "--staging", "host"))):
            done, document = job(4, "--grid", "2x2", "--versions", "plain,pipelined", "--pieces", pieces, *words)
            self.judge(done, document, VERSIONS[:2])
            self.assertEqual(document["versions"][1]["pieces"], [pieces, pieces])
        done, document = job(2, "--grid", "1x2", "--cells", "40x8", "--versions", "pipelined")
        self.judge(done, document, VERSIONS[1:2])
        self.assertTrue(set(document["versions"][0]["pieces"]) <= {1, 2, 4, 8})

    def test_iterations_as_a_graph(self):
        """A graph runs an even and an odd number of iterations; versions are chosen by name."""
        for iterations in (6, 7):
            done, document = run([BUILD / "bin/mpiexec", "-n", 2, BUILD / "bin/penstock-stencil", "--cells", "24x20", "--versions",
                                  "plain,graph", "--iterations", iterations, "--rounds", 2])
            self.judge(done, document, ("plain", "graph"))

    def test_other_memory(self):
        for memory in MEMORIES:
            with self.subTest(memory=memory):
                done, document = job(2, "--cells", "24x20", "--memory", memory)
                self.judge(done, document)
                self.assertEqual(document["memory"], memory)

    def test_a_wrong_cell_is_found(self):
        for verify, reason in (("yes", "differs from the host's computation by 0."), ("no", "differs from that of plain")):
            done, document = job(2, "--cells", "24x20", "--plant-error", "--verify", verify)
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertEqual([bool(row["wrong"]) for row in document["versions"]], [False, False, True])
            self.assertIn(reason, document["versions"][2]["wrong"])
            self.assertIn(f"# datatype: WRONG DATA: {document['versions'][2]['wrong']}", done.stdout)

    def test_failures_end_the_job(self):
        for variables, reason in (({"PENSTOCK_FAKECUDA_FAIL": "cuMemcpy2DAsync:3"}, "a strip to the host: cuMemcpy2DAsync failed"),
                                  ({"PENSTOCK_FAKECUDA_FAIL": "cuMemcpy2DAsync:14"}, "copying: cuMemcpy2DAsync failed"),
                                  ({"PENSTOCK_FAKECUDA_FAIL": "cuStreamCreate:2"}, "cuStreamCreate failed"),
                                  ({"PENSTOCK_FAKECUDA_KERNELS": ""}, "finding the kernel: "),
                                  ({"PENSTOCK_FAKECUDA_DEVICES": "0"}, "device memory needs a GPU and its driver: ")):
            with self.subTest(reason=reason):
                done, _ = job(2, "--grid", "1x2", "--cells", "24x20", "--pieces", "2", **variables)
                self.assertNotEqual(done.returncode, 0)
                self.assertIn(reason, done.stderr)
        done = harness.run(BUILD / "bin/mpiexec", "-n", 2, BUILD / "bin/penstock-stencil", "--json", "/none/out.json",
                           variables=harness.with_standin(BUILD / "fakecuda"))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("cannot write /none/out.json", done.stderr)

    def test_words(self):
        for words, reason in ((("--nonsense",), "--nonsense"), (("--grid", "2"), "is not ROWSxCOLUMNS"), (("--cells", "0x4"), "'0x4'"),
                              (("--cells", "1025Kx4"), "'1025Kx4'"), (("--versions", "plain,fancy"), "fancy"),
                              (("--pieces", "9"), "--pieces"), (("--grid", "2x2"), "--grid 2x2 takes 4 ranks, not 2")):
            done, document = job(2, *words)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertEqual(done.stderr.count("penstock-stencil: "), 1, done.stderr)
            self.assertIn(reason, done.stderr)
            self.assertIsNone(document)
        done, _ = job(1, "--help")
        self.assertEqual(done.returncode, 0)
        self.assertIn("mpiexec -n 2 penstock-stencil", done.stdout)


class Front(unittest.TestCase):
    def test_all_grids_and_precisions(self):
        done, document = front("--ranks", "2", "--cells", "24x20", *QUICK)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual((document["schema"], document["failures"]), ("penstock-stencil/1", []))
        self.assertEqual([(one["grid"], one["type"]) for one in document["runs"]],
                         [("1x2", "float"), ("1x2", "double"), ("2x1", "float"), ("2x1", "double")])
        for one in document["runs"]:
            medians = {row["version"]: row["median"]["total"] for row in one["versions"]}
            self.assertEqual(sorted(one["ratios"]), ["pipelined", "plain"])
            for name, ratios in one["ratios"].items():
                self.assertAlmostEqual(ratios["total"], medians[name] / medians["datatype"])
                self.assertGreater(ratios["halo"], 0)
        self.assertEqual(done.stdout.count("# grid "), 4)
        self.assertRegex(done.stdout, r"(?m)^datatype +\d+ +\d+ +0$")  # this version makes no GPU calls
        self.assertRegex(done.stdout.splitlines()[-1], r"^datatype against plain [\d.]+ .*, pipelined [\d.]+ ")

    def test_the_documents_shapes(self):
        done, document = front("--grids", "2x1", "--types", "float", "--cells", "documents", "--iterations", "1", "--rounds", "1",
                               "--versions", "datatype", "--verify", "no", PENSTOCK_FAKECUDA_MEMORY_MB="1")
        self.assertEqual(done.returncode, 1, "more memory than the device has")
        self.assertIn("stencil: grid 2x1, float: ended with", done.stderr)
        self.assertIn("cuMemAlloc", done.stderr)
        self.assertEqual(document["runs"], [])

    def test_a_wrong_field_fails(self):
        done, document = front("--grids", "1x2", "--types", "double", "--cells", "24x20", "--plant-error", *QUICK)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(len(document["failures"]), 1)
        self.assertIn("stencil: grid 1x2, double: datatype: its field differs", done.stderr)

    def test_words(self):
        for words, reason in ((("--grids", "1x2,two"), "not 'two'"), (("--types", "half"), "some of float, double"),
                              (("--grids", "1x2", "--ranks", "2"), "leave --ranks out"), (("--ranks", "0"), "at least 1")):
            done, _ = front(*words)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(reason, done.stderr)
        done, _ = front("--help")
        self.assertIn("penstock stencil --ranks 2", done.stdout)
        done, _ = front("--build", "/none")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.count("there is no /none/bin/mpiexec"), 1)


class Lines(unittest.TestCase):
    def test_what_counts(self):
        spec = importlib.util.spec_from_file_location("count_lines", SOURCE / "bench/apps/count_lines.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        text = ('// a comment\n#include "x.hpp"\n\nnamespace a {\nnamespace {\n/* MPI_Isend( */ int f() {  // as well\n'
                '  watch_.copies(direction);\n  MPI_Isend(MPI_COMM_WORLD);\n  penstock_gpu_copy_rows(1);\n}\n}  // namespace\n'
                "}  // namespace a\n")
        self.assertEqual(module.count(text), (4, 1, 1))


if __name__ == "__main__":
    unittest.main()
