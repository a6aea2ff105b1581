#!/usr/bin/env python3
"""Shares of the second tier and budgets: on tests made up here, and on those of a build tree: share_test.py BUILD_DIR"""
import importlib.machinery
import importlib.util
import pathlib
import sys
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))
import budgets  # noqa: E402  (the path comes first)

LOADER = importlib.machinery.SourceFileLoader("share", str(SCRIPTS / "share"))
share = importlib.util.module_from_spec(importlib.util.spec_from_loader("share", LOADER))
LOADER.exec_module(share)

BUILD = pathlib.Path()
LIMIT = 300


def labelled(*labels, **properties):
    return {"LABELS": list(labels), **properties}


class Deal(unittest.TestCase):
    TESTS = {"fast": labelled("unit"), "few": labelled("mpi", "few"), "hours": labelled("long"),
             **{f"wide_{i}": labelled("mpi", "wide", PROCESSORS="2") for i in range(5 * share.OF_TESTS)},
             **{f"small_{i}": labelled("wide") for i in range(5 * share.OF_TESTS)}, "long_1": labelled("long", "minute", RUN_SERIAL=True)}
    ALLOWED = budgets.Budgets("default 10\nmemcheck 60 # no test\nhours 4000\nlong_1 50\nwide_3 70\n")

    def deal(self, tests=None):
        return share.deal(tests or self.TESTS, self.ALLOWED, LIMIT)

    def test_each_is_in_one_share(self):
        shares, rest = self.deal()
        names = [name for one in shares for name in one]
        self.assertEqual(sorted(names), sorted({*share.second_tier(self.TESTS), share.MEMCHECK} - {"hours"}))
        self.assertEqual(rest, ["hours"])

    def test_the_first_tier_is_in_none(self):
        self.assertFalse({"fast", "few"} & {name for one in self.deal()[0] for name in one})

    def test_they_last_about_as_long(self):
        sums = sorted(sum(one.values()) for one in self.deal()[0])
        self.assertLessEqual(sums[-1] - sums[0], 10)

    def test_the_order_of_tests_does_not_count(self):
        self.assertEqual(self.deal(), self.deal(dict(reversed(self.TESTS.items()))))

    def test_those_of_one_processor_cost_half(self):
        self.assertEqual(share.seconds_of("small_1", self.TESTS["small_1"], self.ALLOWED), 5)
        self.assertEqual(share.seconds_of("long_1", self.TESTS["long_1"], self.ALLOWED), 50)

    def test_stages(self):
        self.assertEqual(share.stages(3, {"a": 1}), ["tests", f"lint 3/{share.OF_TESTS}"])
        self.assertEqual(share.stages(0, {"memcheck": 1}), ["memcheck", f"lint 0/{share.OF_TESTS}"])
        self.assertEqual([share.stages(number, {}) for number in share.SANITIZERS], [["core asan"], ["core tsan"]])
        self.assertEqual([*range(share.OF_TESTS), *share.SANITIZERS], [*range(share.SHARES)])

    def test_numbers(self):
        self.assertEqual([share.number_of(word) for word in ("0", "9", str(share.SHARES - 1))], [0, 9, share.SHARES - 1])
        for word in (str(share.SHARES), "-1", "x", ""):
            with self.assertRaises(share.argparse.ArgumentTypeError):
                share.number_of(word)


class BudgetsOfTests(unittest.TestCase):
    XML = """<testsuite><testcase name="a" time="31.5" status="run"/><testcase name="b" time="4" status="fail"/>
        <testcase name="c" time="0" status="notrun"/><testcase name="d" time="11" status="run"/></testsuite>"""

    def times(self):
        with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
            file.write(self.XML)
            file.flush()
            return budgets.times_of(file.name)

    def test_only_what_ran_counts(self):
        self.assertEqual(self.times(), {"a": 31.5, "b": 4.0, "d": 11.0})

    def test_who_took_too_long_is_named(self):
        lines = budgets.table(self.times(), budgets.Budgets("default 10\na 30\n"), 2)
        self.assertEqual([line.split() for line in lines[1:3]], [["a", "31.5", "s", "of", "30", "s"], ["d", "11.0", "s", "of", "10", "s"]])
        self.assertEqual(lines[3], "over budget: a (32 of 30 s), d (11 of 10 s)")

    def test_a_sanitizer_has_longer(self):
        self.assertEqual(budgets.table(self.times(), budgets.Budgets("default 10\n"), 1, 4)[-1], "over budget: none")

    def test_what_is_wrong_in_the_file(self):
        for text in ("a 3", "default 10\na", "default 10\na x", "default 10\na 0", "default 10\na 1\na 2", "default 10\na 1.5"):
            with self.assertRaises(ValueError):
                budgets.Budgets(text)

    def test_the_file_is_written_again(self):
        text = budgets.written("# why\ndefault 10\nold 40\nd 900\n", self.times())
        self.assertEqual(text, "# why\ndefault 10\na 65\nd 25\nold 40\n")


class OfTheBuild(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tests = share.tests_of(BUILD)
        if "fakecuda_memory" not in cls.tests:
            raise unittest.SkipTest("a build without the stand-in driver lacks some tests")

    def labels(self, name):
        return set(self.tests[name].get("LABELS", []))

    def test_each_test_of_the_second_tier_is_in_one_share_or_too_long(self):
        shares, rest = share.deal(self.tests, budgets.load(), LIMIT)
        names = sorted([name for one in shares for name in one] + rest)
        self.assertEqual(names, sorted([*share.second_tier(self.tests), share.MEMCHECK]))
        self.assertEqual([name for name in rest if "wide" in self.labels(name)], [], "CI would never run these")

    def test_budgets_are_those_of_tests(self):
        self.assertEqual(sorted(set(budgets.load().seconds) - {*self.tests, share.MEMCHECK}), [], "these are no tests (any more)")

    def test_a_sample_is_of_a_test_of_the_second_tier(self):
        for name in self.tests:
            if "few" in self.labels(name):
                self.assertFalse(self.labels(name) & {"wide", "long"}, name)
                self.assertIn("wide", self.labels(name.replace("_few", "")), name)


if __name__ == "__main__":
    if len(sys.argv) > 1 and not sys.argv[1].startswith("-"):
        BUILD = pathlib.Path(sys.argv.pop(1)).resolve()
    else:
        del OfTheBuild
    unittest.main()
