/* Constants, sizes, offsets and prototypes against spec/abi/openmpi.yaml: compiled with our header of this ABI, and by
 * pins_real with Open MPI's own. */
#include <mpi.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#ifdef OPEN_MPI
/* What Open MPI has not, or has as macros, or without a const. */
#undef MPI_Aint_add
#undef MPI_Aint_diff
#undef PMPI_Aint_add
#undef PMPI_Aint_diff
#define MPI_Pready_list pready_list_as_the_standard_has_it
#define PMPI_Pready_list profiled_pready_list_as_the_standard_has_it
#define MPI_T_cb_safety int
#define MPI_T_source_order int
typedef struct NoRegistration* MPI_T_event_registration;
typedef struct NoInstance* MPI_T_event_instance;
typedef void MPI_T_event_cb_function(MPI_T_event_instance, MPI_T_event_registration, int, void*);
typedef void MPI_T_event_free_cb_function(MPI_T_event_registration, int, void*);
typedef void MPI_T_event_dropped_cb_function(MPI_Count, MPI_T_event_registration, int, int, void*);
typedef void MPI_User_function_c(void*, void*, MPI_Count*, MPI_Datatype*);
typedef int MPI_Datarep_conversion_function_c(void*, MPI_Datatype, MPI_Count, void*, MPI_Offset, void*);
#endif
#include "../gen/openmpi_prototypes.inc"

#define HOLDS(condition, text) _Static_assert(condition, text)
HOLDS(sizeof(MPI_Status) == 24, "size of MPI_Status");
HOLDS(offsetof(MPI_Status, MPI_SOURCE) == 0, "MPI_SOURCE");
HOLDS(offsetof(MPI_Status, MPI_TAG) == 4, "MPI_TAG");
HOLDS(offsetof(MPI_Status, MPI_ERROR) == 8, "MPI_ERROR");
HOLDS(offsetof(MPI_Status, _cancelled) == 12, "_cancelled");
HOLDS(offsetof(MPI_Status, _ucount) == 16, "_ucount");
HOLDS(sizeof(MPI_Aint) == 8 && sizeof(MPI_Count) == 8 && sizeof(MPI_Offset) == 8 && sizeof(MPI_Fint) == 4, "integer types");
HOLDS(sizeof(MPI_Comm) == 8 && sizeof(MPI_Request) == 8 && sizeof(MPI_Session) == 8, "handles are addresses");

struct Constant {
  const char* name;
  int64_t value;
  int64_t pinned;
};

int main(void) {
#define PIN(name, pinned) {#name, (int64_t)(intptr_t)(name), pinned},
#define OBJECT(name, symbol, fortran) {#name, (int64_t)(intptr_t)(name), (int64_t)(intptr_t)(void*)&symbol},
  const struct Constant constants[] = {
#include "../gen/openmpi_pins.inc"
  };
#undef PIN
#undef OBJECT
  const size_t count = sizeof(constants) / sizeof(constants[0]);
  int wrong = 0;
  for (size_t i = 0; i < count; ++i) {
    const struct Constant* const c = &constants[i];
    if (c->value != c->pinned) {
      printf("%s is %#llx, pinned as %#llx\n", c->name, (unsigned long long)c->value, (unsigned long long)c->pinned);
      wrong = 1;
    }
  }
  printf("%zu constants are as pinned\n", count);
  return wrong || count < 300;
}
