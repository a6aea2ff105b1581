/* Handles: addresses of objects, of which the program may have copies; what is none is refused by its class. */
#include <stdint.h>
#include <string.h>

#include "calls.h"

/* The program, a module of it and the library name the same objects. */
static void one_of_each(void) {
  const ModuleHandles here = {MPI_COMM_WORLD,  MPI_COMM_SELF,     MPI_COMM_NULL,       MPI_INT,
                              MPI_DOUBLE_INT,  MPI_CHAR,          MPI_DATATYPE_NULL,   MPI_SUM,
                              MPI_GROUP_EMPTY, MPI_ERRORS_RETURN, MPI_INFO_NULL,       MPI_REQUEST_NULL,
                              MPI_WIN_NULL,    MPI_FILE_NULL,     MPI_MESSAGE_NO_PROC, MPI_COMM_DUP_FN};
  const ModuleHandles there = module_handles();
  EXPECT(memcmp(&here, &there, sizeof here) == 0);
  MPI_Comm comm = module_duplicate(MPI_COMM_WORLD);
  EXPECT(((uintptr_t)comm & 1) == 1);
  int result = -1;
  OK(MPI_Comm_compare(comm, MPI_COMM_WORLD, &result));
  EXPECT(result == MPI_CONGRUENT);
  OK(MPI_Comm_free(&comm));
  EXPECT(comm == MPI_COMM_NULL && comm == there.no_comm);
}

static void predefined(void) {
  MPI_Comm parent = MPI_COMM_SELF;
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
  EXPECT(duplicate != MPI_DOUBLE_INT);
  OK(MPI_Type_get_contents(duplicate, 0, 0, 1, NULL, NULL, &inner));
  EXPECT(inner == MPI_DOUBLE_INT);
  OK(MPI_Type_free(&duplicate));
  EXPECT(duplicate == MPI_DATATYPE_NULL);
}

/* What no program of this ABI can name comes back as it went. */
static void without_a_name(void) {
  MPI_Datatype made;
  MPI_Datatype inner = MPI_DATATYPE_NULL;
  int size = 0;
  OK(MPI_Type_size(MPI_LOGICAL16, &size));
  EXPECT(size == 16);
  OK(MPI_Type_dup(MPI_LOGICAL16, &made));
  OK(MPI_Type_get_contents(made, 0, 0, 1, NULL, NULL, &inner));
  EXPECT(inner == MPI_LOGICAL16);
  OK(MPI_Type_free(&made));
}

static void foreign(void) {
  int number = 0;
  FAILS(MPI_Comm_rank(NULL, &number), MPI_ERR_COMM);
  FAILS(MPI_Comm_rank(MPI_COMM_NULL, &number), MPI_ERR_COMM);
  FAILS(MPI_Comm_rank((MPI_Comm)MPI_INT, &number), MPI_ERR_COMM);
  FAILS(MPI_Comm_rank((MPI_Comm)0x101, &number), MPI_ERR_COMM);
  FAILS(MPI_Comm_rank((MPI_Comm)0x100, &number), MPI_ERR_COMM); /* of the standard ABI */
  char text[MPI_MAX_ERROR_STRING];
  const int code = MPI_Comm_rank((MPI_Comm)0x44000000, &number); /* MPICH's MPI_COMM_WORLD */
  FAILS(code, MPI_ERR_COMM);
  OK(MPI_Error_string(code, text, &number));
  EXPECT(strstr(text, "0x44000000 looks like a handle of MPICH's ABI") != NULL);
  FAILS(MPI_Type_size(MPI_DATATYPE_NULL, &number), MPI_ERR_TYPE);
  FAILS(MPI_Type_size((MPI_Datatype)(void*)&ompi_mpi_lb, &number), MPI_ERR_TYPE);
  FAILS(MPI_Op_commutative((MPI_Op)MPI_COMM_WORLD, &number), MPI_ERR_OP);
  FAILS(MPI_Group_size((MPI_Group)MPI_COMM_WORLD, &number), MPI_ERR_GROUP);
  MPI_Comm comm;
  OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
  const MPI_Comm kept = comm;
  OK(MPI_Comm_free(&comm));
  FAILS(MPI_Comm_rank(kept, &number), MPI_ERR_COMM);
}

enum { kMany = 150 };

