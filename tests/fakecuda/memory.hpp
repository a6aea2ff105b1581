// Every allocation that the driver knows in this process.
#pragma once

#include <cuda.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "arena.hpp"
#include "context.hpp"
#include "window.hpp"

namespace penstock::fakecuda {

enum class Kind { kDevice, kPool, kImported, kVmm, kManaged, kPinned, kRegistered };

// How one side of a copy behaves.
enum class Side { kDevice, kPinned, kPageable };
enum class Use { kRead, kWrite };
enum class Access { kNone, kRead, kReadWrite };

struct Allocation {
  std::uintptr_t base = 0;
  std::size_t size = 0;  // the size that was asked for
  Kind kind = Kind::kDevice;
  Context* context = nullptr;
  int device = 0;  // the owner's device, also for an import
  std::uint64_t buffer_id = 0;
  off_t data = 0;  // offset in the device's arena
  bool sync_memops = false;
  int prefetched = CU_DEVICE_INVALID;  // where managed memory was last prefetched to, whole or in part
  bool read_only = false;              // registered as read-only
  // These describe one mapping of a chunk; such mappings have no context.
  std::uint64_t chunk = 0;         // its handle
  std::uint64_t handle_types = 0;  // the types of handle that it can be exported as
  unsigned readers = 0;            // a bit for each ordinal that cuMemSetAccess named
  unsigned writers = 0;

  [[nodiscard]] bool in_window() const { return kind <= Kind::kVmm; }
  [[nodiscard]] std::uintptr_t end() const { return base + size; }
};

// Any thread may call these functions.
class Memory {
 public:
  explicit Memory(const Devices& devices);
  [[nodiscard]] CUresult open();

  // Allocates device or pool memory of the context's device.
  CUresult allocate(Context& context, std::size_t bytes, Kind kind, CUdeviceptr* out);
  // Allocates managed or pinned memory, which the host can read directly.
  CUresult allocate_host(Context& context, std::size_t bytes, Kind kind, void** out);
  CUresult add_registered(Context& context, void* address, std::size_t bytes, bool read_only);
  // Maps `bytes` of another process's arena; `device` is the owner's ordinal here.
  CUresult add_import(Context& context, int device, int fd, off_t data, std::size_t bytes, CUdeviceptr* out);

  // Reserves addresses without memory, for mappings of chunks.
  CUresult claim(std::size_t bytes, std::size_t alignment, CUdeviceptr* out);
  void give_up(CUdeviceptr base);
  [[nodiscard]] bool occupied(CUdeviceptr start, std::size_t bytes);
  // Maps a chunk (`mapping` has kind kVmm) within reserved addresses; no device has access yet.
  CUresult map_chunk(const Allocation& mapping, int fd);
  CUresult unmap_chunk(const Allocation& mapping);
  // Returns the mappings of chunks that make up exactly [start, start + bytes), in order; none if anything else does.
  [[nodiscard]] std::vector<Allocation> mappings(CUdeviceptr start, std::size_t bytes);
  CUresult set_access(const Allocation& mapping, int device, Access access);

  // Takes room for chunks on a device, whose bytes lie in files of their own. False if there is not enough left.
  [[nodiscard]] bool take_room(int device, std::size_t bytes);
  // Called when no other process holds the chunk's file, which is closed then; -1 if none was made.
  void give_room_back(int device, std::size_t bytes, int fd);
  [[nodiscard]] std::uint64_t next_id();

  // Forgets the allocation that begins at `base` and is of one of `kinds`; its bytes stay until release().
  bool take(std::uintptr_t base, std::initializer_list<Kind> kinds, Allocation* out);
  // Memory that another process has mapped counts as used until that mapping is closed.
  void release(const Allocation& allocation);
  // Releases everything of a context.
  void forget(const Context& context);

  // Finds the allocation that holds `address`.
  bool find(std::uintptr_t address, Allocation* out);
  // False: the bytes are not all of one managed allocation.
  bool set_prefetched(std::uintptr_t address, std::size_t bytes, int device);
  bool set_sync_memops(std::uintptr_t address, bool value);
  // Finds out how an operation of `device` on `bytes` at `address` behaves. CUDA_ERROR_INVALID_VALUE for device addresses that
  // are not all allocated, or for which it lacks access.
  CUresult classify(int device, std::uintptr_t address, std::size_t bytes, Use use, Side* out);

  [[nodiscard]] const Arena& arena(int device) const { return arenas_[static_cast<std::size_t>(device)]; }
  [[nodiscard]] std::size_t used(int device);

 private:
  using Table = std::map<std::uintptr_t, Allocation>;
  Table::iterator holder(std::uintptr_t address);
  bool overlaps(std::uintptr_t start, std::size_t bytes);
  CUdeviceptr add(Allocation allocation);
  // Finds memory that was freed while others had it mapped, and is free by now.
  void settle();
  bool covered(int device, std::uintptr_t address, std::size_t bytes, Use use);

  struct HeldChunk {
    int device;
    std::size_t bytes;
    int fd;
  };

  std::mutex mutex_;
  const Devices& devices_;
  Window window_;
  std::vector<Arena> arenas_;      // by ordinal
  std::vector<std::size_t> used_;  // bytes, by ordinal
  std::vector<Allocation> held_;   // freed here, but mapped by others
  std::vector<HeldChunk> held_chunks_;
  std::uint64_t last_id_ = 0;
  Table table_;
};

}  // namespace penstock::fakecuda
