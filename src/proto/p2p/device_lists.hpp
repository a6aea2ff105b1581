// Tables of plans on the devices whose kernels read them; the tables of a plan are copied once to each device.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "accel/accel.hpp"
#include "base/config.hpp"
#include "base/log.hpp"
#include "proto/layout/listing.hpp"

namespace penstock::proto {

struct ListEntry;

// The memory for each device is bounded (PENSTOCK_LIST_CACHE_BYTES): entries that no layout uses any more are evicted first,
// then the least recently used entries. Memory is kept for the next plan, since freeing it waits for the whole device. Not
// thread-safe; the object is destroyed before the Accel, which frees the remaining memory.
class DeviceLists {
 public:
  DeviceLists(const Config& config, Log& log, accel::Accel& accel);
  ~DeviceLists();
  DeviceLists(const DeviceLists&) = delete;
  DeviceLists& operator=(const DeviceLists&) = delete;

  // The queue that copies tables to the devices.
  static constexpr unsigned kQueue = 0;

  // The tables of a plan, kept until used() is called with the copy that reads them, or until release.
  class Held {
   public:
    Held() = default;
    Held(Held&& other) noexcept : entry_(std::exchange(other.entry_, nullptr)) {}
    Held& operator=(Held&&) = delete;
    ~Held();
    // Keeps the tables until the work of this ticket is over.
    void used(const accel::Ticket& ticket);

   private:
    friend class DeviceLists;
    ListEntry* entry_ = nullptr;
  };

  // Describes `buffer`, which is not empty, for kernels of `device`. *arrived is false if only work of kQueue is ordered after
  // the tables. The call waits for no device. It fails if there is no memory for the tables.
  Status find(const Buffer& buffer, int device, kernels::List* out, bool* arrived, Held* held);

 private:
  // Looks whether the tables have arrived; fails if they never will.
  Status look(ListEntry* entry);
  Status make(const std::shared_ptr<const Plan>& plan, int device, ListEntry** out);
  Status find_memory(int device, std::size_t bytes, ListEntry** out);
  Status allocate(int device, std::size_t bytes, accel::Memory* out);
  // Frees the memory of an unused entry; returns its bytes, 0 if there is none.
  std::size_t drop_one(int device, bool gone_only);
  [[nodiscard]] bool idle(ListEntry* entry);

  const Config& config_;
  Log& log_;
  accel::Accel& accel_;
  std::vector<std::unique_ptr<ListEntry>> entries_;
  std::uint64_t clock_ = 0;
};

}  // namespace penstock::proto
