#!/usr/bin/env python3
"""penstock-bfs and penstock-sort: both forms are right, their JSON is sound, every kind of wrong result is found, words are told.

hybrid_test.py BIN_DIR few|all [unittest words]    few: each mechanism once; all: more ranks and threads, larger data
"""
import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
from harness import run, run_json

BIN, TIER = pathlib.Path(sys.argv.pop(1)).resolve(), sys.argv.pop(1)
FORMS = ["mpi", "hybrid"]
HOSTS = {"PENSTOCK_SIMULATED_HOSTS": 2}
MIB = 1 << 20


def job(program, ranks, *words, **variables):
    return run_json(BIN / "mpiexec", "--timeout", 200, "-n", ranks, BIN / program, *words, timeout=220, variables=variables)


class Hybrid(unittest.TestCase):
    program = schema = ""

    def right(self, ranks, *words, **variables):
        done, document = job(self.program, ranks, *words, **variables)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual((document["schema"], document["ranks"]), (self.schema, ranks))
        self.assertEqual([form["form"] for form in document["forms"]], FORMS)
        self.assertTrue(document["library"].startswith("Penstock"), document["library"])
        return document

    def wrong(self, ranks, text, *words):
        done, document = job(self.program, ranks, *words)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn(text, done.stdout)
        return document

    def words_are_told(self, *cases):
        for words, reason in cases:
            done, _ = job(self.program, 2, *words)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertEqual(done.stderr.count(reason), 1, done.stderr)
        done = run(BIN / self.program, "--help")
        self.assertEqual(done.returncode, 0)
        self.assertIn(f"mpiexec -n 2 {self.program}", done.stdout)
        done = run(BIN / "mpiexec", "-n", 2, BIN / self.program, "--json", "/nonexistent/out.json")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("cannot write /nonexistent/out.json", done.stderr)


class Search(Hybrid):
    program, schema = "penstock-bfs", "penstock-bfs-run/1"

    def judge(self, document, roots):
        """Checks that both forms of a search found the same levels; returns their digests."""
        digests = []
        for form in document["forms"]:
            self.assertEqual(len(form["searches"]), roots)
            self.assertGreater(form["harmonic_mean"], 0)
            for search in form["searches"]:
                self.assertEqual(search["wrong"], "")
                self.assertTrue(0 < search["vertices"] <= 1 << document["scale"], search)
                self.assertGreaterEqual(search["edges"], search["vertices"] - 1)
            digests.append([search["digest"] for search in form["searches"]])
        self.assertEqual(digests[0], digests[1])
        self.assertGreater(document["ratio"], 0)
        return digests[0]

    @unittest.skipUnless(TIER == "few", "of the first tier")
    def test_the_graph_does_not_depend_on_who_searches(self):
        words = ("--scale", 10, "--roots", 4)
        found = {tuple(self.judge(self.right(ranks, *words), 4)) for ranks in (1, 3)}
        found.add(tuple(self.judge(self.right(2, *words, "--threads", 3), 4)))
        self.assertEqual(len(found), 1, found)

    @unittest.skipUnless(TIER == "few", "of the first tier")
    def test_full_queues_and_small_messages(self):
        self.judge(self.right(3, "--scale", 9, "--roots", 2, "--block", 8, "--queue", 1), 2)

    @unittest.skipUnless(TIER == "few", "of the first tier")
    def test_between_hosts(self):
        self.judge(self.right(2, "--scale", 8, "--roots", 2, "--block", 256, "--queue", 4, **HOSTS), 2)

    @unittest.skipUnless(TIER == "few", "of the first tier")
    def test_wrong_trees_are_found(self):
        for how, text in (("circle", "leads to a circle"), ("missing", "leads from the tree to a vertex outside"),
                          ("stranger", "WRONG TREE")):
            document = self.wrong(2, text, "--scale", 8, "--roots", 1, "--plant-error", how)
            self.assertEqual([bool(form["searches"][0]["wrong"]) for form in document["forms"]], [False, True])

    @unittest.skipUnless(TIER == "few", "of the first tier")
    def test_words(self):
        self.words_are_told((("--scale", "1"), "--scale"), (("--forms", "upc"), "--forms"))

    @unittest.skipUnless(TIER == "all", "of the second tier")
    def test_larger(self):
        for ranks, threads, scale in ((2, 1, 17), (4, 2, 15), (7, 1, 13), (8, 4, 12)):
            with self.subTest(ranks=ranks, threads=threads):
                self.judge(self.right(ranks, "--scale", scale, "--roots", 8, "--threads", threads), 8)
        self.judge(self.right(4, "--scale", 10, "--roots", 4, "--threads", 2, **HOSTS), 4)
        self.judge(self.right(4, "--scale", 10, "--roots", 4, PENSTOCK_CHECK=1), 4)


class Sort(Hybrid):
    program, schema = "penstock-sort", "penstock-sort-run/1"

    def judge(self, document, rounds):
        for form in document["forms"]:
            self.assertEqual([one["wrong"] for one in form["rounds"]], [""] * rounds)
            for one in form["rounds"]:
                self.assertTrue(0 < one["dealing"] <= one["total"], one)
                self.assertLessEqual(one["memory"], document["limit"])

    def sorts(self, ranks, *words, rounds=1, **variables):
        with tempfile.TemporaryDirectory(prefix="penstock-test-") as folder:
            self.judge(self.right(ranks, "--folder", folder, "--rounds", rounds, *words, **variables), rounds)
            self.assertEqual(list(pathlib.Path(folder).iterdir()), [])

    @unittest.skipUnless(TIER == "few", "of the first tier")
    def test_ranks_and_threads(self):
        self.sorts(2, "--size", "64M", "--limit", "16M", rounds=2)
        self.sorts(3, "--size", "24M", "--limit", "8M", "--threads", 3)
        self.sorts(1, "--size", "16M", "--limit", "8M", "--threads", 2)

    @unittest.skipUnless(TIER == "few", "of the first tier")
    def test_little_and_nothing(self):
        for size in (0, 16, 4000):
            self.sorts(3, "--size", size, "--limit", "8M")

    @unittest.skipUnless(TIER == "few", "of the first tier")
    def test_between_hosts(self):
        self.sorts(2, "--size", "8M", "--limit", "16M", **HOSTS)

    @unittest.skipUnless(TIER == "few", "of the first tier")
    def test_wrong_outputs_are_found(self):
        for how, text in (("order", "is not sorted"), ("lost", "records, not"), ("changed", "the checksum is not"),
                          ("memory", "bytes of memory, more than 8388608")):
            document = self.wrong(2, text, "--size", "1M", "--limit", "8M", "--rounds", 1, "--plant-error", how)
            self.assertEqual([bool(form["rounds"][0]["wrong"]) for form in document["forms"]], [False, True])

    @unittest.skipUnless(TIER == "few", "of the first tier")
    def test_words(self):
        self.words_are_told((("--limit", "10"), "--limit"), (("--size", "many"), "--size"))
        done, _ = job(self.program, 2, "--folder", "/nonexistent")
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("(see --folder)", done.stderr)

    @unittest.skipUnless(TIER == "all", "of the second tier")
    def test_larger(self):
        self.sorts(2, "--size", "256M", "--limit", "32M", rounds=2)
        self.sorts(4, "--size", "256M", "--limit", "32M", "--threads", 2)
        self.sorts(8, "--size", "64M", "--limit", "32M")
        self.sorts(4, "--size", "32M", "--limit", "32M", "--threads", 2, **HOSTS)


if __name__ == "__main__":
    unittest.main()
