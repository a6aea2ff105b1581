/* A persistent sum of so many integers on a duplicate of the world, three times: chooser COUNT OF_COMMUNICATOR OF_CALL. The
   last two are texts of penstock_coll_algorithm; empty for none. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static MPI_Info info_of(const char* text) {
  MPI_Info info = MPI_INFO_NULL;
  if (*text == '\0') return info;
  MPI_Info_create(&info);
  MPI_Info_set(info, "penstock_coll_algorithm", text);
  return info;
}

static void leave(MPI_Info* info) {
  if (*info != MPI_INFO_NULL) MPI_Info_free(info);
}

int main(int argc, char** argv) {
  if (argc != 4) return 2;
  const int count = atoi(argv[1]);
  MPI_Init(&argc, &argv);
  MPI_Info of_comm = info_of(argv[2]), of_call = info_of(argv[3]);
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Request request = MPI_REQUEST_NULL;
  int rank = 0, right = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  int* const one = malloc((size_t)count * sizeof *one);
  int* const sum = malloc((size_t)count * sizeof *sum);
  if (one == NULL || sum == NULL) MPI_Abort(MPI_COMM_WORLD, 1);
  MPI_Comm_dup_with_info(MPI_COMM_WORLD, of_comm, &comm);
  MPI_Allreduce_init(one, sum, count, MPI_INT, MPI_SUM, comm, of_call, &request);
  leave(&of_call); /* the request keeps what it says */
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < count; ++i) one[i] = rank + i + round;
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    for (int i = 0; i < count; ++i) right &= sum[i] == 1 + 2 * (i + round); /* of two ranks */
  }
  MPI_Request_free(&request);
  MPI_Comm_free(&comm);
  leave(&of_comm);
  free(one);
  free(sum);
  if (rank == 0) printf("%s\n", right ? "right" : "wrong");
  MPI_Finalize();
  return right ? 0 : 1;
}
