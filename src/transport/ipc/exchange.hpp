// Exchange slots: GPU memory of ours that peers map once, for pieces of what they cannot map.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "transport/transport.hpp"

namespace penstock::transport::ipc {

// Slot numbers count over all areas of a rank: kSlotStride for each area. Not thread-safe.
class DeviceSlots final : public Exchange {
 public:
  // The process of a rank, from its card.
  using ProcessOf = std::function<Status(int peer, accel::ProcessId* out)>;

  DeviceSlots(const Environment& environment, ProcessOf process_of)
      : environment_(environment), process_of_(std::move(process_of)) {}
  ~DeviceSlots() override { let_go(); }

  [[nodiscard]] std::size_t slot_bytes() const override { return environment_.config.exchange_slot_size; }
  int acquire(int device) override;
  void release(int slot) override;
  [[nodiscard]] std::byte* local(int slot) override;
  Status remote(int peer, int slot, std::uint64_t bytes, int device, std::byte** out) override;
  [[nodiscard]] std::span<std::byte> local_area() override { return {}; }

  Status area(int device, const ExchangeArea** out) override;
  Status learn(int peer, const ExchangeArea& area) override;
  bool reaches(int peer, std::uint32_t number, int device) override;
  Status map(int peer, std::uint32_t number, int device) override;
  void let_go() override;

 private:
  static constexpr int kSlotStride = 64;  // most that PENSTOCK_EXCHANGE_SLOTS allows

  struct Mine {
    int device = -1;
    bool failed = false;
    ExchangeArea told;
    std::vector<int> free;
  };
  struct Mapped {
    int device = -1;
    accel::Mapping mapping;  // pinned
  };
  // An area of a peer.
  struct Theirs {
    ExchangeArea told;
    bool refused = false;
    std::vector<Mapped> mapped;
  };

  [[nodiscard]] Mine* mine(int device);
  Status make(int device, ExchangeArea* out);
  [[nodiscard]] Theirs* theirs(int peer, std::uint32_t number);
  [[nodiscard]] static const accel::Mapping* mapping_of(const Theirs& area, int device);

  Environment environment_;
  ProcessOf process_of_;
  std::vector<std::unique_ptr<Mine>> mine_;  // by ExchangeArea::number
  std::map<std::pair<int, std::uint32_t>, Theirs> theirs_;
};

}  // namespace penstock::transport::ipc
