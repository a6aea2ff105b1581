// The predefined objects of a process but its communicators: datatypes, operations, error handlers and the empty group.
#pragma once

#include <vector>

#include "core/datatype.hpp"
#include "core/errhandler.hpp"
#include "core/group.hpp"
#include "core/op.hpp"
#include "core/process.hpp"
#include "core/ref.hpp"

namespace penstock::core {

class Predefined {
 public:
  // Makes them all and binds their handles.
  [[nodiscard]] Status open(Process& process);
  // The one that communicators begin with: MPI_ERRORS_ARE_FATAL, or what `mpiexec -initial-errhandler` names.
  [[nodiscard]] Errhandler& initial_errhandler() noexcept { return *errhandlers_.front(); }

 private:
  [[nodiscard]] Status bind_datatypes(Process& process);
  void bind_ops(Process& process);
  void bind_errhandlers(Process& process);

  Ref<Group> empty_group_;
  std::vector<Ref<Datatype>> datatypes_;
  std::vector<Ref<Op>> ops_;
  std::vector<Ref<Errhandler>> errhandlers_;
};

}  // namespace penstock::core
