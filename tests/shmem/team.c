/* Teams and contexts themselves: splits, numbers, answers to what is invalid, pointers, and many of both. */
#include "check.h"

#define INVALID SHMEM_TEAM_INVALID

static void check_predefined(void) {
  const int me = shmem_my_pe(), n = shmem_n_pes();
  CHECK(shmem_team_my_pe(SHMEM_TEAM_WORLD) == me && shmem_team_n_pes(SHMEM_TEAM_WORLD) == n);
  CHECK(shmem_team_my_pe(INVALID) == -1 && shmem_team_n_pes(INVALID) == -1);
  const int shared = shmem_team_n_pes(SHMEM_TEAM_SHARED);
  CHECK(shared >= 1 && shared <= n);
  void* memory = shmem_malloc(8);
  for (int pe = 0; pe < shared; ++pe) {
    const int world = shmem_team_translate_pe(SHMEM_TEAM_SHARED, pe, SHMEM_TEAM_WORLD);
    CHECK(shmem_team_ptr(SHMEM_TEAM_SHARED, memory, pe) == shmem_ptr(memory, world) && shmem_ptr(memory, world) != NULL);
  }
  CHECK(shmem_team_translate_pe(SHMEM_TEAM_SHARED, shmem_team_my_pe(SHMEM_TEAM_SHARED), SHMEM_TEAM_WORLD) == me);
  CHECK(shmem_team_ptr(INVALID, memory, 0) == NULL && shmem_team_ptr(SHMEM_TEAM_WORLD, memory, n) == NULL);
  CHECK(shmem_team_ptr(SHMEM_TEAM_WORLD, memory, me) == memory && shmem_team_ptr(SHMEM_TEAM_WORLD, &memory, me) == NULL);
  shmem_free(memory);
}

static void check_strided(void) {
  const int me = shmem_my_pe(), n = shmem_n_pes();
  for (int stride = -2; stride <= 3; ++stride) {
    if (stride == 0) continue;
    const int start = stride < 0 ? n - 1 : 0, size = (n - 1) / abs(stride) + 1;
    const shmem_team_config_t config = {3};
    shmem_team_config_t got = {-1};
    shmem_team_t team = SHMEM_TEAM_WORLD;
    CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, start, stride, size, &config, SHMEM_TEAM_NUM_CONTEXTS, &team) == 0);
    const int place = (me - start) / stride, member = (me - start) % stride == 0 && place < size;
    CHECK((team != INVALID) == member && shmem_team_my_pe(team) == (member ? place : -1));
    if (!member) continue;
    CHECK(shmem_team_n_pes(team) == size && shmem_team_get_config(team, SHMEM_TEAM_NUM_CONTEXTS, &got) == 0);
    CHECK(got.num_contexts == 3);
    for (int pe = 0; pe < size; ++pe) {
      CHECK(shmem_team_translate_pe(team, pe, SHMEM_TEAM_WORLD) == start + stride * pe);
      CHECK(shmem_team_translate_pe(SHMEM_TEAM_WORLD, start + stride * pe, team) == pe);
    }
    CHECK(shmem_team_translate_pe(team, size, SHMEM_TEAM_WORLD) == -1 && shmem_team_translate_pe(team, -1, team) == -1);
    if (stride > 1 && n > 1) CHECK(shmem_team_translate_pe(SHMEM_TEAM_WORLD, 1, team) == -1);
    shmem_team_t alone = INVALID; /* a team of a team */
    CHECK(shmem_team_split_strided(team, size - 1, 0, 1, NULL, 0, &alone) == 0);
    CHECK((alone != INVALID) == (place == size - 1));
    if (alone != INVALID) CHECK(shmem_team_n_pes(alone) == 1 && shmem_team_sync(alone) == 0);
    shmem_team_destroy(alone);
    shmem_team_destroy(team);
  }
}

static void check_wrong(void) {
  const int n = shmem_n_pes();
  const shmem_team_config_t far_too_many = {1 << 30};
  shmem_team_config_t got = {5};
  shmem_team_t team = SHMEM_TEAM_WORLD, other = SHMEM_TEAM_WORLD;
  CHECK(shmem_team_split_strided(INVALID, 0, 1, 1, NULL, 0, &team) != 0 && team == INVALID);
  const int wrong[][3] = {{-1, 1, 1}, {n, 1, 1}, {0, 1, n + 1}, {0, -1, 2}, {n - 1, 1, 2}, {0, 1, 0}, {0, 0, 2}};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; ++i) {
    team = SHMEM_TEAM_WORLD;
    CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, wrong[i][0], wrong[i][1], wrong[i][2], NULL, 0, &team) != 0);
    CHECK(team == INVALID);
  }
  CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, &far_too_many, SHMEM_TEAM_NUM_CONTEXTS, &team) != 0);
  CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, n, NULL, SHMEM_TEAM_NUM_CONTEXTS, &team) != 0 && team == INVALID);
  CHECK(shmem_team_split_2d(INVALID, 1, NULL, 0, &team, NULL, 0, &other) != 0 && team == INVALID && other == INVALID);
  CHECK(shmem_team_split_2d(SHMEM_TEAM_WORLD, 0, NULL, 0, &team, NULL, 0, &other) != 0 && team == INVALID && other == INVALID);
  CHECK(shmem_team_get_config(INVALID, SHMEM_TEAM_NUM_CONTEXTS, &got) != 0 && got.num_contexts == 5);
  CHECK(shmem_team_get_config(SHMEM_TEAM_WORLD, 0, NULL) == 0 && shmem_team_get_config(SHMEM_TEAM_WORLD, 64, &got) != 0);
  CHECK(shmem_team_translate_pe(INVALID, 0, SHMEM_TEAM_WORLD) == -1);
  CHECK(shmem_team_translate_pe(SHMEM_TEAM_WORLD, 0, INVALID) == -1);
  long word = 0;
  CHECK(shmem_long_sum_reduce(INVALID, &word, &word, 1) != 0 && shmem_team_sync(INVALID) != 0);
  shmem_team_destroy(INVALID);
}

