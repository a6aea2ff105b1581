/* Loops of tests and waits end: what PEs of other hosts store arrives however the calls answer meanwhile, and each entry that
 * holds is returned in its turn. */
#include "check.h"

enum { CALLS = 2000, MOST_FORMS = 16 };

static int flags[MOST_FORMS][MOST_PES];
static uint64_t word;
static int me, pes;

typedef size_t (*Any)(int*, size_t, const int*, int, int);
typedef size_t (*AnyVector)(int*, size_t, const int*, int, const int*);
typedef size_t (*Some)(int*, size_t, size_t*, const int*, int, int);
typedef size_t (*SomeVector)(int*, size_t, size_t*, const int*, int, const int*);
static const Any anys[] = {shmem_int_test_any, shmem_int_wait_until_any};
static const AnyVector any_vectors[] = {shmem_int_test_any_vector, shmem_int_wait_until_any_vector};
static const Some somes[] = {shmem_int_test_some, shmem_int_wait_until_some};
static const SomeVector some_vectors[] = {shmem_int_test_some_vector, shmem_int_wait_until_some_vector};

static int ones[MOST_PES];
static int seen[MOST_PES];
static size_t entries_seen;

static void see(size_t entry) {
  if (entry == SIZE_MAX) return;
  CHECK(entry < (size_t)pes);
  if (seen[entry]) return;
  seen[entry] = 1;
  ++entries_seen;
}

static void see_all(const size_t* entries, size_t count) {
  for (size_t i = 0; i < count; ++i) see(entries[i]);
}

/* Each PE tells all, itself first; its own entry holds from the start, and is never left out. */
static void tell_all(int form) {
  memset(seen, 0, sizeof seen);
  entries_seen = 0;
  for (int i = 0; i < pes; ++i) shmem_int_atomic_set(&flags[form][me], 1, (me + i) % pes);
}

static void arrives(void) {
  size_t entries[MOST_PES];
  int form = 0;
  tell_all(form);
  for (int i = 0; i < pes;) i += shmem_int_test(&flags[form][i], SHMEM_CMP_EQ, 1);
  tell_all(++form);
  while (!shmem_int_test_all(flags[form], (size_t)pes, NULL, SHMEM_CMP_EQ, 1)) continue;
  tell_all(++form);
  while (!shmem_int_test_all_vector(flags[form], (size_t)pes, NULL, SHMEM_CMP_EQ, ones)) continue;
  for (int i = 0; i < 2; ++i) {
    tell_all(++form);
    while (entries_seen < (size_t)pes) see(anys[i](flags[form], (size_t)pes, NULL, SHMEM_CMP_EQ, 1));
    tell_all(++form);
    while (entries_seen < (size_t)pes) see(any_vectors[i](flags[form], (size_t)pes, NULL, SHMEM_CMP_EQ, ones));
    tell_all(++form);
    while (entries_seen < (size_t)pes) see_all(entries, somes[i](flags[form], (size_t)pes, entries, NULL, SHMEM_CMP_EQ, 1));
    tell_all(++form);
    while (entries_seen < (size_t)pes) {
      see_all(entries, some_vectors[i](flags[form], (size_t)pes, entries, NULL, SHMEM_CMP_EQ, ones));
    }
  }
  CHECK(form < MOST_FORMS);
}

/* Programs wait for the opposite, too: until a test fails, or a signal changes. */
static void ceases(void) {
  shmem_barrier_all();
  shmem_uint64_atomic_inc(&word, (me + 1) % pes);
  while (shmem_uint64_test(&word, SHMEM_CMP_EQ, 0)) continue;
  shmem_barrier_all();
  shmem_uint64_atomic_inc(&word, (me + 1) % pes);
  while (shmem_uint64_test_all(&word, 1, NULL, SHMEM_CMP_EQ, 1)) continue;
  shmem_barrier_all();
  shmem_uint64_atomic_inc(&word, (me + 1) % pes);
  while (shmem_uint64_test_any(&word, 1, NULL, SHMEM_CMP_EQ, 2) == 0) continue;
  shmem_barrier_all();
  shmem_signal_add(&word, 1, (me + 1) % pes);
  while (shmem_signal_fetch(&word) == 3) continue;
  CHECK(word == 4);
}

/* Calls of several loops come in between, as many as there are entries. */
static void takes_turns(void) {
  enum { ENTRIES = 4 };
  int all[ENTRIES] = {1, 1, 1, 1}, left_out[ENTRIES] = {0, 0, 1, 0}, returned[4][ENTRIES] = {{0}};
  shmem_barrier_all();
  for (int i = 0; i < ENTRIES; ++i) flags[0][i] = 1;
  for (int call = 0; call < CALLS; ++call) {
    for (int i = 0; i < 2; ++i) {
      ++returned[2 * i][anys[i](flags[0], ENTRIES, NULL, SHMEM_CMP_EQ, 1)];
      ++returned[2 * i + 1][any_vectors[i](flags[0], ENTRIES, NULL, SHMEM_CMP_EQ, all)];
      CHECK(anys[i](flags[0], ENTRIES, left_out, SHMEM_CMP_EQ, 1) != 2);
    }
  }
  for (int i = 0; i < 4; ++i) {
    for (int entry = 0; entry < ENTRIES; ++entry) CHECK(returned[i][entry] > 0);
  }
  const int nobody[ENTRIES] = {1, 1, 1, 1};
  for (int i = 0; i < 2; ++i) {
    CHECK(anys[i](flags[0], ENTRIES, nobody, SHMEM_CMP_EQ, 1) == SIZE_MAX);
    CHECK(any_vectors[i](flags[0], 0, NULL, SHMEM_CMP_EQ, all) == SIZE_MAX);
  }
}

int main(void) {
  shmem_init();
  me = shmem_my_pe();
  pes = shmem_n_pes();
  for (int i = 0; i < pes; ++i) ones[i] = 1;
  arrives();
  ceases();
  takes_turns();
  shmem_finalize();
  return 0;
}
