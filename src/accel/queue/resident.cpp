#include "accel/queue/resident.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <new>

#include "base/clock.hpp"

namespace penstock::accel {
namespace {

constexpr std::uint64_t kOften = 4;  // two copies within so many idle times predict more copies
constexpr unsigned kThreads = 1024;  // 64 KiB per round trip
constexpr unsigned kLooksPerClock = 64;
constexpr std::uint64_t kProbeNs = 200'000;  // longer than a life
constexpr std::uint64_t kLastPart = 4;       // the next life is launched ahead in the last such part of a life

void put(std::uint32_t& word, std::uint32_t value, std::memory_order order) noexcept {
  std::atomic_ref<std::uint32_t>(word).store(value, order);
}
void put(std::uint64_t& word, std::uint64_t value) noexcept {
  std::atomic_ref<std::uint64_t>(word).store(value, std::memory_order_relaxed);
}

}  // namespace

// Each word has a cache line of its own, since the device writes one while the CPU polls another.
struct Resident::Words {
  alignas(64) ResidentCommand command;
  alignas(64) std::uint32_t done = 0;
  alignas(64) std::uint32_t alive = 0;
  alignas(64) std::uint32_t gone = 0;
  alignas(64) std::byte job[kResidentJobBytes];
};

std::uint32_t Resident::seen(const std::uint32_t& word) noexcept {
  return std::atomic_ref<const std::uint32_t>(word).load(std::memory_order_acquire);
}

// Returns the life that polls for commands now; 0: none. `gone` is read first: a life that is alive, and not gone then, was
// running in between.
std::uint32_t Resident::running() const noexcept {
  if (words_ == nullptr) return 0;
  const std::uint32_t gone = seen(words_->gone);
  const std::uint32_t alive = seen(words_->alive);
  return alive != gone ? alive : 0;
}

// Returns the running life, or 0 if none runs. In the latter case one is launched soon if such work comes often.
std::uint32_t Resident::life_for_more() noexcept {
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

bool Resident::take(const Copy& copy, StreamQueue& fallback, Ticket* out) {
  if (copy.bytes > limits_.bytes || copy.bytes == 0 || state_ != State::kFree) return false;
  const std::uint32_t life = life_for_more();
  if (life == 0) return false;
  copy_ = copy;
  job_kernel_.clear();
  fallback_ = &fallback;
  ++issued_;
  ask(life);
  *out = {number_, issued_};
  return true;
}

bool Resident::take(const Job& job, StreamQueue& fallback, Ticket* out) {
  if (limits_.bytes == 0 || job.bytes > kResidentJobBytes || state_ != State::kFree) return false;
  const std::uint32_t life = life_for_more();
  if (life == 0) return false;
  std::memcpy(words_->job, job.arguments, job.bytes);
  auto& finish = *reinterpret_cast<Finish*>(words_->job + job.finish);
  copy_ = {
      .source = reinterpret_cast<std::uint64_t>(words_->job), .destination = finish.job, .bytes = job.bytes | kResidentJob};
  finish = {};  // the word of this queue signals the end
  job_kernel_ = job.kernel;
  job_ = job;
  fallback_ = &fallback;
  ++issued_;
  ask(life);
  *out = {number_, issued_};
  return true;
}

void Resident::ask(std::uint32_t life) noexcept {
  state_ = State::kAsked;
  asked_of_ = life;
  const auto sequence = static_cast<std::uint32_t>(issued_);
  ResidentCommand& command = words_->command;
  // While the rest changes, the two numbers differ, so they belong to no command: otherwise a life that began meanwhile would
  // execute the new command under the old number, and once more under the new number.
  put(command.sequence_again, ~sequence, std::memory_order_relaxed);
  std::atomic_thread_fence(std::memory_order_release);
  put(command.source, copy_.source);
  put(command.destination, copy_.destination);
  put(command.bytes, static_cast<std::uint32_t>(copy_.bytes), std::memory_order_relaxed);
  put(command.life, life, std::memory_order_relaxed);
  put(command.sequence, sequence, std::memory_order_release);
  put(command.sequence_again, sequence, std::memory_order_release);
}

Status Resident::test(std::uint64_t sequence, Progress* out) {
  *out = Progress::kDone;
  if (sequence <= done_) return {};
  if (state_ == State::kAsked) {
    // `gone` is read first: a life reports a copy before it reports that it is gone.
    const bool left_us = seen(words_->gone) >= asked_of_;
    if (seen(words_->done) == static_cast<std::uint32_t>(issued_)) {
      state_ = State::kFree;
      done_ = issued_;
      return {};
    }
    if (left_us) PENSTOCK_TRY(left());
    *out = Progress::kPending;
    if (++looks_ % kLooksPerClock != 0) return {};
    const std::uint64_t now = base::now_ns();
    if (now < probe_at_) return {};
    probe_at_ = now + kProbeNs;
    return probe(sequence, out);
  }
  PENSTOCK_TRY(fallback_->test(fallback_ticket_.sequence, out));
  if (*out == Progress::kPending) return {};
  state_ = State::kFree;
  done_ = issued_;
  return {};
}

// The life that was asked has ended without making the copy.
Status Resident::left() {
  if (const std::uint32_t next = running(); next != 0) {
    ask(next);
    return {};
  }
  state_ = State::kFellBack;
  Status given = fall_back();
  if (!given.is_ok()) {
    state_ = State::kFree;
    done_ = issued_;
  }
  return given;
}

Status Resident::fall_back() {
  if (job_kernel_.empty()) return fallback_->copy_at_once(copy_.destination, copy_.source, copy_.bytes, &fallback_ticket_);
  return fallback_->launch_and_mark(job_kernel_, {}, job_.block, words_->job, job_.bytes,
                                    reinterpret_cast<Finish*>(words_->job + job_.finish), &fallback_ticket_);
}

// A kernel that failed does not report anything, so the driver is queried.
Status Resident::probe(std::uint64_t sequence, Progress* out) {
  *out = Progress::kDone;
  if (sequence <= done_) return {};
  if (state_ == State::kFellBack) {
    PENSTOCK_TRY(fallback_->probe(fallback_ticket_.sequence, out));
    return test(sequence, out);
  }
  *out = Progress::kPending;
  Status asked = devices_.within(device_, [&]() -> Status {
    const CUresult result = driver_.cuStreamQuery.raw(stream_);
    return result == CUDA_ERROR_NOT_READY ? Status::ok() : driver_.cuStreamQuery.failure(result);
  });
  if (asked.is_ok()) return {};
  state_ = State::kFree;
  done_ = issued_;
  turn_off(asked.message());
  return asked;
}

bool Resident::tend() {
  const std::uint32_t life = running();
  const bool none = words_ == nullptr || seen(words_->gone) == launched_;
  if (none && !wanted_) return false;
  if (!none && !ends_soon(life)) return true;
  wanted_ = false;
  if (Status begun = launch(); !begun.is_ok()) turn_off(begun.message());
  return limits_.bytes != 0;
}

// While copies keep coming, this detects that the last life launched is about to end.
bool Resident::ends_soon(std::uint32_t life) noexcept {
  if (life == 0 || life != launched_) return false;
  const std::uint64_t now = base::now_ns();
  if (awake_ != life) {
    awake_ = life;
    awake_since_ = now;
  }
  const std::uint64_t most_ns = limits_.most_us * 1000;
  return now - awake_since_ > most_ns - most_ns / kLastPart && now - last_wanted_ < limits_.idle_us * 1000;
}

Status Resident::open() {
  return devices_.within(device_, [&]() -> Status {
    void* memory = nullptr;
    PENSTOCK_TRY(driver_.cuMemHostAlloc(&memory, sizeof(Words),
                                        static_cast<unsigned>(CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP)));
    words_ = new (memory) Words;
    return devices_.make_stream(&stream_);
  });
}

Status Resident::launch() {
  if (tenancy_.shared()) return Status::error(Code::kUnsupported, "another process works on the device");
  if (stream_ == nullptr) PENSTOCK_TRY(open());
  const Module::Kernel* kernel = nullptr;
  if (!module_.known(kResidentKernel, &kernel)) {
    PENSTOCK_TRY(devices_.within(device_, [&] { return module_.find(kResidentKernel, &kernel); }));
  }
  const std::uint64_t per_us = static_cast<std::uint64_t>(devices_.limits(device_).kilohertz) / 1000;
  ResidentArguments arguments;
  arguments.command = reinterpret_cast<std::uint64_t>(&words_->command);
  arguments.done = reinterpret_cast<std::uint64_t>(&words_->done);
  arguments.alive = reinterpret_cast<std::uint64_t>(&words_->alive);
  arguments.gone = reinterpret_cast<std::uint64_t>(&words_->gone);
  arguments.idle = limits_.idle_us * per_us;
  arguments.most = limits_.most_us * per_us;
  arguments.life = launched_ + 1;
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

void Resident::turn_off(std::string_view why) {
  if (limits_.bytes == 0) return;
  limits_.bytes = 0;
  wanted_ = false;
  log_.info("device {}: small copies go by the copy engine from now on: {}", device_, why);
}

Status Resident::close() {
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
