#!/usr/bin/env python3
"""PENSTOCK_CHECK=1 names each planted error, with its class where the call fails.

planted_test.py MPIEXEC PLANTED [TEST...]
"""
import concurrent.futures
import pathlib
import re
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "common"))
import harness

# The classes have the values of the standard ABI, by their names in mpi.h.
HEADER = (pathlib.Path(__file__).resolve().parents[2] / "include" / "mpi.h").read_text(encoding="utf-8")
CLASSES = {name: int(value) for name, value in re.findall(r"#define (MPI_ERR_\w+|MPI_SUCCESS)\s+(\d+)", HEADER)}

# Each row has the case, the rank that the error is about, its class (SUCCESS: nothing fails, a warning says it; None: nothing is
# wrong), and what is said.
TOGETHER = [
    ("coll_root", 0, "ROOT", "rank 1 calls MPI_Bcast with root 1, rank 0 with root 0"),
    ("coll_root_outside", 0, "ROOT", "failed before anything was moved"),
    ("coll_count", 1, "COUNT", "rank 1 calls MPI_Allreduce with 2 elements of MPI_INT"),
    ("coll_type", 1, "TYPE", "1 element of MPI_FLOAT (4 bytes), rank 0 with 1 element of MPI_INT"),
    ("coll_op", 1, "OP", "with MPI_MAX, rank 0 MPI_Allreduce with MPI_SUM"),
    ("coll_order", 0, "ARG", "rank 1 calls MPI_Bcast, rank 0 MPI_Barrier"),
    ("coll_in_place", 1, "BUFFER", "all ranks pass MPI_IN_PLACE or none"),
    ("coll_truncated", 1, "TRUNCATE", "which expects 2 elements"),
    ("coll_null", 0, "BUFFER", "null pointer"),
    ("coll_form", 0, "ARG", "rank 1 calls MPI_Ibarrier, rank 0 MPI_Barrier"),
    ("coll_aliased", 0, "BUFFER", ""),
    ("coll_gather", 0, "TRUNCATE", "2 elements of MPI_INT"),
    ("coll_undefined", 0, "OP", "MPI_BAND"),
    ("coll_scatterv", 1, "COUNT", "which expects 3 elements"),
    ("p2p_types", 1, "TYPE", "rank 0 sent 1 element of MPI_INT (4 bytes) with tag 1, which MPI_Recv of 1 element of MPI_FLOAT"),
    ("p2p_types_large", 1, "TYPE", "262144 elements of MPI_FLOAT"),
    ("p2p_types_synchronous", 1, "TYPE", "which MPI_Recv of 2 elements of MPI_FLOAT"),
    ("p2p_types_derived", 1, "TYPE", "rank 0 sent 6 elements of a derived type"),
    ("p2p_types_later", 1, "TYPE", "which MPI_Irecv of 1 element of MPI_FLOAT"),
    ("p2p_types_of_all", 1, "TYPE", "which MPI_Irecv of 1 element of MPI_FLOAT"),
    ("p2p_types_exchanged", 0, "TYPE", "rank 1 sent 1 element of MPI_INT"),
    ("p2p_types_probed", 1, "TYPE", "which MPI_Mrecv of 1 element of MPI_FLOAT"),
    ("p2p_types_persistent", 1, "TYPE", "rank 0 sent 1 element of MPI_INT"),
    ("p2p_types_of_any", 1, "TYPE", "which MPI_Recv of 2 elements of MPI_FLOAT"),
    ("p2p_types_of_bytes", 1, "TYPE", "rank 0 sent 4 elements of MPI_BYTE"),
    ("p2p_types_to_itself", 1, "TYPE", "rank 1 sent 1 element of MPI_INT"),
    ("p2p_types_buffered", 1, "TYPE", "rank 0 sent 1 element of MPI_INT"),
    ("p2p_types_alike", 1, None, None),
    ("p2p_truncated", 1, "TRUNCATE", ""),
    ("p2p_rank_outside", 0, "RANK", "the destination is 2"),
    ("p2p_tag_negative", 0, "TAG", "the tag is -5"),
    ("p2p_tag_any", 0, "TAG", "MPI_ANY_TAG"),
    ("p2p_count_negative", 0, "COUNT", "count is -1"),
    ("p2p_buffer_null", 0, "BUFFER", "null pointer"),
    ("p2p_no_buffer", 0, "BUFFER", "MPI_Buffer_attach"),
    ("p2p_receives_overlap", 0, "BUFFER", "overlaps that of MPI_Irecv of 4 elements of MPI_INT (16 bytes) from rank 0 with tag 1"),
    ("p2p_sent_while_received", 0, "BUFFER", "overlaps that of MPI_Irecv of 4 elements"),
    ("p2p_received_while_sent", 0, "BUFFER", "overlaps that of MPI_Issend of 4 elements"),
    ("p2p_exchanged_in_one", 0, "BUFFER", "overlaps"),
    ("p2p_started_twice", 0, "REQUEST", "is active"),
    ("p2p_started_plain", 0, "REQUEST", "is not persistent"),
    ("p2p_waited_twice", 0, "REQUEST", "has been freed"),
    ("part_types", 1, "TYPE",
     "the partitions of the send are 4 elements of MPI_INT (16 bytes) together, those of the receive 4 elements of MPI_FLOAT"),
    ("part_types", 0, "TYPE", "both sides need the same types"),
    ("part_types_alike", 1, None, None),
    ("part_ready_twice", 0, "ARG", "ready"),
    ("part_ready_outside", 0, "ARG", ""),
    ("type_uncommitted", 0, "TYPE", "MPI_Type_commit"),
    ("type_freed", 0, "TYPE", "freed"),
    ("type_predefined", 0, "TYPE", "MPI_INT"),
    ("comm_null", 0, "COMM", ""),
    ("comm_freed", 0, "COMM", "freed"),
    ("comm_world_freed", 0, "COMM", ""),
    ("op_predefined", 0, "OP", ""),
    ("group_rank", 0, "RANK", "5"),
    ("grid_too_large", 0, "ARG", "more nodes than the communicator has ranks"),
    ("keyval_unknown", 0, "KEYVAL", ""),
    ("info_freed", 0, "INFO", "freed"),
    ("win_put_put", 0, "SUCCESS", "MPI_Put of bytes 4 to 11 at rank 1 overlaps MPI_Put of bytes 0 to 7 in the same epoch"),
    ("win_put_get", 0, "SUCCESS", "MPI_Get of bytes 0 to 3 at rank 1 overlaps MPI_Put"),
    ("win_put_accumulate", 0, "SUCCESS", "MPI_Put of bytes 0 to 3 at rank 1 overlaps MPI_Accumulate"),
    ("win_two_operations", 1, "SUCCESS", "MPI_Accumulate of rank 0 and MPI_Accumulate of rank 1 overlap in one epoch"),
    ("win_unordered", 0, "SUCCESS", "MPI_Accumulate of bytes 0 to 3 at rank 1 overlaps MPI_Accumulate"),
    ("win_same_op", 1, "SUCCESS", "MPI_Get_accumulate of rank 1 overlap in one epoch"),
    ("win_same_op_no_op", 1, None, None),
    ("win_locked", 0, "SUCCESS", "MPI_Get of bytes 0 to 3 at rank 1 overlaps MPI_Put"),
    ("win_started", 0, "SUCCESS", "MPI_Put of bytes 12 to 15 at rank 1 overlaps MPI_Put"),
    ("win_started_by_two", 1, "SUCCESS", "MPI_Put of rank 0 and MPI_Put of rank 1 overlap in one epoch, from byte 4"),
    ("win_of_two_ranks", 1, "SUCCESS", "overlap in one epoch, from byte 4 of this rank's window on"),
    ("win_buffer_used_twice", 0, "SUCCESS", "MPI_Get to rank 1 uses 8 bytes of this rank's memory that MPI_Get to rank 1"),
    ("win_apart", 0, None, None),
    ("win_no_epoch", 0, "RMA_SYNC", "no epoch reaches rank 0"),
    ("win_outside", 0, "RMA_RANGE", "of a window of 32 bytes"),
    ("win_locked_twice", 0, "RMA_SYNC", "locked by this rank already"),
    ("win_unlocked", 0, "RMA_SYNC", "is not locked by this rank"),
    ("win_lock_unknown", 0, "LOCKTYPE", "77"),
    ("win_not_locked", 0, "RMA_SYNC", "no epoch reaches rank 1"),
    ("win_assertion", 0, "ASSERT", "has bits"),
    ("win_precedes", 0, "ASSERT", "MPI_MODE_NOPRECEDE"),
    ("win_completed", 0, "RMA_SYNC", "without MPI_Win_start"),
    ("win_waited", 0, "RMA_SYNC", "without MPI_Win_post"),
    ("win_types", 0, "TYPE", "MPI_FLOAT"),
    ("win_freed_in_epoch", 0, "RMA_SYNC", ""),
]

