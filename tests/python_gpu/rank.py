#!/usr/bin/env python3
"""One of two ranks that exchange GPU arrays of Python libraries through mpi4py and compare every byte.

usage: mpiexec -n 2 python3 rank.py LIBRARY/KIND LIBRARY/KIND [--largest BYTES] [--same-device]
       python3 rank.py --probe LIBRARY/KIND      says as JSON what there is; exit status 3 where it is not here

The first name is what rank 0 uses, the second rank 1's. Rank 0 prints one line of JSON; exit status 1 if anything failed.
"""
import argparse
import json
import sys
import time
import traceback

from backends import BLANK, NotHere, create, faces

SIZES = (0, 1, 7, 255, 4096, 65537, (1 << 20) + 3, 16 << 20, 64 << 20, 256 << 20)
SKEWS = (0, 1, 8)  # of small messages: they start so far behind an allocation's begin
SMALL = 1 << 20
ROUNDS = 4  # of the largest size; the best one is timed
CHURN = 12  # rounds of allocate, exchange, free, give back
ROWS = 4000           # of the matrix whose columns are sent


class Exchange:
    """Both ranks call the same methods in the same order; what went wrong is gathered at the end."""

    def __init__(self, mpi, mine, largest):
        self.mpi, self.comm, self.mine = mpi, mpi.COMM_WORLD, mine
        self.me = self.comm.rank
        self.peer = 1 - self.me
        self.sizes = [size for size in SIZES if size <= largest]
        self.failed, self.count, self.seed, self.rate = [], 0, 0, 0.0

    def check(self, array, nbytes, seed, what):
        self.count += 1
        if not self.mine.holds(array, nbytes, seed):
            self.failed.append(f"rank {self.me}: {what}, {nbytes} bytes: the contents are not what was sent")

    def one_way(self, sender, nbytes, skew=0, face="as it is"):
        """Sends a message from `sender` into memory that is fresh at the receiver."""
        self.seed += 1
        if self.me == sender:
            array = self.mine.pattern(nbytes, self.seed, skew)
            self.comm.Send([dict(faces(array)).get(face, array), self.mpi.BYTE], self.peer, tag=self.seed)
            self.check(array, nbytes, self.seed, "a buffer after it was sent")
        else:
            array = self.mine.blank(nbytes, skew)
            status = self.mpi.Status()
            self.comm.Recv([dict(faces(array)).get(face, array), self.mpi.BYTE], self.peer, tag=self.seed, status=status)
            if status.Get_count(self.mpi.BYTE) != nbytes:
                self.failed.append(f"rank {self.me}: {nbytes} bytes were sent, the status says {status.Get_count(self.mpi.BYTE)}")
            self.check(array, nbytes, self.seed, f"received {face}, {skew} bytes behind the allocation's begin")

    def both_ways(self, nbytes):
        self.seed += 1
        out, into = self.mine.pattern(nbytes, self.seed + self.me), self.mine.blank(nbytes)
        requests = [self.comm.Irecv([into, self.mpi.BYTE], self.peer), self.comm.Isend([out, self.mpi.BYTE], self.peer)]
        self.mpi.Request.Waitall(requests)
        self.check(into, nbytes, self.seed + self.peer, "received while sending")
        self.seed += 1

    def sweep(self):
        for nbytes in self.sizes:
            for skew in SKEWS if nbytes <= SMALL else SKEWS[:1]:
                for sender in (0, 1):
                    self.one_way(sender, nbytes, skew)
            self.both_ways(nbytes)

    def protocols(self):
        """Sends each face of an array, if the sender's or the receiver's array has it; the other
        side takes its array as it is."""
        for face in ("__cuda_array_interface__", "DLPack"):
            for nbytes in (1000, 300000):
                for sender in (0, 1):
                    self.one_way(sender, nbytes, 0, face)

    def strided(self):
        """Tests a view that is not contiguous: it is refused as it is, and sent through a packed copy."""
        mine = self.mine
        if self.comm.allreduce(int(mine.columns is None)):
            return
        view = mine.columns(ROWS, 77)
        try:
            self.comm.Send([view, self.mpi.BYTE], self.peer, tag=1)
            self.failed.append(f"rank {self.me}: mpi4py took a view with gaps as if it had none")
        except (BufferError, ValueError):
            pass
        packed, into = mine.packed(view), mine.blank(ROWS * 32)
        self.comm.Sendrecv([packed, self.mpi.BYTE], self.peer, 2, [into, self.mpi.BYTE], self.peer, 2)
        self.count += 1
        if bytes(mine.to_host(into)) != bytes(mine.to_host(packed)):
            self.failed.append(f"rank {self.me}: a packed view came out different")

    def typed(self):
        """Sends a block of columns of a matrix in place, by a vector type: the program makes no packed copy."""
        columns = self.mpi.BYTE.Create_vector(ROWS, 16, 64).Commit()
        out, into = self.mine.pattern(ROWS * 64, 78), self.mine.blank(ROWS * 64)
        self.comm.Sendrecv([out, 1, columns], self.peer, 3, [into, 1, columns], self.peer, 3)
        columns.Free()
        sent, got = (self.mine.to_host(array).reshape(ROWS, 64) for array in (out, into))
        self.count += 1
        if (got[:, :16] != sent[:, :16]).any() or (got[:, 16:] != BLANK).any():
            self.failed.append(f"rank {self.me}: a block of columns sent by its datatype came out different")

    def churn(self):
        """Freed memory whose address another array has now must not give the old contents."""
        for turn in range(CHURN):
            nbytes = (1 << 20) + (turn % 3) * (3 << 20)
            self.both_ways(nbytes)
            self.mine.give_back()

    def timed(self):
        """Measures the best of some one-way sends of the largest size, in GB/s."""
        nbytes = self.sizes[-1]
        array = self.mine.blank(nbytes)
        for _ in range(ROUNDS):
            self.comm.Barrier()
            begin = time.perf_counter()
            if self.me == 0:
                self.comm.Send([array, self.mpi.BYTE], 1)
                self.comm.Recv([array, self.mpi.BYTE], 1)
            else:
                self.comm.Recv([array, self.mpi.BYTE], 0)
                self.comm.Send([array, self.mpi.BYTE], 0)
            self.rate = max(self.rate, 2 * nbytes / (time.perf_counter() - begin) / 1e9)


