/* Every prototype, callback type, constant, size and offset of mpi.h against what was published. C and C++ alike. */
#include <mpi.h>
#include <stddef.h>

#define PIN(result, name, parameters) \
  result MPI_##name parameters;       \
  result PMPI_##name parameters;
#ifdef __cplusplus
extern "C" {
#endif
#include "prototypes.inc"
#ifdef __cplusplus
}
#endif
#undef PIN

#ifdef __cplusplus
#include <type_traits>
#define SAME_TYPE(tag, a, b) static_assert(std::is_same_v<a, b>, #tag);
#define HOLDS(condition, text) static_assert(condition, text)
#else
#define SAME_TYPE(tag, a, b) _Static_assert(__builtin_types_compatible_p(a, b), #tag);
#define HOLDS(condition, text) _Static_assert(condition, text)
#endif

#ifdef __cplusplus
extern "C" {
#endif
#define CALLBACK(result, name, parameters)    \
  typedef result published_##name parameters; \
  SAME_TYPE(name, published_##name, MPI_##name)
#include "callbacks.inc"
#undef CALLBACK
#ifdef __cplusplus
}
#endif
/* C++ sees a redeclared prototype as another overload only if the linkage differs; the decltype must still be that of C. */
#ifdef __cplusplus
#define PIN(result, name, parameters) static_assert(std::is_same_v<decltype(MPI_##name), result parameters>, #name);
#include "prototypes.inc"
#undef PIN
#endif

#define NUMBER(name, value) HOLDS((name) == (value), #name);
#define ADDRESS(type, name, value) SAME_TYPE(name, __typeof__(name), type)
#include "constants.inc"
#undef NUMBER
#undef ADDRESS

SAME_TYPE(MPI_Aint, MPI_Aint, intptr_t)
SAME_TYPE(MPI_Offset, MPI_Offset, int64_t)
SAME_TYPE(MPI_Count, MPI_Count, int64_t)
HOLDS(sizeof(MPI_Aint) == 8 && sizeof(MPI_Offset) == 8 && sizeof(MPI_Count) == 8, "integer types");
HOLDS(sizeof(MPI_Comm) == sizeof(void*), "handles are pointers");
HOLDS(sizeof(MPI_Status) == 32, "size of MPI_Status");
HOLDS(offsetof(MPI_Status, MPI_SOURCE) == 0, "MPI_SOURCE");
HOLDS(offsetof(MPI_Status, MPI_TAG) == 4, "MPI_TAG");
HOLDS(offsetof(MPI_Status, MPI_ERROR) == 8, "MPI_ERROR");
HOLDS(sizeof(MPI_T_cb_safety) == sizeof(int) && sizeof(MPI_T_source_order) == sizeof(int), "enumerations");
