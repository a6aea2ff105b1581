#include "penstock/pid_namespace.hpp"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <string_view>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/fd.hpp"

namespace penstock::tool {
namespace {

constexpr int kLost = 125;  // the exit code where a process between cannot do its part

Status write_file(const char* path, const std::string& text) {
  const base::Fd file(open(path, O_WRONLY | O_CLOEXEC));
  if (!file.valid()) return Status::system(errno, path);
  return write(file.get(), text.data(), text.size()) == static_cast<ssize_t>(text.size()) ? Status::ok()
                                                                                          : Status::system(errno, path);
}

// A user without the privilege makes the namespaces inside of a new user namespace, in which the user keeps its id.
Status unshare_all(int flags) {
  const uid_t user = geteuid();
  const gid_t group = getegid();
  if (unshare(flags) == 0) return Status::ok();
  if (errno != EPERM || (flags & CLONE_NEWUSER) != 0) return Status::system(errno, "unshare");
  if (unshare(flags | CLONE_NEWUSER) != 0) return Status::system(errno, "unshare");
  PENSTOCK_TRY(write_file("/proc/self/setgroups", "deny"));
  PENSTOCK_TRY(write_file("/proc/self/uid_map", fmt::format("{0} {0} 1", user)));
  return write_file("/proc/self/gid_map", fmt::format("{0} {0} 1", group));
}

Status wait_for(pid_t child, int* ended) {
  while (waitpid(child, ended, 0) < 0) {
    if (errno != EINTR) return Status::system(errno, "waitpid");
  }
  return Status::ok();
}

// The intermediate process ignores signals to the group: they reach the child too, which decides.
void leave_signals_to_the_child() {
  for (const int number : {SIGHUP, SIGINT, SIGTERM, SIGUSR1, SIGUSR2, SIGTSTP}) {
    if (signal(number, SIG_IGN) == SIG_ERR) _exit(kLost);
  }
}

bool dies_with_its_parent() {
  return prctl(PR_SET_PDEATHSIG, SIGKILL) == 0;
}

// The first process of a PID namespace cannot die of a signal of its own, so it reports how its child ended.
[[noreturn]] void be_first(pid_t child, int report) {
  leave_signals_to_the_child();
  int ended = 0;
  const bool told = wait_for(child, &ended).is_ok() && write(report, &ended, sizeof ended) == sizeof ended;
  _exit(told ? 0 : kLost);
}

[[noreturn]] void end_as(int ended) {
  if (!WIFSIGNALED(ended)) _exit(WEXITSTATUS(ended));
  const int number = WTERMSIG(ended);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, number);
  const bool dies = signal(number, SIG_DFL) != SIG_ERR || number == SIGKILL;
  if (dies && sigprocmask(SIG_UNBLOCK, &only, nullptr) == 0) static_cast<void>(raise(number));
  _exit(128 + number);
}

[[noreturn]] void stay_behind(pid_t first, int report) {
  leave_signals_to_the_child();
  int ended = 0;
  int told = 0;
  if (!wait_for(first, &ended).is_ok()) _exit(kLost);
  end_as(read(report, &told, sizeof told) == sizeof told ? told : ended);
}

Status own_proc() {
  if (mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) return Status::system(errno, "making mounts private");
  return mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, nullptr) == 0
             ? Status::ok()
             : Status::system(errno, "mounting /proc");
}

constexpr int kNoNamespace = 1;
constexpr int kNoProc = 2;

[[noreturn]] void try_as_child(int flags) {
  if (!unshare_all(flags).is_ok()) _exit(kNoNamespace);
  const pid_t first = fork();
  if (first < 0) _exit(kNoNamespace);
  if (first == 0) _exit((flags & CLONE_NEWNS) != 0 && !own_proc().is_ok() ? kNoProc : 0);
  int ended = 0;
  _exit(wait_for(first, &ended).is_ok() && WIFEXITED(ended) ? WEXITSTATUS(ended) : kLost);
}

// Tries it in a short-lived process, so that a refused mount is known before anything has changed.
Status try_own_namespace(int flags) {
  const pid_t child = fork();
  if (child < 0) return Status::system(errno, "fork");
  if (child == 0) try_as_child(flags);
  int ended = 0;
  PENSTOCK_TRY(wait_for(child, &ended));
  const int code = WIFEXITED(ended) ? WEXITSTATUS(ended) : kLost;
  if (code == 0) return Status::ok();
  return Status::error(Code::kSystem, "{} is refused", code == kNoProc ? "mounting a /proc of its own" : "a PID namespace");
}

}  // namespace

Status enter_own_namespace(int flags) {
  PENSTOCK_TRY(try_own_namespace(flags | CLONE_NEWPID));
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return Status::system(errno, "pipe2");
  const base::Fd report(ends[0]);
  base::Fd reporter(ends[1]);
  PENSTOCK_TRY(unshare_all(flags | CLONE_NEWPID));
  const pid_t first = fork();
  if (first < 0) return Status::system(errno, "fork");
  if (first > 0) {
    reporter.reset();
    stay_behind(first, report.get());
  }
  if (!dies_with_its_parent()) _exit(kLost);
  if ((flags & CLONE_NEWNS) != 0) {
    if (Status mounted = own_proc(); !mounted.is_ok()) {
      fmt::print(stderr, "a PID namespace of its own: {}\n", mounted.message());
      _exit(kLost);
    }
  }
  const pid_t child = fork();
  if (child < 0) _exit(kLost);
  if (child > 0) be_first(child, reporter.get());
  if (!dies_with_its_parent()) _exit(kLost);
  return Status::ok();
}

bool should_enter_own_namespace() {
  const char* rank = std::getenv("PMI_RANK");
  return rank != nullptr && std::string_view(rank) != "0";
}

Status pretend_own_namespace() {
  return setenv("PENSTOCK_PID_NAMESPACE", "each", 1) == 0 ? Status::ok() : Status::system(errno, "setenv");
}

}  // namespace penstock::tool
