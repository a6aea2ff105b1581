/* Constants, sizes, offsets and prototypes against spec/abi/mpich.yaml: compiled with our header of this ABI, and by pins_real
 * with MPICH's own. */
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "../gen/mpich_prototypes.inc"

#define HOLDS(condition, text) _Static_assert(condition, text)
HOLDS(sizeof(MPI_Status) == 20, "size of MPI_Status");
HOLDS(offsetof(MPI_Status, count_lo) == 0, "count_lo");
HOLDS(offsetof(MPI_Status, count_hi_and_cancelled) == 4, "count_hi_and_cancelled");
HOLDS(offsetof(MPI_Status, MPI_SOURCE) == 8, "MPI_SOURCE");
HOLDS(offsetof(MPI_Status, MPI_TAG) == 12, "MPI_TAG");
HOLDS(offsetof(MPI_Status, MPI_ERROR) == 16, "MPI_ERROR");
HOLDS(sizeof(MPI_Comm) == 4 && sizeof(MPI_Datatype) == 4 && sizeof(MPI_Request) == 4 && sizeof(MPI_Op) == 4,
      "handles are integers");
HOLDS(sizeof(MPI_Errhandler) == 4 && sizeof(MPI_Group) == 4 && sizeof(MPI_Info) == 4 && sizeof(MPI_Win) == 4,
      "handles are integers");
HOLDS(sizeof(MPI_Message) == 4 && sizeof(MPI_Session) == 4, "handles are integers");
HOLDS(sizeof(MPI_File) == sizeof(void*), "files are pointers");
HOLDS(sizeof(MPI_Aint) == 8 && sizeof(MPI_Count) == 8 && sizeof(MPI_Offset) == 8 && sizeof(MPI_Fint) == 4, "integer types");
HOLDS(sizeof(MPI_T_cb_safety) == sizeof(int) && sizeof(MPI_T_source_order) == sizeof(int), "enumerations");

struct Constant {
  const char* name;
  size_t size;
  int64_t value;
  int64_t pinned;
};

int main(void) {
#define PIN(name, pinned) {#name, sizeof(name), (int64_t)(intptr_t)(name), pinned},
  const struct Constant constants[] = {
#include "../gen/mpich_pins.inc"
  };
#undef PIN
  const size_t count = sizeof(constants) / sizeof(constants[0]);
  int wrong = 0;
  for (size_t i = 0; i < count; ++i) {
    const struct Constant* const c = &constants[i];
    const int same = c->size == 4 ? (uint32_t)c->value == (uint32_t)c->pinned : c->value == c->pinned;
    if (!same) {
      printf("%s is %#llx, pinned as %#llx\n", c->name, (unsigned long long)c->value, (unsigned long long)c->pinned);
      wrong = 1;
    }
  }
  printf("%zu constants are as pinned\n", count);
  return wrong || count < 300;
}
