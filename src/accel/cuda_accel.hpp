// CudaAccel implements Accel over the CUDA driver.
#pragma once

#include <sys/types.h>

#include <map>
#include <memory>
#include <vector>

#include "accel/accel.hpp"
#include "accel/driver/devices.hpp"
#include "accel/driver/driver.hpp"
#include "accel/driver/holds.hpp"
#include "accel/driver/tenancy.hpp"
#include "accel/memory/chunks.hpp"
#include "accel/memory/classify.hpp"
#include "accel/program/cuda_program_queue.hpp"
#include "accel/program/cuda_program_stream.hpp"
#include "accel/program/program_streams.hpp"
#include "accel/queue/prefetcher.hpp"
#include "accel/queue/resident.hpp"
#include "accel/queue/stream_queue.hpp"
#include "accel/share/chunk_exports.hpp"
#include "accel/share/export_cache.hpp"
#include "accel/share/import_cache.hpp"

namespace penstock::accel {

class CudaAccel final : public Accel, public Allocations, public Exports, public Imports, public Queues, public ProgramStreams {
 public:
  CudaAccel(const Config& config, Log& log, std::span<const Image> images);
  ~CudaAccel() override;

  bool live() noexcept override { return live_ || look(); }
  Holds& holds() noexcept override { return holds_; }
  std::string describe() override;
  Status query(const void* pointer, Memory* out) override;
  Status export_memory(const Memory& memory, Export* out) override;
  Status export_range(const Memory& memory, std::uint64_t low, std::uint64_t high, Export* out) override;
  Status descriptors(const ExportName& name, std::uint64_t from, std::size_t most, std::vector<ChunkDescriptor>* out,
                     std::size_t* total) override {
    return ranges_.descriptors(name, from, most, out, total);
  }
  Status accept_descriptors(const Export& exported, std::vector<ChunkDescriptor>&& chunks) override {
    return imports_.accept(exported, std::move(chunks));
  }
  void take_closed(std::vector<std::pair<ProcessId, ExportName>>* out) override { imports_.take_closed(out); }
  [[nodiscard]] bool any_exported() const noexcept override { return !exports_.empty() || !ranges_.empty(); }
  Status check_exports(std::vector<ExportName>* gone) override;
  bool importable(const Export& exported, int device) override;
  bool atomics_reach(const Export& exported, int device) override;
  Status import_memory(const Export& exported, int device, Mapping* out) override;
  [[nodiscard]] double mapping_us() const noexcept override { return imports_.open_us(); }
  bool mapped(const Export& exported, int device) override;
  Status forget_import(const ProcessId& owner, const ExportName& name) override { return imports_.forget(owner, name); }
  Status close_imports() override;
  void pin_mapping(const Mapping& mapping) noexcept override { imports_.pin(mapping.id); }
  void unpin_mapping(const Mapping& mapping) noexcept override { imports_.unpin(mapping.id); }
  Status bring(const void* address, std::size_t bytes, int device) override;
  int working_device() override;
  void tend() override;
  Status queue(int device, unsigned queue_index, Queue** out) override;
  Status find_kernel(int device, std::string_view name) override;
  Status make_graph(int device, std::unique_ptr<Graph>* out) override;
  Status launch_graph(int device, unsigned queue_index, Graph& graph, Ticket* out) override;
  Status enqueue_foreign(int device, unsigned queue_index, ForeignWork& work, Ticket* out) override;
  Status run_beside(int device, std::function<Status()> work, std::unique_ptr<Beside>* out) override;
  Status adopt_stream(void* stream, std::unique_ptr<ProgramStream>* out) override;
  [[nodiscard]] bool imports_may_fail() const noexcept override { return adopted_; }
  Status catch_up() override;
  Status check_hardware_queues(int device) override;
  Status find_kernel_place(int device, KernelPlace* out) override;
  Status open_program_queue(void* stream, std::unique_ptr<ProgramQueue>* out) override;
  Status order_after_application(int device) override;
  Status check_application(int device) override;
  Status test(const Ticket& ticket, Progress* out) override;
  Status wait(const Ticket& ticket) override;
  Status register_host(void* address, std::size_t bytes) override;
  Status unregister_host(void* address) override;
  Status allocate(int device, std::size_t bytes, Memory* out) override;
  Status allocate_managed(int device, std::size_t bytes, Memory* out) override;
  Status allocate_chunk(int device, std::size_t bytes, Memory* out) override;
  Status release(const Memory& memory) override;
  Status reserve_heap(int device, std::uint64_t most, Memory* out) override;
  Status grow_heap(std::uintptr_t base, std::uint64_t bytes, std::uint64_t* mapped) override {
    return heaps_.grow(base, bytes, mapped);
  }
  Status shrink_heap(std::uintptr_t base, std::uint64_t mapped) override { return heaps_.shrink(base, mapped); }
  Status copy_now(void* destination, const void* source, std::size_t bytes) override;

