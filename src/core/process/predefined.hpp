// The predefined objects of a process except its communicators: datatypes, operations, error handlers and the empty group.
#pragma once

#include <vector>

#include "core/comm/group.hpp"
#include "core/object/errhandler.hpp"
#include "core/object/instance.hpp"
#include "core/object/ref.hpp"
#include "core/type/datatype.hpp"
#include "core/type/op.hpp"

namespace penstock::core {

class Predefined {
 public:
  // Makes all predefined objects and binds their handles.
  [[nodiscard]] Status open(Instance& instance);
  // Returns the handler that new communicators get: MPI_ERRORS_ARE_FATAL, or the one that `mpiexec -initial-errhandler` names.
  [[nodiscard]] Errhandler& initial_errhandler() noexcept { return *errhandlers_.front(); }

 private:
  [[nodiscard]] Status bind_datatypes(Instance& instance);
  void bind_ops(Instance& instance);
  void bind_errhandlers(Instance& instance);

  Ref<Group> empty_group_;
  std::vector<Ref<Datatype>> datatypes_;
  std::vector<Ref<Op>> ops_;
  std::vector<Ref<Errhandler>> errhandlers_;
};

}  // namespace penstock::core
