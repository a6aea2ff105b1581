// Operations of the program, in C and in the C++ bindings: these create the operation with a function of their own library,
// which wants the program's function as a fifth argument, and name that afterwards.
#include <memory>
#include <mutex>
#include <new>
#include <unordered_map>
#include <utility>

#include "api/face/foreign.hpp"
#include "api/gen/entry.hpp"
#include "faces/common/callbacks.hpp"
#include "faces/common/convert.hpp"
#include "faces/common/gen/calls.hpp"

// These symbols are libmpi_cxx.so.40's, where the application has loaded it.
extern "C" [[gnu::weak]] void ompi_mpi_cxx_op_intercept(void* from, void* to, int* length, void* datatype, void* function);

namespace penstock::faces::openmpi {
namespace {

struct BindingsOperation {
  MPI_User_function* function = nullptr;
};

// The functions of each operation that the bindings made, as long as its number may be in use.
class BindingsOperations {
 public:
  void keep(Op op, std::unique_ptr<BindingsOperation> operation) {
    const std::scoped_lock lock(mutex_);
    operations_[op] = std::move(operation);
  }
  void name(Op op, MPI_User_function* function) {
    const std::scoped_lock lock(mutex_);
    if (const auto found = operations_.find(op); found != operations_.end()) found->second->function = function;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<Op, std::unique_ptr<BindingsOperation>> operations_;
};

// Never destroyed: operations may run until the very end.
BindingsOperations& bindings_operations() {
  static BindingsOperations& all = *new BindingsOperations();
  return all;
}

void reduce_by_bindings(Any operation, bool /*large*/, void* from, void* to, MPI_Count length, MPI_Datatype datatype) {
  auto theirs = out<Datatype>(datatype);
  auto narrow = static_cast<int>(length);
  ompi_mpi_cxx_op_intercept(from, to, &narrow, &theirs,
                            reinterpret_cast<void*>(reinterpret_cast<const BindingsOperation*>(operation)->function));
}

int create_by_bindings(int commute, Op* op) noexcept try {
  auto operation = std::make_unique<BindingsOperation>();
  const int code = api::foreign_op(reduce_by_bindings, reinterpret_cast<Any>(operation.get()), false, commute, HandleOut(op));
  if (code == MPI_SUCCESS) bindings_operations().keep(*op, std::move(operation));
  return code_out(code);
} catch (const std::bad_alloc&) {
  return code_out(MPI_ERR_NO_MEM);
}

}  // namespace

int Op_create(MPI_User_function* user_fn, int commute, Op* op) noexcept {
  const auto function = reinterpret_cast<Any>(user_fn);
  if (function != nullptr && function == reinterpret_cast<Any>(ompi_mpi_cxx_op_intercept))
    return create_by_bindings(commute, op);
  return code_out(api::foreign_op(reduce, function, false, commute, HandleOut(op)));
}
WEAK_NAME(Op_create);

extern "C" void ompi_op_set_cxx_callback(Op op, MPI_User_function* function) noexcept {
  bindings_operations().name(op, function);
}

}  // namespace penstock::faces::openmpi
