// libmpi_cxx.so.40: what programs ask of the C++ bindings of Open MPI 4 that was not compiled into them. An object of the
// bindings is the address of its virtual functions, and a handle.
namespace penstock::faces::openmpi {

using Handle = const void*;

// These symbols are libmpi.so.40's.
extern "C" {

extern const struct CommObject ompi_mpi_comm_null;
int MPI_Win_free(Handle* win);
int MPI_Type_free(Handle* datatype);

// The virtual functions of MPI::Datatype, which are the program's.
[[gnu::weak]] extern void* const datatype_functions[] asm("_ZTVN3MPI8DatatypeE");

}  // extern "C"

struct BindingsObject {
  void* const* functions;
  Handle handle;
};

// MPI::Comm::Comm(), of an object whose own constructor runs next.
extern "C" void make_comm(BindingsObject* object) asm("_ZN3MPI4CommC2Ev");
void make_comm(BindingsObject* object) {
  *object = {nullptr, &ompi_mpi_comm_null};
}

// MPI::Win::Free() and MPI::Datatype::Free(): errors are their handlers'.
extern "C" void free_win(BindingsObject* object) asm("_ZN3MPI3Win4FreeEv");
void free_win(BindingsObject* object) {
  static_cast<void>(MPI_Win_free(&object->handle));
}
extern "C" void free_datatype(BindingsObject* object) asm("_ZN3MPI8Datatype4FreeEv");
void free_datatype(BindingsObject* object) {
  static_cast<void>(MPI_Type_free(&object->handle));
}

using BindingsFunction = void(const void* from, void* to, int length, const BindingsObject& datatype);

// The bindings pass this function to MPI as the function of their operations.
extern "C" void ompi_mpi_cxx_op_intercept(void* from, void* to, int* length, const Handle* datatype,
                                          BindingsFunction* function) {
  constexpr int kBeforeFunctions = 2;  // words of the table: an offset and the type
  const BindingsObject object = {datatype_functions + kBeforeFunctions, *datatype};
  function(from, to, *length, object);
}

}  // namespace penstock::faces::openmpi
