/* Loads the face at run time, privately, as an interpreter's extension module does, and runs a job of one through it.
 * Arguments: the library's path; "early" to make only calls that work before MPI_Init. */
#include <dlfcn.h>
#include <mpi.h>
#include <string.h>

#include "expect.h"

static void* find(void* library, const char* name) {
  void* found = dlsym(library, name);
  if (found == NULL) fprintf(stderr, "%s\n", dlerror());
  EXPECT(found != NULL);
  return found;
}

/* Object pointers and function pointers have one size here; C has no cast between them. */
#define FUNCTION(name, type)                     \
  type name;                                     \
  do {                                           \
    void* address = find(library, "MPI_" #name); \
    memcpy(&name, &address, sizeof(address));    \
  } while (0)

typedef int (*TwoNumbers)(int*, int*);
typedef int (*OneNumber)(int*);
typedef int (*Start)(int*, char***);
typedef int (*Ask)(MPI_Comm, int*);
typedef int (*Stop)(void);

static void run_job(void* library) {
  int size = 0;
  FUNCTION(Init, Start);
  FUNCTION(Comm_size, Ask);
  FUNCTION(Finalize, Stop);
  EXPECT(Init(NULL, NULL) == MPI_SUCCESS);
  EXPECT(Comm_size(MPI_COMM_WORLD, &size) == MPI_SUCCESS);
  EXPECT(size == 1);
  EXPECT(Finalize() == MPI_SUCCESS);
}

int main(int argc, char** argv) {
  int version = 0, subversion = -1, initialized = -1;
  void* library;
  EXPECT(argc > 1);
  library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) fprintf(stderr, "%s\n", dlerror());
  EXPECT(library != NULL);
  {
    FUNCTION(Get_version, TwoNumbers);
    FUNCTION(Abi_get_version, TwoNumbers);
    FUNCTION(Initialized, OneNumber);
    EXPECT(Get_version(&version, &subversion) == MPI_SUCCESS);
    EXPECT(version == 5 && subversion == 0);
    EXPECT(Abi_get_version(&version, &subversion) == MPI_SUCCESS);
    EXPECT(version == 1 && subversion == 0);
    EXPECT(Initialized(&initialized) == MPI_SUCCESS);
    EXPECT(initialized == 0);
  }
  EXPECT(dlsym(RTLD_DEFAULT, "MPI_Init") == NULL);
  if (argc < 3) run_job(library);
  EXPECT(dlclose(library) == 0);
  puts("loaded late and private");
  return 0;
}
