"""One rank of: a graph of PyTorch's with Penstock's communication in it, replayed with other data each time.

usage: mpiexec -n RANKS python3 torch_graph.py [--replays N] [--elements N] [--ahead N]

The graph doubles a tensor, sums it over the ranks (MPIX_Allreduce_enqueue), passes the sum and the rank round a ring
(MPIX_Sendrecv_enqueue) and compares with what is due, all captured by torch.cuda.graph and no step seen by the host. Rank 0
prints a line of JSON: replays, elements, the number of elements that were wrong, and us a replay. Needs mpi4py, PyTorch and GPUs.
"""
import argparse
import ctypes
import json
import sys
import time

from mpi4py import MPI

TAG = 7


class Enqueue:
    """Has the few functions of mpix_stream.h that the graph uses, on one stream of PyTorch's."""

    def __init__(self, stream):
        self.library = ctypes.CDLL("libmpi_abi.so.1")
        self.comm = ctypes.c_void_p()
        self.stream = ctypes.c_int()
        info = MPI.Info.Create()
        info.Set("type", "cudaStream_t")
        value = ctypes.c_void_p(stream.cuda_stream)
        self.call("MPIX_Info_set_hex", self.handle(info), b"value", ctypes.byref(value), ctypes.sizeof(value))
        self.call("MPIX_Stream_create", self.handle(info), ctypes.byref(self.stream))
        self.call("MPIX_Stream_comm_create", self.handle(MPI.COMM_WORLD), self.stream, ctypes.byref(self.comm))
        info.Free()

    @staticmethod
    def handle(thing):
        return ctypes.c_void_p(MPI._handleof(thing))

    def call(self, name, *arguments):
        code = getattr(self.library, name)(*arguments)
        if code != MPI.SUCCESS:
            raise MPI.Exception(code)

    def allreduce(self, source, result):
        self.call("MPIX_Allreduce_enqueue", ctypes.c_void_p(source.data_ptr()), ctypes.c_void_p(result.data_ptr()), source.numel(),
                  self.handle(MPI.FLOAT), self.handle(MPI.SUM), self.comm)

    def ring(self, source, result):
        rank, size = MPI.COMM_WORLD.rank, MPI.COMM_WORLD.size
        self.call("MPIX_Sendrecv_enqueue", ctypes.c_void_p(source.data_ptr()), source.numel(), self.handle(MPI.FLOAT),
                  (rank + 1) % size, TAG, ctypes.c_void_p(result.data_ptr()), result.numel(), self.handle(MPI.FLOAT),
                  (rank - 1) % size, TAG, self.comm, None)

    def free(self):
        self.call("MPI_Comm_free", ctypes.byref(self.comm))
        self.call("MPIX_Stream_free", ctypes.byref(self.stream))


class Step:
    """The tensors of a graph, and what it does with them."""

    def __init__(self, torch, elements):
        rank, size = MPI.COMM_WORLD.rank, MPI.COMM_WORLD.size
        self.ramp = torch.arange(elements, device="cuda", dtype=torch.float32) % 1000
        self.turn = torch.zeros((), device="cuda")
        self.wrong = torch.zeros((), device="cuda", dtype=torch.int64)
        self.total, self.passed = torch.empty_like(self.ramp), torch.empty_like(self.ramp)
        self.rank, self.before, self.size, self.torch = rank, (rank - 1) % size, size, torch

    def record(self, enqueue):
        mine = 2 * (self.ramp + self.turn + self.rank)
        enqueue.allreduce(mine, self.total)
        due = 2 * (self.size * (self.ramp + self.turn) + self.size * (self.size - 1) / 2)
        carried = self.total + self.rank
        enqueue.ring(carried, self.passed)
        self.wrong += (self.total != due).sum() + (self.passed != due + self.before).sum()
        self.turn += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--replays", type=int, default=1000)
    parser.add_argument("--elements", type=int, default=1 << 16)
    parser.add_argument("--ahead", type=int, default=16, help="replays that are launched before the first of them is waited for")
    args = parser.parse_args()
    import torch
    torch.cuda.set_device(MPI.COMM_WORLD.rank % torch.cuda.device_count())
    stream = torch.cuda.Stream()
    enqueue, step = Enqueue(stream), Step(torch, args.elements)
    torch.cuda.synchronize()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph, stream=stream):
        step.record(enqueue)
    MPI.COMM_WORLD.Barrier()
    began = time.perf_counter()
    with torch.cuda.stream(stream):
        for i in range(args.replays):
            graph.replay()
            if i % args.ahead == args.ahead - 1:
                stream.synchronize()
        stream.synchronize()
    took = time.perf_counter() - began
    replays = int(step.turn.item())
    wrong = MPI.COMM_WORLD.allreduce(int(step.wrong.item()))
    del graph
    enqueue.free()
    if MPI.COMM_WORLD.rank == 0:
        print(json.dumps({"replays": replays, "elements": args.elements, "ranks": MPI.COMM_WORLD.size, "wrong": wrong,
                          "us_a_replay": round(took / args.replays * 1e6, 1), "torch": torch.__version__}))
    return 0 if wrong == 0 and replays == args.replays else 1


if __name__ == "__main__":
    sys.exit(main())
