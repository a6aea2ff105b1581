// ShmOneSided is one-sided memory of ranks of one host: extents of the room heap are accessed by load and store, other host
// memory by process_vm_readv.
#pragma once

#include <functional>
#include <memory>
#include <unordered_map>
#include <utility>

#include "transport/one_sided.hpp"
#include "transport/shm/cma.hpp"
#include "transport/shm/heap.hpp"
#include "transport/shm/peer.hpp"

namespace penstock::transport::shm {

class ShmOneSided final : public BulkOneSided {
 public:
  // Finds a peer.
  using Find = std::function<Status(int peer, Peer** out)>;
  using RoomOf = std::function<Room(int rank)>;
  // Copies by process id. The bytes of each side are in the order of its list; both sides have equally many.
  using CopyLists = std::function<Status(Direction direction, const Remote& remote, const ListMove& move)>;

  // `taken` is the size of the segment in this rank's room; 0: the segment has a file of its own.
  ShmOneSided(Transport& transport, const Environment& environment, std::uint64_t taken, Find known, RoomOf room_of,
              CopyLists copy_lists)
      : BulkOneSided(transport, environment.accel),
        environment_(environment),
        known_(std::move(known)),
        room_of_(std::move(room_of)),
        copy_lists_(std::move(copy_lists)),
        heap_(taken == 0 ? Room{} : room_of_(environment.rank), taken) {}

  // Accepts any memory: by its part of the key, peers see if the memory is still registered.
  Status describe(const Region& region, int peer, BufferDescriptor* descriptor, std::vector<std::byte>* part) override;
  Status allocate(std::uint64_t bytes, std::span<std::byte>* out) override;
  Status reserve(std::uint64_t bytes, std::span<std::byte>* out) override { return heap_.reserve(bytes, out); }
  void release(std::span<std::byte> memory) override { heap_.release(memory); }
  std::span<std::atomic<std::uint64_t>> generations() override;
  AccumulateLock* locks() override;
  [[nodiscard]] bool is_shared(const Region& region) const override;
  [[nodiscard]] bool reaches_alone(const Region& region, int peer) override;
  Status generation(const RemoteKey& key, std::span<const std::byte> part, bool* known, std::uint64_t* out) override;
  Status attach(const RemoteKey& key, std::span<const std::byte> part, Remote* out) override;
  void detach(Remote* remote) override;
  Status put_list(const Remote& remote, const ListMove& move, Begun* out) override;
  Status get_list(const Remote& remote, const ListMove& move, Begun* out) override;

 private:
  // Part is this transport's part of a key. It is sent to other processes.
  struct Part {
    std::int32_t file = -1;  // RoomHeap::file()
    std::uint32_t reserved = 0;
    std::uint64_t table = kNone;   // offset in the heap of the generations, with the locks behind them
    std::uint64_t locks = 0;       // for ranks of the owner's process: its address of the locks
    std::uint64_t extent = kNone;  // offset in the heap of the region
  };
  static constexpr std::uint64_t kNone = ~std::uint64_t{0};

  Status near(const RemoteKey& key, std::span<const std::byte> part, Peer** peer, Part* out);
  Status attach_user_memory(Remote* out);
  [[nodiscard]] AccumulateLock* locks_of(int peer, const Part& theirs, bool same_process) const;

  Environment environment_;
  Find known_;
  RoomOf room_of_;
  CopyLists copy_lists_;
  RoomHeap heap_;
  bool asked_table_ = false;
  std::span<std::atomic<std::uint64_t>> table_;                     // in the heap, made with the first region
  AccumulateLock* locks_ = nullptr;                                 // behind the table
  std::unordered_map<int, std::pair<Part, ExtentMapping>> tables_;  // of peers
  std::unordered_map<std::uint64_t, ExtentMapping> mapped_;         // by Remote::handle
  std::uint64_t last_handle_ = 0;
  bool told_ = false;  // the refusal to copy a peer's memory was reported
};

}  // namespace penstock::transport::shm
