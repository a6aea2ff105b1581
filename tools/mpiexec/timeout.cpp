// Acts when a job's time limit has passed: shows where its ranks are, then ends it.
#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <thread>

#include <unistd.h>

#include "mpiexec/job.hpp"

namespace penstock::mpiexec {
namespace {

constexpr int kExitTimeout = 124;

// The time limit for all stacks together: a tool reads the symbols of every library first.
constexpr double kStackSeconds = 60;

std::string_view last_line(std::string_view said) {
  while (said.ends_with('\n')) said.remove_suffix(1);
  return said.substr(said.rfind('\n') + 1);
}

}  // namespace

void Job::on_timeout() {
  poller_.forget(timeout_.get());
  if (ending_ || over_) return;
  late_ = fmt::format("the job ran longer than {}{}", options_.timeout_by_variable ? "MPIEXEC_TIMEOUT=" : "--timeout ",
                      options_.timeout_seconds);
  stack_tool_ = find_stack_tool();
  if (stack_tool_.kind == StackTool::Kind::kNone) {
    words().say("mpiexec: no stacks, since neither gdb nor eu-stack (elfutils) is on PATH; what the kernel says of ranks:\n");
  } else {
    words().say(fmt::format("mpiexec: {}; where its ranks are:\n", late_));
    const bool armed =
        make_timer(kStackSeconds, &stack_limit_).is_ok() && poller_.watch(stack_limit_.get(), {Source::kStackLimit, 0}).is_ok();
    if (!armed) return end_late();
  }
  list_more();
}

// Starts as many tools at a time as there are processors.
void Job::list_more() {
  const std::size_t at_once = std::max(1U, std::thread::hardware_concurrency());
  for (; next_listed_ < common_.ranks && listings_.size() < at_once; ++next_listed_) {
    if (!at(next_listed_).running) continue;
    Listing& listing = listings_[next_listed_];
    const bool has_tool = stack_tool_.kind != StackTool::Kind::kNone;
    const bool started = has_tool && start_stack_tool(stack_tool_, at(next_listed_).process.pid, &listing.run).is_ok() &&
                         poller_.watch(listing.run.output.get(), {Source::kStack, next_listed_}).is_ok();
    if (!started) show_stack(next_listed_);
  }
  if (listings_.empty()) end_late();
}

void Job::on_stack(int rank) {
  const auto found = listings_.find(rank);
  if (found == listings_.end()) return;
  std::array<char, 16384> bytes;
  const base::Fd& output = found->second.run.output;
  for (;;) {
    const ssize_t n = ::read(output.get(), bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return;
    if (n <= 0) break;
    found->second.said.append(bytes.data(), static_cast<std::size_t>(n));
  }
  poller_.forget(output.get());
  show_stack(rank);
  list_more();
}

void Job::show_stack(int rank) {
  const auto found = listings_.find(rank);
  const std::string_view said = found->second.said;
  std::string text = stack_lines(said);
  const bool denied = text.empty() && !said.empty();
  if (text.empty()) text = thread_states(at(rank).process.pid);
  words().say(fmt::format("{}{}\n{}", name_of(rank), denied ? fmt::format(", no stack: {}", last_line(said)) : "", text));
  listings_.erase(found);
}

// The job ends, even if no stacks could be taken.
void Job::end_late() {
  if (late_.empty() || ending_ || over_) return;
  for (const auto& [rank, listing] : listings_) {
    if (listing.run.output.valid()) poller_.forget(listing.run.output.get());
    if (listing.run.pid > 0) static_cast<void>(::kill(listing.run.pid, SIGKILL));
  }
  if (stack_limit_.valid()) poller_.forget(stack_limit_.get());
  listings_.clear();
  end(kExitTimeout, late_);
}

}  // namespace penstock::mpiexec
