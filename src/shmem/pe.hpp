// A Pe has the symmetric heap of one PE and reaches those of its peers; it does what the wrappers cannot do themselves.
#pragma once

#include <memory>
#include <vector>

#include "proto/rma/rma.hpp"
#include "runtime/team_memory.hpp"
#include "shmem/allocator.hpp"
#include "shmem/device_heap.hpp"
#include "shmem/module.hpp"
#include "shmem/operations.hpp"
#include "shmem/remote_access.hpp"
#include "shmem/statics.hpp"
#include "shmem/symmetric_memory.hpp"
#include "shmem/teams.hpp"
#include "shmem/view.hpp"

namespace penstock::shmem {

// Operations take the engine's lock. open() and close() are called as Job's functions are.
class Pe final : public Operations, public SymmetricMemory {
 public:
  // The program's static data are symmetric where they can be, or stay private: PEs that are threads of one process share them.
  enum class Data { kSymmetric, kPrivate };
  // The job has begun, and outlives it.
  explicit Pe(runtime::Job& job, Data data = Data::kSymmetric);
  ~Pe() override;

  // Collective over the job: makes the heap and fills in `view`, which lives until close().
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
  [[nodiscard]] RemotePlace locate(const Transfer& transfer) override;
  [[nodiscard]] std::byte* find(const void* address, std::uint64_t bytes, int pe) const noexcept override;

  // Adds a module, which lives until close(); after open().
  void begin(std::unique_ptr<Module> module) { modules_.push_back(std::move(module)); }
  // Modules use these with the lock held, from open() to close().
  [[nodiscard]] runtime::Job& job() noexcept { return job_; }
  [[nodiscard]] Teams& teams() noexcept { return teams_; }
  [[nodiscard]] RemoteAccess& remote() noexcept { return *remote_; }
  // Tells if loads and stores of this PE reach the heaps of all.
  [[nodiscard]] bool reaches_all() const noexcept;
  // Returns where the remote side of a transfer lies for this PE's GPU: nowhere if it is on the host, or no GPU of this PE
  // reaches it. It ends the job where locate() does.
  DevicePlace find_device(const Transfer& transfer);
  // Returns the GPU whose symmetric memory the address is of, which is one on all PEs or on none; -1: it is of none.
  [[nodiscard]] int device_of(const void* address) noexcept;
  [[nodiscard]] int number() const noexcept { return job_.rank(); }
  void ring(int pe) { job_.engine().progress().ring(pe); }

 private:
  Status find_common_statics();
  Status reserve();
  Status find_common_alignment();
  Status share_statics();
  Status share_heap();
  void find_bases();
  void describe() const;  // in the log
  bool place_modules(const char* routine);
  Status barrier() { return teams_.world().barrier(); }
  std::uint64_t offset_of(const char* routine, const void* memory);
  // Gives the host's pages that lie wholly in the freed memory back to the system.
  void give_back(std::uint64_t offset, std::uint64_t bytes);
  // checks.cpp has these, for PENSTOCK_CHECK.
  // `allocator` is that of the heap in which the remote side lies; null: it lies in none.
  void check_transfer(const Transfer& transfer, std::uint64_t offset, std::uint64_t bytes, const Allocator* allocator);
  void compare_calls(const char* routine, std::uint64_t number, std::uint64_t other);

  runtime::Job& job_;
  Teams teams_;
  View* view_ = nullptr;
  const Data data_;
  Statics statics_;                          // empty where they are not symmetric
  std::uint64_t heap_bytes_ = 0;             // of the region below: the heap, then the static data
  const transport::Region* heap_ = nullptr;  // both
  std::uint64_t most_alignment_ = 0;         // of an allocation of the heap, on all PEs
  std::unique_ptr<Allocator> allocator_;
  std::unique_ptr<runtime::TeamMemory> shared_heap_;  // heap and static data of all PEs
  std::vector<std::byte*> bases_;                     // by PE
  std::vector<std::byte*> nowhere_;                   // null for each PE: the view's where each call is checked
  bool checks_ = false;
  SymmetricDeviceMemory devices_;
  std::unique_ptr<RemoteAccess> remote_;
  std::vector<std::unique_ptr<Module>> modules_;  // in the order in which they began
};

}  // namespace penstock::shmem
