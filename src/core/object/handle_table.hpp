// A map from handles to objects. A handle is one positive 31-bit number above every constant of the standard ABI: 4 bits of
// kind, 7 of generation, 20 of slot. A lookup is one load and one comparison.
#pragma once

#include <sys/mman.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/status.hpp"

namespace penstock::core {

enum class HandleKind : std::uint32_t {
  kComm = 1,
  kGroup,
  kDatatype,
  kOp,
  kErrhandler,
  kRequest,
  kInfo,
  kMessage,
  kSession,
  kWin,
  kFile,
  kKeyval,
  kStream,
};

// The name of a kind of object, and the handles that the ABI defines for it: `predefined` numbers from `first` on.
struct HandleRow {
  HandleKind kind;
  Code code;  // code of failures to find an object
  std::string_view noun;
  std::uintptr_t null;
  std::uintptr_t first;
  std::size_t predefined;
};

// Lookups are safe beside one thread that adds or removes; adding and removing need the owner's lock. The table owns no object.
template <typename T>
class HandleTable {
 public:
  static constexpr std::uint32_t kSlotBits = 20;
  static constexpr std::uint32_t kGenerationBits = 7;
  static constexpr std::uint32_t kSlots = 1U << kSlotBits;

  explicit HandleTable(const HandleRow& row)
      : kind_(static_cast<std::uint32_t>(row.kind)),
        code_(row.code),
        noun_(row.noun),
        null_(row.null),
        first_(row.first),
        predefined_(row.predefined) {}
  HandleTable(const HandleTable&) = delete;
  HandleTable& operator=(const HandleTable&) = delete;
  ~HandleTable() {
    if (entries_ != nullptr) munmap(entries_, kSlots * sizeof(Entry));
  }

  // Reserves address space for all slots, so that entries never move; memory is committed as slots are used.
  Status open() {
    void* memory =
        mmap(nullptr, kSlots * sizeof(Entry), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED) return Status::system(errno, "cannot reserve address space for a handle table");
    entries_ = static_cast<Entry*>(memory);
    return Status::ok();
  }

  void bind(std::uintptr_t constant, T* object) noexcept { predefined_[constant - first_] = object; }

  // Returns null if the handle names no live object of this kind.
  [[nodiscard]] T* find(std::uintptr_t handle) const noexcept {
    const std::uintptr_t constant = handle - first_;
    if (constant < predefined_.size()) return predefined_[constant];
    const Entry& entry = entries_[handle & (kSlots - 1)];
    return entry.handle == handle ? entry.object : nullptr;
  }

  // Explains the failure of a handle that find() does not know.
  [[nodiscard]] Status explain(std::uintptr_t handle) const {
    if (handle == null_ || handle == 0) return Status::error(code_, "the {} handle is null", noun_);
    if (handle >> kKindShift == kind_ && (handle & (kSlots - 1)) < used_) {
      return Status::error(code_, "the {} handle {:#x} has been freed", noun_, handle);
    }
    return Status::error(code_, "{:#x} is no {} handle", handle, noun_);
  }

  // The handle is never a constant of the ABI. Slots are reused first in, first out, so that a stale handle is detected for as
  // long as possible.
  Status add(T* object, std::uintptr_t* handle) {
    std::uint32_t slot = free_head_;
    if (slot != kNoSlot) {
      free_head_ = entries_[slot].next_free;
      if (free_head_ == kNoSlot) free_tail_ = kNoSlot;
    } else if (used_ < kSlots) {
      slot = used_++;
      entries_[slot].handle = kind_ << kKindShift | slot;
    } else {
      return Status::error(Code::kNoMemory, "more than {} live {} handles; free some", kSlots, noun_);
    }
    Entry& entry = entries_[slot];
    entry.handle &= ~kFreedBit;
    entry.object = object;
    *handle = entry.handle;
    return Status::ok();
  }

  void remove(std::uintptr_t handle) noexcept {
    const auto slot = static_cast<std::uint32_t>(handle & (kSlots - 1));
    Entry& entry = entries_[slot];
    const auto generation = static_cast<std::uint32_t>((handle >> kSlotBits) + 1) & ((1U << kGenerationBits) - 1);
    entry.handle = kind_ << kKindShift | generation << kSlotBits | slot | kFreedBit;
    entry.object = nullptr;
    entry.next_free = kNoSlot;
    if (free_tail_ != kNoSlot) {
      entries_[free_tail_].next_free = slot;
    } else {
      free_head_ = slot;
    }
    free_tail_ = slot;
  }

  // Swaps all objects that are not predefined, with their handles.
  void swap(HandleTable& other) noexcept {
    std::swap(entries_, other.entries_);
    std::swap(used_, other.used_);
    std::swap(free_head_, other.free_head_);
    std::swap(free_tail_, other.free_tail_);
  }

  // Tells if there has ever been an object that is not predefined.
  [[nodiscard]] bool was_used() const noexcept { return used_ != 0; }
  // Visits the live objects that are not predefined.
  template <typename Visit>
  void for_each(Visit visit) const {
    for (std::uint32_t slot = 0; slot < used_; ++slot) {
      if (entries_[slot].object != nullptr) visit(*entries_[slot].object);
    }
  }

 private:
  static constexpr std::uint32_t kKindShift = kSlotBits + kGenerationBits;
  static constexpr std::uint32_t kFreedBit = 1U << 31;  // never set in a handle
  static constexpr std::uint32_t kNoSlot = ~0U;
  struct Entry {
    std::uint32_t handle;
    std::uint32_t next_free;
    T* object;
  };

  std::uint32_t kind_;
  Code code_;
  std::string_view noun_;
  std::uintptr_t null_;
  std::uintptr_t first_;
  std::vector<T*> predefined_;
  Entry* entries_ = nullptr;
  std::uint32_t used_ = 0;
  std::uint32_t free_head_ = kNoSlot;
  std::uint32_t free_tail_ = kNoSlot;
};

// MPI's handle types are pointers to incomplete types; attribute keys are int.
template <typename Handle>
[[nodiscard]] std::uintptr_t number_of(Handle handle) noexcept {
  if constexpr (std::is_pointer_v<Handle>) {
    return reinterpret_cast<std::uintptr_t>(handle);
  } else {
    return static_cast<std::uintptr_t>(handle);
  }
}
template <typename Handle>
[[nodiscard]] Handle handle_from(std::uintptr_t number) noexcept {
  if constexpr (std::is_pointer_v<Handle>) {
    return reinterpret_cast<Handle>(number);
  } else {
    return static_cast<Handle>(number);
  }
}

}  // namespace penstock::core
