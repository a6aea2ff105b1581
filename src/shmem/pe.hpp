// One PE: its symmetric heap and those of its peers, and what the wrappers cannot do themselves.
#pragma once

#include <memory>
#include <vector>

#include "proto/rma/rma.hpp"
#include "runtime/team_memory.hpp"
#include "shmem/allocator.hpp"
#include "shmem/device_heap.hpp"
#include "shmem/operations.hpp"
#include "shmem/remote_access.hpp"
#include "shmem/statics.hpp"
#include "shmem/stream_access.hpp"
#include "shmem/teams.hpp"
#include "shmem/view.hpp"

namespace penstock::shmem {

// Verbs take the engine's lock but for create(), open() and close(), which are called as Job's verbs are.
class Pe final : public Operations, private Failure {
 public:
  // Whether the program's static data are symmetric where they can be. PEs that are threads of one process share them.
  enum class Data { kSymmetric, kPrivate };
  // After Job::begin(). The job outlives it.
  explicit Pe(runtime::Job& job, Data data = Data::kSymmetric);
  ~Pe() override;

  // Collective over the job: the heap is there from now on, and `view`, which lives until close(), shows it.
  Status open(View* view);
  // Collective over the job.
  Status close();

  [[noreturn]] void unreachable(const char* routine, const void* address, std::uint64_t bytes, int pe) override;
  [[noreturn]] void exit(int status) override;
  [[noreturn]] void unfinished() override;
  void progress() override;
  void wait(const Condition& condition) override;
  void sync(const char* routine) override;
  void* allocate(const char* routine, std::uint64_t alignment, std::uint64_t bytes, bool zeros) override;
  void* reallocate(void* memory, std::uint64_t bytes) override;
  void release(void* memory) override;
  void* allocate_device(std::uint64_t bytes) override;
  bool device_handle(const void* memory, penstock_device_window* out) override;

  [[noreturn]] void fail(const char* routine, const Status& why) override;
  // Where the transfer's remote side lies: all of it in symmetric memory of a PE that there is; else unreachable().
  struct Spot {
    proto::rma::Target* target;
    std::uint64_t offset;
  };
  Spot locate(const Transfer& transfer);
  // Remote::find().
  [[nodiscard]] std::byte* find(const void* address, std::uint64_t bytes, int pe) const noexcept;

  // For streams, with the lock held. Where the remote side of a transfer lies for this PE's GPU; else unreachable(), or no
  // place if it is on the host, or no GPU of this PE reaches it.
  DevicePlace find_device(const Transfer& transfer);
  // The GPU whose symmetric memory the address is of, the same on all PEs but for the number; -1: it is none.
  [[nodiscard]] int device_of(const void* address) noexcept;
  void complete(const char* routine) { remote_->complete(routine); }
  [[nodiscard]] int number() const noexcept { return job_.rank(); }
  void ring(int pe) { job_.engine().progress().ring(pe); }

 private:
  Status find_common_statics();
  Status reserve();
  Status find_common_alignment();
  Status share_statics();
  [[nodiscard]] std::unique_ptr<runtime::TeamMemory> new_team_memory();
  // Collective: the memory's parts of all PEs, which have parts(), of one size.
  Status attach_all(runtime::TeamMemory* memory);
  Status share_heap();
  void find_bases();
  void describe() const;  // to who looks for errors
  // device_heap.cpp
  Status find_working_device(int* out);
  Status expose_device(std::uintptr_t base, std::uint64_t bytes, DeviceReach* out);
  void hide_device(DeviceReach* reach);
  void detach_device(DeviceReach* reach);
  void free_device(const accel::Memory& memory);
  void end_device(DeviceExtent* extent);
  void find_places(const accel::Memory& mine, DeviceReach* reach) const;
  Status fill_device(std::uintptr_t address, std::uint64_t bytes);
  // Collective: false, or 0, on all PEs where one has no such memory, as `exposed` says of this one.
  bool reach_devices(const char* routine, Status&& exposed, const accel::Memory& mine, DeviceReach* reach);
  std::uintptr_t take_alone(const char* routine, std::uint64_t bytes, bool zeros);
  std::uintptr_t take_device(const char* routine, std::uint64_t bytes, bool zeros);
  bool find_meeting_words(const char* routine);
  // Collective.
  void release_device(DeviceExtent* extent, std::uint64_t offset);
  Status open_window(DeviceExtent* extent, std::uint64_t offset);
  void close_window(DeviceExtent* extent, std::uint64_t offset);
  Status release_devices();
  // device_growth.cpp. Collective but for the ones that are Status, and for keeps_places().
  std::uint64_t least_of_all(const char* routine, std::uint64_t mine);
  bool all_can(const char* routine, bool can) { return least_of_all(routine, can ? 1 : 0) != 0; }
  bool find_device_heap(const char* routine);
  Status add_chunk(DeviceExtent* heap, std::uint64_t need);
  bool grow_device_heap(const char* routine, std::uint64_t need);
  bool keeps_places(const char* routine, const DeviceReach& before, const DeviceReach& now);
  bool share_device_heap(const char* routine, std::uint64_t bytes);
  std::uintptr_t take_from_heap(const char* routine, std::uint64_t bytes, bool zeros);
  Status barrier() { return teams_.world().barrier(); }
  std::uint64_t offset_of(const char* routine, const void* memory);
  // Of the host's pages that lie wholly within, which hold nothing any more.
  void give_back(std::uint64_t offset, std::uint64_t bytes);
  // checks.cpp, under PENSTOCK_CHECK
  // `allocator`: of the heap in which it lies; null: it lies in none.
  void check_transfer(const Transfer& transfer, std::uint64_t offset, std::uint64_t bytes, const Allocator* allocator);
  void compare_calls(const char* routine, std::uint64_t number, std::uint64_t other);

  runtime::Job& job_;
  Teams teams_;
  View* view_ = nullptr;
  const Data data_;
  Statics statics_;                          // empty where they are not symmetric
  std::uint64_t heap_bytes_ = 0;             // of the region below: the heap, then the static data
  const transport::Region* heap_ = nullptr;  // both
  std::uint64_t most_alignment_ = 0;         // that an allocation of the heap can have on all PEs
  std::unique_ptr<Allocator> allocator_;
  std::unique_ptr<runtime::TeamMemory> shared_heap_;  // the same of all PEs
  std::vector<std::byte*> bases_;                     // by PE
  std::vector<std::byte*> nowhere_;                   // the same for the view where each call is checked
  bool checks_ = false;
  std::shared_ptr<runtime::DeviceWatch> device_watch_;
  DeviceHeap devices_;
  std::unique_ptr<RemoteAccess> remote_;
  std::unique_ptr<StreamAccess> streams_;
};

}  // namespace penstock::shmem
