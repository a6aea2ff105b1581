#!/usr/bin/env python3
"""tests/suites/mpi4py_table says what became of every skip elsewhere; tests/suites/check_mpi4py_programs reads what programs say."""

import importlib.machinery
import importlib.util
import pathlib
import unittest
from unittest import mock

SCRIPTS = pathlib.Path(__file__).resolve().parent


def load(name):
    loader = importlib.machinery.SourceFileLoader(name, str(SCRIPTS / name))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


table = load("mpi4py_table")
programs = load("check_mpi4py_programs")
ROWS = [{"tests": ["test_a.*"], "says": "no-window", "ranks": [1], "reason": "not there"}]


def result(skips=(), failures=()):
    return {"modules": {"a": {"skips": dict(skips), "failures": dict(failures)}}}


class Table(unittest.TestCase):
    def test_what_became_of_a_skip(self):
        test = "test_a.One.x"
        self.assertEqual(table.there(None, test, "why"), "not run")
        self.assertEqual(table.there(result(), test, "why"), "passes")
        self.assertEqual(table.there(result(skips={test: "why"}), test, "why"), "skips too")
        self.assertEqual(table.there(result(skips={test: "else"}), test, "why"), "skips too (else)")
        self.assertEqual(table.there(result(failures={test: ["wrong"]}), test, "why"), "fails")
        self.assertEqual(table.there(result(failures={"test_a.One.y": ["the job ended"]}), test, "why"), "its module died")

    def test_skips_without_a_reason_are_found(self):
        ours = {1: result(skips={"test_a.One.x": "no-window", "test_a.One.y": "odd"}),
                2: result(skips={"test_a.One.x": "no-window"})}
        with mock.patch("builtins.print"):
            found = table.skips(ours, {}, ROWS)
        self.assertEqual(found, [("test_a.One.y", 1, "odd"), ("test_a.One.x", 2, "no-window")])


class Programs(unittest.TestCase):
    def check(self, code, said, **row):
        with mock.patch.object(programs, "run", return_value=(code, said)), mock.patch("builtins.print"):
            return programs.check(None, {"name": "x", "says": "^OK", **row}, 2)

    def test_what_passes(self):
        self.assertEqual(self.check(0, "Ran 3 tests in 1s\n\nOK (skipped=1)\n"), (3, 1))
        self.assertEqual(self.check(0, "Ran 3 tests\nOK\nRan 4 tests\nOK\n", each_rank=True), (7, 0))

    def test_what_fails(self):
        self.assertIsNone(self.check(1, "OK\n"))
        self.assertIsNone(self.check(0, "not OK\n"))
        self.assertIsNone(self.check(0, "OK\n", each_rank=True))


if __name__ == "__main__":
    unittest.main()
