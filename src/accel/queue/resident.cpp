#include "accel/queue/resident.hpp"

#include <cstring>

#include "base/clock.hpp"

namespace penstock::accel {
namespace {

constexpr unsigned kLooksPerClock = 64;
constexpr std::uint64_t kProbeNs = 200'000;  // longer than one launch of the resident kernel runs

}  // namespace

bool Resident::take(const Copy& copy, StreamQueue& fallback, Ticket* out) {
  if (copy.bytes > kernel_->most_bytes() || copy.bytes == 0 || state_ != State::kFree) return false;
  const std::uint32_t life = kernel_->life_for_more();
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
  if (kernel_->most_bytes() == 0 || job.bytes > kResidentJobBytes || state_ != State::kFree) return false;
  const std::uint32_t life = kernel_->life_for_more();
  if (life == 0) return false;
  std::byte* const memory = kernel_->job_memory();
  std::memcpy(memory, job.arguments, job.bytes);
  auto& finish = *reinterpret_cast<Finish*>(memory + job.finish);
  copy_ = {.source = reinterpret_cast<std::uint64_t>(memory), .destination = finish.job, .bytes = job.bytes | kResidentJob};
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
  kernel_->ask(life,
               {copy_.source, copy_.destination, static_cast<std::uint32_t>(copy_.bytes), static_cast<std::uint32_t>(issued_)});
}

void Resident::end() noexcept {
  state_ = State::kFree;
  done_ = issued_;
}

Status Resident::test(std::uint64_t sequence, Progress* out) {
  *out = Progress::kDone;
  if (sequence <= done_) return {};
  if (state_ == State::kAsked) {
    const bool left_us = kernel_->has_ended(asked_of_);
    if (kernel_->executed() == static_cast<std::uint32_t>(issued_)) return end(), Status::ok();
    if (left_us) PENSTOCK_TRY(left());
    *out = Progress::kPending;
    if (++looks_ % kLooksPerClock != 0) return {};
    const std::uint64_t now = base::now_ns();
    if (now < probe_at_) return {};
    probe_at_ = now + kProbeNs;
    return probe(sequence, out);
  }
  PENSTOCK_TRY(fallback_->test(fallback_ticket_.sequence, out));
  if (*out == Progress::kDone) end();
  return {};
}

// The launch of the resident kernel that got the command has ended without executing it. A newer launch gets the command, or
// the fallback queue.
Status Resident::left() {
  if (const std::uint32_t next = kernel_->running(); next != 0) {
    ask(next);
    return {};
  }
  state_ = State::kFellBack;
  Status given = fall_back();
  if (!given.is_ok()) end();
  return given;
}

Status Resident::fall_back() {
  if (job_kernel_.empty()) return fallback_->copy_at_once(copy_.destination, copy_.source, copy_.bytes, &fallback_ticket_);
  std::byte* const memory = kernel_->job_memory();
  return fallback_->launch_and_mark(job_kernel_, {}, job_.block, memory, job_.bytes,
                                    reinterpret_cast<Finish*>(memory + job_.finish), &fallback_ticket_);
}

Status Resident::probe(std::uint64_t sequence, Progress* out) {
  *out = Progress::kDone;
  if (sequence <= done_) return {};
  if (state_ == State::kFellBack) {
    PENSTOCK_TRY(fallback_->probe(fallback_ticket_.sequence, out));
    return test(sequence, out);
  }
  *out = Progress::kPending;
  Status asked = kernel_->probe();
  if (asked.is_ok()) return {};
  end();
  turn_off(asked.message());
  return asked;
}

}  // namespace penstock::accel
