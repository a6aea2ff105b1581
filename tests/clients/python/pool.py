"""mpi4py.futures: primes and text by a pool whose workers are the other ranks (python3 -m mpi4py.futures pool.py)."""
from mpi4py import MPI
from mpi4py.futures import MPIPoolExecutor


def is_prime(number):
    return number > 1 and all(number % by for by in range(2, int(number**0.5) + 1))


def refuse(number):
    raise ValueError(f"no {number}")


def rank(_):
    return MPI.COMM_WORLD.Get_rank()


if __name__ == "__main__":
    with MPIPoolExecutor() as pool:
        print(f"{MPI.COMM_WORLD.Get_size() - 1} workers")
        found = [n for n, prime in zip(range(3000), pool.map(is_prime, range(3000), chunksize=20)) if prime]
        print(f"primes: {len(found)}, the last {found[-1]}, sum {sum(found)}")
        print(f"error: {pool.submit(refuse, 7).exception()!r}")
        print(f"text: {len(pool.submit(str.upper, 'a' * 300000).result())}")
        print(f"by others: {0 not in set(pool.map(rank, range(40)))}")
