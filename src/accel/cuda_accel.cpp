#include "accel/cuda_accel.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <cstring>

namespace penstock::accel {

CudaAccel::CudaAccel(const Config& config, Log& log, std::span<const Image> images)
    : log_(log),
      images_(images),
      self_(this_process(config)),
      pid_(getpid()),
      ipc_enabled_(config.cuda_ipc),
      spin_ns_(static_cast<std::uint64_t>(config.spin_us) * 1000),
      sync_stream_(config.sync_stream),
      check_(config.check && config.sync_stream != Config::SyncStream::kLegacy),
      managed_prefetch_(config.managed_prefetch),
      kernel_copy_limit_(images.empty() ? 0 : static_cast<std::uint64_t>(config.kernel_copy_limit)),
      resident_limits_{images.empty() || sync_stream_ != Config::SyncStream::kNone ? 0 : config.resident_limit,
                       static_cast<std::uint64_t>(config.resident_idle_us),
                       static_cast<std::uint64_t>(config.resident_life_us)},
      explain_(config.explain),
      devices_(driver_),
      classifier_(driver_, devices_),
      exports_(driver_, devices_, self_),
      heaps_(driver_, devices_),
      ranges_(driver_, devices_, self_),
      imports_(driver_, devices_, holds_, log, config.ipc_cache_bytes) {
  parts_ = {this, this, this, this, this};
}

CudaAccel::~CudaAccel() {
  if (!live_ || getpid() != pid_) return;  // a forked child must not use CUDA
  Status asked;
  if (driver_has_ended(&asked)) return;
  Status closed = close();
  if (closed.is_ok()) closed = std::move(asked);
  if (!closed.is_ok()) log_.warn("closing the GPU: {}", closed.message());
}

bool CudaAccel::driver_has_ended(Status* asked) const {
  int count = 0;
  const CUresult result = driver_.cuDeviceGetCount.raw(&count);
  *asked = driver_.cuDeviceGetCount.failure(result);
  return result == CUDA_ERROR_DEINITIALIZED;
}

Status CudaAccel::close_imports() {
  Status asked;
  if (!live_ || driver_has_ended(&asked)) return {};
  Status cleared = imports_.clear();
  return cleared.is_ok() ? std::move(asked) : std::move(cleared);
}

Status CudaAccel::close() {
  Status first = imports_.clear();
  const auto then = [&first](Status next) {
    if (first.is_ok()) first = std::move(next);
  };
  for (std::size_t i = 0; i < sites_.size(); ++i) {
    if (sites_[i]) then(close_site(static_cast<int>(i), *sites_[i]));
  }
  while (!allocated_.empty()) then(free_memory(Memory(allocated_.begin()->second)));
  while (!registered_.empty()) then(unregister_host(reinterpret_cast<void*>(registered_.begin()->first)));
  then(devices_.release());
  return first;
}

Status CudaAccel::close_site(int device, Site& site) {
  Status first;
  const auto then = [&first](Status next) {
    if (first.is_ok()) first = std::move(next);
  };
  if (site.resident) then(site.resident->close());
  for (auto& queue : site.queues) {
    if (queue) then(queue->close());
  }
  then(devices_.within(device, [&]() -> Status {
    Status unloaded = site.module.unload();
    if (site.prefetcher) then(site.prefetcher->close());
    if (site.application == nullptr) return unloaded;
    Status destroyed = driver_.cuEventDestroy(std::exchange(site.application, nullptr));
    return unloaded.is_ok() ? std::move(destroyed) : std::move(unloaded);
  }));
  return first;
}

bool CudaAccel::look() noexcept {
  unusable_ = open_devices(&live_);  // tried again after a failure, which may have been temporary
  if (!unusable_.is_ok()) live_ = false;
  if (live_ && log_.enabled(base::Level::kInfo)) log_.info("GPU: {}", describe());
  return live_;
}

Status CudaAccel::open_devices(bool* initialised) {
  bool bound = false;
  PENSTOCK_TRY(driver_.attach(without_cuda_, &bound));
  if (!bound) return {};
  int count = 0;
  const CUresult result = driver_.cuDeviceGetCount.raw(&count);
  if (result == CUDA_ERROR_NOT_INITIALIZED || result == CUDA_ERROR_NO_DEVICE || result == CUDA_ERROR_DEINITIALIZED) return {};
  PENSTOCK_TRY(driver_.cuDeviceGetCount.failure(result));
  PENSTOCK_TRY(devices_.open());
  sites_.resize(static_cast<std::size_t>(devices_.count()));
  tenancies_.resize(static_cast<std::size_t>(devices_.count()));
  *initialised = true;
  return {};
}

std::string CudaAccel::describe() {
  if (!live()) return unusable_.is_ok() ? "no CUDA" : fmt::format("CUDA unusable: {}", unusable_.message());
  int version = 0;
  if (Status asked = driver_.cuDriverGetVersion(&version); !asked.is_ok()) return std::string(asked.message());
  if (driver_.standin()) return fmt::format("stand-in driver, {} devices (tests only)", devices_.count());
  return fmt::format("CUDA {}.{}, {} x {}", version / 1000, version % 1000 / 10, devices_.count(),
                     devices_.count() > 0 ? devices_.name(0) : "none");
}

Status CudaAccel::need_live() {
  if (live()) return {};
  if (!unusable_.is_ok()) return unusable_.clone();
  return Status::error(Code::kInternal, "this process has no CUDA");
}

Status CudaAccel::query(const void* pointer, Memory* out) {
  *out = Memory{};
  if (all_host() || (!driver_.bound() && !live())) return unusable_.clone();
  if (live_) settle_now_and_then();
  if (host_ranges_.contain(reinterpret_cast<std::uintptr_t>(pointer))) return {};
  if (!live()) return unusable_.clone();
  PENSTOCK_TRY(classifier_.classify(pointer, out));
  heaps_.widen(reinterpret_cast<std::uintptr_t>(pointer), out);
  if (out->device >= 0 && out->device != last_seen_) settle_on(out->device);
  return {};
}

Status CudaAccel::export_memory(const Memory& memory, Export* out) {
  PENSTOCK_TRY(need_live());
  return exports_.get(memory, out);
}

Status CudaAccel::export_range(const Memory& memory, std::uint64_t low, std::uint64_t high, Export* out) {
  PENSTOCK_TRY(need_live());
  if (const ChunkHeaps::Heap* const heap = heaps_.find(low); heap != nullptr) return ranges_.get_heap(*heap, high, out);
  return ranges_.get(memory, low, high, out);
}

Status CudaAccel::check_exports(std::vector<ExportName>* gone) {
  Status whole = exports_.check(gone);
  Status ranges = ranges_.check(gone);
  return whole.is_ok() ? std::move(ranges) : std::move(whole);
}

// The driver refuses legacy handles of processes in other PID namespaces; descriptors do not depend on namespaces.
bool CudaAccel::of_here(const Export& exported) const noexcept {
  const ProcessId& owner = exported.owner;
  return owner.host == self_.host && (exported.token != 0 || owner.pid_namespace == self_.pid_namespace);
}

bool CudaAccel::importable(const Export& exported, int device) {
  if (!live() || !of_here(exported)) return false;
  if (!(exported.owner == self_) && !ipc_enabled_) return false;
  if (exported.token != 0 && !(exported.owner == self_) && !imports_.knows(exported)) return false;
  const int owner_device = devices_.find(exported.gpu);
  if (device < 0) device = working_device();
  if (owner_device < 0 || device < 0) return false;
  bool reaches = false;
  Status asked = devices_.can_access(device, owner_device, &reaches);
  // Mappings of peers' memory include access from the device.
  if (asked.is_ok() && reaches && exported.owner == self_) asked = devices_.enable_access(device, owner_device);
  if (asked.is_ok()) return reaches;
  log_.warn("staging instead of mapping: {}", asked.message());
  devices_.forget_access(device, owner_device);
  return false;
}

bool CudaAccel::atomics_reach(const Export& exported, int device) {
  const int owner_device = live() ? devices_.find(exported.gpu) : -1;
  if (owner_device < 0 || device < 0) return false;
  bool reach = false;
  const Status asked = devices_.has_atomics(device, owner_device, &reach);
  if (!asked.is_ok()) log_.warn("accumulates on memory of a peer's GPU are left to the peer: {}", asked.message());
  return asked.is_ok() && reach;
}

Status CudaAccel::import_memory(const Export& exported, int device, Mapping* out) {
  PENSTOCK_TRY(need_live());
  if (device < 0) PENSTOCK_TRY(need_working(&device));
  const int home = devices_.find(exported.gpu);
  if (!(exported.owner == self_)) {
    if (home == device) share(device);
    return imports_.get(exported, device, out);
  }
  if (home != device) PENSTOCK_TRY(devices_.enable_access(device, home));
  *out = {static_cast<std::uintptr_t>(exported.base), 0};
  return {};
}

bool CudaAccel::mapped(const Export& exported, int device) {
  if (exported.owner == self_) return true;
  if (device < 0) device = working_device();
  return device >= 0 && imports_.holds(exported, device);
}

// Another process uses the device too; it has another network namespace if Tenancy did not see it.
void CudaAccel::share(int device) {
  const auto& site = sites_[static_cast<std::size_t>(device)];
  if (site && site->resident) site->resident->turn_off("another rank uses the device");
  if (!told_shared_) tell_shared(device);
}

// Runs once. If the driver does not report whether MPS serves the GPU, no advice is given.
void CudaAccel::tell_shared(int device) {
  told_shared_ = true;
  bool served = true;
  if (Status asked = devices_.under_mps(device, &served); !asked.is_ok()) {
    return log_.info("whether MPS serves GPU {} is not known: {}", device, asked.message());
  }
  if (served) return;
  const std::string text = fmt::format(
      "ranks share GPU {}, and MPS does not serve it: their kernels take turns, and a small message takes about 0.15 ms "
      "instead of 14 us (measured on one H100). Remedy: start MPS before the job, with nvidia-cuda-mps-control -d",
      device);
  if (explain_) return log_.say("{}", text);
  log_.info("{}", text);
}

Status CudaAccel::need_working(int* device) {
  PENSTOCK_TRY(need_live());
  PENSTOCK_TRY(devices_.working(device));
  if (*device >= 0) return {};
  return Status::error(Code::kUnsupported,
                       "no device has a primary context yet; select one (cudaSetDevice) before passing GPU memory");
}

int CudaAccel::working_device() {
  int device = -1;
  if (!live()) return device;
  if (Status asked = devices_.working(&device); !asked.is_ok()) {
    log_.error("finding the device to work on: {}", asked.message());
    return -1;
  }
  return device;
}

Status CudaAccel::device_for(const Memory& memory, int* device) {
  bool active = false;
  if (memory.device >= 0) PENSTOCK_TRY(devices_.active(memory.device, &active));
  if (!active) return need_working(device);
  *device = memory.device;
  return {};
}

Status CudaAccel::register_host(void* address, std::size_t bytes) {
  if (!live()) return unusable_.clone();
  const auto key = reinterpret_cast<std::uintptr_t>(address);
  if (auto known = registered_.find(key); known != registered_.end() && known->second == bytes) return {};
  int device = -1;
  PENSTOCK_TRY(need_working(&device));
  PENSTOCK_TRY(devices_.within(device, [&] {
    return driver_.cuMemHostRegister(address, bytes,
                                     static_cast<unsigned>(CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP));
  }));
  registered_[key] = bytes;
  return {};
}

Status CudaAccel::unregister_host(void* address) {
  if (registered_.erase(reinterpret_cast<std::uintptr_t>(address)) == 0) return {};
  int device = -1;
  PENSTOCK_TRY(need_working(&device));
  return devices_.within(device, [&] { return driver_.cuMemHostUnregister(address); });
}

Status CudaAccel::allocate(int device, std::size_t bytes, Memory* out) {
  PENSTOCK_TRY(need_live());
  if (!unfreed_.empty()) PENSTOCK_TRY(free_the_rest());
  CUdeviceptr made = 0;
  PENSTOCK_TRY(devices_.within(device, [&] { return driver_.cuMemAlloc(&made, bytes); }));
  return keep_allocated(device, made, out);
}

Status CudaAccel::allocate_managed(int device, std::size_t bytes, Memory* out) {
  PENSTOCK_TRY(need_live());
  CUdeviceptr made = 0;
  PENSTOCK_TRY(devices_.within(
      device, [&] { return driver_.cuMemAllocManaged(&made, bytes, static_cast<unsigned>(CU_MEM_ATTACH_GLOBAL)); }));
  return keep_allocated(device, made, out);
}

Status CudaAccel::keep_allocated(int device, CUdeviceptr made, Memory* out) {
  if (Status known = classifier_.classify(reinterpret_cast<void*>(made), out); !known.is_ok()) {
    static_cast<void>(devices_.within(device, [&] { return driver_.cuMemFree(made); }));  // the first failure is reported
    return known;
  }
  allocated_.emplace(out->base, *out);
  return {};
}

// The extent that the driver reports may include neighbouring chunks.
Status CudaAccel::allocate_chunk(int device, std::size_t bytes, Memory* out) {
  PENSTOCK_TRY(need_live());
  std::uintptr_t made = 0;
  std::uint64_t size = 0;
  PENSTOCK_TRY(accel::allocate_chunk(driver_, devices_, device, bytes, &made, &size));
  if (Status known = classifier_.classify(reinterpret_cast<void*>(made), out); !known.is_ok()) {
    static_cast<void>(unmap_chunks(driver_, devices_, device, made, size, size));  // the first failure is reported
    return known;
  }
  out->base = made;
  out->size = size;
  allocated_.emplace(made, *out);
  return {};
}

Status CudaAccel::reserve_heap(int device, std::uint64_t most, Memory* out) {
  PENSTOCK_TRY(need_live());
  PENSTOCK_TRY(heaps_.reserve(device, most, out));
  allocated_.emplace(out->base, *out);
  return {};
}

// The driver waits for all streams before it frees the memory.
Status CudaAccel::release(const Memory& memory) {
  PENSTOCK_TRY(need_live());
  if (holds_.any()) {
    unfreed_.push_back(memory);
    return {};
  }
  Status freed = free_the_rest();
  Status done = free_memory(memory);
  return freed.is_ok() ? std::move(done) : std::move(freed);
}

Status CudaAccel::free_the_rest() {
  Status first;
  if (holds_.any()) return first;
  for (const Memory& memory : std::exchange(unfreed_, {})) {
    Status freed = free_memory(memory);
    if (first.is_ok()) first = std::move(freed);
  }
  return first;
}

// The memory is forgotten even if the driver fails, since it must not be used again.
Status CudaAccel::free_memory(const Memory& memory) {
  allocated_.erase(memory.base);
  if (heaps_.at(memory.base) != nullptr) return heaps_.release(memory.base);
  if (memory.by_descriptors) return unmap_chunks(driver_, devices_, memory.device, memory.base, memory.size, memory.size);
  return devices_.within(memory.device, [&] { return driver_.cuMemFree(static_cast<CUdeviceptr>(memory.base)); });
}

Status CudaAccel::copy_now(void* destination, const void* source, std::size_t bytes) {
  Memory to, from;
  PENSTOCK_TRY(query(destination, &to));
  PENSTOCK_TRY(query(source, &from));
  if (to.on_host() && from.on_host()) {
    std::memcpy(destination, source, bytes);
    return {};
  }
  int device = -1;
  Queue* queue = nullptr;
  Ticket ticket;
  PENSTOCK_TRY(device_for(from.on_host() ? to : from, &device));
  PENSTOCK_TRY(this->queue(device, 0, &queue));
  PENSTOCK_TRY(queue->copy_and_mark(destination, source, bytes, By::kEngine, &ticket));
  return wait(ticket);
}

}  // namespace penstock::accel
