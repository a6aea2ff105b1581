#!/usr/bin/env python3
"""Mistyped commands, options and names: each gets the nearest.

usage: mistyped_test.py BUILD"""
import unittest

import tool
from tool import harness, penstock


class Mistyped(unittest.TestCase):
    def test_commands(self):
        for word, near in (("benhc", "bench"), ("docter", "doctor"), ("--hlep", "--help")):
            self.assertIn(f"there is no command '{word}', and the nearest is {near};", penstock(word, expect=2).stderr)
        self.assertIn("there is no command 'colourful'; ", penstock("colourful", expect=2).stderr)

    def test_options_of_every_command(self):
        commands = [line.split()[0] for line in penstock("--help").stdout.splitlines() if line.startswith("  ") and line.split()[0] != "penstock"]
        self.assertGreaterEqual(set(commands), {"bench", "compare", "info", "doctor"})
        for command in commands:
            with self.subTest(command=command):
                self.assertRegex(penstock(command, "--hlep", expect=2).stderr, "--hlep.*the nearest is --help")

    def test_values_follow_an_equals_sign(self):
        self.assertIn("; the nearest is --root", penstock("doctor", "--rot=/", expect=2).stderr)

    def test_names_of_cases_and_checks(self):
        self.assertIn("'latncy'; the nearest is latency;", penstock("bench", "latncy", expect=2).stderr)
        self.assertIn("'memry', and the nearest is memory;", penstock("doctor", "--only", "memry", expect=2).stderr)

    def test_programs_of_a_job(self):
        for program in ("penstock-bench", "penstock-stencil", "penstock-interference"):
            with self.subTest(program=program):
                done = harness.run(tool.BUILD / "bin" / program, "--hlep", timeout=60)
                self.assertEqual(done.returncode, 2, done.stderr)
                self.assertIn("; the nearest is --help", done.stderr)


if __name__ == "__main__":
    tool.main()
