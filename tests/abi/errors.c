/* Wrong arguments get the error class that the standard names, through each kind of handler.
 * With the argument "fatal": the default handler ends the job instead. */
#include <mpi.h>
#include <string.h>

#include "expect.h"

static int class_of(int code) {
  int error_class = -1;
  EXPECT(MPI_Error_class(code, &error_class) == MPI_SUCCESS);
  return error_class;
}

static int heard = 0;
static MPI_Comm heard_on;

static void listen(MPI_Comm* comm, int* code, ...) {
  ++heard;
  heard_on = *comm;
  EXPECT(class_of(*code) == MPI_ERR_TAG);
}

static void wrong_arguments(void) {
  int number = 0;
  MPI_Datatype vector;
  MPI_Request request;
  EXPECT(class_of(MPI_Send(&number, 1, MPI_INT, 0, 0, MPI_COMM_NULL)) == MPI_ERR_COMM);
  EXPECT(class_of(MPI_Send(&number, 1, MPI_INT, 0, 0, (MPI_Comm)MPI_INT)) == MPI_ERR_COMM);
  EXPECT(class_of(MPI_Send(&number, -1, MPI_INT, 0, 0, MPI_COMM_WORLD)) == MPI_ERR_COUNT);
  EXPECT(class_of(MPI_Send_c(&number, -1, MPI_INT, 0, 0, MPI_COMM_WORLD)) == MPI_ERR_COUNT);
  EXPECT(class_of(MPI_Send(&number, 1, MPI_DATATYPE_NULL, 0, 0, MPI_COMM_WORLD)) == MPI_ERR_TYPE);
  EXPECT(class_of(MPI_Send(&number, 1, MPI_INT, 0, -7, MPI_COMM_WORLD)) == MPI_ERR_TAG);
  EXPECT(class_of(MPI_Send(&number, 1, MPI_INT, 99, 0, MPI_COMM_WORLD)) == MPI_ERR_RANK);
  EXPECT(class_of(MPI_Isend(&number, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, NULL)) == MPI_ERR_ARG);
  EXPECT(class_of(MPI_Comm_rank(MPI_COMM_WORLD, NULL)) == MPI_ERR_ARG);
  EXPECT(class_of(MPI_Allreduce(MPI_IN_PLACE, &number, 1, MPI_INT, MPI_OP_NULL, MPI_COMM_WORLD)) == MPI_ERR_OP);
  EXPECT(class_of(MPI_Bcast(&number, 1, MPI_INT, 99, MPI_COMM_WORLD)) == MPI_ERR_ROOT);
  EXPECT(class_of(MPI_Group_size(MPI_GROUP_NULL, &number)) == MPI_ERR_GROUP);
  EXPECT(MPI_Type_vector(2, 1, 2, MPI_INT, &vector) == MPI_SUCCESS);
  EXPECT(class_of(MPI_Irecv(&number, 1, vector, 0, 0, MPI_COMM_WORLD, &request)) == MPI_ERR_TYPE);
  EXPECT(MPI_Type_free(&vector) == MPI_SUCCESS);
  EXPECT(vector == MPI_DATATYPE_NULL);
  EXPECT(class_of(MPI_Error_class(-5, &number)) == MPI_ERR_ARG);
}

static void sentences(void) {
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  const int code = MPI_Send(&length, 1, MPI_INT, 0, -7, MPI_COMM_WORLD);
  EXPECT(MPI_Error_string(code, text, &length) == MPI_SUCCESS);
  EXPECT(strncmp(text, "MPI_Send: ", 10) == 0);
  EXPECT((int)strlen(text) == length);
  EXPECT(MPI_Error_string(MPI_ERR_TAG, text, &length) == MPI_SUCCESS);
  EXPECT(length > 0);
}

static void user_handler(void) {
  MPI_Errhandler handler;
  EXPECT(MPI_Comm_create_errhandler(listen, &handler) == MPI_SUCCESS);
  EXPECT(MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler) == MPI_SUCCESS);
  EXPECT(MPI_Errhandler_free(&handler) == MPI_SUCCESS);
  EXPECT(class_of(MPI_Send(&heard, 1, MPI_INT, 0, -7, MPI_COMM_WORLD)) == MPI_ERR_TAG);
  EXPECT(heard == 1 && heard_on == MPI_COMM_WORLD);
  EXPECT(MPI_Comm_call_errhandler(MPI_COMM_WORLD, MPI_ERR_TAG) == MPI_SUCCESS);
  EXPECT(heard == 2);
}

int main(int argc, char** argv) {
  EXPECT(MPI_Init(&argc, &argv) == MPI_SUCCESS);
  if (argc > 1 && strcmp(argv[1], "fatal") == 0) {
    int number = 0;
    MPI_Send(&number, 1, MPI_INT, 0, -7, MPI_COMM_WORLD);
    return 0; /* the test sees that this is not reached */
  }
  EXPECT(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN) == MPI_SUCCESS);
  EXPECT(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN) == MPI_SUCCESS);
  wrong_arguments();
  sentences();
  user_handler();
  EXPECT(MPI_Finalize() == MPI_SUCCESS);
  puts("errors are as they should be");
  return 0;
}
