#!/usr/bin/env python3
"""tests/suites/check_mpi4py counts outcomes and holds skips against its list, without running anything."""

import importlib.machinery
import importlib.util
import json
import pathlib
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parent / "check_mpi4py"
LOADER = importlib.machinery.SourceFileLoader("check_mpi4py", str(SCRIPT))
check = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_mpi4py", LOADER))
LOADER.exec_module(check)

LIST = """
- {tests: ["test_a.One.*"], says: no-window, reason: not there}
- {tests: ["test_a.Two.*"], ranks: [1], reason: takes two ranks}
"""


def skips(text=LIST):
    with tempfile.NamedTemporaryFile("w", suffix=".yaml") as file:
        file.write(text)
        file.flush()
        return check.Skips(pathlib.Path(file.name))


def module(**skipped):
    made = check.Module("a")
    made.skipped = {f"test_a.{name.replace('_', '.')}": says for name, says in skipped.items()}
    made.tests = {test: {0, 1} for test in [*made.skipped, "test_a.One.runs"]}
    return made


class CheckMpi4py(unittest.TestCase):
    def test_names_of_modules(self):
        for test in ("test_comm.TestComm.testDup", "setUpClass (test_comm.TestComm)", "unittest.loader._FailedTest.test_comm"):
            self.assertEqual(check.module_of(test), "comm")

    def test_listed_skips_pass(self):
        made = module(One_a="no-window", Two_b="too few")
        self.assertEqual(skips().judge(1, [made], True), [])
        self.assertEqual(made.counts(), {"tests": 3, "passed": 1, "skipped": 2, "failed": 0})

    def test_unlisted_skips_fail(self):
        for made in (module(Three_c="why"), module(One_a="another reason")):
            skips().judge(1, [made], True)
            self.assertEqual(made.counts()["failed"], 1)

    def test_a_row_is_for_its_ranks(self):
        made = module(One_a="no-window", Two_b="too few")
        self.assertEqual(skips().judge(2, [made], True), [])
        self.assertEqual(list(made.failed), ["test_a.Two.b"])

    def test_rows_that_skip_no_more_are_named(self):
        self.assertEqual(skips().judge(1, [module()], True), ["test_a.One.*", "test_a.Two.*"])
        self.assertEqual(skips().judge(1, [module()], False), [])

    def test_every_rank_begins_every_test(self):
        made = module()
        made.check_ranks(2)
        self.assertEqual(made.counts()["failed"], 0)
        made.check_ranks(3)
        self.assertEqual(made.failed, {"test_a.One.runs": ["not begun on rank 2"]})

    def test_the_numbers_of_tests_and_skips_are_known(self):
        suite = {"tests": 10, "skipped": {1: 3}, "exclude": [{"name": "a"}, {"name": "b", "wheel": "mpich", "tests": 2}]}
        for tests, skipped, ranks, wrong in ((10, 3, 1, 0), (9, 3, 1, 1), (10, 4, 1, 1), (11, 2, 1, 2), (10, 7, 2, 0)):
            self.assertEqual(len(check.wrong_numbers(suite, None, ranks, {"tests": tests, "skipped": skipped})), wrong)
        # A module that is left out of one wheel is left out only there.
        self.assertEqual(check.wrong_numbers(suite, "mpich", 1, {"tests": 8, "skipped": 3}), [])
        self.assertEqual([row["name"] for row in check.left_out(suite, "openmpi")], ["a"])
        ours = check.yaml.safe_load((check.DATA / "suite.yaml").read_text(encoding="utf-8"))
        self.assertEqual(set(ours["skipped"]), {1, 2, 3, 4, 5})
        self.assertGreater(ours["tests"], 1000)

    def test_a_row_needs_a_reason(self):
        with self.assertRaises(SystemExit):
            skips("- {tests: [x]}")

    def test_half_a_line_waits_for_its_rest(self):
        with tempfile.TemporaryDirectory() as folder:
            rank = check.Rank(0, pathlib.Path(folder))
            line = json.dumps({"event": "start", "test": "test_a.One.a"}) + "\n"
            with open(pathlib.Path(folder) / "0.jsonl", "w", encoding="utf-8") as file:
                file.write(line[:9])
                file.flush()
                self.assertEqual(list(rank.events()), [])
                file.write(line[9:])
                file.flush()
                self.assertEqual([e["event"] for e in rank.events()], ["start"])
            self.assertEqual(rank.running, "test_a.One.a")

    def test_our_own_list_loads(self):
        check.Skips(check.DATA / "skips.yaml")


if __name__ == "__main__":
    unittest.main()