# Each row has the case, the exit code (None: another than 0), the rank, and what is said on standard error.
ENDS = [
    ("end_never_waited", 0, 0, "one request was not freed (MPI_Irecv of 1 element of MPI_INT (4 bytes) from rank 1 with tag 4 on MPI_COMM_WORLD)"),
    ("end_send_never_waited", 0, 0, "one request was not freed (MPI_Isend of 1 element of MPI_INT (4 bytes) to rank 1 with tag 4"),
    ("end_never_waited_persistent", 0, 0, "one active persistent request was not freed"),
    ("end_never_waited_collective", 0, 0, "one request was not freed (MPI_Ibarrier on MPI_COMM_WORLD)"),
    ("end_never_received", 0, 1, "a message of 8 bytes from rank 0 with tag 9 on MPI_COMM_WORLD was never received"),
    ("end_never_freed", 0, 0, 'one communicator was not freed ("the forgotten one")'),
    ("init_too_early", None, None, "called before MPI_Init"),
    ("init_too_late", None, None, "called after MPI_Finalize"),
    ("init_twice", None, None, "called twice"),
]
THREADS = [
    ("init_threads_single", 0, 0, "is called by another thread than the one that initialised MPI"),
    ("init_threads_funneled", 0, 0, "with MPI_THREAD_FUNNELED: ask MPI_Init_thread for"),
    ("init_threads_serialized", 0, 0, "is called by one thread while another one is in MPI_Recv"),
]
HANGS = [
    ("hang_both_send", None, 0, "MPI_Ssend has not returned for 5 seconds; under way: MPI_Ssend of 1 element of MPI_INT (4 bytes) to rank 1"),
    ("hang_wrong_tag", None, 1, "from rank 0 with tag 2 on MPI_COMM_WORLD; a message of 4 bytes from rank 0 with tag 1 on MPI_COMM_WORLD was never"),
    ("hang_wrong_communicator", None, 1, "a message of 4 bytes from rank 0 with tag 1 on a communicator of 2 without a name was never"),
    ("hang_wrong_source", None, 1, "MPI_Recv has not returned for 5 seconds; under way: MPI_Recv of 1 element of MPI_INT (4 bytes) from rank 1"),
    ("hang_missing_member", None, 0, "MPI_Barrier has not returned for 5 seconds"),
    ("hang_peer_has_ended", None, 1, "MPI_Wait has not returned for 5 seconds; under way: MPI_Irecv of 1 element of MPI_INT (4 bytes) from rank 0"),
]


