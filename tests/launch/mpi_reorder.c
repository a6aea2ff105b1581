/* usage: mpi_reorder CPU... | mpi_reorder none
 * Each rank binds itself to the CPU whose turn it is, if any is named, and prints its ranks in four communicators that may
 * reorder: of a line of all ranks, of the same line as a graph, and of a weighted graph that is described in both ways. Ends
 * with an error where a rank finds other neighbours than its new rank has. */
#define _GNU_SOURCE
#include <mpi.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 64

static int bad = 0;

static void expect(int true_one, const char* what) {
  if (true_one) return;
  fprintf(stderr, "wrong: %s\n", what);
  bad = 1;
}

static void bind_to(int cpu) {
  cpu_set_t mask;
  CPU_ZERO(&mask);
  CPU_SET(cpu, &mask);
  if (sched_setaffinity(0, sizeof mask, &mask) != 0) {
    perror("sched_setaffinity");
    exit(2);
  }
}

static int line_of(int size) {
  int no = 0, rank, mapped;
  MPI_Comm comm;
  MPI_Cart_create(MPI_COMM_WORLD, 1, &size, &no, 1, &comm);
  MPI_Comm_rank(comm, &rank);
  MPI_Cart_map(MPI_COMM_WORLD, 1, &size, &no, &mapped);
  expect(mapped == rank, "MPI_Cart_map");
  MPI_Comm_free(&comm);
  return rank;
}

static int graph_of(int size) {
  int index[MOST], edges[2 * MOST], count = 0, rank, mapped;
  for (int node = 0; node < size; ++node) {
    if (node > 0) edges[count++] = node - 1;
    if (node + 1 < size) edges[count++] = node + 1;
    index[node] = count;
  }
  MPI_Comm comm;
  MPI_Graph_create(MPI_COMM_WORLD, size, index, edges, 1, &comm);
  MPI_Comm_rank(comm, &rank);
  MPI_Graph_map(MPI_COMM_WORLD, size, index, edges, &mapped);
  expect(mapped == rank, "MPI_Graph_map");
  MPI_Comm_free(&comm);
  return rank;
}

/* The first exchanges much with the last, the second with the last but one, and so on; the first little with the second. */
static int lists_of(int node, int size, int* peers, int* weights) {
  peers[0] = size - 1 - node;
  weights[0] = 10;
  if (node > 1) return 1;
  peers[1] = 1 - node;
  weights[1] = 1;
  return 2;
}

static int weighted(int size, int world, int adjacent) {
  int peers[2], weights[2], rank, in, out, has_weights;
  const int count = lists_of(world, size, peers, weights);
  MPI_Comm comm;
  if (adjacent) {
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, count, peers, weights, count, peers, weights, MPI_INFO_NULL, 1, &comm);
  } else {
    MPI_Dist_graph_create(MPI_COMM_WORLD, 1, &world, &count, peers, weights, MPI_INFO_NULL, 1, &comm);
  }
  MPI_Comm_rank(comm, &rank);
  int sources[2] = {-1, -1}, destinations[2] = {-1, -1}, in_weights[2], out_weights[2], send[2], recv[2] = {-1, -1};
  const int wanted = lists_of(rank, size, peers, weights);
  MPI_Dist_graph_neighbors_count(comm, &in, &out, &has_weights);
  expect(in == wanted && out == wanted && has_weights, "the number of neighbours");
  MPI_Dist_graph_neighbors(comm, 2, sources, in_weights, 2, destinations, out_weights);
  expect(memcmp(destinations, peers, sizeof(int) * (size_t)wanted) == 0, "the destinations");
  expect(memcmp(out_weights, weights, sizeof(int) * (size_t)wanted) == 0, "the weights");
  for (int i = 0; i < out; ++i) send[i] = rank;
  MPI_Neighbor_alltoall(send, 1, MPI_INT, recv, 1, MPI_INT, comm);
  for (int i = 0; i < in; ++i) expect(recv[i] == sources[i], "what a neighbour sent");
  MPI_Comm_free(&comm);
  return rank;
}

int main(int argc, char** argv) {
  const char* turn = getenv("PMI_RANK");
  if (argc > 1 && strcmp(argv[1], "none") != 0) bind_to(atoi(argv[1 + atoi(turn != NULL ? turn : "0") % (argc - 1)]));
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  const int line = line_of(size);
  const int graph = graph_of(size);
  const int described = weighted(size, rank, 0);
  const int adjacent = weighted(size, rank, 1);
  printf("%d: line %d graph %d described %d adjacent %d\n", rank, line, graph, described, adjacent);
  MPI_Finalize();
  return bad;
}
