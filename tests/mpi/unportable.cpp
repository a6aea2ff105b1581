// Makes twice, and correctly, each use that this library accepts as others do and that the standard does not allow.
#include <mpi.h>

namespace {

void reduce(MPI_Datatype type, MPI_Op op) {
  const long mine = 1;
  long out = 0;
  MPI_Allreduce(&mine, &out, 1, type, op, MPI_COMM_WORLD);
  MPI_Reduce_local(&mine, &out, 1, type, op);
}

void free_a_key_twice() {
  int key = MPI_KEYVAL_INVALID;
  MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, nullptr);
  MPI_Comm_set_attr(MPI_COMM_SELF, key, nullptr);
  int copy = key;
  MPI_Comm_free_keyval(&key);
  MPI_Comm_free_keyval(&copy);
}

void send_no_type(int rank) {
  MPI_Send(nullptr, 0, MPI_DATATYPE_NULL, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
  MPI_Sendrecv(nullptr, 0, MPI_DATATYPE_NULL, rank, 0, nullptr, 0, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

}  // namespace

int main(int argc, char** argv) {
  if (MPI_Init(&argc, &argv) != MPI_SUCCESS) return 2;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (int round = 0; round < 2; ++round) {
    reduce(MPI_CHAR, MPI_SUM);
    reduce(MPI_AINT, MPI_LAND);
    reduce(MPI_AINT, MPI_SUM);  // portable, as the next
    reduce(MPI_SIGNED_CHAR, MPI_SUM);
    send_no_type(rank);
  }
  free_a_key_twice();
  return MPI_Finalize() == MPI_SUCCESS ? 0 : 1;
}
