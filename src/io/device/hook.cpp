#include "io/device/hook.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

namespace penstock::io {
namespace {

using transport::FaultAction;
using transport::Verb;

int error_of(FaultAction action) noexcept {
  switch (action) {
    case FaultAction::kInterrupted: return EINTR;
    case FaultAction::kNoSpace: return ENOSPC;
    case FaultAction::kQuota: return EDQUOT;
    case FaultAction::kForbidden: return EACCES;
    case FaultAction::kFail:
    case FaultAction::kBroken: return EIO;
    case FaultAction::kNone:
    case FaultAction::kFull:
    case FaultAction::kShort: return 0;
  }
  return EIO;
}

// Keeps the first half of the bytes, and at least one byte: a read of no bytes would mean the end of the file.
std::vector<iovec> half_of(std::span<const iovec> pieces) {
  std::uint64_t bytes = 0;
  for (const iovec& piece : pieces) bytes += piece.iov_len;
  std::vector<iovec> half;
  for (std::uint64_t left = bytes - bytes / 2; const iovec& piece : pieces) {
    if (left == 0) break;
    half.push_back({piece.iov_base, std::min<std::uint64_t>(left, piece.iov_len)});
    left -= half.back().iov_len;
  }
  return half;
}

class Hook final : public Device {
 public:
  Hook(Faults& faults, std::unique_ptr<Device> inner) : faults_(faults), inner_(std::move(inner)) {}

  [[nodiscard]] const std::string& name() const noexcept override { return inner_->name(); }
  Attempt read(std::span<const iovec> pieces, std::uint64_t offset) override {
    const FaultAction action = faults_.next(Verb::kRead);
    if (const int error = error_of(action); error != 0) return {0, error};
    return action == FaultAction::kShort ? inner_->read(half_of(pieces), offset) : inner_->read(pieces, offset);
  }
  Attempt write(std::span<const iovec> pieces, std::uint64_t offset) override {
    const FaultAction action = faults_.next(Verb::kWrite);
    if (const int error = error_of(action); error != 0) return {0, error};
    return action == FaultAction::kShort ? inner_->write(half_of(pieces), offset) : inner_->write(pieces, offset);
  }
  int sync() override {
    const int error = faults_.error_of_next(Verb::kSync);
    return error != 0 ? error : inner_->sync();
  }
  int size(std::uint64_t* out) override { return inner_->size(out); }
  int set_size(std::uint64_t size) override {
    const int error = faults_.error_of_next(Verb::kResize);
    return error != 0 ? error : inner_->set_size(size);
  }
  int preallocate(std::uint64_t size) override {
    const int error = faults_.error_of_next(Verb::kResize);
    return error != 0 ? error : inner_->preallocate(size);
  }
  int lock(const Range& range, bool exclusive) override { return inner_->lock(range, exclusive); }
  int unlock(const Range& range) override { return inner_->unlock(range); }
  // The hook closes the file even if it injects a failure.
  int close() override {
    const int closed = inner_->close();
    const int error = faults_.error_of_next(Verb::kClose);
    return error != 0 ? error : closed;
  }

 private:
  Faults& faults_;
  std::unique_ptr<Device> inner_;
};

}  // namespace

Faults::Faults(const transport::FaultPlan& plan, int rank) {
  for (const transport::FaultRule& rule : plan.rules) {
    const bool ours = rule.transport.empty() || rule.transport == "io";
    if (ours && transport::is_of_files(rule.verb) && (rule.rank < 0 || rule.rank == rank)) rules_.push_back(rule);
  }
}

FaultAction Faults::next(Verb verb) {
  const std::scoped_lock lock(mutex_);
  const std::uint64_t call = ++calls_[static_cast<std::size_t>(verb)];
  for (const transport::FaultRule& rule : rules_) {
    if (rule.verb == verb && rule.strikes(call)) return rule.action;
  }
  return FaultAction::kNone;
}

int Faults::error_of_next(Verb verb) {
  return error_of(next(verb));
}

std::unique_ptr<Device> make_hook(Faults& faults, std::unique_ptr<Device> inner) {
  return std::make_unique<Hook>(faults, std::move(inner));
}

}  // namespace penstock::io
