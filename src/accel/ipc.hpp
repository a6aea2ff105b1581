// Mappings of other processes' allocations: by legacy IPC handles, or of chunks by descriptors.
#pragma once

#include <list>
#include <utility>
#include <vector>

#include "accel/accel.hpp"
#include "accel/devices.hpp"
#include "accel/driver.hpp"
#include "accel/holds.hpp"

namespace penstock::accel {

// Mappings of peers' allocations, most recently used first. A mapping is closed when it is stale (its owner exported another
// allocation over its addresses, or said that it is freed) or when the cache holds more than its bytes; while pinned only where
// it is stale and stands in the way of a newer one: a persistent request may outlive the memory of a rank that has freed its
// own.
class ImportCache {
 public:
  // While `holds` has any, mappings stay: the driver waits for all streams before it closes one. They are closed in a later
  // call. Until then the driver refuses what its owner has put in the place of what they map: get() fails with
  // Code::kTransport, and data go another way.
  ImportCache(const Driver& driver, Devices& devices, const Holds& holds, Log& log, std::uint64_t most_bytes)
      : driver_(driver), devices_(devices), holds_(holds), log_(log), most_bytes_(most_bytes) {}

  Status get(const Export& exported, int device, Mapping* out);
  // Whether get() would find it.
  [[nodiscard]] bool holds(const Export& exported, int device) noexcept {
    const Entry* const entry = find(exported, device);
    return entry != nullptr && entry->exported.size >= exported.size;
  }
  // Descriptors of a range of chunks, or of those that were added to a heap, kept until they are mapped. At most kMostChunks
  // wait: the oldest range goes.
  Status accept(const Export& exported, std::vector<ChunkDescriptor>&& chunks);
  // Of a range of chunks: mapped, or its descriptors wait.
  [[nodiscard]] bool knows(const Export& exported) noexcept;
  // Ranges that are known no more although nobody said that they are gone.
  void take_closed(std::vector<std::pair<ProcessId, ExportName>>* out);
  // The owner's allocation is gone. The first failure.
  Status forget(const ProcessId& owner, const ExportName& name);
  // Closes what was put off, unless something is held still. The first failure.
  Status catch_up() { return close_retired(); }
  void pin(std::uint64_t id) noexcept;
  void unpin(std::uint64_t id) noexcept;
  // Closes everything, pinned or not; the first failure.
  Status clear();
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
  // As Accel::mapping_us.
  [[nodiscard]] double open_us() const noexcept { return open_us_; }

 private:
  struct Entry {
    Export exported;
    int device = -1;
    std::uintptr_t address = 0;
    std::uint64_t id = 0;
    unsigned pins = 0;
    bool stale = false;
    std::vector<int> devices;  // of a range of chunks: those that may work there
  };
  using Position = std::list<Entry>::iterator;

  // Descriptors of a range that is not mapped yet.
  struct Waiting {
    Export exported;
    std::uint64_t begin = 0;  // of the first, behind the range's base
    std::vector<ChunkDescriptor> chunks;
  };

  Entry* find(const Export& exported, int device) noexcept;
  std::list<Waiting>::iterator find_waiting(const Export& exported) noexcept;
  void drop_waiting(std::list<Waiting>::iterator waiting) noexcept;
  // How much of the range is known, from its base on.
  std::uint64_t known_bytes(const Export& exported) noexcept;
  void keep(const Export& exported, std::uint64_t begin, std::vector<ChunkDescriptor>&& chunks);
  // `exported` becomes what was mapped.
  Status open_range(Export* exported, int device, std::uintptr_t* address);
  // What its owner has added to a heap that is mapped is mapped behind it.
  Status extend(Entry* entry, const Export& exported);
  // A range that is mapped is made good for `device`, too.
  Status widen(Entry* entry, int device);
  Status close_stale(const Export& newer);
  Status open(const Export& exported, int device, std::uintptr_t* address);
  void took(double us) noexcept;
  Status close(Position entry);
  // One that is stale, and pinned by nobody: now, or when that is possible.
  Status retire(Position entry);
  // Those that were put off.
  Status close_retired();
  // Those that are not pinned and, if asked, those whose memory is gone, pinned or not.
  Status close_all_of(const ProcessId& owner, bool stale_ones);
  // Closes unpinned entries from the least recently used on until the rest fits; `keep` stays.
  Status shrink(std::uint64_t keep);

  const Driver& driver_;
  Devices& devices_;
  const Holds& holds_;
  Log& log_;
  std::uint64_t most_bytes_;
  std::uint64_t bytes_ = 0;
  std::uint64_t last_id_ = 0;
  bool opened_ = false;
  double open_us_ = 0;  // mean of the latest; 0: not known
  std::list<Entry> entries_;
  bool retired_ = false;        // some stale entry was put off
  std::list<Waiting> waiting_;  // oldest first
  std::size_t waiting_chunks_ = 0;
  std::vector<std::pair<ProcessId, ExportName>> closed_;
};

}  // namespace penstock::accel