def probe(name):
    try:
        backend = create(name, 0)
    except NotHere as error:
        print(json.dumps({"here": False, "why": str(error)}))
        return 3
    print(json.dumps({"here": True, "version": backend.version, "devices": backend.devices}))
    return 0


def exchange(args):
    from mpi4py import MPI
    comm = MPI.COMM_WORLD
    if comm.size != 2:
        sys.exit("rank.py: it takes two ranks")
    job = None
    try:
        mine = create(args.names[comm.rank], 0 if args.same_device else comm.rank)
        job = Exchange(MPI, mine, args.largest)
        for step in (job.sweep, job.protocols, job.strided, job.typed, job.churn, job.timed):
            step()
        reports = comm.gather((job.failed, job.count))
    except Exception:
        traceback.print_exc()
        sys.stderr.flush()
        comm.Abort(1)
    if comm.rank != 0:
        return 1 if job.failed else 0
    failed = [line for lines, _ in reports for line in lines]
    print(json.dumps({"checks": sum(count for _, count in reports), "failed": failed, "largest": job.sizes[-1],
                      "gb_per_s": round(job.rate, 2)}), flush=True)
    return 1 if failed else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="LIBRARY/KIND")
    parser.add_argument("--probe", metavar="LIBRARY/KIND")
    parser.add_argument("--largest", type=int, default=SIZES[-1], help="of the messages, in bytes")
    parser.add_argument("--same-device", action="store_true", help="both ranks on the first GPU")
    args = parser.parse_args()
    if args.probe:
        return probe(args.probe)
    if len(args.names) != 2:
        parser.error("two names, one for each rank")
    return exchange(args)


if __name__ == "__main__":
    sys.exit(main())
