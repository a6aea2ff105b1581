"""MPI_Comm_spawn is not there yet: whoever calls it is told so. mpi4py's pools call it in a thread of their own, which ends
with that error; what mpi4py itself does then is to wait for ever in result(), num_workers and bootup(), so none is called."""
import threading

from mpi4py import MPI
from mpi4py.futures import MPIPoolExecutor


def main():
    errors = []
    try:
        MPI.COMM_SELF.Spawn("true", maxprocs=1)
    except MPI.Exception as error:
        errors.append(error)
    threading.excepthook = lambda what: errors.append(what.exc_value)
    executor = MPIPoolExecutor(1)
    future = executor.submit(abs, -1)
    executor._pool.thread.join(60)
    assert not executor._pool.thread.is_alive() and not future.done()
    assert len(errors) == 2, errors
    for error in errors:
        assert error.Get_error_class() == MPI.ERR_UNSUPPORTED_OPERATION, error
        assert "MPI_Comm_spawn" in str(error), error
    MPI.COMM_WORLD.Barrier()
    if MPI.COMM_WORLD.rank == 0:
        print("spawning was refused:", str(errors[1]).splitlines()[0])


main()
