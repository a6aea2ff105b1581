/* loads NAME [wait]: opens a library of MPI by its name or path, as an interpreter does, and starts MPI. With a second word it
   does not end before its standard input does. */
#include <dlfcn.h>
#include <stdio.h>

int main(int count, char** arguments) {
  void* const library = count > 1 ? dlopen(arguments[1], RTLD_NOW | RTLD_LOCAL) : NULL;
  if (library == NULL) return fprintf(stderr, "%s\n", dlerror()), 1;
  int (*const start)(int*, char***) = (int (*)(int*, char***))dlsym(library, "MPI_Init");
  int (*const version)(char*, int*) = (int (*)(char*, int*))dlsym(library, "MPI_Get_library_version");
  int (*const end)(void) = (int (*)(void))dlsym(library, "MPI_Finalize");
  if (start == NULL || start(NULL, NULL) != 0) return fprintf(stderr, "MPI_Init failed\n"), 1;
  char text[9000] = "";
  int length = 0;
  if (version != NULL && version(text, &length) == 0) printf("%.8s\n", text);
  fflush(stdout);
  while (count > 2 && getchar() != EOF) continue;
  return end != NULL ? end() : 0;
}
