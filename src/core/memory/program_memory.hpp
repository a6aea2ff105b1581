// Memory that an application requests from MPI: MPI_Alloc_mem, and windows on memory that is not plain host memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <variant>

#include "accel/accel.hpp"
#include "base/status.hpp"
#include "core/memory/memory_blocks.hpp"
#include "core/object/instance.hpp"
#include "proto/engine/engine.hpp"
#include "transport/registry.hpp"

namespace penstock::core {

// The class is not thread-safe: one thread uses it at a time.
class ProgramMemory final : public Module {
 public:
  static constexpr ModuleId kModule = ModuleId::kMemory;

  // The engine outlives the object.
  explicit ProgramMemory(proto::Engine& engine) noexcept : engine_(engine) {}

  // Allocates at least one byte, aligned to `alignment`, which is a power of 2. Host and pinned memory comes from the room
  // heap if there is one, so that windows over any part of it are reached by loads and stores. Returns kNoMemory, or
  // kInfoValue if this process has no such memory.
  [[nodiscard]] Status allocate(accel::MemoryKind kind, std::size_t bytes, std::size_t alignment, void** out);
  // Returns kBase if no allocation begins at `address`. No window over the memory may be left.
  [[nodiscard]] Status deallocate(void* address);
  // Ends the driver's registration of host memory that the application has not freed, before the memory itself goes.
  void close() noexcept;

 private:
  struct Piece {
    // One of: memory of this process alone, blocks or pages of the room heap, memory of the driver.
    std::variant<void*, MemoryBlocks::Block, transport::HostPages, accel::Memory> from;
    bool pinned = false;
  };

  [[nodiscard]] accel::Accel& accel() const noexcept { return engine_.accel(); }
  Status allocate_host(std::size_t bytes, std::size_t alignment, void** out, Piece* piece);
  Status allocate_pinned(std::size_t bytes, std::size_t alignment, void** out, Piece* piece);
  Status allocate_on_gpu(accel::MemoryKind kind, std::size_t bytes, std::size_t alignment, void** out, Piece* piece);
  Status give_back(void* address, const Piece& piece);

  proto::Engine& engine_;
  MemoryBlocks blocks_;
  std::unordered_map<void*, Piece> pieces_;
};

// Every process has this module from its beginning on.
[[nodiscard]] inline ProgramMemory& memory_of(const Instance& instance) noexcept {
  return *instance.modules().find<ProgramMemory>();
}

}  // namespace penstock::core
