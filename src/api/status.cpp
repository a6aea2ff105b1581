// Reads and sets statuses (sections 3.2.5, 3.8.4, 5.1.11 and 13.3).
#include "api/gen/bodies.hpp"
#include "core/p2p/request.hpp"
#include "core/type/datatype.hpp"

namespace penstock::api::body {
namespace {

Status check_status(const MPI_Status* status) {
  if (status != MPI_STATUS_IGNORE) return Status::ok();
  return Status::error(Code::kArg, "status is MPI_STATUS_IGNORE; pass the address of a status");
}

// Any number of elements of a type without bytes fits; the standard requires 0.
MPI_Count elements_of(const MPI_Status& status, std::uint64_t size) {
  if (size == 0) return 0;
  const std::uint64_t bytes = core::bytes_of(status);
  return bytes % size == 0 ? static_cast<MPI_Count>(bytes / size) : MPI_UNDEFINED;
}

Status set_elements(MPI_Status* status, const core::Datatype& datatype, MPI_Count count) {
  PENSTOCK_TRY(check_status(status));
  if (count < 0) return Status::error(Code::kCount, "count is {}; it must be at least 0", count);
  core::Outcome outcome = core::read_status(*status);
  outcome.bytes = datatype.bytes_of_basics(static_cast<std::uint64_t>(count));
  core::write_status(outcome, status);
  return Status::ok();
}

}  // namespace

Status Get_count(Call& /*call*/, const MPI_Status* status, core::Datatype& datatype, CountOut count) {
  PENSTOCK_TRY(check_status(status));
  count.set(elements_of(*status, datatype.layout().size()));
  return Status::ok();
}

Status Get_elements(Call& /*call*/, const MPI_Status* status, core::Datatype& datatype, CountOut count) {
  PENSTOCK_TRY(check_status(status));
  count.set(datatype.basics_in(core::bytes_of(*status)));
  return Status::ok();
}

Status Get_elements_x(Call& /*call*/, const MPI_Status* status, core::Datatype& datatype, MPI_Count* count) {
  PENSTOCK_TRY(check_status(status));
  *count = datatype.basics_in(core::bytes_of(*status));
  return Status::ok();
}

Status Status_set_elements(Call& /*call*/, MPI_Status* status, core::Datatype& datatype, MPI_Count count) {
  return set_elements(status, datatype, count);
}

Status Status_set_elements_x(Call& /*call*/, MPI_Status* status, core::Datatype& datatype, MPI_Count count) {
  return set_elements(status, datatype, count);
}

Status Status_set_cancelled(Call& /*call*/, MPI_Status* status, int flag) {
  PENSTOCK_TRY(check_status(status));
  core::Outcome outcome = core::read_status(*status);
  outcome.cancelled = flag != 0;
  core::write_status(outcome, status);
  return Status::ok();
}

Status Test_cancelled(Call& /*call*/, const MPI_Status* status, int* flag) {
  PENSTOCK_TRY(check_status(status));
  *flag = core::read_status(*status).cancelled ? 1 : 0;
  return Status::ok();
}

}  // namespace penstock::api::body
