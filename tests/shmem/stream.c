/* Routines on streams: what they order, that all of them can be captured into a graph and replayed with other data, teams on
   two streams at once, and collectives of many sizes. */
#include <dlfcn.h>

#include "stream.h"

enum { WORDS = 40000, ROUNDS = 50 };

static int next, before;
static long *one, *other; /* symmetric, WORDS each and room for n parts of them */
static uint64_t* signals; /* symmetric */
static long* host;        /* pinned */

/* ---- graphs, by the driver ---- */
typedef int (*begin_function)(void*, int);
typedef int (*end_function)(void*, void**);
typedef int (*instantiate_function)(void**, void*, unsigned long long);
typedef int (*launch_function)(void*, void*);
typedef int (*destroy_function)(void*);

static void* find(const char* name) {
  static void* library = NULL;
  if (library == NULL) library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  CHECK(library != NULL);
  void* const found = dlsym(library, name);
  CHECK(found != NULL);
  return found;
}
static void capture(void) {
  CHECK(((begin_function)find("cuStreamBeginCapture_v2"))(stream, 0) == 0);
}
static void* captured(void) {
  void *graph = NULL, *executable = NULL;
  CHECK(((end_function)find("cuStreamEndCapture"))(stream, &graph) == 0);
  CHECK(((instantiate_function)find("cuGraphInstantiateWithFlags"))(&executable, graph, 0) == 0);
  CHECK(((destroy_function)find("cuGraphDestroy"))(graph) == 0);
  return executable;
}
static void launch(void* executable) {
  CHECK(((launch_function)find("cuGraphLaunch"))(executable, stream) == 0);
}
static void drop(void* executable) {
  CHECK(((destroy_function)find("cuGraphExecDestroy"))(executable) == 0);
}

/* ---- memory ---- */
static long value(int pe, int seed, int i) {
  return pe * 1000003L + seed * 101L + i;
}
static void fill(long* memory, int seed, int count) {
  for (int i = 0; i < count; ++i) host[i] = value(me, seed, i);
  CHECK(penstock_gpu_copy(memory, host, (size_t)count * sizeof *host) == 0);
}
static void fetch(const long* memory, int count) {
  CHECK(penstock_gpu_copy(host, memory, (size_t)count * sizeof *host) == 0);
}

/* A message round the ring in each round; nobody synchronises in between. */
static void check_signals(int count) {
  const uint64_t zero = 0;
  CHECK(penstock_gpu_copy(signals, &zero, sizeof zero) == 0 && penstock_gpu_copy(&signals[1], &zero, sizeof zero) == 0);
  fill(one, 3, count);
  fill(other, 4, count);
  shmem_barrier_all();
  for (int round = 1; round <= ROUNDS; ++round) {
    /* The PE behind may write into `other` when this one has taken the last message. */
    shmemx_signal_wait_until_on_stream(&signals[1], SHMEM_CMP_EQ, (uint64_t)round - 1, stream);
    shmemx_long_p_on_stream(&one[0], round, me, stream);
    shmemx_long_put_signal_on_stream(other, one, (size_t)count, &signals[0], 1, SHMEM_SIGNAL_ADD, next, stream);
    shmemx_signal_wait_until_on_stream(&signals[0], SHMEM_CMP_GE, (uint64_t)round, stream);
    shmemx_long_get_on_stream(&one[WORDS], other, (size_t)count, me, stream);
    shmemx_signal_op_on_stream(&signals[1], (uint64_t)round, SHMEM_SIGNAL_SET, before, stream);
  }
  synchronize();
  fetch(&one[WORDS], count);
  CHECK(host[0] == ROUNDS);
  for (int i = 1; i < count; ++i) CHECK(host[i] == value(before, 3, i));
  shmem_barrier_all();
}

/* All of it in one graph, which is replayed with other data, between collectives that are in none. */
static void check_graph(int count) {
  const uint64_t zero = 0;
  CHECK(penstock_gpu_copy(signals, &zero, sizeof zero) == 0);
  fill(one, 5, count);
  shmem_barrier_all();
  const int part = count < 3 ? count : 3;
  capture();
  shmemx_long_put_signal_on_stream(other, one, (size_t)count, &signals[0], 1, SHMEM_SIGNAL_SET, next, stream);
  shmemx_signal_wait_until_on_stream(&signals[0], SHMEM_CMP_EQ, 1, stream);
  shmemx_uint64_p_on_stream(&signals[0], 0, me, stream);
  shmemx_barrier_all_on_stream(stream);
  shmemx_long_sum_reduce_on_stream(SHMEM_TEAM_WORLD, other, other, (size_t)count, stream);
  CHECK(shmemx_long_fcollect_on_stream(SHMEM_TEAM_WORLD, &one[WORDS], other, (size_t)part, stream) == 0);
  shmemx_long_get_on_stream(host, other, (size_t)count, before, stream);
  shmemx_sync_all_on_stream(stream);
  void* const graph = captured();
  for (int round = 0; round < 20; ++round) {
    fill(one, round, count);
    launch(graph);
    if (round % 3 == 0) shmemx_barrier_all_on_stream(stream);
    if (round % 4 == 0) shmemx_quiet_on_stream(stream);
    synchronize();
    for (int i = 0; i < count; ++i) {
      long sum = 0;
      for (int pe = 0; pe < n; ++pe) sum += value(pe, round, i);
      CHECK(host[i] == sum);
    }
    fetch(&one[WORDS], part * n);
    for (int i = 0; i < part * n; ++i) {
      long sum = 0;
      for (int pe = 0; pe < n; ++pe) sum += value(pe, round, i % part);
      CHECK(host[i] == sum);
    }
    shmem_barrier_all();
  }
  /* Replays follow each other without a word between PEs. */
  for (int round = 0; round < 30; ++round) launch(graph);
  synchronize();
  shmem_barrier_all();
  drop(graph);
}

