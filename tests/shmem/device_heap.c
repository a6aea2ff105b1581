/* The symmetric heap on GPUs: it takes memory as it is needed, behind one range of addresses that peers map. Transfers lie
   across the borders of chunks, by the host, by streams and by MPI; what does not fit is refused on all PEs and costs nothing.
   With "faults" each call to the driver by which a heap grows fails in turn, on one PE and on another, with "releases" those
   that give something back; with "first CALL" that call fails on PE 0 when the heap begins. */
#include <dlfcn.h>
#include <mpi.h>

#include "stream.h"

#define MIB ((size_t)1 << 20)

typedef int (*info_function)(size_t*, size_t*);
typedef int (*fail_function)(const char*, int, int);

enum { WORDS = 4000, OUT_OF_MEMORY = 2 };

static uint64_t* signal_word;
static long* agreed; /* two words of the host's heap */

static void* find(const char* name) {
  static void* library = NULL;
  if (library == NULL) library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_NOLOAD);
  CHECK(library != NULL);
  void* const found = dlsym(library, name);
  CHECK(found != NULL);
  return found;
}
static size_t free_memory(void) {
  size_t free_bytes = 0, total = 0;
  CHECK(((info_function)find("cuMemGetInfo_v2"))(&free_bytes, &total) == 0);
  return free_bytes;
}
static void fail(const char* entry, int nth, int result) {
  CHECK(((fail_function)find("penstock_fakecuda_fail"))(entry, nth, result) == 0);
}

static long value(int pe, int seed, int i) {
  return pe * 1000003L + seed * 10007L + i;
}
static void fill(long* memory, int seed) {
  static long image[WORDS];
  for (int i = 0; i < WORDS; ++i) image[i] = value(me, seed, i);
  CHECK(penstock_gpu_copy(memory, image, sizeof image) == 0);
}
static void look(const long* memory, int pe, int seed) {
  static long image[WORDS];
  CHECK(penstock_gpu_copy(image, memory, sizeof image) == 0);
  for (int i = 0; i < WORDS; ++i) CHECK(image[i] == value(pe, seed, i));
}
/* Whether all PEs have memory, or none has. */
static int all_have(const void* memory) {
  agreed[0] = memory != NULL;
  shmem_barrier_all();
  shmem_long_sum_reduce(SHMEM_TEAM_WORLD, &agreed[1], &agreed[0], 1);
  CHECK(agreed[1] == 0 || agreed[1] == n);
  return agreed[1] == n;
}

/* WORDS words from `there` on, the border of two chunks among them. `source`: as many of any memory. */
static void check_moves(long* there, long* source, int to, int from) {
  const int half = WORDS / 2;
  fill(there, 1);
  fill(source, 2);
  shmem_barrier_all();
  shmem_long_put(there, source, WORDS, to);
  shmem_barrier_all();
  look(there, from, 2);
  fill(source, 3);
  shmem_barrier_all();
  shmem_long_get(source, there, WORDS, to);
  look(source, me, 2); /* what this PE had put there */
  shmem_barrier_all();
  fill(source, 4);
  shmem_long_iput(there, source, 2, 2, half, to);
  shmem_long_iput(there + 1, source + 1, 2, 2, half, to);
  shmem_barrier_all();
  look(there, from, 4);
  shmem_barrier_all();
  for (int i = half - 2; i < half + 2; ++i) {
    CHECK(shmem_long_atomic_fetch_add(&there[i], 5, to) == value(me, 4, i));
    CHECK(shmem_long_g(&there[i], to) == value(me, 4, i) + 5);
    shmem_long_p(&there[i], value(me, 4, i), to);
  }
  shmem_barrier_all();
  look(there, from, 4);
  shmem_barrier_all();
  fill(source, 5);
  shmem_long_put_signal(there, source, WORDS, signal_word, 1, SHMEM_SIGNAL_SET, to);
  CHECK(shmem_signal_wait_until(signal_word, SHMEM_CMP_EQ, 1) == 1);
  look(there, from, 5);
  *signal_word = 0;
  shmem_barrier_all();
}