/* Arrays that are longer than the 64 entries that are converted on the stack. */
static void many(void) {
  const int rank = rank_of(MPI_COMM_WORLD);
  const int size = size_of(MPI_COMM_WORLD);
  const int source = (rank + size - 1) % size;
  MPI_Request requests[2 * kMany];
  MPI_Status status[2 * kMany];
  int sent[kMany];
  int values[kMany];
  for (int i = 0; i < kMany; ++i) {
    OK(MPI_Irecv(&values[i], i == 70 ? 0 : 1, MPI_INT, source, i, MPI_COMM_WORLD, &requests[i]));
  }
  for (int i = 0; i < kMany; ++i) {
    sent[i] = 1000 * rank + i;
    OK(MPI_Isend(&sent[i], 1, MPI_INT, (rank + 1) % size, i, MPI_COMM_WORLD, &requests[kMany + i]));
  }
  FAILS(MPI_Waitall(2 * kMany, requests, status), MPI_ERR_IN_STATUS);
  FAILS(status[70].MPI_ERROR, MPI_ERR_TRUNCATE);
  OK(MPI_Waitall(2 * kMany, requests, MPI_STATUSES_IGNORE));
  for (int i = 0; i < 2 * kMany; ++i) EXPECT(requests[i] == MPI_REQUEST_NULL);
  for (int i = 0; i < kMany; ++i) {
    if (i == 70 || status[i].MPI_ERROR != MPI_SUCCESS) continue;
    EXPECT(status[i].MPI_SOURCE == source && status[i].MPI_TAG == i && status[i]._ucount == sizeof(int));
    EXPECT(values[i] == 1000 * source + i);
  }
  MPI_Datatype types[kMany];
  MPI_Datatype contents[kMany];
  int lengths[kMany];
  MPI_Aint displacements[kMany];
  for (int i = 0; i < kMany; ++i) {
    lengths[i] = 1;
    displacements[i] = 16 * i;
    types[i] = i % 3 == 0 ? MPI_DOUBLE : i % 3 == 1 ? MPI_INT : MPI_FLOAT_INT;
  }
  MPI_Datatype made;
  int integers[kMany + 1];
  OK(MPI_Type_create_struct(kMany, lengths, displacements, types, &made));
  OK(MPI_Type_get_contents(made, kMany + 1, kMany, kMany, integers, displacements, contents));
  EXPECT(memcmp(types, contents, sizeof types) == 0);
  OK(MPI_Type_free(&made));
}

/* The compiler shall not know that no array lies there. */
static int* volatile unweighted = MPI_UNWEIGHTED;
static int* volatile weights_empty = MPI_WEIGHTS_EMPTY;

static void weights(void) {
  const int rank = rank_of(MPI_COMM_WORLD);
  MPI_Comm graph;
  int in = -1;
  int out = -1;
  int weighted = -1;
  int source = -1;
  int target = -1;
  EXPECT(unweighted == (int*)2 && weights_empty == (int*)3);
  OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, &rank, unweighted, 1, &rank, unweighted, MPI_INFO_NULL, 0, &graph));
  OK(MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted));
  EXPECT(in == 1 && out == 1 && weighted == 0);
  OK(MPI_Dist_graph_neighbors(graph, 1, &source, unweighted, 1, &target, unweighted));
  EXPECT(source == rank && target == rank);
  OK(MPI_Comm_free(&graph));
  OK(MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 0, NULL, weights_empty, 0, NULL, weights_empty, MPI_INFO_NULL, 0, &graph));
  OK(MPI_Dist_graph_neighbors_count(graph, &in, &out, &weighted));
  EXPECT(in == 0 && out == 0 && weighted == 1);
  OK(MPI_Comm_free(&graph));
}

static void windows(void) {
  int* base = NULL;
  int* number = NULL;
  int flag = 0;
  MPI_Win win;
  OK(MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win));
  OK(MPI_Win_get_attr(win, MPI_WIN_CREATE_FLAVOR, &number, &flag));
  EXPECT(flag == 1 && *number == MPI_WIN_FLAVOR_ALLOCATE);
  OK(MPI_Win_get_attr(win, MPI_WIN_MODEL, &number, &flag));
  EXPECT(flag == 1 && (*number == MPI_WIN_UNIFIED || *number == MPI_WIN_SEPARATE));
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
  one_of_each();
  predefined();
  without_a_name();
  foreign();
  many();
  weights();
  windows();
}
