// Memory that a program asks MPI for: MPI_Alloc_mem, and windows on memory that is not plain host memory.
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

// Used by one thread at a time.
class ProgramMemory final : public Module {
 public:
  static constexpr ModuleId kModule = ModuleId::kMemory;

  // The engine outlives it.
  explicit ProgramMemory(proto::Engine& engine) noexcept : engine_(engine) {}

  // At least one byte, at a multiple of `alignment`, which is a power of 2. Host and pinned memory is of the room heap where
  // there is one: windows over any part of it are reached by loads and stores. Code::kNoMemory; Code::kInfoValue: no such
  // memory in this process.
  [[nodiscard]] Status allocate(accel::MemoryKind kind, std::size_t bytes, std::size_t alignment, void** out);
  // Code::kBase: none of it begins there. No window over it is left.
  [[nodiscard]] Status deallocate(void* address);
  // Of what the program has not given back: the driver's hold on host memory ends, before the memory itself does.
  void close() noexcept;

 private:
  struct Piece {
    // Memory of the process alone, blocks and pages of the room heap, or the driver's.
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

// The process has it from its beginning on.
[[nodiscard]] inline ProgramMemory& memory_of(const Instance& instance) noexcept {
  return *instance.modules().find<ProgramMemory>();
}

}  // namespace penstock::core
