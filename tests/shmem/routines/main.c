/* Each routine of OpenSHMEM that is there, with each type: prints `N routines x types, 0 missing`. */
#include <pshmem.h>

#include "routines.h"

enum { SYNC_WORDS = 256, RINGS = 3 };

const char* routine_under_test = "";
struct ring ring;
int me, n, next, before;
unsigned char* area;
unsigned char* source_area;
uint64_t* signals;
long* sync_words;
unsigned char* work_area;
unsigned char local[AREA];

/* What the library says it has. A routine and its twin are one function; those without one have a null pointer. */
struct there {
  const char* name;
  void (*routine)(void);
  void (*twin)(void);
};
#define THERE(name, twin) {#name, (void (*)(void))name, (void (*)(void))twin},
static const struct there all[] = {
#include "../gen/there.inc"
};
#undef THERE

/* Routines that end the job, or begin it: a test of another file calls them. */
static const char* const elsewhere[] = {
#define ELSEWHERE(name) #name,
#include "../gen/elsewhere.inc"
#undef ELSEWHERE
    NULL};

unsigned char pattern(int pe, size_t byte) {
  return (unsigned char)(pe * 37 + (int)(byte * 11 + byte / 256 * 7) + 1);
}

unsigned char* fresh(void) {
  memset(area, 0, AREA);
  memset(local, 0, AREA);
  CHECK(shmem_team_sync(ring.team) == 0);
  return area;
}

void complete(void) {
  shmem_ctx_quiet(ring.ctx);
}

void settle(void) {
  shmem_quiet();
  complete();
  CHECK(shmem_team_sync(ring.team) == 0);
}

void expect(unsigned char* image, size_t at, int pe, size_t from, size_t bytes) {
  for (size_t byte = 0; byte < bytes; ++byte) image[at + byte] = pattern(ring.world[pe], from + byte);
}

/* All PEs; all in the opposite order; every second one. With a context of each. */
static struct ring rings[RINGS];

static void make_rings(void) {
  const int pes = shmem_n_pes();
  const int start[RINGS] = {0, pes - 1, 0}, stride[RINGS] = {1, -1, 2}, size[RINGS] = {pes, pes, (pes + 1) / 2};
  const long options[RINGS] = {0, SHMEM_CTX_SERIALIZED | SHMEM_CTX_NOSTORE, SHMEM_CTX_PRIVATE};
  CHECK(pes <= MOST_PES);
  for (int r = 0; r < RINGS; ++r) {
    struct ring* const made = &rings[r];
    made->team = SHMEM_TEAM_WORLD;
    made->ctx = SHMEM_CTX_DEFAULT;
    made->log_stride = stride[r] > 0 ? stride[r] - 1 : -1;
    for (int i = 0; i < size[r]; ++i) made->world[i] = start[r] + i * stride[r];
    if (r == 0) continue;
    CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, start[r], stride[r], size[r], NULL, 0, &made->team) == 0);
    if (made->team != SHMEM_TEAM_INVALID) CHECK(shmem_team_create_ctx(made->team, options[r], &made->ctx) == 0);
  }
}

static void destroy_rings(void) {
  for (int r = 1; r < RINGS; ++r) {
    if (rings[r].team != SHMEM_TEAM_INVALID) shmem_ctx_destroy(rings[r].ctx);
    shmem_team_destroy(rings[r].team);
  }
}

/* Tests are among the PEs of this one from now on. */
static void enter(const struct ring* which) {
  ring = *which;
  me = shmem_team_my_pe(ring.team);
  n = shmem_team_n_pes(ring.team);
  next = (me + 1) % n;
  before = (me + n - 1) % n;
}

static void run_test(const struct routine_test* test) {
  for (int r = 0; r < (test->form == FORM_PLAIN ? 1 : RINGS); ++r) {
    if (rings[r].team == SHMEM_TEAM_INVALID || (test->form == FORM_ACTIVE_SET && rings[r].log_stride < 0)) continue;
    enter(&rings[r]);
    test->run();
    settle();
  }
  enter(&rings[0]);
}

void check_image(const unsigned char* image, size_t size, size_t first, size_t to_stride, size_t from_stride, size_t each,
                 size_t blocks, int pe) {
  unsigned char wanted[AREA] = {0};
  for (size_t block = 0; block < blocks; ++block) {
    expect(wanted, (first + block * to_stride) * size, pe, block * from_stride * size, each * size);
  }
  CHECK(memcmp(image, wanted, AREA) == 0);
}

static const struct routine_test* find(const char* name) {
  const struct routine_tests* const lists[] = {&move_tests, &atomic_tests, &wait_tests, &hand_tests, &collective_tests};
  for (size_t list = 0; list < sizeof lists / sizeof *lists; ++list) {
    for (size_t i = 0; i < lists[list]->count; ++i) {
      if (strcmp(lists[list]->tests[i].name, name) == 0) return &lists[list]->tests[i];
    }
  }
  return NULL;
}

static int is_elsewhere(const char* name) {
  for (const char* const* each = elsewhere; *each != NULL; ++each) {
    if (strcmp(*each, name) == 0) return 1;
  }
  return 0;
}

static size_t run_all(void) {
  size_t missing = 0;
  for (size_t i = 0; i < sizeof all / sizeof *all; ++i) {
    const struct routine_test* const test = find(all[i].name);
    routine_under_test = all[i].name;
    CHECK(all[i].twin == NULL || all[i].twin == all[i].routine);
    if (test != NULL) run_test(test);
    if (test != NULL || is_elsewhere(all[i].name)) continue;
    ++missing;
    if (me == 0) printf("no test of %s: give its row of spec/shmem.yaml a kind in spec/gen/shmem_tests.py\n", all[i].name);
  }
  return missing;
}

int main(int argc, char** argv) {
  int provided = 0;
  shmem_init_thread(argc > 1 && strcmp(argv[1], "multiple") == 0 ? SHMEM_THREAD_MULTIPLE : SHMEM_THREAD_SINGLE, &provided);
  make_rings();
  enter(&rings[0]);
  area = shmem_malloc(AREA);
  source_area = shmem_malloc(AREA);
  signals = shmem_calloc((size_t)n + 1, sizeof *signals);
  for (size_t byte = 0; byte < AREA; ++byte) source_area[byte] = pattern(shmem_my_pe(), byte);
  work_area = shmem_malloc(AREA);
  sync_words = shmem_malloc(SYNC_WORDS * sizeof *sync_words);
  for (int word = 0; word < SYNC_WORDS; ++word) sync_words[word] = SHMEM_SYNC_VALUE;
  shmem_barrier_all();
  const size_t missing = run_all();
  routine_under_test = "";
  settle();
  if (me == 0) printf("%zu routines x types, %zu missing\n", sizeof all / sizeof *all, missing);
  destroy_rings();
  shmem_free(sync_words);
  shmem_free(work_area);
  shmem_free(signals);
  shmem_free(source_area);
  shmem_free(area);
  shmem_finalize();
  return missing == 0 ? 0 : 1;
}
