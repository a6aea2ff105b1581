// This part of CudaAccel hands out queues and waits for them.
#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <ctime>
#include <optional>
#include <string>
#include <utility>

#include "accel/cuda_accel.hpp"
#include "accel/queue/cuda_graph.hpp"
#include "base/clock.hpp"
#include "base/hardware_queues.hpp"
#include "base/relax.hpp"

namespace penstock::accel {
namespace {

constexpr unsigned kCopyThreads = 512;  // threads of a block that makes contiguous copies
constexpr unsigned kQueries = 256;      // calls between two checks for contexts that the application has made since

class ThreadBeside final : public Beside {
 public:
  explicit ThreadBeside(std::function<Status()> work) : shared_(std::make_shared<Shared>()) { shared_->work = std::move(work); }
  ~ThreadBeside() override {
    if (!running_) return;
    over() ? pthread_join(thread_, nullptr) : pthread_detach(thread_);
  }
  Status begin(const Driver& driver, CUcontext context);
  [[nodiscard]] bool over() const noexcept override { return shared_->over.load(std::memory_order_acquire); }
  [[nodiscard]] Status& status() noexcept override { return shared_->status; }

 private:
  // The thread holds a reference to this state, too.
  struct Shared {
    std::function<Status()> work;
    Status status;
    std::atomic<bool> over = false;
  };
  // Start has the arguments that the thread uses until it has entered its context: the driver may be gone when the work ends.
  struct Start {
    const Driver& driver;
    CUcontext context;
    std::shared_ptr<Shared> shared;
    std::atomic<bool> begun = false;
  };
  static void* run(void* given);

  std::shared_ptr<Shared> shared_;
  pthread_t thread_{};
  bool running_ = false;
};

void* ThreadBeside::run(void* given) {
  auto& start = *static_cast<Start*>(given);
  const std::shared_ptr<Shared> shared = start.shared;
  shared->status = start.driver.cuCtxPushCurrent(start.context);
  start.begun.store(true, std::memory_order_release);
  start.begun.notify_one();
  if (shared->status.is_ok()) shared->status = shared->work();
  shared->over.store(true, std::memory_order_release);
  return nullptr;
}

// Signals belong to the application: none is delivered to a thread of the library, nor to threads that the work starts.
Status ThreadBeside::begin(const Driver& driver, CUcontext context) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  if (const int error = pthread_sigmask(SIG_SETMASK, &all, &before); error != 0) {
    return Status::system(error, "cannot keep signals from a thread");
  }
  Start start{driver, context, shared_};
  const int error = pthread_create(&thread_, nullptr, run, &start);
  running_ = error == 0;
  if (running_) start.begun.wait(false, std::memory_order_acquire);
  const int restored = pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (error != 0) return Status::system(error, "cannot start a thread");
  return restored == 0 ? Status::ok() : Status::system(restored, "cannot restore the signal mask");
}

}  // namespace

Status CudaAccel::site(int device, Site** out) {
  PENSTOCK_TRY(need_live());
  if (device < 0 || device >= devices_.count()) {
    return Status::error(Code::kInternal, "there is no device {}: this process sees {}", device, devices_.count());
  }
  auto& site = sites_[static_cast<std::size_t>(device)];
  if (!site) site = std::make_unique<Site>(driver_, images_);
  *out = site.get();
  return {};
}

Status CudaAccel::stream_queue(int device, unsigned queue_index, StreamQueue** out) {
  Site* here = nullptr;
  PENSTOCK_TRY(site(device, &here));
  const unsigned place = queue_index == kWaitingQueue ? kQueues : queue_index % kQueues;
  if (!here->queues[place]) PENSTOCK_TRY(make_queue(device, place, *here));
  *out = here->queues[place].get();
  return {};
}

Status CudaAccel::queue(int device, unsigned queue_index, Queue** out) {
  StreamQueue* found = nullptr;
  PENSTOCK_TRY(stream_queue(device, queue_index, &found));
  *out = found;
  return {};
}

Status CudaAccel::launch_graph(int device, unsigned queue_index, Graph& graph, Ticket* out) {
  StreamQueue* queue = nullptr;
  PENSTOCK_TRY(stream_queue(device, queue_index, &queue));
  return queue->launch_and_mark(static_cast<CudaGraph&>(graph), out);
}

Status CudaAccel::enqueue_foreign(int device, unsigned queue_index, ForeignWork& work, Ticket* out) {
  StreamQueue* queue = nullptr;
  PENSTOCK_TRY(stream_queue(device, queue_index, &queue));
  return queue->enqueue_and_mark(work, out);
}

