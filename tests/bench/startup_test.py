#!/usr/bin/env python3
"""penstock startup: real jobs of few ranks, the line through figures, words and failures, the picture.

startup_test.py BUILD_DIR SOURCE_DIR
"""
import importlib.util
import json
import pathlib
import sys
import tempfile
import unittest

BUILD, SOURCE = (pathlib.Path(sys.argv.pop(1)).resolve() for _ in range(2))
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
sys.path.insert(0, str(SOURCE / "python"))

import harness  # noqa: E402  (the path comes first)
from penstock import startup  # noqa: E402  (the path comes first)


def front(command, *words):
    return harness.run(BUILD / "bin/penstock", command, *words, timeout=200)


class Startup(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="penstock-startup-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def measured(self, *words):
        file = self.folder / "out.json"
        done = front("startup", "--json", file, *words)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout, json.loads(file.read_text(encoding="utf-8"))

    def judge(self, document, counts, rounds):
        self.assertEqual([row["ranks"] for row in document["rows"]], counts)
        for row in document["rows"]:
            self.assertEqual(len(row["rounds"]), rounds)
            for one in (row["median"], *row["rounds"]):
                self.assertEqual(sorted(one), sorted(startup.MEASURES))
                self.assertTrue(0 < one["init_ms"] <= one["start_ms"], one)
                self.assertTrue(0 < one["pss_init"] < 200 * startup.MIB, one)
                self.assertGreater(one["end_ms"], 0)

    def test_jobs_are_measured_and_drawn(self):
        text, document = self.measured("--ranks", "2,5", "--rounds", "2")
        self.judge(document, [2, 5], 2)
        self.assertIn("one more rank adds", text)
        self.assertEqual(sorted(document["fit"]), sorted(startup.MEASURES))
        if importlib.util.find_spec("matplotlib") is None and not (SOURCE / ".local/plot").is_dir():
            self.skipTest("no matplotlib: scripts/peers plot fetches it")
        done = front("plot", self.folder / "out.json", "--out", self.folder / "drawn")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertGreater((self.folder / "drawn/out.png").stat().st_size, 10000)

    def test_simulated_hosts(self):
        _, document = self.measured("--ranks", "4", "--rounds", "1", "--hosts", "2")
        self.judge(document, [4], 1)
        self.assertEqual(document["hosts"], 2)

    def test_another_launcher(self):
        _, document = self.measured("--ranks", "3", "--rounds", "1", "--launch", f"{BUILD}/bin/mpiexec -n {{ranks}}")
        self.judge(document, [3], 1)

    def test_a_job_that_fails_is_told(self):
        done = front("startup", "--ranks", "2", "--rounds", "1", "--launch", "false {ranks}")
        self.assertEqual(done.returncode, 1)
        self.assertIn("2 ranks: ended with exit code 1", done.stderr)

    def test_words(self):
        for words, said in ((("--ranks", "1"), "at least 2"), (("--ranks", "2,many"), "takes numbers"), (("--rounds", "0"), "at least 1"),
                            (("--launch", "srun"), "{ranks}"), (("--json", "/none/x.json"), "no such folder"),
                            (("--ranks", "100000000"), "are free here"),
                            (("--simulate", "many"), "all above 0"), (("--link", "5"), "all above 0")):
            done = front("startup", *words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(said, done.stderr)
        self.assertIn("penstock startup --ranks", front("startup", "--help").stdout)

    def test_the_line(self):
        constant, slope = startup.line([(2, 7.0), (4, 11.0), (8, 19.0)])
        self.assertAlmostEqual(constant, 3.0)
        self.assertAlmostEqual(slope, 2.0)
        self.assertIsNone(startup.line([(4, 1.0), (4, 2.0)]))
        rows = [{"ranks": ranks, "median": dict.fromkeys(startup.MEASURES, 5.0 * ranks)} for ranks in (2, 4, 8)]
        self.assertAlmostEqual(startup.fit(rows, 4)["start_ms"]["a_rank"], 5.0)

    def test_many_hosts(self):
        found = {name: {"constant": 10.0, "a_rank": 2.0} for name in startup.MEASURES}
        few, many = startup.simulated(found, [64, 100000], 64, (5.0, 1000.0))
        self.assertEqual((few["hosts"], many["hosts"]), (1, 1563))
        self.assertEqual((few["host_ms"], many["host_ms"]), (138.0, 138.0))
        self.assertAlmostEqual(many["addresses_ms"], (2 * 11 * 5 + 2 * 100000 * startup.CARD_BYTES / 1000) / 1000)
        self.assertAlmostEqual(many["memory"] - few["memory"], startup.PEER_BYTES * (100000 - 64))
        self.assertEqual(startup.simulated({}, [8], 64, (5.0, 1000.0)), [])


if __name__ == "__main__":
    unittest.main(verbosity=2)
