/* What the programs share that walk through tables of routines: teams of several shapes, and the count. */
#ifndef PENSTOCK_TESTS_SHMEM_TEAMS_H
#define PENSTOCK_TESTS_SHMEM_TEAMS_H

#include "check.h"

enum { TEAMS = 3 };

/* All PEs, all in the opposite order, and every second one. `team` is SHMEM_TEAM_INVALID where this PE is no member; `me` is
   its number there, `world` by number the number among all. */
typedef struct {
  shmem_team_t team;
  int n, me, world[MOST_PES];
} Members;

static void make_teams(Members teams[TEAMS]) {
  const int pes = shmem_n_pes();
  const int start[TEAMS] = {0, pes - 1, 0}, stride[TEAMS] = {1, -1, 2}, size[TEAMS] = {pes, pes, (pes + 1) / 2};
  CHECK(pes <= MOST_PES);
  for (int t = 0; t < TEAMS; ++t) {
    Members* const made = &teams[t];
    made->team = SHMEM_TEAM_WORLD;
    if (t != 0) CHECK(shmem_team_split_strided(SHMEM_TEAM_WORLD, start[t], stride[t], size[t], NULL, 0, &made->team) == 0);
    made->n = size[t];
    made->me = -1;
    for (int i = 0; i < size[t]; ++i) {
      made->world[i] = start[t] + i * stride[t];
      if (made->world[i] == shmem_my_pe()) made->me = i;
    }
    CHECK((made->team == SHMEM_TEAM_INVALID) == (made->me < 0) && shmem_team_my_pe(made->team) == made->me);
  }
}

static void destroy_teams(Members teams[TEAMS]) {
  for (int t = 1; t < TEAMS; ++t) shmem_team_destroy(teams[t].team);
}

/* All members have come: what they wrote into their own memory is ready for a collective. */
static inline void settle_team(shmem_team_t team) {
  shmem_quiet();
  CHECK(shmem_team_sync(team) == 0);
}

/* Each program walks the lines of its table and counts them; the table says how many there are. */
static int tell_count(int called, int routines) {
  if (shmem_my_pe() == 0) printf("%d routines x types, %d missing\n", called, routines - called);
  return called == routines ? 0 : 1;
}

#endif
