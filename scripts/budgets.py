#!/usr/bin/env python3
"""The slowest tests of a run of ctest, and those that took longer than tests/budgets.txt allows.

  ctest --preset ci --output-junit "$PWD/build/test-ci.xml"
  scripts/budgets.py build/test-ci.xml                  ten slowest, with time and budget; then whoever took too long
  scripts/budgets.py --most 30 build/test-ci.xml
  scripts/budgets.py --times 5 build/test-asan.xml      budgets five times as long, for a sanitizer
  scripts/budgets.py --write build/test-*.xml           the file again: twice what each test took, of at least so much

A budget is exceeded with a warning, not an error: machines are shared. The last line names all that exceeded theirs.
"""
import argparse
import math
import pathlib
import sys
import xml.etree.ElementTree

FILE = pathlib.Path(__file__).resolve().parent.parent / "tests/budgets.txt"


class Budgets:
    """The seconds that each test may take: those of the file, or its `default`."""

    def __init__(self, text):
        self.seconds = {}
        for number, line in enumerate(text.splitlines(), 1):
            words = line.partition("#")[0].split()
            if not words:
                continue
            if len(words) != 2 or not words[1].isdigit() or int(words[1]) == 0 or words[0] in self.seconds:
                raise ValueError(f"budgets, line {number}: wanted a name, once, and whole seconds: {line}")
            self.seconds[words[0]] = int(words[1])
        if "default" not in self.seconds:
            raise ValueError("budgets: there is no `default`")
        self.default = self.seconds.pop("default")

    def of(self, name):
        return self.seconds.get(name, self.default)


def load():
    return Budgets(FILE.read_text(encoding="utf-8"))


def times_of(path):
    """Returns {test: seconds} of the tests that ran, from a JUnit file of ctest."""
    cases = xml.etree.ElementTree.parse(path).getroot().iter("testcase")
    return {case.get("name"): float(case.get("time", 0)) for case in cases if case.get("status") in ("run", "fail")}


def table(times, budgets, most, factor=1):
    """Returns lines: the slowest tests, and all that took too long."""
    slowest = sorted(times, key=lambda name: (-times[name], name))
    width = max((len(name) for name in slowest[:most]), default=0)
    lines = [f"{min(most, len(slowest))} slowest of {len(slowest)} tests, which took {sum(times.values()):.0f} s:"]
    lines += [f"  {name:{width}} {times[name]:6.1f} s of {budgets.of(name) * factor:4} s" for name in slowest[:most]]
    over = [f"{name} ({times[name]:.0f} of {budgets.of(name) * factor} s)" for name in slowest
            if times[name] > budgets.of(name) * factor]
    return lines + ["over budget: " + (", ".join(over) or "none")]


def written(text, times):
    """Returns the file's comments, and budgets of twice what the tests took where that is more than the default."""
    old = Budgets(text)
    head = [line for line in text.splitlines() if line.startswith(("#", "default"))]
    seconds = {**old.seconds, **{name: 5 * math.ceil(2 * time / 5) for name, time in times.items()}}
    return "\n".join(head + [f"{name} {budget}" for name, budget in sorted(seconds.items()) if budget > old.default]) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("junit", nargs="+", type=pathlib.Path, metavar="JUNIT.xml")
    parser.add_argument("--most", type=int, default=10, help="how many to list (default %(default)s)")
    parser.add_argument("--times", type=int, default=1, metavar="N", help="budgets so many times as long (default %(default)s)")
    parser.add_argument("--write", action="store_true", help="rewrite tests/budgets.txt from these runs")
    args = parser.parse_args()
    times = {}
    for path in args.junit:
        times.update(times_of(path))
    if args.write:
        FILE.write_text(written(FILE.read_text(encoding="utf-8"), times), encoding="utf-8")
        return 0
    print("\n".join(table(times, load(), args.most, args.times)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
