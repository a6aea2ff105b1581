"""penstock plot on documents of every schema. Usage: plot_test.py PYTHON_FOLDER PLOT_FOLDER [test names]

PLOT_FOLDER is where scripts/peers plot put matplotlib; KEEP=DIR in the environment keeps the pictures there, to look at."""
import html.parser
import json
import math
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

PYTHON, PLOT = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(2))
sys.path.insert(0, str(PYTHON))
from penstock import heat, plot, series  # noqa: E402  (the path comes first)

SIZES = [2 ** power for power in range(24)]


def time_of(size, start, rate):
    return start + size / rate


def bench(label, cases):
    return {"schema": "penstock-bench/1", "label": label, "library": f"{label} 1.0", "host": "node7", "ranks": 2, "cores": 2,
            "where": "host", "began": "2026-11-21T16:00:00Z", "command": ["penstock-bench", "latency"], "cases": cases,
            "options": {"memory": ["host", "host"], "datatype": "contiguous", "fresh": False, "cold": False}}


def latency_case(start=0.2, name="latency", **more):
    rows = [{"bytes": size, "value": time_of(size, start, 9000), "p99": 1.6 * time_of(size, start, 8000), **more} for size in SIZES]
    return {"case": name, "unit": "us", "better": "lower", "rows": rows}


def compare_document():
    def row(size, better):
        times = {"penstock": time_of(size, 0.2, 9000), "mpich": time_of(size, 0.3, 8000), "openmpi": time_of(size, 0.45, 11000)}
        values = times if better == "lower" else {name: size / time for name, time in times.items()}
        ratios = {name: time / times["penstock"] for name, time in times.items() if name != "penstock"}
        best = min(ratios, key=ratios.get)
        return {"bytes": size, "values": values, "p99": {name: value * 1.3 for name, value in values.items()}, "rounds": {},
                "ratios": ratios, "best": best, "ratio": ratios[best]}

    def case(name, unit, better, sizes):
        rows = [row(size, better) for size in sizes]
        return {"case": name, "unit": unit, "better": better, "rows": rows, "notes": {}, "worst": None, "geomeans": {},
                "geomean": math.exp(sum(math.log(one["ratio"]) for one in rows) / len(rows))}

    cases = [case("latency", "us", "lower", [0, *SIZES]), case("bw", "MB/s", "higher", SIZES), case("barrier", "us", "lower", [0])]
    cases[1]["notes"] = {"nccl": "unsupported: <nothing>"}
    return {"schema": "penstock-compare/1", "began": "2026-11-21T16:00:00Z", "took": 60, "host": "node7", "cores": 2, "where": "host",
            "command": ["--peers", "mpich,openmpi"], "rounds": 5, "names": {"penstock": "Penstock", "mpich": "MPICH 5.0"},
            "options": {"ranks": 2, "memory": ["host", "host"]}, "order": [], "cases": cases, "gate": None,
            "libraries": [{"name": "penstock", "library": "Penstock 0.1", "state": "measured"},
                          {"name": "mpich", "library": "MPICH 5", "state": "measured"},
                          {"name": "openmpi", "library": "Open MPI 5", "state": "measured"},
                          {"name": "nccl", "library": "", "state": "missing", "why": "no libnccl.so.2"}]}


def pack_document():
    """Makes the document of scripts/gpu's part pack: without gaps, one block size, and one row whose benchmark failed."""
    values = {"pack": 1488600.0, "unpack": 1481200.0, "same to same": 385200.0}
    limits = [{"block": block, "GB/s": {"pack": 1195.0, "unpack": 736.1, "push pack": 353.1}} for block in (None, 65536)]
    return {"schema": "penstock-pack/1", "began": "2026-11-22T02:00:00Z", "host": "node7", "cores": 8, "where": "H200",
            "library": "Penstock 0.1.0", "command": "scripts/gpu run --only pack", "payload": "64M",
            "rates": [{"datatype": "contiguous", "block": None, "values": values}, {"datatype": "vector", "block": "64K", "values": values},
                      {"datatype": "struct", "block": "64K", "values": {}}],
            "latency": [{"datatype": "vector", "block": "256", "us": {"4194304": 23.4}}], "limits": {"payload": 1 << 26, "rows": limits}}


def stencil_document():
    def row(version, total):
        median = {"compute": 300.0, "ns_copies": 5.0, "ns_messages": 20.0, "ew_copies": total - 360, "ew_messages": 35.0, "total": total}
        return {"version": version, "median": median, "wrong": "", "lines": {"code": 40, "mpi_calls": 3, "gpu_calls": 2}}

    def run(grid, kind):
        return {"grid": grid, "type": kind, "cells": "8Kx8K", "memory": "device", "where": "H200", "host": "node7", "cores": 8,
                "library": "Penstock 0.1", "versions": [row("plain", 900.0), row("pipelined", 700.0), row("datatype", 400.0)],
                "ratios": {"plain": {"total": 2.25, "halo": 6.0}, "pipelined": {"total": 1.75, "halo": 4.0}}}

    return {"schema": "penstock-stencil/1", "began": "2026-11-22T02:00:00Z", "took": 40, "command": ["--ranks", "2"], "failures": [],
            "runs": [run(grid, kind) for grid in ("1x2", "2x1") for kind in ("float", "double")]}


