// Memory on each member's device through which kernels of the others pipe data that peers do not map.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "accel/accel.hpp"
#include "base/status.hpp"
#include "coll/device/abort_word.hpp"
#include "coll/device/mappings.hpp"
#include "coll/device/workspace.hpp"
#include "kernels/pipeline/pipeline.hpp"
#include "transport/transport.hpp"

namespace penstock::coll {

// What a member says of its FIFOs: where they are, and how many channels its device serves.
struct FifosDescriptor {
  transport::BufferDescriptor region;
  std::uint32_t channels = 0;  // 0: it has none
  std::uint32_t reserved = 0;
};

// One rank's view: a slot of each other member in its own memory, and its slot in each of theirs (kernels/pipeline).
class Fifos {
 public:
  // Its own, emptied; null where there is no room for `bytes`, or they are too few for so many members.
  static Status make(accel::Accel& accel, Workspace& workspace, int device, int rank, int size, std::uint64_t bytes,
                     unsigned most_blocks, std::unique_ptr<Fifos>* out);
  Fifos(const Fifos&) = delete;
  Fifos& operator=(const Fifos&) = delete;
  ~Fifos();

  [[nodiscard]] const std::byte* address() const noexcept { return slice_.address(); }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
  // What this rank's device serves; then what all do.
  [[nodiscard]] std::uint32_t channels() const noexcept { return channels_; }
  void use_channels(std::uint32_t least) noexcept { channels_ = least; }
  // Where a member's are for this rank's kernels, as long as this object lives.
  void set(int member, std::uint64_t address) noexcept { theirs_[static_cast<std::size_t>(member)] = address; }
  [[nodiscard]] Mappings& mappings() noexcept { return mappings_; }

  // Slots for parts of at most `longest` bytes, on all members; of no channels: that is too much.
  [[nodiscard]] kernels::FifoShape shape_for(std::uint64_t longest) const noexcept {
    return kernels::fifo_shape(channels_, slot_bytes_, longest);
  }
  [[nodiscard]] kernels::FifoPeer peer(int member) const noexcept {
    return {own() + offset(rank_, member), theirs_[static_cast<std::size_t>(member)] + offset(member, rank_)};
  }
  // The next call's number, the same on all members. 2^40 of them take longer than a process lives.
  [[nodiscard]] std::uint64_t next() noexcept { return ++number_; }
  [[nodiscard]] AbortWord& abort() noexcept { return abort_; }

 private:
  static constexpr std::uint64_t kHeadBytes = 256;  // with the abort word

  Fifos(accel::Accel& accel, Workspace::Slice&& slice, int device, int rank, int size, std::uint64_t bytes);
  Status clear();
  [[nodiscard]] std::uint64_t own() const noexcept { return reinterpret_cast<std::uint64_t>(slice_.address()); }
  // A member has no slot in its own memory.
  [[nodiscard]] std::uint64_t offset(int owner, int writer) const noexcept {
    return kHeadBytes + slot_bytes_ * static_cast<std::uint64_t>(writer < owner ? writer : writer - 1);
  }

  accel::Queues& queues_;
  Workspace::Slice slice_;
  AbortWord abort_;
  int device_;
  int rank_;
  std::uint64_t bytes_;
  std::uint64_t slot_bytes_ = 0;
  std::uint32_t channels_ = 0;
  std::uint64_t number_ = 0;
  std::vector<std::uint64_t> theirs_;
  Mappings mappings_;
};

}  // namespace penstock::coll
