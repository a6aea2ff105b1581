// Each member of a dynamic window has a table of its attached memory, which the others read. A table has a generation,
// which is odd while the table changes: a rank that has read the table only checks that the generation is still the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "base/status.hpp"
#include "core/window/control.hpp"
#include "core/window/core.hpp"
#include "transport/registry.hpp"

namespace penstock::core {

// A region has two keys: one for members of its host, and one for all others.
struct TableKeys {
  static constexpr std::size_t kMost = 720;
  std::uint32_t near_bytes = 0;
  std::uint32_t far_bytes = 0;
  std::byte near_key[kMost] = {};
  std::byte far_key[kMost] = {};
};

// The head of a table lies in the control region, behind the words; the rows lie in a region of their own, which is replaced
// where it is too short.
struct TableHead {
  std::uint64_t generation = 0;
  std::uint64_t rows = 0;
  std::uint64_t number = 0;  // The region of rows has this number; 0 says that there is none.
  TableKeys keys;            // They are the keys of the region of rows.
};
struct TableRow {
  std::uint64_t base = 0;
  std::uint64_t bytes = 0;
  std::uint64_t number = 0;  // The owner never uses a number twice.
  TableKeys keys;
};

// WindowTable is the table of this rank's own memory.
class WindowTable {
 public:
  // `head` lies in this rank's control region. Keys are made for the ranks `near` and `far` of the job; a negative one stands
  // for no rank. The instance and the head outlive the table.
  void open(Instance& instance, TableHead* head, int near, int far) noexcept;
  // *out stays null where `bytes` is 0. Returns Code::kRmaAttach where the memory overlaps attached memory.
  Status attach(void* base, std::uint64_t bytes, const transport::Region** out);
  Status detach(const void* base);
  // No other member reads the table any more.
  void close() noexcept;

 private:
  struct Attached {
    const transport::Region* region = nullptr;  // It is null where there are no bytes.
    std::uint64_t bytes = 0;
    std::size_t row = 0;
  };
  Status make_keys(const transport::Region& region, TableKeys* out);
  Status make_room(std::size_t rows);
  void begin_change() noexcept;
  void end_change() noexcept;
  [[nodiscard]] TableRow* rows() const noexcept;

  Instance* instance_ = nullptr;
  TableHead* head_ = nullptr;
  int near_ = -1;
  int far_ = -1;
  std::size_t capacity_ = 0;
  std::uint64_t last_number_ = 0;
  std::map<std::uintptr_t, Attached> attached_;        // The keys of the map are addresses.
  std::vector<std::uintptr_t> in_row_;                 // Each row has an entry with the address of its memory.
  std::vector<const transport::Region*> row_regions_;  // The last one is in use; members may still read the others.
};

// PeerTable is the table of one member as this rank has read it, with the memory that this rank has attached by it.
class PeerTable {
 public:
  // The member is rank `world` of the job, and `control` is its control region. Both references outlive this object.
  PeerTable(WindowCore& core, int world, ControlRegion& control) noexcept : core_(core), control_(control), world_(world) {}

  // Finds [first, first + bytes) of the member's memory: *memory gets the region, or null where no single region holds all of
  // it, and *offset gets the offset in the region.
  Status find(std::uint64_t first, std::uint64_t bytes, rma::Target** memory, std::int64_t* offset);
  void detach_all() noexcept;
  // Memory that find() returned stays attached while the generation stays the same.
  [[nodiscard]] std::uint64_t generation() const noexcept { return generation_; }

 private:
  struct Entry {
    std::uint64_t bytes = 0;
    std::uint64_t number = 0;
    std::uint64_t row = 0;
    std::unique_ptr<rma::Target> memory;  // It is null until the memory is attached.
  };
  Status refresh();
  Status read(std::uint64_t generation, bool* same);
  [[nodiscard]] std::span<const std::byte> key_for_this_rank(const TableKeys& keys) const noexcept;
  Status attach_rows(const TableHead& head);
  Status fetch(rma::Target& from, std::uint64_t offset, void* to, std::uint64_t bytes);
  // Leaves entry->memory null where the table has changed meanwhile.
  Status attach(Entry* entry);

  WindowCore& core_;
  ControlRegion& control_;
  int world_;
  std::uint64_t generation_ = 0;
  std::uint64_t rows_number_ = 0;
  rma::Target rows_;
  bool has_rows_ = false;
  std::map<std::uint64_t, Entry> entries_;  // The keys of the map are addresses.
};

}  // namespace penstock::core
