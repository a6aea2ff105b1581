// Memory on each member's device that kernels of the others write into.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "accel/accel.hpp"
#include "base/status.hpp"
#include "coll/device/abort_word.hpp"
#include "coll/device/mappings.hpp"
#include "coll/device/workspace.hpp"

namespace penstock::coll {

// One rank's view: a slot of each member in its own LL buffer, and its slot in each of theirs, of packets (kernels/ll). The
// packets of a call carry its number; whoever takes part in a call has taken all packets of the ones before.
class LlBuffers {
 public:
  static constexpr std::uint32_t kCalls = std::uint32_t{1} << 31;

  // Its own LL buffer, emptied; null where there is no room for it. `calls`: after as many of them the LL buffer is emptied
  // anew, so that no number comes twice.
  static Status make(accel::Accel& accel, Workspace& workspace, int device, int rank, int size, std::uint64_t most,
                     std::unique_ptr<LlBuffers>* out, std::uint32_t calls = kCalls);
  LlBuffers(const LlBuffers&) = delete;
  LlBuffers& operator=(const LlBuffers&) = delete;
  ~LlBuffers();

  [[nodiscard]] const std::byte* address() const noexcept { return slice_.address(); }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return slot_bytes_ * theirs_.size(); }
  // Where a member's LL buffer is for this rank's kernels, as long as this object lives.
  void set(int member, std::uint64_t address) noexcept { theirs_[static_cast<std::size_t>(member)] = address; }
  [[nodiscard]] Mappings& mappings() noexcept { return mappings_; }

  // Most bytes of data that a rank gives the others in a call.
  [[nodiscard]] std::uint64_t most() const noexcept { return most_; }
  [[nodiscard]] std::uint64_t slot_bytes() const noexcept { return slot_bytes_; }
  // The slot that a member writes, and the one that this rank writes at a member's.
  [[nodiscard]] std::uint64_t slot_of(int member) const noexcept { return own() + offset(member); }
  [[nodiscard]] std::uint64_t slot_at(int member) const noexcept {
    return theirs_[static_cast<std::size_t>(member)] + offset(rank_);
  }

  // Takes the next call's number, before this rank says that it is there. 0: the LL buffer is emptied, and the call does
  // without, on all members.
  Status next(std::uint32_t* number);
  // In the slot that nobody writes.
  [[nodiscard]] AbortWord& abort() noexcept { return abort_; }

 private:
  LlBuffers(accel::Accel& accel, Workspace::Slice&& slice, int device, int rank, int size, std::uint64_t most,
            std::uint32_t calls) noexcept;
  Status clear();
  [[nodiscard]] std::uint64_t own() const noexcept { return reinterpret_cast<std::uint64_t>(slice_.address()); }
  [[nodiscard]] std::uint64_t offset(int member) const noexcept { return slot_bytes_ * static_cast<std::uint64_t>(member); }

  accel::Queues& queues_;
  Workspace::Slice slice_;
  int device_;
  int rank_;
  std::uint64_t most_;
  std::uint64_t slot_bytes_;
  std::uint32_t calls_;
  AbortWord abort_;
  std::uint32_t number_ = 0;
  std::vector<std::uint64_t> theirs_;
  Mappings mappings_;
};

}  // namespace penstock::coll
