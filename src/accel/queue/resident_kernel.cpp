#include "accel/queue/resident_kernel.hpp"

#include <algorithm>
#include <atomic>
#include <new>
#include <utility>

#include "base/clock.hpp"

namespace penstock::accel {
namespace {

constexpr std::uint64_t kOften = 4;     // two commands within this many idle times predict more commands
constexpr unsigned kThreads = 1024;     // 64 KiB per round trip
constexpr std::uint64_t kLastPart = 4;  // the next life is launched in the last 1/kLastPart of a life

void put(std::uint32_t& word, std::uint32_t value, std::memory_order order) noexcept {
  std::atomic_ref<std::uint32_t>(word).store(value, order);
}
void put(std::uint64_t& word, std::uint64_t value) noexcept {
  std::atomic_ref<std::uint64_t>(word).store(value, std::memory_order_relaxed);
}
std::uint32_t seen(const std::uint32_t& word) noexcept {
  return std::atomic_ref<const std::uint32_t>(word).load(std::memory_order_acquire);
}

}  // namespace

// Each word has a cache line of its own, since the device writes one while the CPU polls another.
struct ResidentKernel::Words {
  alignas(64) ResidentCommand command;
  alignas(64) std::uint32_t done = 0;
  alignas(64) std::uint32_t alive = 0;
  alignas(64) std::uint32_t gone = 0;
  alignas(64) std::byte job[kResidentJobBytes];
};

// `gone` is read first: if `alive` differs from it, the kernel was running between the two reads.
std::uint32_t ResidentKernel::running() const noexcept {
  if (words_ == nullptr) return 0;
  const std::uint32_t gone = seen(words_->gone);
  const std::uint32_t alive = seen(words_->alive);
  return alive != gone ? alive : 0;
}

std::uint32_t ResidentKernel::life_for_more() noexcept {
  const std::uint64_t now = base::now_ns();
  const bool often = now - last_wanted_ < kOften * limits_.idle_us * 1000;
  last_wanted_ = now;
  const std::uint32_t life = running();
  if (life == 0) {
    wanted_ = often;
    *restless_ |= often;
  }
  return life;
}

// While the command changes, its two sequence numbers do not match, so no launch of the kernel executes it. Otherwise a launch
// that begins meanwhile would execute the new command under the old number, and once more under the new number.
void ResidentKernel::ask(std::uint32_t life, const Command& command) noexcept {
  ResidentCommand& words = words_->command;
  put(words.sequence_again, ~command.sequence, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  put(words.source, command.source);
  put(words.destination, command.destination);
  put(words.bytes, command.bytes, std::memory_order_relaxed);
  put(words.life, life, std::memory_order_relaxed);
  put(words.sequence, command.sequence, std::memory_order_release);
  put(words.sequence_again, command.sequence, std::memory_order_release);
}

std::byte* ResidentKernel::job_memory() const noexcept {
  return words_->job;
}

bool ResidentKernel::has_ended(std::uint32_t life) const noexcept {
  return seen(words_->gone) >= life;
}

std::uint32_t ResidentKernel::executed() const noexcept {
  return seen(words_->done);
}

Status ResidentKernel::probe() {
  return devices_.within(device_, [&]() -> Status {
    const CUresult result = driver_.cuStreamQuery.raw(stream_);
    return result == CUDA_ERROR_NOT_READY ? Status::ok() : driver_.cuStreamQuery.failure(result);
  });
}

bool ResidentKernel::tend() {
  const std::uint32_t life = running();
  const bool none = words_ == nullptr || has_ended(launched_);
  if (none && !wanted_) return false;
  if (!none && !ends_soon(life)) return true;
  wanted_ = false;
  if (Status begun = launch(); !begun.is_ok()) turn_off(begun.message());
  return limits_.bytes != 0;
}

// While commands keep coming, this detects that the last life launched is about to end.
bool ResidentKernel::ends_soon(std::uint32_t life) noexcept {
  if (life == 0 || life != launched_) return false;
  const std::uint64_t now = base::now_ns();
  if (awake_ != life) {
    awake_ = life;
    awake_since_ = now;
  }
  const std::uint64_t most_ns = limits_.most_us * 1000;
  return now - awake_since_ > most_ns - most_ns / kLastPart && now - last_wanted_ < limits_.idle_us * 1000;
}

Status ResidentKernel::open() {
  return devices_.within(device_, [&]() -> Status {
    void* memory = nullptr;
    PENSTOCK_TRY(driver_.cuMemHostAlloc(&memory, sizeof(Words),
                                        static_cast<unsigned>(CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP)));
    words_ = new (memory) Words;
    return devices_.make_stream(&stream_);
  });
}

ResidentArguments ResidentKernel::arguments_of_next() const noexcept {
  const std::uint64_t per_us = static_cast<std::uint64_t>(devices_.limits(device_).kilohertz) / 1000;
  ResidentArguments arguments;
  arguments.command = reinterpret_cast<std::uint64_t>(&words_->command);
  arguments.done = reinterpret_cast<std::uint64_t>(&words_->done);
  arguments.alive = reinterpret_cast<std::uint64_t>(&words_->alive);
  arguments.gone = reinterpret_cast<std::uint64_t>(&words_->gone);
  arguments.idle = limits_.idle_us * per_us;
  arguments.most = limits_.most_us * per_us;
  arguments.life = launched_ + 1;
  return arguments;
}

Status ResidentKernel::launch() {
  if (tenancy_.shared()) return Status::error(Code::kUnsupported, "another process works on the device");
  if (stream_ == nullptr) PENSTOCK_TRY(open());
  const Module::Kernel* kernel = nullptr;
  if (!module_.known(kResidentKernel, &kernel)) {
    PENSTOCK_TRY(devices_.within(device_, [&] { return module_.find(kResidentKernel, &kernel); }));
  }
  ResidentArguments arguments = arguments_of_next();
  const unsigned threads = std::min(
      {kThreads, static_cast<unsigned>(kernel->block_threads), static_cast<unsigned>(devices_.limits(device_).block_threads)});
  void* parameters[] = {&arguments};
  void** no_extra = nullptr;
  const auto start = [&] {
    return driver_.cuLaunchKernel(kernel->function, 1U, 1U, 1U, threads, 1U, 1U, 0U, stream_, static_cast<void**>(parameters),
                                  no_extra);
  };
  PENSTOCK_TRY(devices_.within(device_, start, Capture::kAsItIs));
  ++launched_;
  return {};
}

void ResidentKernel::turn_off(std::string_view why) {
  if (limits_.bytes == 0) return;
  limits_.bytes = 0;
  wanted_ = false;
  log_.info("device {}: small copies go by the copy engine from now on: {}", device_, why);
}

Status ResidentKernel::close() {
  if (words_ == nullptr) return {};
  limits_.bytes = 0;
  return devices_.within(device_, [&]() -> Status {
    Status ended = stream_ == nullptr ? Status::ok() : driver_.cuStreamSynchronize(stream_);
    const auto then = [&ended](Status next) {
      if (ended.is_ok()) ended = std::move(next);
    };
    if (stream_ != nullptr) then(driver_.cuStreamDestroy(std::exchange(stream_, nullptr)));
    then(driver_.cuMemFreeHost(static_cast<void*>(std::exchange(words_, nullptr))));
    return ended;
  });
}

}  // namespace penstock::accel
