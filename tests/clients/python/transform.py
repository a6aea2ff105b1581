"""Transforms real arrays in three dimensions with mpi4py-fft, there and back, in slabs and in pencils."""
import numpy
from mpi4py import MPI
from mpi4py_fft import PFFT, newDistArray

SHAPE = (48, 40, 36)


def numbers(of):
    """Makes an array whose values depend on the global indices alone, so that it is the same on any number of ranks."""
    x, y, z = numpy.meshgrid(*(numpy.arange(part.start, part.stop) for part in of.local_slice()), indexing="ij", sparse=True)
    return numpy.sin(0.37 * x + 0.11 * y * z) + 0.01 * y


def check(name, **layout):
    comm = MPI.COMM_WORLD
    fft = PFFT(comm, SHAPE, axes=(0, 1, 2), dtype=float, **layout)
    before = newDistArray(fft, False)
    before[:] = numbers(before)
    after = fft.forward(before)
    norm = comm.allreduce(float(numpy.sum(numpy.abs(after) ** 2)))
    back = newDistArray(fft, False)
    fft.backward(after, back)
    error = comm.allreduce(float(numpy.max(numpy.abs(back - before))), op=MPI.MAX)
    if comm.rank == 0:
        print(f"{name}, {comm.size} ranks: {'back as it was' if error < 1e-12 else f'error {error}'}")
        print(f"{name}, norm {norm:.12f}")


check("slabs", slab=True)
check("pencils", slab=False)
