#!/usr/bin/env python3
"""scripts/lint_files.py: what changed since which base, and who includes it; scripts/lint_cache.py: what is known to be clean."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))
import lint_cache  # noqa: E402  (the path comes first)
import lint_files as lint  # noqa: E402

DEPS = """\
a.o: #deps 3, deps mtime 1 (VALID)
    /top/src/a.cpp
    /top/src/a.hpp
    /usr/include/stdio.h

b.o: #deps 2, deps mtime 1 (VALID)
    ../../src/b.cpp
    ../../src/a.hpp

"""
SOURCES = ["src/a.cpp", "src/b.cpp", "src/c.cpp"]


class Includes(unittest.TestCase):
    INCLUDES = {"src/a.cpp": {"src/a.cpp", "src/a.hpp"}, "src/b.cpp": {"src/b.cpp", "src/a.hpp"}}

    def test_of_ninja(self):
        self.assertEqual(lint.includes_of(DEPS, "/top/build/ci", "/top", set(SOURCES)), self.INCLUDES)

    def test_sources_that_changed_and_those_that_include_what_did(self):
        self.assertEqual(lint.choose({"src/a.cpp", "README.md"}, SOURCES, self.INCLUDES), (["src/a.cpp"], []))
        self.assertEqual(lint.choose({"src/a.hpp", "src/b.cpp"}, SOURCES, self.INCLUDES), (["src/b.cpp"], ["src/a.cpp"]))

    def test_other_checks_concern_all(self):
        self.assertEqual(lint.choose({".clang-tidy"}, SOURCES, self.INCLUDES), ([], SOURCES))

    def test_no_more_than_so_many_from_first_to_last(self):
        sources = [f"{i:03}.cpp" for i in range(100)]
        few = lint.evenly(sources, 10)
        self.assertEqual((len(few), few, few[0]), (10, sorted(set(few)), "000.cpp"))
        self.assertGreater(few[-1], "085.cpp")
        self.assertEqual(lint.evenly(sources, 100), sources)

    def test_shares_are_all_of_it(self):
        self.assertEqual(sorted(sum((SOURCES[k::2] for k, _ in map(lint.part, ("0/2", "1/2"))), [])), SOURCES)
        for word in ("2/2", "1", "a/2", "/"):
            with self.assertRaises(lint.argparse.ArgumentTypeError):
                lint.part(word)


class Clean(unittest.TestCase):
    """Tests that a source has the same key for as long as nothing changes that clang-tidy reads."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="penstock-lint-")
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name).resolve()
        self.addCleanup(setattr, lint_cache, "TOP", lint_cache.TOP)
        lint_cache.TOP = self.top
        for name in ("a.cpp", "a.hpp", "all.hpp"):
            (self.top / name).write_text(name)

    def key(self, noted=1 << 62, commands=("g++ a.cpp",), common="checks"):
        lint_cache.content_of.cache_clear()
        deps = (f"a.o: #deps 2, deps mtime {noted} (VALID)\n    ../a.cpp\n    {self.top}/a.hpp\n\n"
                f"cmake_pch.hxx.gch: #deps 1, deps mtime {noted} (VALID)\n    ../all.hpp\n\n")
        return lint_cache.keys_of(f"{self.top}/build", deps, {"a.cpp": list(commands)}, common).get("a.cpp")

    def test_each_thing_that_is_read_changes_it(self):
        first = self.key()
        self.assertEqual(self.key(), first)
        seen = {first, self.key(commands=("g++ -O1 a.cpp",)), self.key(common="other checks")}
        for name in ("a.cpp", "a.hpp", "all.hpp"):
            (self.top / name).write_text("changed")
            seen.add(self.key())
        self.assertEqual((len(seen), None in seen), (6, False))

    def test_what_was_not_built_as_it_is_has_none(self):
        self.assertIsNone(self.key(noted=1))
        (self.top / "a.hpp").unlink()
        self.assertIsNone(self.key())


class Base(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="penstock-lint-")
        self.addCleanup(folder.cleanup)
        self.top = pathlib.Path(folder.name)
        self.git("init", "-q", "-b", "main")

    def git(self, *words, date=0):
        stamp = f"{1_700_000_000 + date} +0000"
        done = subprocess.run(["git", "-c", "user.name=t", "-c", "user.email=t@t", *words], cwd=self.top, check=True, text=True,
                              capture_output=True, env={**os.environ, "GIT_COMMITTER_DATE": stamp, "GIT_AUTHOR_DATE": stamp})
        return done.stdout.strip()

    def commit(self, hours, name="file"):
        (self.top / name).write_text(str(hours), encoding="utf-8")
        self.git("add", "-A")
        self.git("commit", "-qm", name, date=3600 * hours)
        return self.git("rev-parse", "HEAD")

    def base(self, **environment):
        old = os.environ.pop("LINT_BASE", None)
        os.environ.update(environment)
        try:
            return lint.base_of(self.top)
        finally:
            os.environ.pop("LINT_BASE", None)
            if old is not None:
                os.environ["LINT_BASE"] = old

    def test_a_day_before_head(self):
        commits = [self.commit(hours) for hours in (0, 5, 20, 29, 40)]
        self.assertEqual(self.base(), (commits[1], "a day before HEAD"))
        self.assertEqual(self.base(LINT_BASE="HEAD~1")[0], commits[3])

    def test_a_branch_is_compared_with_where_it_left(self):
        commits = [self.commit(hours) for hours in (0, 30)]
        self.git("update-ref", "refs/remotes/origin/main", commits[1])
        self.assertEqual(self.base()[0], commits[0])
        self.commit(31, "own")
        self.assertEqual(self.base(), (commits[1], "where HEAD left origin/main"))
        self.assertEqual(lint.changed_since(commits[1], self.top), {"own"})
        (self.top / "new").touch()
        self.assertEqual(lint.changed_since(commits[1], self.top), {"own", "new"})

    def test_a_short_history(self):
        commits = [self.commit(0, str(i)) for i in range(3)]
        self.assertEqual(self.base()[0], lint.EMPTY_TREE)
        self.assertEqual(lint.changed_since(lint.EMPTY_TREE, self.top), {"0", "1", "2"})
        commits += [self.commit(1, str(i)) for i in range(3, 25)]
        self.assertEqual(self.base()[0], commits[-21])

    def test_a_name_that_is_none(self):
        self.commit(0)
        with self.assertRaises(SystemExit):
            self.base(LINT_BASE="nowhere")


if __name__ == "__main__":
    unittest.main()
