/* usage: mpi_where [WORD]
 * Each rank prints where it is: "RANK HOST LEADER PLACE SIZE NUMBER WORD": its host's name; of the ranks with which it can
 * share memory the lowest rank in the world, its own place among them and how many they are; its MPI_APPNUM and the word. */
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char** argv) {
  char host[256] = "";
  int rank = 0, leader = 0, place = 0, size = 0, known = 0, *number = NULL;
  MPI_Comm together = MPI_COMM_NULL;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &together);
  MPI_Comm_rank(together, &place);
  MPI_Comm_size(together, &size);
  MPI_Allreduce(&rank, &leader, 1, MPI_INT, MPI_MIN, together);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &number, &known);
  gethostname(host, sizeof host - 1);
  printf("%d %s %d %d %d %d %s\n", rank, host, leader, place, size, known ? *number : -1, argc > 1 ? argv[1] : "-");
  MPI_Comm_free(&together);
  return MPI_Finalize();
}