Status CudaAccel::find_kernel(int device, std::string_view name) {
  Site* here = nullptr;
  PENSTOCK_TRY(site(device, &here));
  const Module::Kernel* kernel = nullptr;
  if (here->module.known(name, &kernel)) return {};
  return devices_.within(device, [&] { return here->module.find(name, &kernel); });
}

Status CudaAccel::make_graph(int device, std::unique_ptr<Graph>* out) {
  Site* here = nullptr;
  PENSTOCK_TRY(site(device, &here));
  auto made = std::make_unique<CudaGraph>(driver_, devices_, here->module, log_, device);
  PENSTOCK_TRY(made->open());
  *out = std::move(made);
  return {};
}

Status CudaAccel::run_beside(int device, std::function<Status()> work, std::unique_ptr<Beside>* out) {
  PENSTOCK_TRY(need_live());
  CUcontext context = nullptr;
  PENSTOCK_TRY(devices_.context(device, &context));
  auto made = std::make_unique<ThreadBeside>(std::move(work));
  PENSTOCK_TRY(made->begin(driver_, context));
  *out = std::move(made);
  return {};
}

// Small copies use the first queue.
Status CudaAccel::make_queue(int device, unsigned queue_index, Site& site) {
  const DeviceLimits& limits = devices_.limits(device);
  const unsigned threads = std::min(kCopyThreads, static_cast<unsigned>(limits.block_threads));
  if (queue_index == 0 && resident_limits_.bytes != 0 && !site.resident) {
    settle();
    site.resident =
        std::make_unique<Resident>(driver_, devices_, site.module, log_, tenancies_[static_cast<std::size_t>(device)], device,
                                   static_cast<std::uint32_t>(completers_.size()), resident_limits_, &restless_);
    completers_.push_back(site.resident.get());
  }
  auto made =
      std::make_unique<StreamQueue>(driver_, devices_, site.module, device, static_cast<std::uint32_t>(completers_.size()),
                                    Copies(kernel_copy_limit_, threads, static_cast<unsigned>(limits.multiprocessors)),
                                    queue_index == 0 ? site.resident.get() : nullptr);
  if (Status opened = made->open(); !opened.is_ok()) {
    static_cast<void>(made->close());  // the first failure is reported
    return opened;
  }
  completers_.push_back(made.get());
  site.queues[queue_index] = std::move(made);
  return site.application == nullptr ? Status::ok() : site.queues[queue_index]->wait_for(site.application);
}

void CudaAccel::settle_now_and_then() {
  if (--queries_until_settle_ != 0) return;
  queries_until_settle_ = kQueries;
  if (!settled_) settle();
}

void CudaAccel::settle_on(int device) {
  last_seen_ = device;
  seen_devices_.resize(tenancies_.size());
  const auto place = static_cast<std::size_t>(device);
  if (place >= seen_devices_.size() || seen_devices_[place]) return;
  seen_devices_[place] = true;
  if (!settled_) settle();
}

// A failure is not retried: the resident kernel is not used on a device whose other users are unknown.
void CudaAccel::settle() {
  settled_ = true;
  for (int device = 0; device < devices_.count(); ++device) {
    Tenancy& tenancy = tenancies_[static_cast<std::size_t>(device)];
    if (tenancy.opened()) continue;
    bool works = false;
    Status known = devices_.active(device, &works);
    if (known.is_ok() && works) known = tenancy.open(devices_.uuid(device));
    if (!known.is_ok())
      log_.warn("looking who works on device {}: {}; small messages are slower there", device, known.message());
    settled_ = settled_ && (works || !known.is_ok());
  }
}

void CudaAccel::tend() {
  restless_ = false;
  for (const auto& site : sites_) {
    if (site && site->resident) restless_ |= site->resident->tend();
  }
}

Status CudaAccel::adopt_stream(void* stream, std::unique_ptr<ProgramStream>* out) {
  PENSTOCK_TRY(need_live());
  PENSTOCK_TRY(make_program_stream(driver_, devices_, holds_, stream_words_, call_flags_, static_cast<CUstream>(stream), out));
  adopted_ = true;
  return {};
}

// If the driver does not report whether MPS serves the GPU, the application is responsible.
Status CudaAccel::check_hardware_queues(int device) {
  bool served = false;
  if (!devices_.under_mps(device, &served).is_ok() || !served) return {};
  const std::optional<int> wanted = base::wanted_hardware_queues();
  if (wanted && *wanted >= base::kHardwareQueues) return {};
  return Status::error(
      Code::kUnsupported,
      "MPS serves GPU {}, and {} is {}: work of one stream then waits behind another stream that waits for a peer, and ranks "
      "hang. Set it to {} or more for all ranks before they start ({} is right for most programs)",
      device, base::kHardwareQueuesVariable, wanted ? std::to_string(*wanted) : "not set", base::kHardwareQueues,
      base::kHardwareQueues);
}

