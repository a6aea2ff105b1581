#!/usr/bin/env python3
"""Every file and every name that docs/design/walk.md gives exists: a step links a file, and that file has each name of the step.

usage: walk_test.py [unittest arguments]"""
import functools
import os
import pathlib
import re
import tempfile
import unittest

TOP = pathlib.Path(__file__).resolve().parents[2]
PAGE = "docs/design/walk.md"
STEP = re.compile(r"^(\d+)\. ")
LINK = re.compile(r"\[[^\][]*\]\(([^)\s]+)\)")
NAME = re.compile(r"`([^`]+)`")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
CALL_OF_MPI = re.compile(r"P?MPIX?_[A-Z]\w*$")
SOURCES = (".cpp", ".hpp", ".h", ".inc", ".cu")


def steps(text):
    """Returns [[(line number, line)]]: each numbered step of a list with the lines that continue it."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if STEP.match(line):
            found.append([(number, line)])
        elif found and line.startswith(" ") and found[-1][-1][0] == number - 1:
            found[-1].append((number, line))
    return found


@functools.lru_cache(maxsize=None)
def code_of(path):
    """Returns the text of a source without its comments: a name that only a comment has is gone."""
    return COMMENT.sub("", path.read_text(encoding="utf-8"))


def has(code, name):
    """Returns True if each part of a qualified name is a word of the code."""
    return all(re.search(rf"\b{re.escape(part)}\b", code) for part in name.split("::"))


def defined_in(top, name, near):
    """Sources with that name, at most three, those near the file of the step first: a reader of the failure looks there."""
    files = [path for path in sorted((top / "src").rglob("*")) if path.suffix in SOURCES and not path.stem.endswith("_test")]
    files.sort(key=lambda path: -len(os.path.commonprefix([str(path.parent.relative_to(top)), near])))
    found = []
    for path in files:
        if len(found) < 3 and has(code_of(path), name):
            found.append(str(path.relative_to(top)))
    return found


def faults_of_step(top, step):
    where, faults, code, near = f"{PAGE}:{step[0][0]}", [], "", ""
    for number, line in step:
        for target in LINK.findall(line):
            path = (top / PAGE).parent / target
            near = near or target.removeprefix("../../")
            if path.is_file():
                code += code_of(path)
            else:
                faults.append(f"{PAGE}:{number}: there is no file {target}")
    if not code and not faults:
        return [f"{where}: the step links no file"]
    names = [(number, name) for number, line in step for name in NAME.findall(LINK.sub("", line))]
    if not any(has(code, name) for _, name in names) and not faults:
        faults.append(f"{where}: the step names no function of its file")
    functions = "".join(code_of(path) for path in sorted((top / "include").glob("*.h")))
    for number, name in names:
        known = has(functions, name.removeprefix("P")) if CALL_OF_MPI.match(name) else has(code, name)
        if not known:
            others = ", ".join(defined_in(top, name, near)) or "no source of src/"
            faults.append(f"{PAGE}:{number}: `{name}` is not in the file of this step; found in {others}")
    return faults


def faults_of(top):
    return [fault for step in steps((top / PAGE).read_text(encoding="utf-8")) for fault in faults_of_step(top, step)]


class Walk(unittest.TestCase):
    def test_every_name_is_in_its_file(self):
        faults = faults_of(TOP)
        self.assertFalse(faults, "\n" + "\n".join(faults))

    def test_every_walk_has_steps(self):
        walks = re.split(r"^## ", (TOP / PAGE).read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
        self.assertGreaterEqual(len(walks), 6)
        for walk in walks:
            with self.subTest(walk.partition("\n")[0]):
                self.assertGreaterEqual(len(steps(walk)), 10)


class Checker(unittest.TestCase):
    """Tests the checker itself, on a small tree with one step of each kind."""

    def faults(self, step):
        with tempfile.TemporaryDirectory() as folder:
            top = pathlib.Path(folder)
            files = {
                PAGE: f"# A walk\n\n{step}\n",
                "src/core/a.cpp": "// gone() was here\nStatus Window::put(int a) { return move(a); }\n",
                "src/core/b.cpp": "void elsewhere() {}\n",
                "include/mpi.h": "int MPI_Put(void);\n",
            }
            for name, text in files.items():
                (top / name).parent.mkdir(parents=True, exist_ok=True)
                (top / name).write_text(text)
            return faults_of(top)

    def test_a_good_step(self):
        self.assertEqual(self.faults("1. [`src/core/a.cpp`](../../src/core/a.cpp): `Window::put`\n   calls `move`; `MPI_Put` returns."), [])

    def test_a_name_that_moved(self):
        self.assertEqual(self.faults("1. [a](../../src/core/a.cpp): `move` calls\n   `elsewhere`."),
                         [f"{PAGE}:4: `elsewhere` is not in the file of this step; found in src/core/b.cpp"])

    def test_a_name_that_is_gone(self):
        self.assertEqual(self.faults("1. [a](../../src/core/a.cpp): `move`, `Window::gone`."),
                         [f"{PAGE}:3: `Window::gone` is not in the file of this step; found in no source of src/"])

    def test_a_file_that_is_gone(self):
        self.assertEqual(self.faults("1. [c](../../src/core/c.cpp)."), [f"{PAGE}:3: there is no file ../../src/core/c.cpp"])

    def test_a_call_that_does_not_exist(self):
        self.assertEqual(self.faults("1. [a](../../src/core/a.cpp): `move` of `MPI_Putt`."),
                         [f"{PAGE}:3: `MPI_Putt` is not in the file of this step; found in no source of src/"])

    def test_steps_without_a_file_or_a_function(self):
        self.assertEqual(self.faults("1. `move`."), [f"{PAGE}:3: the step links no file"])
        self.assertEqual(self.faults("1. [a](../../src/core/a.cpp): the kernel."), [f"{PAGE}:3: the step names no function of its file"])


if __name__ == "__main__":
    unittest.main()
