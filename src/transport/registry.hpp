// The memory registry of a rank has the regions that it exposes over all of its transports, and attaches the keys of other
// ranks.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <unistd.h>

#include "transport/one_sided.hpp"

namespace penstock::transport {

// Attachment is a peer's region with every path by which this rank can access it.
struct Attachment {
  RemoteKey::Head head;
  std::vector<Remote> ways;  // empty: the owner's process has to serve the operations
  bool checked = false;      // its generation was seen to be live; otherwise only the owner can tell
};

// HostPages is host memory in whole pages, without a region. Ranks that map the job's memory can access the parts that are
// registered.
struct HostPages {
  std::span<std::byte> memory;
  OneSided* home = nullptr;  // the transport that allocated the memory
};

// MemoryRegistry is not thread-safe. Its memory grows with live regions and attachments.
class MemoryRegistry {
 public:
  static constexpr std::uint32_t kMostRegions = 16384;  // regions at a time

  // The transports must outlive the registry.
  MemoryRegistry(const Environment& environment, std::span<const std::unique_ptr<Transport>> transports);
  MemoryRegistry(const MemoryRegistry&) = delete;
  MemoryRegistry& operator=(const MemoryRegistry&) = delete;
  // Deregisters the remaining regions.
  ~MemoryRegistry();

  // Registers memory. The call is local, and for memory of the library it costs only a few words. The region stays valid until
  // it is deregistered. The memory must be of one kind throughout, and the caller keeps it.
  Status register_memory(void* address, std::uint64_t bytes, std::uint32_t use, const Region** out);
  // Allocates and registers new host memory: it contains zeros, is aligned to 64 bytes, and ranks of this host access it by
  // load and store if the system permits. Code::kNoMemory: there is not enough memory.
  Status allocate(std::uint64_t bytes, std::uint32_t use, const Region** out);
  // Reserves and registers addresses whose pages are allocated when first touched, so their size costs nothing. They are
  // aligned to 2 MiB. Code::kUnsupported: there is no memory that ranks of the host share.
  Status reserve(std::uint64_t bytes, std::uint32_t use, const Region** out);
  // Allocates pages of zeros, any part of which may be registered repeatedly; peers then access it as memory of allocate().
  // Code::kNoMemory: there is not enough memory. Code::kUnsupported: there is no memory that ranks of this host share.
  Status take_pages(std::uint64_t bytes, HostPages* out);
  // Reserves such pages, which are allocated when first touched, so their size costs nothing; the machine may run out of memory
  // then. They are aligned to 2 MiB.
  Status reserve_pages(std::uint64_t bytes, HostPages* out);
  // Frees pages, of which no part may be registered.
  static void give_back(const HostPages& pages) { pages.home->release(pages.memory); }
  // Deregisters a region that no peer has attached any more; later attaches are refused. Memory of the library is freed.
  void deregister(const Region* region);

  // Makes the key with which `peer` attaches the region. Descriptors that the peer needs arrive before any message that is sent
  // afterwards.
  Status key(const Region& region, int peer, std::vector<std::byte>* out);
  // Returns true if, as far as this rank can tell, the peer needs nothing of this rank's process for any operation on the
  // region.
  [[nodiscard]] bool reached_alone(const Region& region, int peer) const;
  // Attaches a peer's region and maps it where possible. Code::kProtocol: the key is malformed, not that peer's, or of memory
  // that is no longer registered.
  Status attach(int peer, std::span<const std::byte> key, Attachment* out);
  static void detach(Attachment* attachment);

  // Returns this rank's locks for accumulates; null if there are none, and this rank then executes all accumulates.
  [[nodiscard]] AccumulateLock* locks() const;

  // Returns the live region of that number and generation, for operations that this rank serves; null if there is none.
  [[nodiscard]] const Region* find(std::uint32_t number, std::uint64_t generation) const noexcept;

 private:
  struct Way {
    Transport* transport;
    OneSided* memory;
  };
  struct Entry {
    Region region;
    std::vector<Way> ways;     // transports that have registered it
    OneSided* home = nullptr;  // memory of the library: the transport that allocated it; null: the heap
  };

  [[nodiscard]] Executor executor_of(const Region& region) const;
  Status add(Region region, OneSided* home, const Region** out);
  Status add_ours(std::span<std::byte> memory, std::uint64_t bytes, std::uint32_t use, OneSided* home, const Region** out);
  Status take_number(std::uint32_t* out);
  // Returns the word in which peers see the live generation of that number; null if there is none.
  [[nodiscard]] std::atomic<std::uint64_t>* word(std::uint32_t number) const;
  Status look_at_generation(int peer, const RemoteKey& key, bool* checked);

  Environment environment_;
  accel::ProcessId process_;
  std::vector<Way> ways_;
  std::vector<std::unique_ptr<Entry>> entries_;  // by number; null: unused
  std::vector<std::uint32_t> free_;
  std::uint64_t last_generation_ = 0;
  pid_t mine_ = getpid();  // the process that registered
};

}  // namespace penstock::transport
