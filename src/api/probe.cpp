// Probing and matched receives (sections 3.8.1 to 3.8.3).
#include "api/completed.hpp"
#include "api/gen/bodies.hpp"
#include "core/p2p/message.hpp"
#include "core/p2p/p2p.hpp"

namespace penstock::api::body {

Status Probe(Call& /*call*/, int source, int tag, core::Comm& comm, MPI_Status* status) {
  core::Outcome outcome;
  PENSTOCK_TRY(core::probe(comm, source, tag, &outcome));
  core::write_status(outcome, status);
  return Status::ok();
}

Status Iprobe(Call& /*call*/, int source, int tag, core::Comm& comm, int* flag, MPI_Status* status) {
  core::Outcome outcome;
  bool found = false;
  PENSTOCK_TRY(core::iprobe(comm, source, tag, &found, &outcome));
  *flag = found ? 1 : 0;
  if (found) core::write_status(outcome, status);
  return Status::ok();
}

Status Mprobe(Call& /*call*/, int source, int tag, core::Comm& comm, MPI_Message* message, MPI_Status* status) {
  core::Outcome outcome;
  PENSTOCK_TRY(core::mprobe(comm, source, tag, message, &outcome));
  core::write_status(outcome, status);
  return Status::ok();
}

Status Improbe(Call& /*call*/, int source, int tag, core::Comm& comm, int* flag, MPI_Message* message, MPI_Status* status) {
  core::Outcome outcome;
  bool found = false;
  PENSTOCK_TRY(core::improbe(comm, source, tag, &found, message, &outcome));
  *flag = found ? 1 : 0;
  if (found) core::write_status(outcome, status);
  return Status::ok();
}

Status Mrecv(Call& call, void* buf, MPI_Count count, core::Datatype& datatype, MPI_Message* message, MPI_Status* status) {
  core::ProbedMessage* found = nullptr;
  PENSTOCK_TRY(core::find_message(call.instance(), *message, &found));
  if (found != nullptr) raise_on_live(call, found->comm);
  proto::Buffer buffer;
  PENSTOCK_TRY(core::make_buffer(buf, count, datatype, &buffer));
  core::Outcome outcome;
  Status received = core::mrecv(call.instance(), found, buffer, datatype, message, &outcome);
  core::write_status(outcome, status);
  return received;
}

Status Imrecv(Call& call, void* buf, MPI_Count count, core::Datatype& datatype, MPI_Message* message, MPI_Request* request) {
  core::ProbedMessage* found = nullptr;
  PENSTOCK_TRY(core::find_message(call.instance(), *message, &found));
  if (found != nullptr) raise_on_live(call, found->comm);
  return core::imrecv(call.instance(), found, buf, count, datatype, message, request);
}

}  // namespace penstock::api::body
