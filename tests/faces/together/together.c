/* Parts of three ABIs in one process, as Python has them: each finds its own library, and all are in one world.
 *
 *   faces_together PART PART PART    on 2 ranks */
#include <dlfcn.h>

#include "abi/expect.h"
#include "together.h"

enum { kParts = 3 };

static Part load(const char* path) {
  void* const library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) fprintf(stderr, "%s\n", dlerror());
  EXPECT(library != NULL);
  Part (*part)(void) = NULL;
  *(void**)&part = dlsym(library, "part_of_program");
  EXPECT(part != NULL);
  return part();
}

/* From each part to each. */
static void messages(const Part parts[], int rank) {
  for (int from = 0; from < kParts; ++from) {
    for (int to = 0; to < kParts; ++to) {
      int value = 10 * from + to;
      if (rank == 0) {
        EXPECT(parts[from].give(1, value));
        EXPECT(parts[to].take(1, &value) && value == 1000 + 10 * from + to);
      } else {
        EXPECT(parts[to].take(0, &value) && value == 10 * from + to);
        EXPECT(parts[from].give(0, 1000 + value));
      }
    }
  }
}

int main(int argc, char** argv) {
  EXPECT(argc == kParts + 1);
  Part parts[kParts];
  for (int i = 0; i < kParts; ++i) parts[i] = load(argv[i + 1]);
  EXPECT(parts[0].begin() == 0);
  const int rank = parts[0].rank();
  EXPECT(rank == 0 || rank == 1);
  for (int i = 0; i < kParts; ++i) EXPECT(parts[i].has_begun() && parts[i].rank() == rank);
  messages(parts, rank);
  for (int i = 0; i < kParts; ++i) EXPECT(parts[(i + rank) % kParts].sum(rank + 1) == 3);
  /* A handler of one part hears of the errors of another. */
  for (int i = 0; i < kParts; ++i) {
    EXPECT(parts[i].handle_errors());
    for (int j = 0; j < kParts; ++j) EXPECT(parts[j].raise_error() && parts[i].saw_error());
  }
  EXPECT(parts[kParts - 1].end() == 0);
  if (rank == 0) printf("one world\n");
  return 0;
}
