#include "core/object/errhandler.hpp"

#include "core/object/instance.hpp"

namespace penstock::core {

Errhandler::~Errhandler() {
  if (instance_ != nullptr && handle != MPI_ERRHANDLER_NULL) instance_->forget(*this);
}

Status Errhandler::check_for(ErrhandlerObject object) const {
  if (predefined() || is_for(object)) return Status::ok();
  constexpr std::string_view kMakers[] = {"Comm", "Session", "Win", "File"};  // in the order of ErrhandlerObject
  return Status::error(Code::kErrhandler,
                       "the error handler was made by MPI_{}_create_errhandler, which this object cannot use",
                       kMakers[function_.index()]);
}

}  // namespace penstock::core
