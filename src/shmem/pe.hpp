// One PE: its symmetric heap and those of its peers, and what the wrappers cannot do themselves.
#pragma once

#include <memory>
#include <vector>

#include "proto/rma/rma.hpp"
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

  // For StreamAccess, with the lock held: where the remote side of a transfer lies for this PE's GPU; else unreachable(), or
  // no place if it is on the host.
  DevicePlace find_device(const Transfer& transfer);
  void complete(const char* routine) { remote_->complete(routine); }

 private:
  Status find_common_statics();
  Status reserve();
  Status share_statics();
  // Collective. A null region gives an empty key.
  Status exchange_keys(const transport::Region* mine, std::vector<std::vector<std::byte>>* theirs);
  Status attach(const std::vector<std::vector<std::byte>>& keys, std::vector<std::unique_ptr<proto::rma::Target>>* out);
  void find_bases();
  // device_heap.cpp
  Status make_device(std::uint64_t bytes, DeviceAllocation* out);
  void end_device(DeviceAllocation* allocation);
  void release_device(DeviceAllocation* allocation);
  Status open_window(DeviceAllocation* allocation);
  Status release_devices();
  // Collective: null where one PE has no such memory.
  DeviceAllocation* share_device(const char* routine, std::uint64_t bytes, bool zeros);
  void find_places(DeviceAllocation* allocation) const;
  Status barrier() { return teams_.world().barrier(); }
  std::uint64_t offset_of(const char* routine, const void* memory);
  // Of the host's pages that lie wholly within, which hold nothing any more.
  void give_back(std::uint64_t offset, std::uint64_t bytes);
  // checks.cpp, under PENSTOCK_CHECK
  void check_transfer(const Transfer& transfer, std::uint64_t offset, std::uint64_t bytes);
  void agree(const char* routine, std::uint64_t number, std::uint64_t other);

  runtime::Job& job_;
  Teams teams_;
  View* view_ = nullptr;
  const Data data_;
  Statics statics_;                          // empty where they are not symmetric
  std::uint64_t heap_bytes_ = 0;             // of the region below: the heap, then the static data
  const transport::Region* heap_ = nullptr;  // both
  std::unique_ptr<Allocator> allocator_;
  std::vector<std::unique_ptr<proto::rma::Target>> targets_;  // by PE
  std::vector<std::byte*> bases_;                             // by PE
  std::vector<std::byte*> nowhere_;                           // the same for the view where each call is checked
  bool checks_ = false;
  std::shared_ptr<runtime::DeviceWatch> device_watch_;
  DeviceHeap devices_;
  std::unique_ptr<RemoteAccess> remote_;
  std::unique_ptr<StreamAccess> streams_;
};

}  // namespace penstock::shmem
