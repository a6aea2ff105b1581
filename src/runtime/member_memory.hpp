// An allocation on the GPU of each member of a team that the GPUs of all members reach.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "accel/accel.hpp"
#include "base/status.hpp"
#include "proto/engine/engine.hpp"
#include "proto/rma/rma.hpp"

namespace penstock::runtime {

// One member's memory as kernels and streams of this rank reach it. Code::kUnsupported, with what to do, where they do not.
struct DeviceMemory {
  std::uint64_t address = 0;
  bool atomics = false;
};
[[nodiscard]] Status find_device_memory(const proto::rma::Target& target, std::uint64_t offset, DeviceMemory* out);

class MemberMemory {
 public:
  // All members swap cells of so many bytes, the i-th of which is for, and from, member i.
  using Exchange = std::function<Status(std::span<const std::byte> sent, std::span<std::byte> got, std::size_t cell)>;
  // The engine outlives it.
  struct Parts {
    proto::Engine& engine;
    std::vector<int> world;  // ranks of the members in the job
    int rank = 0;            // this one's among them
  };

  explicit MemberMemory(Parts parts) noexcept : parts_(std::move(parts)) {}
  MemberMemory(const MemberMemory&) = delete;
  MemberMemory& operator=(const MemberMemory&) = delete;
  ~MemberMemory();

  // Collective over the members, once: zeros on `device`. `mine`: how this member has fared so far. Fails on all members or on
  // none.
  Status open(Status&& mine, int device, std::size_t bytes, const Exchange& exchange);
  // All members learn how all of them have fared.
  Status agree(const Status& mine, const Exchange& exchange) const;
  // Where this rank's GPU finds a member's.
  [[nodiscard]] std::uint64_t at(std::size_t member) const noexcept { return places_[member]; }
  [[nodiscard]] std::size_t size() const noexcept { return parts_.world.size(); }

  // Collective, with a barrier between the two: what others have of this rank's memory ends before the memory does.
  void detach() noexcept;
  Status close();

 private:
  Status allocate(int device, std::size_t bytes);
  Status make_cards(std::span<std::byte> cells);
  Status attach(std::span<const std::byte> cells);

  Parts parts_;
  accel::Memory memory_;
  const transport::Region* region_ = nullptr;
  std::vector<std::unique_ptr<proto::rma::Target>> targets_;
  std::vector<std::uint64_t> places_;
};

}  // namespace penstock::runtime
