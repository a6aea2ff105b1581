// CudaQueues implements Queues over the CUDA driver.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "accel/driver/presence.hpp"
#include "accel/driver/tenancies.hpp"
#include "accel/memory/memory_query.hpp"
#include "accel/queue/completer.hpp"
#include "accel/queue/queues.hpp"
#include "accel/queue/resident_kernel.hpp"
#include "accel/queue/sites.hpp"
#include "base/config.hpp"

namespace penstock::accel {

class CudaQueues final : public Queues {
 public:
  // Without images no kernel makes copies.
  CudaQueues(const Config& config, bool has_images, Presence& presence, Tenancies& tenancies, MemoryQuery& memory,
             Sites& sites);

  Status queue(int device, unsigned queue_index, Queue** out) override;
  Status find_kernel(int device, std::string_view name) override;
  Status make_graph(int device, std::unique_ptr<Graph>* out) override;
  Status launch_graph(int device, unsigned queue_index, Graph& graph, Ticket* out) override;
  Status enqueue_foreign(int device, unsigned queue_index, ForeignWork& work, Ticket* out) override;
  Status run_beside(int device, std::function<Status()> work, std::unique_ptr<Beside>* out) override;
  Status order_after_application(int device) override;
  Status check_application(int device) override;
  Status bring(const void* address, std::size_t bytes, int device) override;
  Status test(const Ticket& ticket, Progress* out) override;
  Status wait(const Ticket& ticket) override;
  Status copy_now(void* destination, const void* source, std::size_t bytes) override;
  void tend() override;

 private:
  Status stream_queue(int device, unsigned queue_index, StreamQueue** out);
  Status make_queue(int device, unsigned place, Site& site);
  void make_resident(int device, Site& site);
  [[nodiscard]] std::uint32_t next_number() const noexcept { return static_cast<std::uint32_t>(completers_.size()); }
  Status find_completer(const Ticket& ticket, Completer** out);
  // Returns a device whose context can access `memory`.
  Status device_for(const Memory& memory, int* device);

  std::uint64_t spin_ns_;
  Config::SyncStream sync_stream_;
  bool check_;  // true until it has warned
  Config::ManagedPrefetch managed_prefetch_;
  std::uint64_t kernel_copy_limit_;
  ResidentKernel::Limits resident_limits_;

  Presence& presence_;
  Tenancies& tenancies_;
  MemoryQuery& memory_;
  Sites& sites_;
  std::vector<Completer*> completers_;  // by Ticket::queue
};

}  // namespace penstock::accel
