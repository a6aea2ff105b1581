"""Pools and sequences of mpi4py on every rank: MPICommExecutor, the pool of util.pool over it, util.sync.Sequential."""
from mpi4py import MPI
from mpi4py.futures import MPICommExecutor
from mpi4py.util import pool, sync

WORLD = MPI.COMM_WORLD


def square(number):
    return number * number


def add(left, right):
    return left + right


def fail(text):
    raise KeyError(text)


def use(executor):
    assert executor.num_workers == max(WORLD.size - 1, 1)
    assert list(executor.map(square, range(200), chunksize=7)) == [square(i) for i in range(200)]
    assert sorted(executor.map(square, range(50), unordered=True)) == [square(i) for i in range(50)]
    assert list(executor.starmap(add, zip(range(30), range(30)))) == [2 * i for i in range(30)]
    assert executor.submit(len, bytes(3_000_000)).result() == 3_000_000
    assert isinstance(executor.submit(fail, "told").exception(), KeyError)


def use_pool(executor):
    class OnRanks(pool.Pool):
        Executor = staticmethod(lambda *_args, **_more: executor)

    with OnRanks() as workers:
        assert workers.map(square, range(20)) == [square(i) for i in range(20)]
        assert workers.apply_async(add, (1, 2)).get() == 3


def executors():
    for root in range(WORLD.size):
        with MPICommExecutor(WORLD, root=root) as executor:
            if executor is not None:
                use(executor)
                use_pool(executor)


def sequence():
    """The ranks have the block one after the other."""
    for _ in range(20):
        with sync.Sequential(WORLD):
            begin = MPI.Wtime()
            end = MPI.Wtime()
        spans = WORLD.allgather((begin, end))
        assert all(spans[r][1] <= spans[r + 1][0] for r in range(WORLD.size - 1)), spans


def main():
    executors()
    sequence()
    WORLD.Barrier()
    if WORLD.rank == 0:
        print("pools and sequences of", WORLD.size, "ranks are right")


if __name__ == "__main__":
    main()
