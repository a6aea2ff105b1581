/* Functions of the program: which handles and codes they are given, and what becomes of their answers. */
#include "calls.h"

/* ---- operations ---- */
static MPI_Datatype seen_type;

static void add(void* from, void* to, int* length, MPI_Datatype* type) {
  seen_type = *type;
  for (int i = 0; i < *length; ++i) ((int*)to)[i] += ((int*)from)[i];
}

static void add_c(void* from, void* to, MPI_Count* length, MPI_Datatype* type) {
  seen_type = *type;
  for (MPI_Count i = 0; i < *length; ++i) ((int*)to)[i] += ((int*)from)[i];
}

static void operations(void) {
  const int size = size_of(MPI_COMM_WORLD);
  const int one[3] = {1, 2, 3};
  int sum[3] = {0};
  int commutes = 0;
  MPI_Op op;
  OK(MPI_Op_create(add, 1, &op));
  EXPECT(op != MPI_OP_NULL);
  OK(MPI_Op_commutative(op, &commutes));
  EXPECT(commutes == 1);
  OK(MPI_Allreduce(one, sum, 3, MPI_INT, op, MPI_COMM_WORLD));
  EXPECT(sum[0] == size && sum[1] == 2 * size && sum[2] == 3 * size);
  OK(MPI_Reduce_local(one, sum, 3, MPI_INT, op));
  EXPECT(seen_type == MPI_INT);
  OK(MPI_Op_free(&op));
  EXPECT(op == MPI_OP_NULL);
  OK(MPI_Op_create_c(add_c, 0, &op));
  MPI_Datatype pair;
  OK(MPI_Type_contiguous(1, MPI_INT, &pair));
  OK(MPI_Type_commit(&pair));
  OK(MPI_Reduce_local_c(one, sum, 3, pair, op));
  EXPECT(seen_type == pair && sum[2] == 3 * size + 6);
  OK(MPI_Type_free(&pair));
  OK(MPI_Op_free(&op));
}

/* ---- error handlers ---- */
static MPI_Comm seen_comm;
static int seen_class;

static void note(MPI_Comm* comm, int* code, ...) {
  seen_comm = *comm;
  seen_class = class_of(*code);
}

static void error_handlers(void) {
  MPI_Errhandler made;
  MPI_Errhandler found;
  OK(MPI_Comm_create_errhandler(note, &made));
  OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, made));
  OK(MPI_Comm_get_errhandler(MPI_COMM_SELF, &found));
  FAILS(MPI_Send(NULL, 0, MPI_INT, 7, 0, MPI_COMM_SELF), MPI_ERR_RANK);
  EXPECT(seen_comm == MPI_COMM_SELF && seen_class == MPI_ERR_RANK);
  FAILS(MPI_Send(NULL, 0, MPI_INT, 0, -5, MPI_COMM_SELF), MPI_ERR_TAG);
  EXPECT(seen_class == MPI_ERR_TAG);
  OK(MPI_Comm_call_errhandler(MPI_COMM_SELF, MPI_ERR_OTHER));
  EXPECT(seen_class == MPI_ERR_OTHER);
  OK(MPI_Errhandler_free(&found));
  OK(MPI_Errhandler_free(&made));
  EXPECT(made == MPI_ERRHANDLER_NULL);
  OK(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN));
  OK(MPI_Comm_get_errhandler(MPI_COMM_SELF, &found));
  EXPECT(found == MPI_ERRORS_RETURN);
  OK(MPI_Errhandler_free(&found));
}

/* ---- attributes ---- */
static int copies;
static int removals;

static int copy(MPI_Comm comm, int keyval, void* state, void* value, void* copied, int* flag) {
  EXPECT(comm == MPI_COMM_SELF && keyval != MPI_KEYVAL_INVALID && state == &copies);
  *(void**)copied = (char*)value + 1;
  *flag = 1;
  ++copies;
  return MPI_SUCCESS;
}

static int removed(MPI_Comm comm, int keyval, void* value, void* state) {
  EXPECT(comm != MPI_COMM_NULL && keyval != MPI_KEYVAL_INVALID && value != NULL && state == &copies);
  ++removals;
  return MPI_SUCCESS;
}

