// Bounce buffers are GPU memory of the library that peers map once, to transfer pieces of memory that they cannot map.
#pragma once

#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "transport/ipc/descriptors.hpp"
#include "transport/transport.hpp"

namespace penstock::transport::ipc {

// Slot numbers count over all pools of a rank: each pool has kSlotStride numbers. The object is not thread-safe.
class DeviceBounceBuffers final : public BounceBuffers {
 public:
  // `descriptors` must outlive it.
  DeviceBounceBuffers(const Environment& environment, Descriptors& descriptors)
      : environment_(environment), descriptors_(descriptors) {}
  ~DeviceBounceBuffers() override { let_go(); }

  [[nodiscard]] std::size_t slot_bytes() const override { return environment_.config.bounce_buffer_size; }
  int acquire(int pool) override;
  void release(int slot) override;
  [[nodiscard]] std::byte* local(int slot) override;
  Status remote(int peer, int slot, std::uint64_t bytes, int device, std::byte** out) override;
  [[nodiscard]] std::span<std::byte> local_area() override { return {}; }

  Status pool(int peer, int device, const BouncePool** out) override;
  Status learn(int peer, const BouncePool& pool) override;
  bool reaches(int peer, std::uint32_t number, int device) override;
  Status map(int peer, std::uint32_t number, int device) override;
  void let_go() override;

 private:
  static constexpr int kSlotStride = 64;  // maximum of PENSTOCK_BOUNCE_BUFFERS

  struct Mine {
    int device = -1;
    bool by_descriptor = false;  // for peers in other PID namespaces
    bool failed = false;
    accel::Memory memory;
    BouncePool told;
    std::vector<int> free;
    std::vector<int> holders;  // by_descriptor: peers that have received it
  };
  struct Mapped {
    int device = -1;
    accel::Mapping mapping;  // pinned
  };
  // Theirs is a pool of a peer.
  struct Theirs {
    BouncePool told;
    bool refused = false;
    std::vector<Mapped> mapped;
  };

  [[nodiscard]] Mine* mine(int device, bool by_descriptor);
  Status add(int device, bool by_descriptor, Mine** out);
  Status make(Mine* pool);
  Status share(Mine* pool);
  Status hand_over(int peer, Mine* pool);
  [[nodiscard]] Theirs* theirs(int peer, std::uint32_t number);
  [[nodiscard]] static const accel::Mapping* mapping_of(const Theirs& pool, int device);

  Environment environment_;
  Descriptors& descriptors_;
  bool told_handing_ = false;
  std::vector<std::unique_ptr<Mine>> mine_;  // by BouncePool::number
  std::map<std::pair<int, std::uint32_t>, Theirs> theirs_;
};

}  // namespace penstock::transport::ipc
