// ImportCache has the mappings of other processes' allocations, made by legacy IPC handles or from descriptors of chunks.
#pragma once

#include <list>
#include <utility>
#include <vector>

#include "accel/driver/devices.hpp"
#include "accel/driver/driver.hpp"
#include "accel/driver/holds.hpp"
#include "accel/memory/chunk_descriptor.hpp"
#include "accel/share/export.hpp"
#include "accel/share/imports.hpp"
#include "base/log.hpp"

namespace penstock::accel {

// The cache keeps mappings of peers' allocations, most recently used first. A mapping is closed when it is stale (its owner
// exported another allocation at its addresses, or reported that it was freed) or when the cache exceeds its limit in bytes. A
// pinned mapping is closed only if it is stale and prevents a newer mapping: a persistent request may outlive memory that its
// peer has freed.
class ImportCache {
 public:
  // While `holds` has any stream, no mapping is closed, since the driver would wait for all streams; a later call closes them.
  // Until then the driver refuses memory that the owner has put in the place of the mapped memory: get() fails with
  // Code::kTransport, and data take another path.
  ImportCache(const Driver& driver, Devices& devices, const Holds& holds, Log& log, std::uint64_t most_bytes)
      : driver_(driver), devices_(devices), holds_(holds), log_(log), most_bytes_(most_bytes) {}

  Status get(const Export& exported, int device, Mapping* out);
  // Returns true if get() would find the mapping.
  [[nodiscard]] bool holds(const Export& exported, int device) noexcept {
    const Entry* const entry = find(exported, device);
    return entry != nullptr && entry->exported.size >= exported.size;
  }
  // Takes descriptors of a range of chunks, or of chunks that were added to a heap, and keeps them until they are mapped. At
  // most kMostChunks are kept: the oldest range is dropped.
  Status accept(const Export& exported, std::vector<ChunkDescriptor>&& chunks);
  // Returns true if the range of chunks is mapped or its descriptors are kept.
  [[nodiscard]] bool knows(const Export& exported) noexcept;
  // Returns ranges that were dropped here although their owners still have them.
  void take_closed(std::vector<std::pair<ProcessId, ExportName>>* out);
  // The owner has freed the allocation. Returns the first failure.
  Status forget(const ProcessId& owner, const ExportName& name);
  // Closes mappings whose closing was deferred, unless streams still wait. Returns the first failure.
  Status catch_up() { return close_retired(); }
  void pin(std::uint64_t id) noexcept;
  void unpin(std::uint64_t id) noexcept;
  // Closes all mappings, pinned or not; returns the first failure.
  Status clear();
  [[nodiscard]] std::uint64_t bytes() const noexcept { return bytes_; }
  // Implements Imports::mapping_us.
  [[nodiscard]] double open_us() const noexcept { return open_us_; }

 private:
  struct Entry {
    Export exported;
    int device = -1;
    std::uintptr_t address = 0;
    std::uint64_t id = 0;
    unsigned pins = 0;
    bool stale = false;
    std::vector<int> devices;  // for a range of chunks: devices that have access
  };
  using Position = std::list<Entry>::iterator;

  // Waiting has the descriptors of a range that is not mapped yet.
  struct Waiting {
    Export exported;
    std::uint64_t begin = 0;  // offset of the first from the range's base
    std::vector<ChunkDescriptor> chunks;
  };

  Entry* find(const Export& exported, int device) noexcept;
  std::list<Waiting>::iterator find_waiting(const Export& exported) noexcept;
  void drop_waiting(std::list<Waiting>::iterator waiting) noexcept;
  // Returns how many bytes of the range are known, from its base on.
  std::uint64_t known_bytes(const Export& exported) noexcept;
  void keep(const Export& exported, std::uint64_t begin, std::vector<ChunkDescriptor>&& chunks);
  // `exported` is changed to the part that was mapped.
  Status open_range(Export* exported, int device, std::uintptr_t* address);
  // Maps the chunks that the owner has added to a mapped heap, behind the others.
  Status extend(Entry* entry, const Export& exported);
  // Gives `device` access to a mapped range, too.
  Status widen(Entry* entry, int device);
  Status close_stale(const Export& newer);
  Status open(const Export& exported, int device, std::uintptr_t* address);
  void took(double us) noexcept;
  Status close(Position entry);
  // Closes a stale entry that is not pinned, now or when that is possible.
  Status retire(Position entry);
  // Closes the entries whose closing was deferred.
  Status close_retired();
  // Closes entries that are not pinned and, if `stale_ones`, stale entries too, pinned or not.
  Status close_all_of(const ProcessId& owner, bool stale_ones);
  // Closes unpinned entries, the least recently used first, until the rest fits; `keep` stays.
  Status shrink(std::uint64_t keep);

  const Driver& driver_;
  Devices& devices_;
  const Holds& holds_;
  Log& log_;
  std::uint64_t most_bytes_;
  std::uint64_t bytes_ = 0;
  std::uint64_t last_id_ = 0;
  bool opened_ = false;
  double open_us_ = 0;  // mean of the recent times; 0: unknown
  std::list<Entry> entries_;
  bool retired_ = false;        // the closing of some stale entry was deferred
  std::list<Waiting> waiting_;  // oldest first
  std::size_t waiting_chunks_ = 0;
  std::vector<std::pair<ProcessId, ExportName>> closed_;
};

}  // namespace penstock::accel
