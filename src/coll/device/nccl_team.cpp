#include "coll/device/nccl_team.hpp"

#include <sched.h>

#include <utility>

namespace penstock::coll {

std::shared_ptr<const accel::Nccl> NcclLibrary::get(const std::string& name, Log& log) {
  if (std::exchange(asked_, true)) return nccl_;
  std::unique_ptr<accel::Nccl> loaded;
  if (Status status = accel::Nccl::load(name, &loaded); !status.is_ok()) log.info("{}", status.message());
  nccl_ = std::move(loaded);
  return nccl_;
}

// It blocks until all members have called it, which may first do something else.
Status NcclTeam::begin(const accel::NcclUniqueId& id, int rank, int size) {
  made_ = std::make_shared<Made>();
  const auto make = [nccl = nccl_, made = made_, id, rank, size] { return nccl->init_rank(id, rank, size, &made->handle); };
  return queues_.run_beside(device_, make, &begins_);
}

Status NcclTeam::test_begun(bool* over) {
  *over = begins_->over();
  if (!*over) return Status::ok();
  Status status = std::move(begins_->status());
  begins_.reset();
  if (status.is_ok()) handle_ = made_->handle;
  return status;
}

Status NcclTeam::give_up() {
  if (std::exchange(given_up_, true)) return Status::ok();
  return end(&accel::Nccl::abort);
}

NcclTeam::~NcclTeam() {
  if (begins_) log_.warn("a communicator of NCCL's is left behind, which waits for a rank that failed");
  if (handle_ == nullptr || pid_ != getpid()) return;
  if (Status ended = end(&accel::Nccl::destroy); !ended.is_ok()) log_.warn("{}", ended.message());
}

// On a thread of its own, in the device's context: NCCL would give one to this thread.
Status NcclTeam::end(Status (accel::Nccl::*call)(accel::NcclHandle) const) {
  std::unique_ptr<accel::Beside> ends;
  const auto work = [nccl = nccl_, call, handle = std::exchange(handle_, nullptr)] { return (nccl.get()->*call)(handle); };
  PENSTOCK_TRY(queues_.run_beside(device_, work, &ends));
  while (!ends->over()) sched_yield();
  return std::move(ends->status());
}

}  // namespace penstock::coll
