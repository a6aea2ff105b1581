/* A second face beside the first, over one runtime: each sees what the other did. Argument: the second face's path. */
#include <dlfcn.h>
#include <mpi.h>
#include <string.h>

#include "expect.h"

static void* find(void* library, const char* name) {
  void* found = dlsym(library, name);
  EXPECT(found != NULL);
  return found;
}

int main(int argc, char** argv) {
  int (*initialized)(int*);
  int (*comm_size)(MPI_Comm, int*);
  int (*close_port)(const char*);
  void* library;
  void* address;
  int flag = -1, size = 0, error_class = 0;
  EXPECT(argc > 1);
  library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) fprintf(stderr, "%s\n", dlerror());
  EXPECT(library != NULL);
  address = find(library, "DUMMY_Initialized");
  memcpy(&initialized, &address, sizeof(address));
  address = find(library, "DUMMY_Comm_size");
  memcpy(&comm_size, &address, sizeof(address));
  address = find(library, "DUMMY_Close_port");
  memcpy(&close_port, &address, sizeof(address));
  EXPECT(initialized(&flag) == MPI_SUCCESS && flag == 0);
  EXPECT(MPI_Init(&argc, &argv) == MPI_SUCCESS);
  EXPECT(initialized(&flag) == MPI_SUCCESS && flag == 1);
  EXPECT(comm_size(MPI_COMM_WORLD, &size) == MPI_SUCCESS && size == 1);
  EXPECT(MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN) == MPI_SUCCESS);
  EXPECT(MPI_Error_class(close_port("x"), &error_class) == MPI_SUCCESS);
  EXPECT(error_class == MPI_ERR_UNSUPPORTED_OPERATION);
  EXPECT(MPI_Finalize() == MPI_SUCCESS);
  puts("two faces, one runtime");
  return 0;
}
