#!/usr/bin/env python3
"""With PENSTOCK_CHECK=1 each rank says, once, what of the program works here and is not portable.

unportable_test.py MPIEXEC UNPORTABLE [TEST...]
"""
import os
import re
import subprocess
import sys
import unittest

MPIEXEC = PROGRAM = ""
NOTED = [
    "the standard does not define MPI_SUM for MPI_CHAR; MPI_SIGNED_CHAR is portable",
    "the standard does not define MPI_LAND for MPI_AINT; MPI_INT64_T is portable",
    "MPI_Send has MPI_DATATYPE_NULL, though nothing moves",
    "MPI_Sendrecv has MPI_DATATYPE_NULL, though nothing moves",
    "the attribute key # is freed a second time; attributes still have it",
]


class Unportable(unittest.TestCase):
    def said(self, check):
        done = subprocess.run([MPIEXEC, "--timeout", "60", "-n", "2", PROGRAM], text=True, capture_output=True, timeout=90,
                              env={**os.environ, "PENSTOCK_CHECK": check})
        self.assertEqual(done.returncode, 0, done.stderr)
        text = re.sub(r"key \d+", "key #", done.stderr)
        return [re.findall(rf"^penstock\[{rank}\] warn: not portable: (.*)$", text, re.MULTILINE) for rank in range(2)]

    def test_each_is_said_once_on_each_rank(self):
        self.assertEqual(self.said("1"), [NOTED, NOTED])

    def test_not_without_being_asked(self):
        self.assertEqual(self.said("0"), [[], []])


if __name__ == "__main__":
    MPIEXEC, PROGRAM = sys.argv[1:3]
    unittest.main(argv=[sys.argv[0], *sys.argv[3:]], verbosity=2)
