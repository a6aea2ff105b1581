// A program with the C++ bindings of Open MPI 4, as their headers leave it: nearly all of them are compiled into it, and
// libmpi_cxx.so.40 has the rest. The classes have the first bytes of the originals, and the virtual functions that matter here.
#include <mpi.h>

#include "abi/expect.h"

extern "C" void ompi_mpi_cxx_op_intercept(void* from, void* to, int* length,
                                          MPI_Datatype* datatype);  // and a fifth, the function
extern "C" void ompi_op_set_cxx_callback(MPI_Op op, void (*function)());

namespace MPI {

// As in the original headers, they are declared without the word inline and defined with it, so
// that each program has the tables.
class Datatype {
 public:
  explicit Datatype(MPI_Datatype handle) : handle_(handle) {}
  virtual int Get_size() const;
  virtual void Free();
  virtual ~Datatype() = default;
  MPI_Datatype handle_;
};
inline int Datatype::Get_size() const {
  int size = -1;
  EXPECT(MPI_Type_size(handle_, &size) == MPI_SUCCESS);
  return size;
}

class Win {
 public:
  explicit Win(MPI_Win handle) : handle_(handle) {}
  virtual int answer() const;
  virtual void Free();
  virtual ~Win() = default;
  MPI_Win handle_;
};
inline int Win::answer() const {
  return 42;
}

class Comm {
 public:
  Comm();
  virtual int answer() const;
  virtual ~Comm() = default;
  MPI_Comm handle_;
};
inline int Comm::answer() const {
  return 43;
}

class Intracomm : public Comm {
 public:
  Intracomm() = default;
  int answer() const override;
};
inline int Intracomm::answer() const {
  return 44;
}

}  // namespace MPI

static void add(const void* from, void* to, int length, const MPI::Datatype& datatype) {
  EXPECT(datatype.Get_size() == sizeof(int) && datatype.handle_ == MPI_INT);
  for (int i = 0; i < length; ++i) static_cast<int*>(to)[i] += static_cast<const int*>(from)[i];
}
static void multiply(const void* from, void* to, int length, const MPI::Datatype& datatype) {
  EXPECT(datatype.handle_ == MPI_INT);
  for (int i = 0; i < length; ++i) static_cast<int*>(to)[i] *= static_cast<const int*>(from)[i];
}

// Does what MPI::Op::Init does.
static MPI_Op operation(void (*function)(const void*, void*, int, const MPI::Datatype&)) {
  MPI_Op op = MPI_OP_NULL;
  EXPECT(MPI_Op_create(ompi_mpi_cxx_op_intercept, 1, &op) == MPI_SUCCESS);
  ompi_op_set_cxx_callback(op, reinterpret_cast<void (*)()>(function));
  return op;
}

int main(int argc, char** argv) {
  EXPECT(MPI_Init(&argc, &argv) == MPI_SUCCESS);
  int size = 0;
  EXPECT(MPI_Comm_size(MPI_COMM_WORLD, &size) == MPI_SUCCESS);

  MPI::Intracomm comm;
  EXPECT(comm.handle_ == MPI_COMM_NULL && static_cast<MPI::Comm&>(comm).answer() == 44);

  MPI_Op sum = operation(add);
  MPI_Op product = operation(multiply);
  int two = 2;
  int found = 0;
  EXPECT(MPI_Allreduce(&two, &found, 1, MPI_INT, sum, MPI_COMM_WORLD) == MPI_SUCCESS && found == 2 * size);
  EXPECT(MPI_Allreduce(&two, &found, 1, MPI_INT, product, MPI_COMM_WORLD) == MPI_SUCCESS && found == 1 << size);
  EXPECT(MPI_Op_free(&sum) == MPI_SUCCESS && MPI_Op_free(&product) == MPI_SUCCESS);

  MPI_Datatype pair = MPI_DATATYPE_NULL;
  EXPECT(MPI_Type_contiguous(2, MPI_INT, &pair) == MPI_SUCCESS);
  MPI::Datatype datatype(pair);
  datatype.Free();
  EXPECT(datatype.handle_ == MPI_DATATYPE_NULL);

  int* base = nullptr;
  MPI_Win made = MPI_WIN_NULL;
  EXPECT(MPI_Win_allocate(sizeof(int), 1, MPI_INFO_NULL, MPI_COMM_WORLD, static_cast<void*>(&base), &made) == MPI_SUCCESS);
  MPI::Win win(made);
  EXPECT(win.answer() == 42);
  win.Free();
  EXPECT(win.handle_ == MPI_WIN_NULL);
  EXPECT(MPI_Finalize() == MPI_SUCCESS);
  return 0;
}