class Page(html.parser.HTMLParser):
    """Counts elements, and collects the resources that the page would load."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.loads, self.text = {}, [], ""
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags[tag] = self.tags.get(tag, 0) + 1
        self.loads += [value for name, value in attrs if name == "src" or (name == "href" and not value.startswith("#"))]

    def handle_data(self, data):
        self.text += data


def png_size(path):
    data = path.read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n" and data[-8:-4] == b"IEND", path
    return struct.unpack(">II", data[16:24])


class Below(unittest.TestCase):
    """Tests titles, and the line below them."""

    def source(self, **more):
        return series.read_document("a.json", compare_document() | more)[0]

    def test_machine_date_commit_and_versions_of_peers(self):
        self.assertEqual(plot.about([self.source(commit="abc1234")]), "node7, 2 cores, 2026-11-21, commit abc1234, beside MPICH 5, Open MPI 5")
        self.assertEqual(plot.about([self.source()]), "node7, 2 cores, 2026-11-21, beside MPICH 5, Open MPI 5")

    def test_what_a_kept_file_says_of_itself_comes_first(self):
        kept = {"commit": "old", "machine": "the first", "peers": ["MPICH 4"]}
        self.assertEqual(plot.about([self.source(provenance=kept, commit="new")]), "the first, 2026-11-21, commit old, beside MPICH 4")

    def test_a_machine_stands_once_with_all_its_commits(self):
        self.assertEqual(plot.about([self.source(commit="a"), self.source(commit="b"), self.source(commit="a", host="node8")]),
                         "node7, 2 cores, 2026-11-21, commits a, b, beside MPICH 5, Open MPI 5; "
                         "node8, 2 cores, 2026-11-21, commit a, beside MPICH 5, Open MPI 5")

    def test_the_title_names_those_that_were_measured(self):
        self.assertEqual(plot.rivals([self.source()]), "the best of MPICH, Open MPI")

    def test_a_benchmark_tells_its_commit_by_its_library(self):
        document = bench("ours", [latency_case()]) | {"library": "Penstock 0.1.0 (configured at 1b540b3-dirty), MPI 5.0, standard ABI 1.0"}
        self.assertEqual(plot.about([series.read_document("b.json", document)[0]]), "node7, 2 cores, 2026-11-21, commit 1b540b3-dirty")


class Plot(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="penstock-plot-"))
        self.addCleanup(shutil.rmtree, self.folder)
        self.out = self.folder / "out"

    def plot(self, documents, *words, **variables):
        files = []
        for name, document in documents.items():
            files.append(str(self.folder / f"{name}.json"))
            pathlib.Path(files[-1]).write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
        environment = {**os.environ, "PYTHONPATH": str(PYTHON), "PENSTOCK_PLOT": str(PLOT), "PYTHONDONTWRITEBYTECODE": "1",
                       "MPLCONFIGDIR": str(self.folder), **variables}
        done = subprocess.run([sys.executable, "-m", "penstock.plot", *files, "--out", str(self.out), *words], capture_output=True,
                              text=True, timeout=200, check=False, env=environment)
        if os.environ.get("KEEP") and self.out.exists():
            shutil.copytree(self.out, pathlib.Path(os.environ["KEEP"], self._testMethodName), dirs_exist_ok=True)
        return done

    def pictures(self):
        for path in self.out.glob("*.png"):
            width, height = png_size(path)
            self.assertTrue(800 < width < 3000 and 200 < height < 2000, (path, width, height))
        return sorted(path.name for path in self.out.glob("*.png"))

    def test_a_comparison(self):
        done = self.plot({"host": compare_document()}, "--title", "Two <cores>")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.pictures(), ["barrier.png", "bw.png", "latency.png", "ratios.png"])
        page = Page((self.out / "index.html").read_text(encoding="utf-8"))
        self.assertEqual(page.tags["img"], 4)
        self.assertTrue(page.loads and all(one.startswith("data:image/png;base64,") for one in page.loads))
        self.assertNotIn("script", page.tags)
        for wanted in ("Two <cores>", "MPICH 5.0", "missing: no libnccl.so.2", "unsupported: <nothing>", "node7, 2 cores", "8 MiB"):
            self.assertIn(wanted, page.text)

    def test_many_cases_and_numbers_of_ranks_as_a_map(self):
        documents = []
        for ranks in (2, 4, 16):
            document = compare_document()
            document["options"]["ranks"] = ranks
            document["cases"] = [{**document["cases"][0], "case": f"coll{i}", "rows": document["cases"][0]["rows"][:i + 2]} for i in range(5)]
            documents.append(document)
        done = self.plot({"coll": documents})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.pictures(), [*(f"coll{i}.png" for i in range(5)), "heat.png"])
        self.assertEqual(Page((self.out / "index.html").read_text(encoding="utf-8")).tags["img"], 6)
        documents[0]["cases"] = [{**documents[0]["cases"][0], "case": f"coll{i}"} for i in range(9)]
        done = self.plot({"many": documents[0]})
        self.assertIn("heat.png", self.pictures())

    def test_maps_leave_out_what_has_no_ratio(self):
        document = compare_document()
        document["cases"][1]["rows"][0]["ratio"] = None
        for row in document["cases"][2]["rows"]:
            row["ratio"] = None
        (panel,) = heat.panels([document])
        self.assertEqual(panel["title"], "2 ranks, host memory")
        self.assertEqual(list(panel["cases"]), ["latency", "bw"])
        self.assertEqual([size in panel["cases"]["bw"] for size in (1, 2)], [False, True])
        self.assertFalse(heat.is_wanted([panel]))

    def test_two_runs_share_pictures_and_are_told_apart(self):
        before = bench("penstock", [latency_case(0.4), {"case": "put_lat", "unsupported": "MPI_Put: no body yet"}])
        after = bench("penstock", [latency_case(0.2), latency_case(3, "iallreduce", overlap_percent=95.0)])
        done = self.plot({"before": before, "after": after})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.pictures(), ["iallreduce.png", "latency.png"])
        page = Page((self.out / "index.html").read_text(encoding="utf-8"))
        for wanted in ("penstock, before", "penstock, after", "put_lat", "MPI_Put: no body yet"):
            self.assertIn(wanted, page.text)

    def test_a_list_of_documents_is_several(self):
        device = bench("penstock", [latency_case(4)])
        device["options"]["memory"] = ["device", "host"]
        done = self.plot({"bench": [bench("penstock", [latency_case(0.3)]), device]})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.pictures(), ["latency.png"])
        self.assertIn("penstock, 2 ranks, device:host memory", Page((self.out / "index.html").read_text(encoding="utf-8")).text)

    def test_a_stencil_alone_and_with_others(self):
        done = self.plot({"halos": stencil_document()})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.pictures(), ["halos.png"])
        text = Page((self.out / "index.html").read_text(encoding="utf-8")).text
        for wanted in ("Stencil2D, halos", "grid 2x1, 8Kx8K double", "node7, 8 cores, H200", "2.25", "penstock stencil --ranks 2"):
            self.assertIn(wanted, text)
        done = self.plot({"halos": [stencil_document(), stencil_document()], "host": compare_document()})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.pictures(), ["barrier.png", "bw.png", "halos-2.png", "halos.png", "latency.png", "ratios.png"])

    def test_datatypes(self):
        done = self.plot({"pack": pack_document()})
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(self.pictures(), ["pack.png"])
        text = Page((self.out / "index.html").read_text(encoding="utf-8")).text
        for wanted in ("Datatypes, pack", "64 KiB", "1488.6 (100%)", "4 MiB 23.4 us", "736.1", "scripts/gpu run --only pack"):
            self.assertIn(wanted, text)

    def test_bad_files_are_named(self):
        for name, document, reason in (("text", "no json", "is no JSON"), ("other", {"schema": "x/1"}, "of schema 'x/1'"),
                                       ("list", "[]", "no figures in"), ("number", "[7]", "of schema None"),
                                       ("cut", {"schema": "penstock-bench/1"}, "is broken"),
                                       ("torn", {"schema": "penstock-stencil/1", "runs": [{}]}, "is broken"),
                                       ("none", {"schema": "penstock-stencil/1", "runs": []}, "no figures in"),
                                       ("packless", {**pack_document(), "rates": []}, "no figures in"),
                                       ("half", {"schema": "penstock-pack/1", "rates": pack_document()["rates"]}, "is broken"),
                                       ("empty", bench("penstock", []), "no figures in")):
            done = self.plot({name: document})
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn(f"{name}.json", done.stderr)
            self.assertIn(reason, done.stderr)

    def test_without_matplotlib_it_says_how_to_get_it(self):
        blocked = self.folder / "blocked"
        blocked.mkdir()
        (blocked / "matplotlib.py").write_text("raise ImportError('blocked')\n", encoding="utf-8")
        tree = self.folder / "tree"
        for folder in (tree / "installed/bin", tree / "build/bin"):
            folder.mkdir(parents=True)
        (tree / "build/CMakeCache.txt").write_text(f"CMAKE_HOME_DIRECTORY:INTERNAL={tree}\n", encoding="utf-8")
        for build, told, not_told in (("installed", f"-m pip install --target {self.folder}/none matplotlib", "scripts/"),
                                      ("build", "scripts/peers plot", "--target")):
            done = self.plot({"host": "it is not even read"}, PYTHONPATH=f"{PYTHON}:{blocked}", PENSTOCK_PLOT=str(self.folder / "none"),
                             PENSTOCK_TOOL_BIN=str(tree / build / "bin"))
            self.assertEqual(done.returncode, 3, done.stderr)
            self.assertIn(told, done.stderr)
            self.assertIn("pip install matplotlib", done.stderr)
            self.assertNotIn(not_told, done.stderr)
            self.assertFalse(self.out.exists())


if __name__ == "__main__":
    unittest.main()
