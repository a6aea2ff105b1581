"""Adds up an array over all ranks: one of CuPy in GPU memory where CuPy and a GPU are there, else one of NumPy.

Run it: mpiexec -n 2 python3 allreduce.py"""
import numpy
from mpi4py import MPI


def array_module(comm):
    """CuPy if every rank has it and a GPU: a reduction needs arrays of one kind."""
    try:
        import cupy
        cupy.cuda.Device(comm.rank % cupy.cuda.runtime.getDeviceCount()).use()
        found = True
    except Exception:  # no CuPy, no driver or no GPU: each raises an error of its own
        found = False
    return cupy if comm.allreduce(found, MPI.LAND) else numpy


def main():
    comm = MPI.COMM_WORLD
    module = array_module(comm)
    mine = module.full(1 << 20, comm.rank + 1.0, dtype="float32")
    total = module.empty_like(mine)
    if module is not numpy:
        module.cuda.get_current_stream().synchronize()  # MPI knows nothing of the stream that fills `mine`
    comm.Allreduce(mine, total)
    expected = comm.size * (comm.size + 1) / 2
    if comm.rank == 0:
        print(f"{comm.size} ranks, {module.__name__}: {float(total[0]):g}, expected {expected:g}")
    assert float(total.min()) == float(total.max()) == expected


if __name__ == "__main__":
    main()
