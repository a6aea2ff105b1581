// A sum over all ranks in C++, as hello.c is one in C.
#include <mpi.h>

#include <iostream>
#include <numeric>
#include <vector>

int main(int argc, char** argv) {
  int rank = 0;
  int size = 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<int> sums{rank};
  MPI_Allreduce(MPI_IN_PLACE, sums.data(), 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  std::vector<int> ranks(static_cast<std::size_t>(size));
  std::iota(ranks.begin(), ranks.end(), 0);
  std::cout << "C++ rank " << rank << " of " << size << ": sum " << sums[0] << std::endl;
  MPI_Finalize();
  return sums[0] == std::accumulate(ranks.begin(), ranks.end(), 0) ? 0 : 1;
}
