// Memory attached to a dynamic window: each member has a table of it in memory that the others read. The table has a
// generation, which is odd while it changes: who has read a table looks only whether the generation is still the same.
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

// Keys of a region: one for members of its host, one for all others.
struct TableKeys {
  static constexpr std::size_t kMost = 720;
  std::uint32_t near_bytes = 0;
  std::uint32_t far_bytes = 0;
  std::byte near_key[kMost] = {};
  std::byte far_key[kMost] = {};
};

// The head of a table lies in the control region, behind the words; the rows in a region of their own, which is replaced where
// it is too short.
struct TableHead {
  std::uint64_t generation = 0;
  std::uint64_t rows = 0;
  std::uint64_t number = 0;  // of the region of rows; 0: there is none
  TableKeys keys;            // of that region
};
struct TableRow {
  std::uint64_t base = 0;
  std::uint64_t bytes = 0;
  std::uint64_t number = 0;  // never used again by its owner
  TableKeys keys;
};

// This rank's own.
class WindowTable {
 public:
  // `head` lies in this rank's control region. `near` and `far`: ranks of the job for which keys are made; negative: there is
  // none. Both outlive it, as the process does.
  void open(Instance& instance, TableHead* head, int near, int far) noexcept;
  // *out: null where there are no bytes. Code::kRmaAttach: it overlaps memory that is attached.
  Status attach(void* base, std::uint64_t bytes, const transport::Region** out);
  Status detach(const void* base);
  // Nobody reads it any more.
  void close() noexcept;

 private:
  struct Attached {
    const transport::Region* region = nullptr;  // null: no bytes
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
  std::map<std::uintptr_t, Attached> attached_;        // by address
  std::vector<std::uintptr_t> in_row_;                 // the address of each row's memory
  std::vector<const transport::Region*> row_regions_;  // the last one is in use; who still reads an old one is not disturbed
};

// What this rank has read of one member's table, and the memory that it has attached by it.
class PeerTable {
 public:
  // The member is rank `world` of the job; `control` is its region. Both references outlive this.
  PeerTable(WindowCore& core, int world, ControlRegion& control) noexcept : core_(core), control_(control), world_(world) {}

  // Where [first, first + bytes) of the member's memory is: *memory and the offset there. *memory is null where no region holds
  // all of it.
  Status find(std::uint64_t first, std::uint64_t bytes, rma::Target** memory, std::int64_t* offset);
  void detach_all() noexcept;
  // As long as it stays the same, memory that was found stays attached.
  [[nodiscard]] std::uint64_t generation() const noexcept { return generation_; }

 private:
  struct Entry {
    std::uint64_t bytes = 0;
    std::uint64_t number = 0;
    std::uint64_t row = 0;
    std::unique_ptr<rma::Target> memory;  // null: not attached yet
  };
  Status refresh();
  Status read(std::uint64_t generation, bool* same);
  [[nodiscard]] std::span<const std::byte> key_for_this_rank(const TableKeys& keys) const noexcept;
  Status attach_rows(const TableHead& head);
  Status fetch(rma::Target& from, std::uint64_t offset, void* to, std::uint64_t bytes);
  // entry->memory stays null where the table has changed meanwhile.
  Status attach(Entry* entry);

  WindowCore& core_;
  ControlRegion& control_;
  int world_;
  std::uint64_t generation_ = 0;
  std::uint64_t rows_number_ = 0;
  rma::Target rows_;
  bool has_rows_ = false;
  std::map<std::uint64_t, Entry> entries_;  // by address
};

}  // namespace penstock::core
