#include "core/file/files.hpp"

#include <memory>

#include "core/object/instance.hpp"

namespace penstock::core {
namespace {

// MPI_Init has already failed if the text of PENSTOCK_FAULT is malformed: the transports parse it first.
transport::FaultPlan plan_of(Instance& instance) {
  transport::FaultPlan plan;
  const Status read = transport::parse_faults(instance.config().fault, &plan);
  if (!read.is_ok()) instance.log().warn("faults of files: {}", read.message());
  return plan;
}

}  // namespace

Files::Files(Instance& instance)
    : instance_(instance),
      errhandler_(Ref<Errhandler>::share(*instance.table<Errhandler>().find(number_of(MPI_ERRORS_RETURN)))),
      faults_(plan_of(instance), instance.rank()) {}

io::Worker& Files::worker() {
  if (!worker_) worker_ = std::make_unique<io::Worker>(instance_.engine());
  return *worker_;
}

Status Files::drain() {
  if (worker_) worker_->drain();
  return Status::ok();
}

// In a forked child the threads do not exist, so they cannot be joined.
void Files::end() noexcept {
  if (instance_.job().is_forked()) {
    static_cast<void>(worker_.release());
  } else {
    worker_.reset();
  }
  closed_.reset();
  errhandler_.reset();
}

Files& files_of(Instance& instance) {
  Files* const found = instance.modules().find<Files>();
  return found != nullptr ? *found : instance.modules().begin(std::make_unique<Files>(instance));
}

}  // namespace penstock::core
