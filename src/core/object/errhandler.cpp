#include "core/object/errhandler.hpp"

#include "core/object/instance.hpp"

namespace penstock::core {

Errhandler::~Errhandler() {
  if (instance_ != nullptr && handle != MPI_ERRHANDLER_NULL) instance_->forget(*this);
}

Status Errhandler::check_for(ErrhandlerObject object) const {
  if (predefined() || is_for(object)) return Status::ok();
  const std::string_view maker = is_for(ErrhandlerObject::kComm) ? "Comm" : is_for(ErrhandlerObject::kWin) ? "Win" : "Session";
  return Status::error(Code::kErrhandler,
                       "the error handler was made by MPI_{}_create_errhandler, which this object cannot use", maker);
}

}  // namespace penstock::core