static void check_streams(long* there, long* source, int to, int from) {
  fill(source, 6);
  shmem_barrier_all();
  shmemx_long_put_on_stream(there, source, WORDS, to, stream);
  shmemx_barrier_all_on_stream(stream);
  synchronize();
  look(there, from, 6);
  shmem_barrier_all();
  fill(source, 7);
  shmemx_long_get_on_stream(source, there, WORDS, to, stream);
  synchronize();
  look(source, me, 6);
  shmem_barrier_all();
}

/* Messages of memory across a border: to the PE, and reduced among all. */
static void check_messages(long* there, long* source, int to, int from) {
  static long image[WORDS];
  fill(source, 8);
  fill(there, 9);
  MPI_Sendrecv(there, WORDS, MPI_LONG, to, 0, source, WORDS, MPI_LONG, from, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  look(source, from, 9);
  MPI_Allreduce(there, source, WORDS, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  CHECK(penstock_gpu_copy(image, source, sizeof image) == 0);
  for (int i = 0; i < WORDS; ++i) CHECK(image[i] == n * value(0, 9, i) + (long)n * (n - 1) / 2 * 1000003L);
  MPI_Barrier(MPI_COMM_WORLD);
}

/* All that works across the border of chunks that lies `behind` bytes behind the heap's beginning. */
static void check_border(long* base, size_t behind, long* source) {
  long* const there = base + behind / sizeof(long) - WORDS / 2;
  void* mine = NULL;
  CHECK(penstock_gpu_allocate(PENSTOCK_GPU_DEVICE, WORDS * sizeof(long), &mine) == 0);
  for (int apart = 0; apart < n; ++apart) {
    const int to = (me + apart) % n, from = (me + n - apart) % n;
    check_moves(there, source, to, from);
    check_moves(there, mine, to, from);
    check_streams(there, source, to, from);
    check_messages(there, source, to, from);
  }
  CHECK(penstock_gpu_free(PENSTOCK_GPU_DEVICE, mine) == 0);
}

/* Chunks have 64 MiB; nothing is taken for the tens of GiB of addresses. */
static void check_growth(void) {
  const size_t before = free_memory();
  long* const first = shmemx_malloc_device(WORDS * sizeof(long));
  CHECK(first != NULL && free_memory() >= before - 80 * MIB && free_memory() <= before - 64 * MIB);
  long* const base = (long*)((uintptr_t)first / (2 * MIB) * (2 * MIB));
  fill(first, 20);
  long* const one = shmemx_malloc_device(40 * MIB);
  CHECK(one != NULL && free_memory() >= before - 80 * MIB);
  long* const two = shmemx_malloc_device(40 * MIB);
  long* const three = shmemx_malloc_device(100 * MIB);
  CHECK(two != NULL && two > one && three != NULL && three > two && free_memory() >= before - 256 * MIB);
  CHECK(free_memory() <= before - 184 * MIB);
  shmem_barrier_all();
  look(first, me, 20);
  check_border(base, 64 * MIB, first);
  check_border(base, 128 * MIB, first);
  check_border(base, (size_t)((char*)two - (char*)base), first); /* that of two allocations */

  const size_t grown = free_memory();
  shmem_free(two);
  CHECK(shmemx_malloc_device(40 * MIB) == two); /* the memory has stayed */
  CHECK(free_memory() == grown);
  CHECK(shmemx_malloc_device((size_t)1 << 50) == NULL); /* more than the heap */
  CHECK(shmemx_malloc_device((size_t)8 << 30) == NULL); /* more than the GPU */
  CHECK(free_memory() == grown);
  long* const after = shmemx_malloc_device(60 * MIB);
  CHECK(after != NULL);
  check_border(base, 64 * MIB, after);
  shmem_free(one);
  shmem_free(three);
  shmem_free(first);
}

/* Peers close what they had mapped when they are told, which takes a while. Buffers of messages stay until MPI ends. */
static void check_end(size_t before) {
  shmem_finalize();
  MPI_Barrier(MPI_COMM_WORLD);
  int flag = 0;
  while (free_memory() + 128 * MIB < before) MPI_Iprobe(MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
  MPI_Barrier(MPI_COMM_WORLD);
}

static const char* const getting[] = {"cuMemGetAllocationGranularity",
                                      "cuMemCreate",
                                      "cuMemMap",
                                      "cuMemSetAccess",
                                      "cuMemRetainAllocationHandle",
                                      "cuMemExportToShareableHandle",
                                      "cuMemImportFromShareableHandle",
                                      "cuPointerGetAttributes"};
static const char* const giving_back[] = {"cuMemRelease"};

/* Each grows the heap by another chunk. */
static void check_faults(const char* const* entries, size_t count) {
  const int to = (me + 1) % n, from = (me + n - 1) % n;
  int refused = 0;
  long* const kept = shmemx_malloc_device(WORDS * sizeof(long));
  CHECK(kept != NULL);
  for (size_t i = 0; i < count; ++i) {
    for (int turn = 0; turn < 6; ++turn) {
      const int nth = turn / 2, struck = turn % 2 == 0 ? 0 : n - 1;
      fill(kept, 30);
      if (me == struck) fail(entries[i], nth, OUT_OF_MEMORY);
      long* memory = shmemx_malloc_device(60 * MIB);
      if (me == struck) fail(NULL, 0, 0);
      if (!all_have(memory)) {
        ++refused;
        memory = shmemx_malloc_device(60 * MIB);
        CHECK(all_have(memory));
      }
      look(kept, me, 30);
      fill(memory, 31);
      shmem_barrier_all();
      shmem_long_get(kept, memory, WORDS, to);
      look(kept, to, 31);
      shmem_barrier_all();
      fill(kept, 32);
      shmem_long_put(memory + 30 * MIB / sizeof(long), kept, WORDS, to);
      shmem_barrier_all();
      look(memory + 30 * MIB / sizeof(long), from, 32);
      shmemx_long_put_on_stream(memory, kept, WORDS, to, stream);
      shmemx_barrier_all_on_stream(stream);
      synchronize();
      look(memory, from, 32);
    }
  }
  CHECK(refused >= (int)count); /* else nothing has struck */
}

/* One PE has no memory, and the driver of the others does not take back what they have got for it: they use it in the next
   call. So does shmem_finalize go on. */
static void check_lost_rollback(void) {
  if (me == 0) fail("cuMemCreate", 0, OUT_OF_MEMORY);
  if (me != 0) fail("cuMemUnmap", 1, OUT_OF_MEMORY);
  long* memory = shmemx_malloc_device(200 * MIB);
  fail(NULL, 0, 0);
  CHECK(memory == NULL);
  const size_t before = free_memory();
  memory = shmemx_malloc_device(200 * MIB);
  CHECK(all_have(memory) && (me == 0 || free_memory() == before));
  check_moves(memory, memory + WORDS, (me + 1) % n, (me + n - 1) % n);
  fail("cuMemUnmap", me == 0 ? 1 : 2, OUT_OF_MEMORY);
  fail("cuMemAddressFree", 1, OUT_OF_MEMORY);
}

/* Whatever becomes of the heap, all PEs have memory that works, or none has. */
static void check_first(const char* entry) {
  const int to = (me + 1) % n, from = (me + n - 1) % n;
  if (me == 0) fail(entry, 1, OUT_OF_MEMORY);
  long* memory = shmemx_malloc_device(WORDS * sizeof(long));
  if (me == 0) fail(NULL, 0, 0);
  if (!all_have(memory)) memory = shmemx_malloc_device(WORDS * sizeof(long));
  CHECK(all_have(memory));
  long* const other = shmemx_malloc_device(100 * MIB);
  CHECK(all_have(other));
  check_moves(other, memory, to, from);
  check_messages(other, memory, to, from);
  shmem_free(other);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  begin();
  const size_t before = free_memory();
  signal_word = shmem_calloc(1, sizeof *signal_word);
  agreed = shmem_calloc(2, sizeof *agreed);
  CHECK(signal_word != NULL && agreed != NULL);
  if (argc == 1) check_growth();
  const int releases = argc == 2 && strcmp(argv[1], "releases") == 0;
  if (releases) check_faults(giving_back, sizeof giving_back / sizeof *giving_back);
  if (releases) check_lost_rollback();
  if (argc == 2 && !releases) check_faults(getting, sizeof getting / sizeof *getting);
  if (argc == 3) check_first(argv[2]);
  synchronize();
  CHECK(penstock_gpu_stream_destroy(lane) == 0);
  check_end(releases ? 0 : before); /* what the driver did not take back is lost */
  MPI_Finalize();
  return 0;
}
