// The memory registry of a rank: what it lets others reach, over all of its transports, and the keys of others.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <unistd.h>

#include "transport/one_sided.hpp"

namespace penstock::transport {

// A peer's region with every way to it that this rank has.
struct Attachment {
  RemoteKey::Head head;
  std::vector<Remote> ways;  // none: the owner's process has to serve
  bool checked = false;      // its generation was seen to be live; else only the owner can tell
};

// Host memory alone, without a region: whole pages. Whoever maps the job's memory reaches what is registered of it.
struct HostPages {
  std::span<std::byte> memory;
  OneSided* home = nullptr;  // whose memory it is
};

// Not thread-safe. Memory grows with live regions and attachments.
class MemoryRegistry {
 public:
  static constexpr std::uint32_t kMostRegions = 16384;  // at a time

  // The transports outlive it.
  MemoryRegistry(const Environment& environment, std::span<const std::unique_ptr<Transport>> transports);
  MemoryRegistry(const MemoryRegistry&) = delete;
  MemoryRegistry& operator=(const MemoryRegistry&) = delete;
  // Deregisters what is left.
  ~MemoryRegistry();

  // Local, and costs nothing for memory of ours beyond a few words. The region stays valid until deregistered. The memory is
  // of one kind throughout and stays the caller's.
  Status register_memory(void* address, std::uint64_t bytes, std::uint32_t use, const Region** out);
  // The same for new host memory: zeros, aligned to 64 bytes, which ranks of this host reach by load and store where anything
  // lets them. Code::kNoMemory: there is not so much.
  Status allocate(std::uint64_t bytes, std::uint32_t use, const Region** out);
  // The same of addresses whose pages are taken as they are touched: it costs nothing, however much it is. Aligned to 2 MiB.
  // Code::kUnsupported: there is no memory that ranks of the host share.
  Status reserve(std::uint64_t bytes, std::uint32_t use, const Region** out);
  // Zeros of which any part may be registered, again and again, and is then reached as memory of allocate(). Code::kNoMemory:
  // there is not so much. Code::kUnsupported: there is no memory that ranks of this host share.
  Status take_pages(std::uint64_t bytes, HostPages* out);
  // The same of pages that are taken as they are touched: it costs nothing, however much it is, and is there as far as the
  // machine has it then. Aligned to 2 MiB.
  Status reserve_pages(std::uint64_t bytes, HostPages* out);
  // Nothing of it is registered.
  static void give_back(const HostPages& pages) { pages.home->release(pages.memory); }
  // No peer has it attached any more; later attaches are refused. Gives memory of ours back.
  void deregister(const Region* region);

  // What `peer` needs to attach the region. What goes ahead of it is there before any message sent afterwards.
  Status key(const Region& region, int peer, std::vector<std::byte>* out);
  // As far as this rank can tell: whether the peer needs nothing of this rank's process for any operation on the region.
  [[nodiscard]] bool reached_alone(const Region& region, int peer) const;
  // Maps what can be mapped. Code::kProtocol: the key is malformed, not that peer's, or of memory that is registered no more.
  Status attach(int peer, std::span<const std::byte> key, Attachment* out);
  static void detach(Attachment* attachment);

  // This rank's locks for accumulates; null: there are none, and it executes all of them.
  [[nodiscard]] AccumulateLock* locks() const;

  // The live region of that number and generation, for whoever serves peers; null: there is none.
  [[nodiscard]] const Region* find(std::uint32_t number, std::uint64_t generation) const noexcept;

 private:
  struct Way {
    Transport* transport;
    OneSided* memory;
  };
  struct Entry {
    Region region;
    std::vector<Way> ways;     // that have registered it
    OneSided* home = nullptr;  // of memory of ours: whose it is; null: the heap's
  };

  [[nodiscard]] Executor executor_of(const Region& region) const;
  Status add(Region region, OneSided* home, const Region** out);
  Status add_ours(std::span<std::byte> memory, std::uint64_t bytes, std::uint32_t use, OneSided* home, const Region** out);
  Status take_number(std::uint32_t* out);
  // What tells peers which generation of that number lives; null: nothing here can.
  [[nodiscard]] std::atomic<std::uint64_t>* word(std::uint32_t number) const;
  Status look_at_generation(int peer, const RemoteKey& key, bool* checked);

  Environment environment_;
  accel::ProcessId process_;
  std::vector<Way> ways_;
  std::vector<std::unique_ptr<Entry>> entries_;  // by number; null: free
  std::vector<std::uint32_t> free_;
  std::uint64_t last_generation_ = 0;
  pid_t mine_ = getpid();  // the process that registers
};

}  // namespace penstock::transport
