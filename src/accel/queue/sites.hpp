// Sites has the queues, kernels and events of each device.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <vector>

#include "accel/driver/image.hpp"
#include "accel/driver/presence.hpp"
#include "accel/queue/module.hpp"
#include "accel/queue/prefetcher.hpp"
#include "accel/queue/queues.hpp"
#include "accel/queue/resident.hpp"
#include "accel/queue/stream_queue.hpp"

namespace penstock::accel {

// Site has the objects that this process uses on one device.
struct Site {
  Site(const Driver& driver, std::span<const Image> images) : module(driver, images) {}

  Module module;
  std::unique_ptr<Resident> resident;
  std::array<std::unique_ptr<StreamQueue>, Queues::kQueues + 1> queues;  // the last is for Queues::kWaitingQueue
  std::unique_ptr<Prefetcher> prefetcher;
  CUevent application = nullptr;  // latest point of the application's default stream for which queues wait
};

// A site is made when its device is first used.
class Sites {
 public:
  // `images` must outlive the object.
  Sites(Presence& presence, std::span<const Image> images) noexcept : presence_(presence), images_(images) {}

  Status get(int device, Site** out);
  // Returns null if the device has not been used.
  [[nodiscard]] Site* find(int device) const noexcept;
  [[nodiscard]] std::span<const std::unique_ptr<Site>> all() const noexcept { return sites_; }
  // Waits for all work and frees what the sites have. Returns the first failure.
  Status close();

 private:
  Status close_one(int device, Site& site);

  Presence& presence_;
  std::span<const Image> images_;
  std::vector<std::unique_ptr<Site>> sites_;  // by device; null until first use
};

}  // namespace penstock::accel
