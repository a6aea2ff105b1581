#include "mpiexec/stack_watch.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <csignal>
#include <cstdio>
#include <cstdlib>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fmt/format.h>

#include "base/fd.hpp"
#include "mpiexec/job.hpp"
#include "mpiexec/stacks.hpp"

namespace penstock::mpiexec {
namespace {

using Clock = std::chrono::steady_clock;

// Rounds the remaining time up.
int milliseconds_until(Clock::time_point end) {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now()).count();
  return static_cast<int>(std::clamp<long long>(left, 0, INT_MAX));
}

// True if the descriptor becomes readable before `end`; that of a process does when the process has ended.
bool readable_before(int fd, Clock::time_point end) {
  for (;;) {
    pollfd one{.fd = fd, .events = POLLIN, .revents = 0};
    const int found = ::poll(&one, 1, milliseconds_until(end));
    if (found >= 0 || errno != EINTR) return found > 0;
  }
}

std::string read_until(int fd, Clock::time_point end) {
  std::string said;
  std::array<char, 16384> bytes;
  while (readable_before(fd, end)) {
    const ssize_t n = ::read(fd, bytes.data(), bytes.size());
    if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (n <= 0) break;
    said.append(bytes.data(), static_cast<std::size_t>(n));
  }
  return said;
}

std::string rank_text() {
  for (const char* name : {"PMIX_RANK", "PMI_RANK", "SLURM_PROCID"}) {
    if (const char* value = std::getenv(name); value != nullptr) return fmt::format("rank {}", value);
  }
  return "a rank";
}

std::string stacks_of(pid_t rank, double seconds) {
  const std::string who = fmt::format("{} (pid {}, {})", rank_text(), rank, host_name());
  const StackTool tool = find_stack_tool();
  StackRun run;
  std::string lines;
  std::string why = "neither gdb nor eu-stack (elfutils) is on PATH there";
  if (tool.kind != StackTool::Kind::kNone && start_stack_tool(tool, rank, &run).is_ok()) {
    lines = stack_lines(read_until(run.output.get(), Clock::now() + std::chrono::seconds(10)));
    why = fmt::format("{} shows none", tool.file);
  }
  if (lines.empty()) return fmt::format("mpiexec: {}, after {} s; no stack: {}\n{}", who, seconds, why, thread_states(rank));
  return fmt::format("mpiexec: {}, after {} s, is in:\n{}", who, seconds, lines);
}

// Launchers notice the end of a rank by its descriptors, so the watcher must not keep any of them open.
void keep_only_output() {
  const int null = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (null >= 0) static_cast<void>(::dup2(null, STDIN_FILENO));
  static_cast<void>(::syscall(SYS_close_range, 3U, ~0U, 0U));
}

[[noreturn]] void watch(pid_t rank, double seconds) {
  keep_only_output();
  static_cast<void>(::prctl(PR_SET_NAME, "mpiexec-stacks", 0, 0, 0));
  const base::Fd process(static_cast<int>(::syscall(SYS_pidfd_open, rank, 0U)));
  const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  if (process.valid() && !readable_before(process.get(), end)) {
    const std::string text = stacks_of(rank, seconds);
    static_cast<void>(std::fwrite(text.data(), 1, text.size(), stderr));
    static_cast<void>(std::fflush(stderr));
  }
  ::_exit(0);
}

}  // namespace

Status watch_stacks(double seconds) {
  const pid_t rank = ::getpid();
  std::array<int, 2> fds{};
  if (::pipe2(fds.data(), O_CLOEXEC) != 0) return Status::system(errno, "pipe2");
  const base::Fd from(fds[0]);
  base::Fd to(fds[1]);
  const pid_t between = ::fork();
  if (between < 0) return Status::system(errno, "fork");
  if (between == 0) {
    // A direct child of the rank would show up in the rank's wait().
    const pid_t watcher = ::fork();
    if (watcher == 0) watch(rank, seconds);
    const bool told = ::write(to.get(), &watcher, sizeof watcher) == static_cast<ssize_t>(sizeof watcher);
    ::_exit(told ? 0 : 1);
  }
  to.reset();
  pid_t watcher = -1;
  const bool known = ::read(from.get(), &watcher, sizeof watcher) == static_cast<ssize_t>(sizeof watcher) && watcher > 0;
  while (::waitpid(between, nullptr, 0) < 0 && errno == EINTR) {
  }
  if (!known) return Status::error(Code::kSystem, "no process for the stacks of --timeout could be started");
  // The call matters where processes may trace their descendants alone (kernel.yama.ptrace_scope=1).
  static_cast<void>(::prctl(PR_SET_PTRACER, watcher, 0, 0, 0));
  return Status::ok();
}

}  // namespace penstock::mpiexec
