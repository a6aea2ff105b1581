#include "accel/queue/cuda_queues.hpp"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <utility>

#include "accel/queue/cuda_graph.hpp"
#include "accel/queue/thread_beside.hpp"
#include "base/clock.hpp"
#include "base/relax.hpp"

namespace penstock::accel {
namespace {

constexpr unsigned kCopyThreads = 512;  // threads of a block that makes contiguous copies

}  // namespace

CudaQueues::CudaQueues(const Config& config, bool has_images, Presence& presence, Tenancies& tenancies, MemoryQuery& memory,
                       Sites& sites)
    : spin_ns_(static_cast<std::uint64_t>(config.spin_us) * 1000),
      sync_stream_(config.sync_stream),
      check_(config.check && config.sync_stream != Config::SyncStream::kLegacy),
      managed_prefetch_(config.managed_prefetch),
      kernel_copy_limit_(has_images ? static_cast<std::uint64_t>(config.kernel_copy_limit) : 0),
      resident_limits_{has_images && sync_stream_ == Config::SyncStream::kNone ? config.resident_limit : 0,
                       static_cast<std::uint64_t>(config.resident_idle_us),
                       static_cast<std::uint64_t>(config.resident_life_us)},
      presence_(presence),
      tenancies_(tenancies),
      memory_(memory),
      sites_(sites) {}

Status CudaQueues::stream_queue(int device, unsigned queue_index, StreamQueue** out) {
  Site* here = nullptr;
  PENSTOCK_TRY(sites_.get(device, &here));
  const unsigned place = queue_index == kWaitingQueue ? kQueues : queue_index % kQueues;
  if (!here->queues[place]) PENSTOCK_TRY(make_queue(device, place, *here));
  *out = here->queues[place].get();
  return {};
}

Status CudaQueues::queue(int device, unsigned queue_index, Queue** out) {
  StreamQueue* found = nullptr;
  PENSTOCK_TRY(stream_queue(device, queue_index, &found));
  *out = found;
  return {};
}

// Small copies use the first queue.
Status CudaQueues::make_queue(int device, unsigned place, Site& site) {
  const DeviceLimits& limits = presence_.devices().limits(device);
  const unsigned threads = std::min(kCopyThreads, static_cast<unsigned>(limits.block_threads));
  if (place == 0 && resident_limits_.bytes != 0 && !site.resident) make_resident(device, site);
  auto made = std::make_unique<StreamQueue>(presence_.driver(), presence_.devices(), site.module, device, next_number(),
                                            Copies(kernel_copy_limit_, threads, static_cast<unsigned>(limits.multiprocessors)),
                                            place == 0 ? site.resident.get() : nullptr);
  if (Status opened = made->open(); !opened.is_ok()) {
    static_cast<void>(made->close());  // the first failure is reported
    return opened;
  }
  completers_.push_back(made.get());
  site.queues[place] = std::move(made);
  return site.application == nullptr ? Status::ok() : site.queues[place]->wait_for(site.application);
}

void CudaQueues::make_resident(int device, Site& site) {
  tenancies_.settle();
  auto kernel = std::make_unique<ResidentKernel>(presence_.driver(), presence_.devices(), site.module, presence_.log(),
                                                 tenancies_.of(device), device, resident_limits_, &restless_);
  site.resident = std::make_unique<Resident>(std::move(kernel), next_number());
  completers_.push_back(site.resident.get());
}

Status CudaQueues::find_kernel(int device, std::string_view name) {
  Site* here = nullptr;
  PENSTOCK_TRY(sites_.get(device, &here));
  const Module::Kernel* kernel = nullptr;
  if (here->module.known(name, &kernel)) return {};
  return presence_.devices().within(device, [&] { return here->module.find(name, &kernel); });
}

Status CudaQueues::make_graph(int device, std::unique_ptr<Graph>* out) {
  Site* here = nullptr;
  PENSTOCK_TRY(sites_.get(device, &here));
  auto made = std::make_unique<CudaGraph>(presence_.driver(), presence_.devices(), here->module, presence_.log(), device);
  PENSTOCK_TRY(made->open());
  *out = std::move(made);
  return {};
}

Status CudaQueues::launch_graph(int device, unsigned queue_index, Graph& graph, Ticket* out) {
  StreamQueue* queue = nullptr;
  PENSTOCK_TRY(stream_queue(device, queue_index, &queue));
  return queue->launch_and_mark(static_cast<CudaGraph&>(graph), out);
}

Status CudaQueues::enqueue_foreign(int device, unsigned queue_index, ForeignWork& work, Ticket* out) {
  StreamQueue* queue = nullptr;
  PENSTOCK_TRY(stream_queue(device, queue_index, &queue));
  return queue->enqueue_and_mark(work, out);
}

Status CudaQueues::run_beside(int device, std::function<Status()> work, std::unique_ptr<Beside>* out) {
  PENSTOCK_TRY(presence_.need_live());
  CUcontext context = nullptr;
  PENSTOCK_TRY(presence_.devices().context(device, &context));
  return run_on_thread(presence_.driver(), context, std::move(work), out);
}

Status CudaQueues::order_after_application(int device) {
  if (sync_stream_ == Config::SyncStream::kNone) return {};
  Site* here = nullptr;
  PENSTOCK_TRY(sites_.get(device, &here));
  const Driver& driver = presence_.driver();
  const CUstream theirs = sync_stream_ == Config::SyncStream::kLegacy ? CU_STREAM_LEGACY : CU_STREAM_PER_THREAD;
  const auto record = [&]() -> Status {
    if (here->application == nullptr) {
      PENSTOCK_TRY(driver.cuEventCreate(&here->application, static_cast<unsigned>(CU_EVENT_DISABLE_TIMING)));
    }
    return driver.cuEventRecord(here->application, theirs);
  };
  PENSTOCK_TRY(presence_.devices().within(device, record));
  for (auto& queue : here->queues) {
    if (queue) PENSTOCK_TRY(queue->wait_for(here->application));
  }
  return {};
}

// While the application captures, the stream may not be queried; then its state is unknown and there is no warning.
Status CudaQueues::check_application(int device) {
  if (!check_) return {};
  PENSTOCK_TRY(presence_.need_live());
  const Driver& driver = presence_.driver();
  CUresult state = CUDA_SUCCESS;
  PENSTOCK_TRY(presence_.devices().within(device, [&]() -> Status {
    state = driver.cuStreamQuery.raw(CU_STREAM_LEGACY);
    const bool answer = state == CUDA_ERROR_NOT_READY || state == CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    return answer ? Status::ok() : driver.cuStreamQuery.failure(state);
  }));
  if (state != CUDA_ERROR_NOT_READY) return {};
  check_ = false;
  presence_.log().warn(
      "a message of GPU memory begins while the default stream of device {} is busy: it moves what is there now; synchronise "
      "the stream before the call, or set PENSTOCK_SYNC_STREAM=legacy (said once)",
      device);
  return {};
}

Status CudaQueues::bring(const void* address, std::size_t bytes, int device) {
  Site* here = nullptr;
  PENSTOCK_TRY(sites_.get(device, &here));
  if (!here->prefetcher) {
    here->prefetcher = std::make_unique<Prefetcher>(presence_.driver(), presence_.devices(), device, managed_prefetch_);
  }
  CUevent come = nullptr;
  PENSTOCK_TRY(here->prefetcher->bring(reinterpret_cast<CUdeviceptr>(address), bytes, &come));
  for (auto& queue : here->queues) {
    if (come != nullptr && queue) PENSTOCK_TRY(queue->wait_for(come));
  }
  return {};
}

Status CudaQueues::find_completer(const Ticket& ticket, Completer** out) {
  if (ticket.queue >= completers_.size())
    return Status::error(Code::kInternal, "a ticket of queue {}: there are {}", ticket.queue, completers_.size());
  *out = completers_[ticket.queue];
  return {};
}

Status CudaQueues::test(const Ticket& ticket, Progress* out) {
  *out = Progress::kDone;
  if (ticket.sequence == 0) return {};
  Completer* completer = nullptr;
  PENSTOCK_TRY(find_completer(ticket, &completer));
  return completer->test(ticket.sequence, out);
}

Status CudaQueues::wait(const Ticket& ticket) {
  if (ticket.sequence == 0) return {};
  Completer* completer = nullptr;
  PENSTOCK_TRY(find_completer(ticket, &completer));
  Progress progress = Progress::kPending;
  const std::uint64_t sleep_from = base::now_ns() + spin_ns_;
  while (true) {
    PENSTOCK_TRY(completer->test(ticket.sequence, &progress));
    if (progress == Progress::kDone) return {};
    if (base::now_ns() < sleep_from) {
      base::relax();
      continue;
    }
    // The device cannot wake us; a short timed sleep limits both the delay and the CPU load. Each round also queries the
    // driver.
    PENSTOCK_TRY(completer->probe(ticket.sequence, &progress));
    if (progress == Progress::kDone) return {};
    const timespec nap{0, 20'000};
    nanosleep(&nap, nullptr);
  }
}

Status CudaQueues::device_for(const Memory& memory, int* device) {
  bool active = false;
  if (memory.device >= 0) PENSTOCK_TRY(presence_.devices().active(memory.device, &active));
  if (!active) return presence_.need_working(device);
  *device = memory.device;
  return {};
}

Status CudaQueues::copy_now(void* destination, const void* source, std::size_t bytes) {
  Memory to, from;
  PENSTOCK_TRY(memory_.query(destination, &to));
  PENSTOCK_TRY(memory_.query(source, &from));
  if (to.on_host() && from.on_host()) {
    std::memcpy(destination, source, bytes);
    return {};
  }
  int device = -1;
  StreamQueue* queue = nullptr;
  Ticket ticket;
  PENSTOCK_TRY(device_for(from.on_host() ? to : from, &device));
  PENSTOCK_TRY(stream_queue(device, 0, &queue));
  PENSTOCK_TRY(queue->copy_and_mark(destination, source, bytes, By::kEngine, &ticket));
  return wait(ticket);
}

void CudaQueues::tend() {
  restless_ = false;
  for (const auto& site : sites_.all()) {
    if (site && site->resident) restless_ |= site->resident->tend();
  }
}

}  // namespace penstock::accel
