// NCCL as a way of a team's collectives (accel/libraries/nccl.hpp): a communicator of its own for the members.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>

#include <unistd.h>

#include "accel/libraries/nccl.hpp"
#include "accel/queue/queues.hpp"
#include "base/log.hpp"
#include "coll/device/abort_word.hpp"

namespace penstock::coll {

// What a member has.
struct NcclDescriptor {
  std::int32_t version = 0;  // 0: none
  accel::NcclUniqueId id;    // of member 0's
};
static_assert(std::is_trivially_copyable_v<NcclDescriptor>);

// NCCL in this process.
class NcclLibrary {
 public:
  // Loads it when first asked, once. Null: there is none.
  std::shared_ptr<const accel::Nccl> get(const std::string& name, Log& log);

 private:
  std::shared_ptr<const accel::Nccl> nccl_;
  bool asked_ = false;
};

// One rank's. Ends the kernels of the others' failed calls by aborting NCCL's communicator, which is of no use afterwards.
class NcclTeam final : public Abort {
 public:
  // All outlive it.
  NcclTeam(std::shared_ptr<const accel::Nccl> nccl, accel::Queues& queues, Log& log, int device)
      : nccl_(std::move(nccl)), queues_(queues), log_(log), device_(device) {}
  ~NcclTeam() override;

  // Of the first member.
  Status get_unique_id(accel::NcclUniqueId* out) const { return nccl_->get_unique_id(out); }
  [[nodiscard]] int version() const noexcept { return nccl_->version(); }
  // All members at about the same time. Does not block.
  Status begin(const accel::NcclUniqueId& id, int rank, int size);
  // Then, until it is over: *over, with its outcome.
  Status test_begun(bool* over);

  // Once all have begun.
  [[nodiscard]] const accel::Nccl& nccl() const noexcept { return *nccl_; }
  [[nodiscard]] accel::NcclHandle handle() const noexcept { return handle_; }
  // The next call's number, the same on all members.
  [[nodiscard]] std::uint64_t next() noexcept { return ++number_; }

  Status give_up() override;
  [[nodiscard]] bool given_up() const noexcept override { return given_up_; }
  Status check() override { return given_up_ ? Status::ok() : nccl_->async_error(handle_); }

 private:
  // Of a thread that makes the communicator.
  struct Made {
    accel::NcclHandle handle = nullptr;
  };
  Status end(Status (accel::Nccl::*call)(accel::NcclHandle) const);

  std::shared_ptr<const accel::Nccl> nccl_;
  accel::Queues& queues_;
  Log& log_;
  int device_;
  pid_t pid_ = getpid();  // a forked child has its parent's communicator and none of its duties
  std::shared_ptr<Made> made_;
  std::unique_ptr<accel::Beside> begins_;
  accel::NcclHandle handle_ = nullptr;
  std::uint64_t number_ = 0;
  bool given_up_ = false;
};

}  // namespace penstock::coll