static void check_collectives(int count) {
  fill(one, 6, n * count);
  fill(other, 7, n * count);
  shmem_barrier_all();
  CHECK(shmemx_long_alltoall_on_stream(SHMEM_TEAM_WORLD, other, one, (size_t)count, stream) == 0);
  synchronize();
  fetch(other, n * count);
  for (int i = 0; i < n * count; ++i) CHECK(host[i] == value(i / count, 6, me * count + i % count));
  shmem_barrier_all();
  CHECK(shmemx_long_fcollect_on_stream(SHMEM_TEAM_WORLD, other, one, (size_t)count, stream) == 0);
  synchronize();
  fetch(other, n * count);
  for (int i = 0; i < n * count; ++i) CHECK(host[i] == value(i / count, 6, i % count));
  for (int root = 0; root < n; ++root) {
    CHECK(shmemx_long_broadcast_on_stream(SHMEM_TEAM_WORLD, &other[root * count], one, (size_t)count, root, stream) == 0);
  }
  CHECK(shmemx_long_max_reduce_on_stream(SHMEM_TEAM_WORLD, one, one, (size_t)count, stream) == 0);
  synchronize();
  fetch(other, n * count);
  for (int i = 0; i < n * count; ++i) CHECK(host[i] == value(i / count, 6, i % count));
  fetch(one, count);
  for (int i = 0; i < count; ++i) CHECK(host[i] == value(n - 1, 6, i));
  shmem_barrier_all();
}

/* The world in one order on one stream, and in the other on another: each is as if it were alone. */
static void check_teams(void) {
  shmem_team_t turned = SHMEM_TEAM_INVALID, half = SHMEM_TEAM_INVALID;
  penstock_gpu_stream second = NULL;
  CHECK(penstock_gpu_stream_create(&second) == 0);
  CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, n - 1, -1, n, NULL, 0, &turned) == 0);
  CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 2, (n + 1) / 2, NULL, 0, &half) == 0);
  fill(one, 8, n);
  shmem_barrier_all();
  for (int turn = 0; turn < 2; ++turn) {
    const int on_second = (me + turn) % 2; /* PEs call in different orders */
    if (on_second) {
      CHECK(shmemx_long_fcollect_on_stream(turned, &other[0], one, 1, handle_of(second)) == 0);
    } else {
      CHECK(shmemx_long_sum_reduce_on_stream(SHMEM_TEAM_WORLD, &other[2 * n], one, 1, stream) == 0);
    }
  }
  CHECK(shmemx_team_sync_on_stream(half, stream) == (half == SHMEM_TEAM_INVALID ? -1 : 0));
  CHECK(shmemx_barrier_on_stream(half, stream) == (half == SHMEM_TEAM_INVALID ? -1 : 0));
  synchronize();
  CHECK(penstock_gpu_stream_synchronize(second) == 0);
  fetch(other, 3 * n);
  for (int i = 0; i < n; ++i) CHECK(host[i] == value(n - 1 - i, 8, 0));
  long sum = 0;
  for (int pe = 0; pe < n; ++pe) sum += value(pe, 8, 0);
  CHECK(host[2 * n] == sum);
  shmem_barrier_all();
  shmem_team_destroy(half);
  shmem_team_destroy(turned);
  CHECK(penstock_gpu_stream_destroy(second) == 0);
}

int main(int argc, char** argv) {
  if (argc > 1) where = argv[1];
  begin();
  next = (me + 1) % n;
  before = (me + n - 1) % n;
  one = take((size_t)(n + 1) * WORDS * sizeof *one);
  other = take((size_t)(n + 1) * WORDS * sizeof *other);
  signals = take(2 * sizeof *signals);
  CHECK(penstock_gpu_allocate(PENSTOCK_GPU_PINNED, (size_t)(n + 1) * WORDS * sizeof *host, (void**)&host) == 0);
  const int counts[] = {1, 7, 1000, WORDS};
  for (int i = 0; i < 4; ++i) {
    check_signals(counts[i]);
    check_graph(counts[i]);
    check_collectives(counts[i]);
    check_teams();
  }
  CHECK(penstock_gpu_free(PENSTOCK_GPU_PINNED, host) == 0);
  end();
  return 0;
}
