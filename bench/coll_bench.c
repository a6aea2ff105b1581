/* Small collectives, many ranks: the median time of a barrier and of an allreduce. Plain MPI, so that any library's mpicc
   compiles it.

     coll_bench [--bytes N] [--iterations N] [--blocks N] [--json]

   A figure is the median over blocks of the mean time of a call in a block, on rank 0. Sums are checked. */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { kMaxBlocks = 1000, kMaxDoubles = 131072 };

struct Options {
  int bytes, iterations, blocks, json;
};

static double send[kMaxDoubles], sums[kMaxDoubles];

static int by_value(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return x < y ? -1 : x > y;
}

static int number(const char* text, int low, int high) {
  char* end = NULL;
  const long value = text != NULL ? strtol(text, &end, 10) : 0;
  if (text == NULL || *end != '\0' || value < low || value > high) {
    fprintf(stderr, "coll_bench: '%s' is no number from %d to %d\n", text != NULL ? text : "", low, high);
    exit(2);
  }
  return (int)value;
}

static struct Options parse(int argc, char** argv) {
  struct Options options = {8, 300, 15, 0};
  for (int i = 1; i < argc; ++i) {
    const char* value = i + 1 < argc ? argv[i + 1] : NULL;
    if (strcmp(argv[i], "--json") == 0) {
      options.json = 1;
      continue;
    }
    if (strcmp(argv[i], "--bytes") == 0) {
      options.bytes = number(value, 8, kMaxDoubles * 8) / 8 * 8;
    } else if (strcmp(argv[i], "--iterations") == 0) {
      options.iterations = number(value, 1, 1000000);
    } else if (strcmp(argv[i], "--blocks") == 0) {
      options.blocks = number(value, 1, kMaxBlocks);
    } else {
      fprintf(stderr, "usage: coll_bench [--bytes N] [--iterations N] [--blocks N] [--json]\n");
      exit(2);
    }
    ++i;
  }
  return options;
}

/* Ends the job at a wrong sum. */
static void allreduce_once(int count, int rank, int size) {
  for (int i = 0; i < count; ++i) send[i] = rank + i;
  MPI_Allreduce(send, sums, count, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  for (int i = 0; i < count; ++i) {
    if (sums[i] == (double)size * (size - 1) / 2 + (double)i * size) continue;
    fprintf(stderr, "coll_bench: rank %d: element %d is %g\n", rank, i, sums[i]);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
}

/* Microseconds a call. */
static double median_time(const struct Options* options, int reduces) {
  static double times[kMaxBlocks];
  for (int block = 0; block < options->blocks; ++block) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    for (int i = 0; i < options->iterations; ++i) {
      if (reduces) {
        MPI_Allreduce(send, sums, options->bytes / 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
      } else {
        MPI_Barrier(MPI_COMM_WORLD);
      }
    }
    times[block] = (MPI_Wtime() - begin) / options->iterations * 1e6;
  }
  qsort(times, (size_t)options->blocks, sizeof(double), by_value);
  return times[options->blocks / 2];
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const struct Options options = parse(argc, argv);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int i = 0; i < 20; ++i) allreduce_once(options.bytes / 8, rank, size);
  const double barrier = median_time(&options, 0);
  const double allreduce = median_time(&options, 1);
  allreduce_once(options.bytes / 8, rank, size);
  if (rank == 0) {
    printf(options.json ? "{\"ranks\": %d, \"bytes\": %d, \"barrier_us\": %.2f, \"allreduce_us\": %.2f}\n"
                        : "%d ranks, %d bytes: barrier %.2f us, allreduce %.2f us\n",
           size, options.bytes, barrier, allreduce);
  }
  MPI_Finalize();
  return 0;
}
