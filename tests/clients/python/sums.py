"""dask-mpi: rank 0 schedules, rank 1 is the client, the others work."""
import dask
import dask.delayed
from dask_mpi import initialize
from distributed import Client


def square(number):
    return number * number


def main():
    initialize(nthreads=1, dashboard=False, local_directory=".")
    with Client() as client:
        client.wait_for_workers(2)
        print(f"{len(client.scheduler_info(n_workers=-1)['workers'])} workers")
        squares = client.map(square, range(500))
        print(f"squares: {client.submit(sum, squares).result()}")
        tree = dask.delayed(sum)([dask.delayed(square)(n) for n in range(40)])
        print(f"delayed: {tree.compute()}")


if __name__ == "__main__":
    dask.config.set({"distributed.admin.log-format": "%(message)s"})
    main()