 private:
  // Site has the queues and other objects that this process uses on one device; it is made on first use.
  struct Site {
    explicit Site(const Driver& driver, std::span<const Image> images) : module(driver, images) {}
    Module module;
    std::unique_ptr<Resident> resident;
    std::array<std::unique_ptr<StreamQueue>, kQueues + 1> queues;  // the last is for kWaitingQueue
    std::unique_ptr<Prefetcher> prefetcher;
    CUevent application = nullptr;  // latest point of the application's default stream for which queues wait
  };

  // Returns true if the application has initialised CUDA by now, and reads the device list then.
  bool look() noexcept;
  Status open_devices(bool* initialised);
  Status need_live();
  Status need_working(int* device);
  // Returns a device whose context can access `memory`.
  Status device_for(const Memory& memory, int* device);
  Status site(int device, Site** out);
  Status stream_queue(int device, unsigned queue_index, StreamQueue** out);
  Status find_completer(const Ticket& ticket, Completer** out);
  Status make_queue(int device, unsigned queue_index, Site& site);
  // Classifies and registers memory that the driver has allocated; frees it if it cannot be classified.
  Status keep_allocated(int device, CUdeviceptr made, Memory* out);
  // Takes a place (Tenancy) on each device that the application uses by now.
  void settle();
  void settle_now_and_then();
  // Calls settle(), once for each device on which memory has been seen.
  void settle_on(int device);
  // Returns true if the driver has shut down and freed everything; `asked` is the result of the query.
  bool driver_has_ended(Status* asked) const;
  [[nodiscard]] bool of_here(const Export& exported) const noexcept;
  Status close();
  void share(int device);
  // Reports that ranks share the device, and the benefit of MPS.
  void tell_shared(int device);
  Status close_site(int device, Site& site);
  Status free_memory(const Memory& memory);
  // Frees memory whose release was deferred, if no stream waits any more.
  Status free_the_rest();

  Log& log_;
  std::span<const Image> images_;
  ProcessId self_;
  pid_t pid_;
  bool ipc_enabled_;
  std::uint64_t spin_ns_;
  Config::SyncStream sync_stream_;
  bool check_;  // true until it has warned
  Config::ManagedPrefetch managed_prefetch_;
  std::uint64_t kernel_copy_limit_;
  Resident::Limits resident_limits_;
  bool explain_;
  bool told_shared_ = false;
  bool adopted_ = false;  // a stream of the application was adopted

  Driver driver_;
  Holds holds_;
  StreamWordPool stream_words_{driver_};
  CallFlagPool call_flags_{driver_};
  Devices devices_;
  HostRanges host_ranges_;
  Classifier classifier_;
  ExportCache exports_;
  ChunkHeaps heaps_;
  ChunkExports ranges_;
  ImportCache imports_;

  bool live_ = false;
  Status unusable_;                           // why CUDA is present but cannot be used
  std::vector<std::unique_ptr<Site>> sites_;  // by device
  std::vector<Tenancy> tenancies_;            // by device
  bool settled_ = false;
  unsigned queries_until_settle_ = 1;
  int last_seen_ = -1;                  // device of the latest classified memory
  std::vector<bool> seen_devices_;      // devices on which memory was seen
  std::vector<Completer*> completers_;  // by Ticket::queue
  std::map<std::uintptr_t, std::size_t> registered_;
  std::map<std::uintptr_t, Memory> allocated_;
  std::vector<Memory> unfreed_;  // released while a stream was waiting
};

}  // namespace penstock::accel
