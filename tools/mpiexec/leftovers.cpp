#include "mpiexec/leftovers.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace penstock::mpiexec {
namespace {

namespace fs = std::filesystem;

constexpr int kReapMilliseconds = 1000;
constexpr int kGuardPasses = 50;

}  // namespace

std::vector<pid_t> processes(const std::function<bool(pid_t)>& wanted) {
  std::vector<pid_t> found;
  std::error_code ignored;
  for (fs::directory_iterator at("/proc", ignored), end; at != end; at.increment(ignored)) {
    const std::string name = at->path().filename();
    pid_t pid = 0;
    const auto [last, error] = std::from_chars(name.data(), name.data() + name.size(), pid);
    if (error != std::errc() || last != name.data() + name.size()) continue;
    if (wanted(pid)) found.push_back(pid);
  }
  return found;
}

// It does not use a stream, because a stream throws if a process vanishes between open and read.
std::string contents(const fs::path& path) {
  const base::Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  std::array<char, 4096> part{};
  while (file.valid()) {
    const ssize_t n = ::read(file.get(), part.data(), part.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) break;
    text.append(part.data(), static_cast<std::size_t>(n));
  }
  return text;
}

void adopt_orphans() {
  if (::prctl(PR_SET_CHILD_SUBREAPER, 1) == 0) return;
  fmt::print(stderr, "mpiexec: PR_SET_CHILD_SUBREAPER: {}: processes that ranks leave behind may outlive the job\n",
             std::strerror(errno));
}

namespace {

fs::path folder_of(pid_t pid) {
  return fs::path("/proc") / std::to_string(pid);
}

// The fields behind the name, which stands in parentheses and may contain any characters.
struct Stat {
  char state = '?';
  pid_t parent = -1;
};
Stat read_stat(pid_t pid) {
  const std::string text = contents(folder_of(pid) / "stat");
  Stat stat;
  const std::size_t close = text.rfind(')');
  if (close != std::string::npos) std::sscanf(text.c_str() + close + 1, " %c %d", &stat.state, &stat.parent);
  return stat;
}

// Waits for a killed child; init has to reap a child that hangs in the kernel.
void reap(pid_t pid) {
  const base::Fd pidfd(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  pollfd gone{pidfd.get(), POLLIN, 0};
  if (pidfd.valid()) static_cast<void>(::poll(&gone, 1, kReapMilliseconds));
  static_cast<void>(::waitpid(pid, nullptr, WNOHANG));
}

// Runs the guard. Only the launcher holds the other end of `line`.
[[noreturn]] void guard(int line, const std::string& job_id) {
  static_cast<void>(::prctl(PR_SET_NAME, "mpiexec-guard"));
  char dismissed = 0;
  ssize_t n = 0;
  do {
    n = ::read(line, &dismissed, 1);
  } while (n < 0 && errno == EINTR);
  if (n == 1) ::_exit(0);
  const std::string marker = "PENSTOCK_JOB_ID=" + job_id;
  const pid_t self = ::getpid();
  // There are several passes, because a process may be forking during the search.
  for (int pass = 0; pass < kGuardPasses; ++pass) {
    std::vector<pid_t> found = processes([&marker](pid_t process) {
      const std::string environment = contents(folder_of(process) / "environ");
      return (std::string(1, '\0') + environment).find(std::string(1, '\0') + marker) != std::string::npos;
    });
    std::erase(found, self);
    if (found.empty()) break;
    for (pid_t pid : found) static_cast<void>(::kill(pid, SIGKILL));
  }
  ::_exit(0);
}

}  // namespace

Guard::~Guard() {
  if (pid_ < 0) return;
  static_cast<void>(!::write(line_.get(), "d", 1));
  line_.reset();
  while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
  }
}

Status Guard::start(const std::string& job_id) {
  std::array<int, 2> fds{};
  if (::pipe2(fds.data(), O_CLOEXEC) != 0) return Status::system(errno, "pipe2");
  base::Fd read_end(fds[0]);
  line_.reset(fds[1]);
  pid_ = ::fork();
  if (pid_ < 0) return Status::system(errno, "fork");
  if (pid_ == 0) {
    line_.reset();
    // Signals are blocked as in the launcher, and a group of its own keeps the terminal's signals away.
    static_cast<void>(::setpgid(0, 0));
    guard(read_end.get(), job_id);
  }
  return Status::ok();
}

int kill_children(pid_t spared) {
  const pid_t self = ::getpid();
  int alive = 0;
  // Each pass turns the next generation into our children.
  while (true) {
    bool any = false;
    for (pid_t pid : processes([self](pid_t process) { return read_stat(process).parent == self; })) {
      if (pid == spared) continue;
      any = true;
      if (read_stat(pid).state != 'Z') ++alive;
      static_cast<void>(::kill(pid, SIGKILL));
      reap(pid);
    }
    if (!any) return alive;
  }
}

void reap_strangers(const std::function<bool(pid_t)>& is_rank) {
  while (true) {
    siginfo_t info{};
    if (::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) != 0 || info.si_pid == 0) return;
    if (is_rank(info.si_pid)) return;
    if (::waitpid(info.si_pid, nullptr, WNOHANG) <= 0) return;
  }
}

}  // namespace penstock::mpiexec