def start(*cases, limit=60):
    return harness.mpiexec("--timeout", limit, "-n", 2, harness.TOOLS["planted"], *cases, variables={"PENSTOCK_CHECK": 1},
                           timeout=limit + 60)


class Together(unittest.TestCase):
    """These cases share a start: each rank says where a case begins and how it ends."""

    def test_each_is_said(self):
        done = start(*(case for case, *_ in TOGETHER))
        self.assertEqual(done.returncode, 0, done.stderr[-3000:])
        for case, rank, name, fragment in TOGETHER:
            with self.subTest(case=case):
                own = [line for line in done.stderr.splitlines() if re.match(rf"(planted|penstock)\[{rank}\]", line)]
                own = own[own.index(f"planted[{rank}] begin {case}") + 1:]
                end = next(i for i, line in enumerate(own) if line.startswith(f"planted[{rank}] end {case} "))
                said, ended = own[:end], own[end].split(" ", 4)
                # A message about the other side of an epoch may come with the call that ends it, before the mark of the end.
                wanted = "SUCCESS" if name is None else name
                expected = CLASSES["MPI_SUCCESS" if wanted == "SUCCESS" else f"MPI_ERR_{wanted}"]
                self.assertEqual(int(ended[3]), expected, own[end])
                if name is None:
                    self.assertEqual([line for line in said if " warn: " in line], [])
                else:
                    self.assertIn(fragment, " ".join(said) if name == "SUCCESS" else ended[4])


class Single(unittest.TestCase):
    def check(self, cases, limit=60):
        with concurrent.futures.ThreadPoolExecutor(len(cases)) as pool:
            done = list(pool.map(lambda case: start(case[0], limit=limit), cases))
        for (case, code, rank, fragment), one in zip(cases, done):
            with self.subTest(case=case):
                if code is None:
                    self.assertNotEqual(one.returncode, 0, one.stderr)
                else:
                    self.assertEqual(one.returncode, code, one.stderr)
                whose = "" if rank is None else f"penstock[{rank}]"
                self.assertIn(fragment, "\n".join(line for line in one.stderr.splitlines() if whose in line))
        return done


class Ends(Single):
    def test_each_is_said(self):
        self.check(ENDS)


class Threads(Single):
    def test_each_is_said(self):
        self.check(THREADS)

    def test_nothing_is_said_of_threads_that_were_asked_for(self):
        done = start("init_threads_multiple")
        self.assertEqual((done.returncode, re.findall(r"warn: MPI_.*", done.stderr)), (0, []), done.stderr)


class Hangs(Single):
    """Each case is ended by the launcher, after the ranks have said what they wait for. They wait side by side."""

    def test_each_is_said(self):
        self.check(HANGS, limit=9)


if __name__ == "__main__":
    harness.main("mpiexec", "planted")