static void attributes(void) {
  char place[2];
  void* found = NULL;
  int flag = 0;
  int keyval = MPI_KEYVAL_INVALID;
  MPI_Comm comm;
  OK(MPI_Comm_create_keyval(copy, removed, &keyval, &copies));
  OK(MPI_Comm_set_attr(MPI_COMM_SELF, keyval, place));
  OK(MPI_Comm_dup(MPI_COMM_SELF, &comm));
  OK(MPI_Comm_get_attr(comm, keyval, &found, &flag));
  EXPECT(flag == 1 && found == place + 1 && copies == 1);
  OK(MPI_Comm_free(&comm));
  OK(MPI_Comm_delete_attr(MPI_COMM_SELF, keyval));
  EXPECT(removals == 2);
  OK(MPI_Comm_free_keyval(&keyval));
  EXPECT(keyval == MPI_KEYVAL_INVALID);
}

static void predefined_attribute_functions(void) {
  int place = 0;
  int* found = NULL;
  int flag = 0;
  int copied = MPI_KEYVAL_INVALID;
  int dropped = MPI_KEYVAL_INVALID;
  MPI_Datatype made;
  OK(MPI_Type_create_keyval(MPI_TYPE_DUP_FN, MPI_TYPE_NULL_DELETE_FN, &copied, NULL));
  OK(MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &dropped, NULL));
  MPI_Datatype from;
  OK(MPI_Type_contiguous(2, MPI_CHAR, &from));
  OK(MPI_Type_set_attr(from, copied, &place));
  OK(MPI_Type_set_attr(from, dropped, &place));
  OK(MPI_Type_dup(from, &made));
  OK(MPI_Type_get_attr(made, copied, &found, &flag));
  EXPECT(flag == 1 && found == &place);
  OK(MPI_Type_get_attr(made, dropped, &found, &flag));
  EXPECT(flag == 0);
  OK(MPI_Type_free(&made));
  OK(MPI_Type_free(&from));
  OK(MPI_Type_free_keyval(&copied));
  OK(MPI_Type_free_keyval(&dropped));
}

/* ---- generalised requests ---- */
static int freed;

static int query(void* state, MPI_Status* status) {
  EXPECT(state == &freed);
  OK(MPI_Status_set_elements(status, MPI_INT, 5));
  OK(MPI_Status_set_cancelled(status, 0));
  status->MPI_SOURCE = MPI_ANY_SOURCE;
  status->MPI_TAG = 77;
  return MPI_SUCCESS;
}

static int release(void* state) {
  EXPECT(state == &freed);
  ++freed;
  return MPI_SUCCESS;
}

static int cancelled;
static int cancel(void* state, int complete) {
  EXPECT(state == &freed);
  cancelled = complete + 1;
  return MPI_SUCCESS;
}

static void generalised_requests(void) {
  MPI_Request request;
  MPI_Status status;
  int count = 0;
  OK(MPI_Grequest_start(query, release, cancel, &freed, &request));
  OK(MPI_Cancel(&request));
  EXPECT(cancelled == 1);
  OK(MPI_Grequest_complete(request));
  OK(MPI_Wait(&request, &status));
  OK(MPI_Get_count(&status, MPI_INT, &count));
  EXPECT(count == 5 && status.MPI_SOURCE == MPI_ANY_SOURCE && status.MPI_TAG == 77 && freed == 1);
  EXPECT(request == MPI_REQUEST_NULL);
}

/* The handle is written when the request is done, into the program's variable. */
static void duplicates_later(void) {
  MPI_Comm made = MPI_COMM_NULL;
  MPI_Request request;
  int result = -1;
  OK(MPI_Comm_idup(MPI_COMM_WORLD, &made, &request));
  OK(MPI_Wait(&request, MPI_STATUS_IGNORE));
  EXPECT(made != MPI_COMM_NULL);
  OK(MPI_Comm_compare(made, MPI_COMM_WORLD, &result));
  EXPECT(result == MPI_CONGRUENT);
  OK(MPI_Comm_free(&made));
}

void callbacks(void) {
  operations();
  error_handlers();
  attributes();
  predefined_attribute_functions();
  generalised_requests();
  duplicates_later();
}
