"""A rank in Python that forks workers while it communicates, as PyTorch's DataLoader does. python_fork_test.py runs it."""
import multiprocessing
import os
import sys

from mpi4py import MPI

BATCHES = 20
SIZE = 50000


def load(tasks, results):
    """Runs in a worker: makes batches until None comes, then leaves through Python's own exit."""
    for number in iter(tasks.get, None):
        results.put((number, bytes([number % 251]) * SIZE, MPI.Is_finalized()))


def main():
    world = MPI.COMM_WORLD
    rank, size = world.Get_rank(), world.Get_size()
    context = multiprocessing.get_context("fork")
    tasks, results = context.Queue(), context.Queue()
    workers = [context.Process(target=load, args=(tasks, results)) for _ in range(2)]
    for worker in workers:
        worker.start()
    for number in range(BATCHES):
        tasks.put(number)
    total = 0
    for _ in range(BATCHES):
        number, batch, over = results.get()
        assert over, "a worker takes itself for a rank"
        assert batch == bytes([number % 251]) * SIZE
        total += number
        received = bytearray(SIZE)
        world.Sendrecv(batch, (rank + 1) % size, sendtag=1, recvbuf=received, source=(rank - 1) % size, recvtag=1)
        assert len(set(received)) == 1
    for _ in workers:
        tasks.put(None)
    for worker in workers:
        worker.join()
        assert worker.exitcode == 0, worker.exitcode
    # This child leaves as a program does, with the handlers at exit that it inherited.
    pid = os.fork()
    if pid == 0:
        sys.exit(7)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 7
    with context.Pool(2) as pool:
        assert pool.map(abs, range(-9, 9)) == [abs(i) for i in range(-9, 9)]
    assert world.allreduce(total) == size * sum(range(BATCHES))
    print(f"rank {rank} fine", flush=True)


main()
