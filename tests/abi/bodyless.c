/* Every function without a body answers MPI_ERR_UNSUPPORTED_OPERATION and a sentence that names it, and nothing crashes. */
#include <mpi.h>
#include <string.h>

#include "expect.h"

static int answered = 0;

static void look_at(const char* name, int code) {
  int error_class = MPI_SUCCESS;
  int length = 0;
  char text[MPI_MAX_ERROR_STRING];
  EXPECT(MPI_Error_class(code, &error_class) == MPI_SUCCESS);
  EXPECT(MPI_Error_string(code, text, &length) == MPI_SUCCESS);
  if (error_class != MPI_ERR_UNSUPPORTED_OPERATION || strstr(text, name) == NULL) {
    fprintf(stderr, "%s gave class %d: %s\n", name, error_class, text);
    exit(1);
  }
  ++answered;
}

int main(void) {
  EXPECT(MPI_Init(NULL, NULL) == MPI_SUCCESS);
  EXPECT(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN) == MPI_SUCCESS);
  EXPECT(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN) == MPI_SUCCESS);
#define BODYLESS(name, call) look_at(name, call);
#include "gen/bodyless.inc"
  EXPECT(MPI_Finalize() == MPI_SUCCESS);
  printf("%d functions without a body, each answers\n", answered);
  return 0;
}