// If the driver does not report it, MPS is taken not to serve the GPU.
Status CudaAccel::find_kernel_place(int device, KernelPlace* out) {
  bool served = false;
  out->mps = devices_.under_mps(device, &served).is_ok() && served;
  out->gpu = devices_.uuid(device);
  return {};
}

Status CudaAccel::catch_up() {
  Status closed = imports_.catch_up();
  Status freed = unfreed_.empty() ? Status::ok() : free_the_rest();
  return closed.is_ok() ? std::move(freed) : std::move(closed);
}

Status CudaAccel::open_program_queue(void* stream, std::unique_ptr<ProgramQueue>* out) {
  PENSTOCK_TRY(need_live());
  if (!driver_.cuStreamBatchMemOp.available()) {
    return Status::error(Code::kUnsupported, "this driver has no stream memory operations, by which streams signal and wait");
  }
  auto* const handle = static_cast<CUstream>(stream);
  CUcontext context = nullptr;
  int device = 0;
  PENSTOCK_TRY(find_stream_device(driver_, devices_, handle, &context, &device));
  Site* here = nullptr;
  PENSTOCK_TRY(site(device, &here));
  *out = std::make_unique<CudaProgramQueue>(driver_, devices_, here->module, context, device, handle);
  return {};
}

Status CudaAccel::order_after_application(int device) {
  if (sync_stream_ == Config::SyncStream::kNone) return {};
  Site* here = nullptr;
  PENSTOCK_TRY(site(device, &here));
  const CUstream theirs = sync_stream_ == Config::SyncStream::kLegacy ? CU_STREAM_LEGACY : CU_STREAM_PER_THREAD;
  const auto record = [&]() -> Status {
    if (here->application == nullptr) {
      PENSTOCK_TRY(driver_.cuEventCreate(&here->application, static_cast<unsigned>(CU_EVENT_DISABLE_TIMING)));
    }
    return driver_.cuEventRecord(here->application, theirs);
  };
  PENSTOCK_TRY(devices_.within(device, record));
  for (auto& queue : here->queues) {
    if (queue) PENSTOCK_TRY(queue->wait_for(here->application));
  }
  return {};
}

Status CudaAccel::bring(const void* address, std::size_t bytes, int device) {
  Site* here = nullptr;
  PENSTOCK_TRY(site(device, &here));
  if (!here->prefetcher) here->prefetcher = std::make_unique<Prefetcher>(driver_, devices_, device, managed_prefetch_);
  CUevent come = nullptr;
  PENSTOCK_TRY(here->prefetcher->bring(reinterpret_cast<CUdeviceptr>(address), bytes, &come));
  for (auto& queue : here->queues) {
    if (come != nullptr && queue) PENSTOCK_TRY(queue->wait_for(come));
  }
  return {};
}

// While the application captures, the stream may not be queried; then its state is unknown and there is no warning.
Status CudaAccel::check_application(int device) {
  if (!check_) return {};
  PENSTOCK_TRY(need_live());
  CUresult state = CUDA_SUCCESS;
  PENSTOCK_TRY(devices_.within(device, [&]() -> Status {
    state = driver_.cuStreamQuery.raw(CU_STREAM_LEGACY);
    const bool answer = state == CUDA_ERROR_NOT_READY || state == CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
    return answer ? Status::ok() : driver_.cuStreamQuery.failure(state);
  }));
  if (state != CUDA_ERROR_NOT_READY) return {};
  check_ = false;
  log_.warn(
      "a message of GPU memory begins while the default stream of device {} is busy: it moves what is there now; synchronise "
      "the stream before the call, or set PENSTOCK_SYNC_STREAM=legacy (said once)",
      device);
  return {};
}

Status CudaAccel::find_completer(const Ticket& ticket, Completer** out) {
  if (ticket.queue >= completers_.size())
    return Status::error(Code::kInternal, "a ticket of queue {}: there are {}", ticket.queue, completers_.size());
  *out = completers_[ticket.queue];
  return {};
}

Status CudaAccel::test(const Ticket& ticket, Progress* out) {
  *out = Progress::kDone;
  if (ticket.sequence == 0) return {};
  Completer* completer = nullptr;
  PENSTOCK_TRY(find_completer(ticket, &completer));
  return completer->test(ticket.sequence, out);
}

Status CudaAccel::wait(const Ticket& ticket) {
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

}  // namespace penstock::accel
