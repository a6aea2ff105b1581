#!/usr/bin/env python3
"""Programs with a mistake, or that leave something undone, end, and say what it was.

ends_test.py MPIEXEC ENDS [TEST...]
"""
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness


def run(kind, **variables):
    return harness.mpiexec("--timeout", 60, "-n", 2, harness.TOOLS["ends"], kind, variables=variables)


class Ends(unittest.TestCase):
    def ends_well(self, kind, **variables):
        done = run(kind, **variables)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stderr

    def fails(self, kind, *said, **variables):
        done = run(kind, **variables)
        self.assertNotEqual(done.returncode, 0)
        for words in said:
            self.assertIn(words, done.stderr)
        return done.stderr

    def test_a_receive_that_was_given_up_and_gets_nothing(self):
        said = self.ends_well("freed_receive")
        self.assertEqual(len(re.findall(r"^penstock\[0\] warn: MPI_Finalize: a receive that MPI_Request_free gave up has got no "
                                        r"message", said, re.MULTILINE)), 1, said)

    def test_one_that_gets_its_message_late(self):
        self.assertNotIn("gave up", self.ends_well("late_send"))

    def test_finalize(self):
        said = self.fails("finalize_twice", "called twice", "leave out the second")
        self.assertNotIn("move MPI_Finalize in front", said)
        self.fails("finalize_alone", "MPI_Finalize: called without MPI_Init")

    def test_addresses_that_are_no_memory(self):
        for kind in ("bad_address", "no_address"):
            for side in ("sender", "receiver"):
                with self.subTest(kind=kind, side=side):
                    said = self.ends_well(f"{kind}_of_{side}", PENSTOCK_HOST_COPIES="once")
                    whose = re.search(r"expected (.*)$", said, re.MULTILINE).group(1)
                    self.assertRegex(said, rf"MPI_Recv: {whose} buffer of a message of 1048576 bytes includes address 0x[0-9a-f]+, "
                                           r"which is no memory of process \d+")
                    self.assertNotIn("staging", said)

    def test_addresses_that_the_cpu_would_fault_at(self):
        for kind in ("bad_address", "no_address"):
            for side in ("sender", "receiver"):
                for settings in ({"PENSTOCK_HOST_COPIES": "twice"}, {"PENSTOCK_CMA": 0}):
                    with self.subTest(kind=kind, side=side, settings=settings):
                        said = self.ends_well(f"{kind}_of_{side}", **settings)
                        # If the sender does not wait when the receiver arrives, the receiver reads the data itself
                        # and names the sender's buffer.
                        self.assertRegex(said, r"(this rank|rank 0)'s buffer of a message of 1048576 bytes includes address "
                                               r"0x[0-9a-f]+, which is no memory of process \d+")
                        self.assertRegex(said, r"rank \d could not copy a message")

    def test_counts_that_do_not_fit(self):
        for kind in ("small_mismatch", "large_mismatch"):
            for buffers in (64, 0):
                self.fails(kind, "PENSTOCK_CHECK=1", PENSTOCK_SHM_BUFFERS=buffers)

    def test_files_are_not_fatal(self):
        self.ends_well("files")

    def test_the_world_of_a_program_with_sessions_alone(self):
        self.assertEqual(self.ends_well("world_of_sessions"), "")
        noted = self.ends_well("world_of_sessions", PENSTOCK_CHECK=1)
        for call in ("rank", "size", "group"):
            for comm in ("WORLD", "SELF"):
                self.assertEqual(noted.count(f"not portable: MPI_Comm_{call} asks for MPI_COMM_{comm} without MPI_Init"), 2, noted)


if __name__ == "__main__":
    harness.main("mpiexec", "ends")
