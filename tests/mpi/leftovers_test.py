#!/usr/bin/env python3
"""With PENSTOCK_CHECK=1 MPI_Finalize says what each rank made and did not free.

leftovers_test.py MPIEXEC LEFTOVERS [TEST...]
"""
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness

# Info objects and error handlers are left over, too, but may be freed after MPI_Finalize.
LEFT = [
    "one persistent request was not freed (MPI_Send_init to rank # with tag 1 on MPI_COMM_WORLD): MPI_Request_free",
    "one request was not freed (MPI_Irecv of 1 element of MPI_INT (4 bytes) from rank # with tag 2 on the solver's): "
    "MPI_Wait, MPI_Test, or MPI_Request_free",
    "one probed message was not freed: MPI_Mrecv",
    'one file was not freed ("/dev/null"): MPI_File_close',
    '2 communicators were not freed ("the solver\'s"): MPI_Comm_free',
    "one group was not freed: MPI_Group_free",
    'one datatype was not freed ("a triple"): MPI_Type_free',
    "one operation was not freed: MPI_Op_free",
    "one attribute key was not freed: MPI_Comm_free_keyval, MPI_Type_free_keyval and MPI_Win_free_keyval",
]


class Leftovers(unittest.TestCase):
    def said(self, what, check):
        done = harness.mpiexec("--timeout", 60, "-n", 2, harness.TOOLS["leftovers"], what, variables={"PENSTOCK_CHECK": check})
        self.assertEqual(done.returncode, 0, done.stderr)
        return [re.findall(rf"^penstock\[{rank}\] warn: MPI_Finalize: (.*)$", done.stderr, re.MULTILINE) for rank in range(2)]

    def test_each_kind_is_said_on_each_rank(self):
        self.assertEqual(self.said("leave", "1"), [[line.replace("#", str(rank)) for line in LEFT] for rank in range(2)])

    def test_not_without_being_asked(self):
        self.assertEqual(self.said("leave", "0"), [[], []])

    def test_what_is_freed_is_not(self):
        self.assertEqual(self.said("free", "1"), [[], []])


if __name__ == "__main__":
    harness.main("mpiexec", "leftovers")
