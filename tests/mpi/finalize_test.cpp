// MPI_Finalize deletes the attributes of MPI_COMM_SELF first, the last one set before the others, while MPI still works.
#include <mpi.h>

#include <cstdio>
#include <vector>

namespace {

std::vector<int> deleted;
bool mpi_worked = true;

int on_delete(MPI_Comm comm, int /*keyval*/, void* value, void* /*state*/) {
  deleted.push_back(*static_cast<int*>(value));
  int rank = -1;
  int size = 0;
  int finalized = 1;
  int sum = 0;
  const int one = 1;
  mpi_worked = mpi_worked && comm == MPI_COMM_SELF && MPI_Finalized(&finalized) == MPI_SUCCESS && finalized == 0 &&
               MPI_Comm_rank(MPI_COMM_WORLD, &rank) == MPI_SUCCESS && MPI_Comm_size(MPI_COMM_WORLD, &size) == MPI_SUCCESS &&
               MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD) == MPI_SUCCESS && sum == size;
  return MPI_SUCCESS;
}

}  // namespace

int main(int argc, char** argv) {
  static int values[3] = {0, 1, 2};
  if (MPI_Init(&argc, &argv) != MPI_SUCCESS) return 1;
  for (int& value : values) {
    int key = MPI_KEYVAL_INVALID;
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, on_delete, &key, nullptr);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, &value);
    MPI_Comm_free_keyval(&key);
  }
  if (!deleted.empty()) return 2;
  if (MPI_Finalize() != MPI_SUCCESS) return 3;
  if (deleted == std::vector<int>{2, 1, 0} && mpi_worked) return 0;
  std::fprintf(stderr, "%zu attributes were deleted%s\n", deleted.size(), mpi_worked ? "" : ", and MPI no longer worked");
  return 4;
}
