// This part of a window has the memory of this rank: its region and control region, and memory attached to a dynamic window. It
// also has the rank serve operations of others on all of these.
#pragma once

#include <cstdint>
#include <memory>

#include "base/status.hpp"
#include "core/memory/program_memory.hpp"
#include "core/window/core.hpp"
#include "core/window/members.hpp"
#include "core/window/table.hpp"
#include "transport/registry.hpp"

namespace penstock::core {

// The creation of a window hands this over.
struct OwnMemory {
  void* base = nullptr;
  MPI_Aint bytes = 0;
  int unit = 1;
  const transport::Region* control = nullptr;
  const transport::Region* region = nullptr;  // It is null where this rank has no memory, or has it in another's region.
  std::unique_ptr<ProgramMemory> allocated;   // It owns the memory where the application wanted another kind than host memory.
};

class WindowMemory {
 public:
  WindowMemory(WindowCore& core, WindowMembers& members) noexcept : core_(core), members_(members) {}

  void take(OwnMemory&& own) noexcept { own_ = std::move(own); }
  // The control region of a dynamic window has a table behind its words. WindowTable::open() explains `near` and `far`.
  void open_table(int near, int far) noexcept;
  // This rank maps its part of a shared window there.
  void set_base(void* base) noexcept { own_.base = base; }
  [[nodiscard]] void* base() const noexcept { return own_.base; }
  // Returns the address that the application gets as the value of a predefined attribute, or null for another key.
  [[nodiscard]] void* attribute(int keyval) noexcept;
  // Returns the word of this rank's own control region.
  [[nodiscard]] std::uint64_t* control_word(std::uint64_t offset) const noexcept {
    return reinterpret_cast<std::uint64_t*>(own_.control->base + offset);
  }

  // Where operations of others on this rank's control words, or on `memory` (which may be null), can need this process, a
  // thread executes them while the rank is in no call. A window without locks needs none: its members are in calls.
  void serve(const transport::Region* memory);

  Status attach(void* base, MPI_Aint bytes);
  Status detach(const void* base);
  // Loads and stores of this rank reach the member's memory at `base`; where they do not, there are no bytes and a null
  // pointer.
  struct Shared {
    std::uint64_t bytes = 0;
    std::int64_t unit = 0;
    void* base = nullptr;
  };
  Status shared_query(int rank, Shared* out);

  // Deregisters and frees everything. The other members have detached.
  void release() noexcept;

 private:
  WindowCore& core_;
  WindowMembers& members_;
  OwnMemory own_;
  int model_ = MPI_WIN_UNIFIED;
  WindowTable table_;
  bool serves_ = false;  // The engine serves others until release().
};

}  // namespace penstock::core
