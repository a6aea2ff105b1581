/* Handles: predefined ones come back by their numbers, null ones too, and what is none is refused by its class. */
#include <string.h>

#include "calls.h"

static void predefined(void) {
  MPI_Comm parent = 1;
  MPI_Group group;
  MPI_Errhandler handler;
  MPI_Win win = MPI_WIN_NULL;
  OK(MPI_Comm_get_parent(&parent));
  EXPECT(parent == MPI_COMM_NULL);
  OK(MPI_Comm_group(MPI_COMM_SELF, &group));
  OK(MPI_Group_difference(group, group, &group));
  EXPECT(group == MPI_GROUP_EMPTY);
  OK(MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler));
  EXPECT(handler == MPI_ERRORS_RETURN);
  OK(MPI_Errhandler_free(&handler));
  EXPECT(handler == MPI_ERRHANDLER_NULL);
  FAILS(MPI_Win_free(&win), MPI_ERR_WIN);
  MPI_Datatype duplicate;
  MPI_Datatype inner = MPI_DATATYPE_NULL;
  OK(MPI_Type_dup(MPI_DOUBLE_INT, &duplicate));
  EXPECT(duplicate != MPI_DOUBLE_INT && duplicate < 0);
  OK(MPI_Type_get_contents(duplicate, 0, 0, 1, NULL, NULL, &inner));
  EXPECT(inner == MPI_DOUBLE_INT);
  OK(MPI_Type_free(&duplicate));
}

static void foreign(void) {
  int number = 0;
  FAILS(MPI_Comm_rank(0x44000007, &number), MPI_ERR_COMM);
  FAILS(MPI_Comm_rank(MPI_COMM_NULL, &number), MPI_ERR_COMM);
  FAILS(MPI_Comm_rank((MPI_Comm)MPI_INT, &number), MPI_ERR_COMM);
  char text[MPI_MAX_ERROR_STRING];
  const int code = MPI_Comm_rank(0x101, &number); /* the standard ABI's MPI_COMM_WORLD */
  FAILS(code, MPI_ERR_COMM);
  OK(MPI_Error_string(code, text, &number));
  EXPECT(strstr(text, "0x101 looks like a handle of the standard ABI") != NULL);
  FAILS(MPI_Type_size(0x4c00ffff, &number), MPI_ERR_TYPE);
  FAILS(MPI_Type_size(MPI_DATATYPE_NULL, &number), MPI_ERR_TYPE);
  FAILS(MPI_Op_commutative(0x580000ff, &number), MPI_ERR_OP);
  FAILS(MPI_Group_size(MPI_COMM_WORLD, &number), MPI_ERR_GROUP);
  MPI_Comm comm;
  OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
  const MPI_Comm kept = comm;
  OK(MPI_Comm_free(&comm));
  EXPECT(comm == MPI_COMM_NULL);
  FAILS(MPI_Comm_rank(kept, &number), MPI_ERR_COMM);
}

static void comparisons(void) {
  int result = -1;
  MPI_Comm comm;
  OK(MPI_Comm_compare(MPI_COMM_WORLD, MPI_COMM_WORLD, &result));
  EXPECT(result == 0);
  OK(MPI_Comm_split(MPI_COMM_WORLD, 0, -rank_of(MPI_COMM_WORLD), &comm));
  OK(MPI_Comm_compare(comm, MPI_COMM_WORLD, &result));
  EXPECT(result == (size_of(MPI_COMM_WORLD) == 1 ? MPI_CONGRUENT : MPI_SIMILAR));
  OK(MPI_Comm_free(&comm));
  OK(MPI_Comm_split(MPI_COMM_WORLD, MPI_UNDEFINED, 0, &comm));
  EXPECT(comm == MPI_COMM_NULL);
  OK(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &comm));
  OK(MPI_Comm_compare(comm, MPI_COMM_SELF, &result));
  EXPECT(result == (size_of(comm) == 1 ? MPI_CONGRUENT : MPI_UNEQUAL));
  OK(MPI_Comm_free(&comm));
}

static void between_groups(void) {
  const int rank = rank_of(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  const int upper = rank > 0;
  MPI_Comm local;
  MPI_Comm inter;
  MPI_Comm merged;
  int flag = 0;
  int remote = -1;
  if (size < 2) return;
  OK(MPI_Comm_split(MPI_COMM_WORLD, upper, 0, &local));
  OK(MPI_Intercomm_create(local, 0, MPI_COMM_WORLD, upper ? 0 : 1, 5, &inter));
  OK(MPI_Comm_test_inter(inter, &flag));
  OK(MPI_Comm_remote_size(inter, &remote));
  EXPECT(flag == 1 && remote == (upper ? 1 : size - 1));
  int value = upper ? -1 : 42;
  OK(MPI_Bcast(&value, 1, MPI_INT, upper ? 0 : MPI_ROOT, inter));
  EXPECT(value == 42);
  OK(MPI_Intercomm_merge(inter, upper, &merged));
  EXPECT(size_of(merged) == size && rank_of(merged) == rank);
  OK(MPI_Comm_free(&merged));
  OK(MPI_Comm_free(&inter));
  OK(MPI_Comm_free(&local));
}

static void weights(void) {
  const int rank = rank_of(MPI_COMM_WORLD);
  MPI_Comm graph;
  int in = -1;
  int out = -1;
  int weighted = -1;
  OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &rank, MPI_UNWEIGHTED, 1, &rank, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                    &graph));
  OK(MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted));
  EXPECT(in == 1 && out == 1 && weighted == 0);
  OK(MPI_Comm_free(&graph));
  OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, NULL, MPI_WEIGHTS_EMPTY, 0, NULL, MPI_WEIGHTS_EMPTY, MPI_INFO_NULL, 0,
                                    &graph));
  OK(MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted));
  EXPECT(in == 0 && out == 0 && weighted == 1);
  OK(MPI_Comm_free(&graph));
}

static void windows(void) {
  int* base = NULL;
  int* flavor = NULL;
  int flag = 0;
  MPI_Win win;
  OK(MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
  OK(MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &flavor, &flag));
  EXPECT(flag == 1 && *flavor == MPI_WIN_FLAVOR_ALLOCATE);
  *base = -1;
  OK(MPI_Win_fence(MPI_MODE_NOPRECEDE, win));
  const int mine = rank_of(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  OK(MPI_Put(&mine, 1, MPI_INT, (mine + 1) % size, 0, 1, MPI_INT, win));
  OK(MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, win));
  EXPECT(*base == (mine + size - 1) % size);
  OK(MPI_Win_lock(MPI_LOCK_SHARED, mine, MPI_MODE_NOCHECK, win));
  OK(MPI_Win_unlock(mine, win));
  OK(MPI_Win_free(&win));
  EXPECT(win == MPI_WIN_NULL);
}

void handles(void) {
  predefined();
  foreign();
  comparisons();
  between_groups();
  weights();
  windows();
}
