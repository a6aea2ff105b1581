"""bench/claims/claims on this tree, and on copies of it with one thing wrong each, which must be found."""
import importlib.machinery
import importlib.util
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = TOP / "bench/claims/claims"
PAGES = ("README.md", "docs/clients.md", "docs/performance.md")


def load(path):
    name = path.stem.replace("-", "_")
    loader = importlib.machinery.SourceFileLoader(name, str(path))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


sys.dont_write_bytecode = True
claims = load(SCRIPT)
tables, pictures = claims.tables, claims.pictures


class OnCopies(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.top = pathlib.Path(self.folder.name)
        shutil.copytree(TOP / "docs/performance", self.top / "docs/performance")
        for page in PAGES:
            shutil.copy(TOP / page, self.top / page)

    def run_claims(self, *words):
        return subprocess.run([sys.executable, "-B", SCRIPT, *words, "--top", self.top], capture_output=True, text=True, check=False)

    def change(self, name, old, new):
        path = self.top / name
        text = path.read_text(encoding="utf-8")
        self.assertIn(old, text)
        path.write_text(text.replace(old, new, 1), encoding="utf-8")

    def expect_fault(self, words):
        done = self.run_claims("--check")
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn(words, done.stdout + done.stderr)

    def test_this_tree_is_as_its_json_says(self):
        done = self.run_claims("--check")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_a_changed_figure_in_the_json_is_found_in_both_pages_and_the_picture(self):
        path = self.top / "docs/performance/h200-x4-compare.json"
        documents = json.loads(path.read_text(encoding="utf-8"))
        reduce = next(case for case in documents[0]["cases"] if case["case"] == "reduce")
        reduce["rows"][-1]["ratio"] = 0.51
        path.write_text(json.dumps(documents), encoding="utf-8")
        self.expect_fault("README.md: \"below h200-x4-compare+h100-x4-compare all\"")
        self.expect_fault("docs/performance.md: \"below h200-x4-compare+h100-x4-compare all\"")
        self.expect_fault("h200-x4-coll-ratios.png is of other files")

    def test_a_changed_figure_in_a_page_is_found_and_written_again(self):
        before = (self.top / "README.md").read_text(encoding="utf-8")
        ratio = tables.render("range h200-x2-compare all", tables.Data(self.top / "docs/performance"))
        self.change("README.md", ratio, "1.50 to 9.00")
        self.expect_fault("README.md: \"range h200-x2-compare all\"")
        self.assertEqual(self.run_claims("--write").returncode, 0)
        self.assertEqual((self.top / "README.md").read_text(encoding="utf-8"), before)

    def test_a_figure_outside_of_blocks_is_found(self):
        for claim in ("up to 9 times quicker", "at 1.19 of MPICH", "in 5 us", "95 % of the link", "386 GB/s"):
            with self.subTest(claim):
                shutil.copy(TOP / "README.md", self.top / "README.md")
                self.change("README.md", "## Install", f"It is {claim}.\n\n## Install")
                self.expect_fault("a figure outside of a block")

    def test_versions_dates_and_code_are_no_figures(self):
        text = "MPI 5.0, CMake 3.25, UCX 1.22, commit 1b540b3, 2026-11-25, C++20, `0.05`, [x](x-1.22.md)\n\n    tool --seconds 0.05\n"
        self.assertEqual(claims.loose(text), [])
        self.assertEqual(claims.loose("first\n\nlast, 1.22\n"), [(3, "1.22")])

    def test_a_block_without_end_is_found(self):
        self.change("README.md", "<!-- /claims -->", "")
        self.expect_fault("README.md: a block has no end")

    def test_a_block_that_begins_its_line_is_found(self):
        self.change("README.md", "<!-- claims: fact", "\n<!-- claims: fact")
        self.expect_fault("a block within a line must not begin it")

    def test_a_block_of_nothing_known_is_found(self):
        for words, told in (("speed h200-x2-compare all", "no such kind of block"), ("range nothing all", "nothing.json"),
                            ("range h200-x2-compare mercy", "has not all of"), ("range h200-x2-compare", "a word too many or too few")):
            with self.subTest(words):
                shutil.copy(TOP / "README.md", self.top / "README.md")
                self.change("README.md", "claims: range h200-x2-compare all", f"claims: {words}")
                self.expect_fault(told)

    def test_a_file_that_does_not_say_its_commit_is_found(self):
        path = self.top / "docs/performance/startup.json"
        document = json.loads(path.read_text(encoding="utf-8"))
        del document["provenance"]["commit"]
        path.write_text(json.dumps(document), encoding="utf-8")
        done = self.run_claims("--check")
        self.assertEqual(done.returncode, 1)

    def test_what_only_the_machine_that_measured_has_is_found(self):
        path = self.top / "docs/performance/startup.json"
        whole = json.loads(path.read_text(encoding="utf-8"))
        for word, told in (("--json /scratch/me/run.json", "/scratch/me/run.json: a folder of the machine that measured"),
                           ("--out=~/runs/one", "~/runs/one: a folder of"), ("NCCL 2 (/opt/x/libnccl.so.2)", "/opt/x/libnccl.so.2): a folder of"),
                           ("on gpu01.site.internal", "gpu01.site.internal: an address"),
                           ("from registry.site.com:5000/image", "registry.site.com:5000/image: an address"),
                           ("https://mirror/pypi", "https://mirror/pypi: an address")):
            with self.subTest(word):
                path.write_text(json.dumps({**whole, "command": ["penstock", word]}), encoding="utf-8")
                self.expect_fault(f"docs/performance/startup.json: {told}")

    def test_folders_are_taken_out(self):
        path = self.top / "docs/performance/host-2cores-rma.json"
        whole = json.loads(path.read_text(encoding="utf-8"))
        path.write_text(json.dumps({**whole, "command": ["/home/me/bin/penstock", "4 GB/s and 8/16", "--json", "/scratch/me/run.json"]}), encoding="utf-8")
        self.assertEqual(self.run_claims("--strip").stdout, "host-2cores-rma.json\n")
        self.assertEqual(json.loads(path.read_text(encoding="utf-8"))["command"], ["penstock", "4 GB/s and 8/16", "--json", "run.json"])
        self.assertEqual(self.run_claims("--strip").stdout, "no file names a folder\n")

    def test_pictures_of_nobody_knows_what_and_missing_ones_are_found(self):
        shutil.copy(self.top / "docs/performance/overview.png", self.top / "docs/performance/stray.png")
        self.expect_fault("stray.png: bench/claims/pictures.py does not say how it is drawn")
        (self.top / "docs/performance/overview.png").unlink()
        self.expect_fault("overview.png is missing")


class Figures(unittest.TestCase):
    """Tests blocks of small made-up files."""

    def data(self, *ratios):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        rows = [{"bytes": 1 << (20 + i), "rounds": {"penstock": [100.0, 300.0], "nccl": [120.0, 90.0 * ratio]},
                 "values": {"penstock": 100.0, "nccl": 100.0 * ratio}, "ratio": ratio} for i, ratio in enumerate(ratios)]
        document = {"provenance": {"commit": "abc", "machine": "m", "peers": ["NCCL 1"]}, "began": "2026-01-02T03:04:05Z",
                    "options": {"ranks": 4, "datatype": "contiguous"},
                    "cases": [{"case": "allreduce", "unit": "us", "better": "lower", "rows": rows, "geomean": 1.5}]}
        (pathlib.Path(folder.name) / "f.json").write_text(json.dumps(document), encoding="utf-8")
        return tables.Data(pathlib.Path(folder.name))

    def test_below_names_every_cell_that_is_printed_as_less_than_one(self):
        self.assertEqual(tables.render("below f all", self.data(2, 0.994, 0.996, 0.5)), "allreduce: 2 MiB 0.99, 8 MiB 0.50 (2 of 4)")
        self.assertEqual(tables.render("below f all", self.data(2, 1.0)), "none of 2")
        self.assertEqual(tables.render("count f all", self.data(2, 0.994, 0.996, 0.5)), "2 of 4")

    def test_range_and_run(self):
        self.assertEqual(tables.render("range f allreduce", self.data(2, 0.994)), "0.99 to 2.00")
        self.assertEqual(tables.render("run f", self.data(2)), "m, commit abc, 2026-01-02, beside NCCL 1")

    def test_quickest_takes_the_best_round_of_each_library(self):
        self.assertEqual(tables.render("quickest f all 1M,2M", self.data(2, 1)), "allreduce: 1 MiB 1.20, 2 MiB 0.90")

    def test_bus_bandwidth_is_that_of_nccl_tests(self):
        """An allreduce of 1 MiB on 4 ranks takes 100 us, and 1.5 times the vector crosses a link."""
        self.assertIn("| allreduce, Penstock | 15.73 |", tables.render("bus f all 1M", self.data(2)))

    def test_ranks_choose_documents(self):
        with self.assertRaises(tables.BadClaim):
            tables.render("range f@2 all", self.data(2))


if __name__ == "__main__":
    unittest.main()