static void check_2d(void) {
  const int me = shmem_my_pe(), n = shmem_n_pes();
  for (int width = 1; width <= n + 1; ++width) {
    shmem_team_t x = INVALID, y = INVALID;
    CHECK(shmem_team_split_2d(SHMEM_TEAM_WORLD, width, NULL, 0, &x, NULL, 0, &y) == 0);
    CHECK(shmem_team_my_pe(x) == me % width && shmem_team_my_pe(y) == me / width);
    const int row = me / width * width;
    CHECK(shmem_team_n_pes(x) == (n - row < width ? n - row : width));
    CHECK(shmem_team_n_pes(y) == (n - me % width + width - 1) / width);
    long* sum = shmem_malloc(2 * sizeof(long));
    sum[0] = me;
    CHECK(shmem_sum_reduce(x, &sum[1], &sum[0], 1) == 0);
    long expected = 0;
    for (int pe = row; pe < n && pe < row + width; ++pe) expected += pe;
    CHECK(sum[1] == expected);
    shmem_barrier_all();
    shmem_free(sum);
    shmem_team_destroy(y);
    shmem_team_destroy(x);
  }
}

static void check_contexts(void) {
  enum { MANY = 1000 };
  static shmem_ctx_t contexts[MANY];
  shmem_ctx_t context = SHMEM_CTX_INVALID;
  shmem_team_t team = INVALID, of = INVALID;
  for (long options = 0; options < 8; ++options) {
    CHECK(shmem_ctx_create(options, &context) == 0 && shmem_ctx_get_team(context, &of) == 0 && of == SHMEM_TEAM_WORLD);
    shmem_ctx_session_start(context, SHMEM_CTX_SESSION_BATCH, NULL, 0);
    shmem_ctx_session_stop(context);
    shmem_ctx_destroy(context);
  }
  context = SHMEM_CTX_INVALID;
  CHECK(shmem_ctx_create(1 << 20, &context) != 0 && context == SHMEM_CTX_INVALID);
  CHECK(shmem_team_create_ctx(INVALID, 0, &context) != 0 && context == SHMEM_CTX_INVALID);
  CHECK(shmem_ctx_get_team(SHMEM_CTX_INVALID, &of) != 0 && of == INVALID);
  CHECK(shmem_ctx_get_team(SHMEM_CTX_DEFAULT, &of) == 0 && of == SHMEM_TEAM_WORLD);
  shmem_ctx_destroy(SHMEM_CTX_INVALID);
  shmem_ctx_session_start(SHMEM_CTX_INVALID, 0, NULL, 0);
  shmem_ctx_session_stop(SHMEM_CTX_INVALID);
  CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, shmem_n_pes() - 1, -1, shmem_n_pes(), NULL, 0, &team) == 0);
  long* word = shmem_calloc(1, sizeof(long));
  for (int i = 0; i < MANY; ++i) {
    CHECK(shmem_team_create_ctx(team, 0, &contexts[i]) == 0 && shmem_ctx_get_team(contexts[i], &of) == 0 && of == team);
    shmem_ctx_long_atomic_inc(contexts[i], word, 0);
  }
  for (int i = 0; i < MANY; i += 2) shmem_ctx_destroy(contexts[i]); /* the team takes the others along */
  shmem_quiet();
  CHECK(shmem_team_sync(team) == 0);
  if (shmem_team_my_pe(team) == 0) CHECK(*word == (long)MANY * shmem_n_pes());
  shmem_team_destroy(team);
  shmem_free(word);
}

/* A handle of a team that is gone is never one of a later team. */
static void check_many(void) {
  shmem_team_t before = INVALID;
  for (int i = 0; i < 300; ++i) {
    shmem_team_t team = INVALID;
    CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, shmem_n_pes(), NULL, 0, &team) == 0);
    CHECK(team != INVALID && team != before);
    CHECK(shmem_team_sync(team) == 0 && shmem_team_sync(team) == 0 && shmem_team_sync(team) == 0);
    shmem_team_destroy(team);
    before = team;
  }
}

int main(void) {
  for (int again = 0; again < 2; ++again) {
    shmem_init();
    check_predefined();
    check_strided();
    check_wrong();
    check_2d();
    check_contexts();
    check_many();
    shmem_finalize();
  }
  return 0;
}
