#include "core/errhandler.hpp"

#include "core/process.hpp"

namespace penstock::core {

Errhandler::~Errhandler() {
  if (process_ != nullptr && handle != MPI_ERRHANDLER_NULL) process_->forget(*this);
}

Status Errhandler::check_for(ErrhandlerObject object) const {
  if (predefined() || is_for(object)) return Status::ok();
  return Status::error(Code::kErrhandler,
                       "the error handler was made by MPI_{}_create_errhandler, which this object cannot use",
                       is_for(ErrhandlerObject::kComm) ? "Comm" : "Session");
}

}  // namespace penstock::core
