#include "mpiexec/spawn.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace penstock::mpiexec {
namespace {

using base::Fd;

Status make_pipe(Fd* read_end, Fd* write_end) {
  std::array<int, 2> fds{};
  if (::pipe2(fds.data(), O_CLOEXEC) != 0) return Status::system(errno, "pipe2");
  read_end->reset(fds[0]);
  write_end->reset(fds[1]);
  return Status::ok();
}

Status make_socketpair(Fd* ours, Fd* theirs) {
  std::array<int, 2> fds{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds.data()) != 0) return Status::system(errno, "socketpair");
  ours->reset(fds[0]);
  theirs->reset(fds[1]);
  return Status::ok();
}

Status make_nonblocking(const Fd& fd) {
  const int flags = ::fcntl(fd.get(), F_GETFL);
  if (flags < 0 || ::fcntl(fd.get(), F_SETFL, flags | O_NONBLOCK) != 0) return Status::system(errno, "O_NONBLOCK");
  return Status::ok();
}

// The rank's environment: ours, with these on top.
std::vector<std::string> rank_environment(const Program& program, int rank, int pmi_fd) {
  const std::string r = std::to_string(rank);
  const std::string n = std::to_string(program.ranks);
  std::vector<std::pair<std::string, std::string>> set = program.environment;
  set.insert(set.end(), {{"PMI_FD", std::to_string(pmi_fd)},
                         {"PMI_RANK", r},
                         {"PMI_SIZE", n},
                         {"PENSTOCK_JOB_ID", program.job_id},
                         {"PENSTOCK_JOB_KEY_FD", std::to_string(program.job_key_fd)},
                         {"MPI_LOCALRANKID", r},
                         {"MPI_LOCALNRANKS", n}});
  for (const std::string prefix : {"MV2_COMM_WORLD_", "OMPI_COMM_WORLD_"}) {
    set.insert(set.end(), {{prefix + "RANK", r}, {prefix + "SIZE", n}, {prefix + "LOCAL_RANK", r}, {prefix + "LOCAL_SIZE", n}});
  }
  const auto replaced = [&set](std::string_view entry) {
    const std::string_view name = entry.substr(0, entry.find('='));
    // An outer launcher's way to reach a rank must not reach this job's.
    if (name == "PMI_PORT" || name == "PMI_ID") return true;
    return std::any_of(set.begin(), set.end(), [name](const auto& variable) { return variable.first == name; });
  };
  std::vector<std::string> out;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (!replaced(*entry)) out.emplace_back(*entry);
  }
  for (const auto& [name, value] : set) out.push_back(name + "=" + value);
  return out;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> out;
  for (std::string& s : strings) out.push_back(s.data());
  out.push_back(nullptr);
  return out;
}

struct ChildSide {
  int in;
  int out;
  int err;
  int pmi;
  int key;
  int report;
  pid_t launcher;
  rlimit descriptors;
  char** arguments;
  char** environment;
};

// Between fork and exec: only async-signal-safe calls. Returns only by failing, with errno.
int become(const ChildSide& child) {
  if (::setpgid(0, 0) != 0) return errno;
  // Dies with the launcher. The launcher may have died before this took hold; then the parent is another.
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return errno;
  if (::getppid() != child.launcher) ::_exit(1);
  if (::dup2(child.in, STDIN_FILENO) < 0 || ::dup2(child.out, STDOUT_FILENO) < 0 || ::dup2(child.err, STDERR_FILENO) < 0) {
    return errno;
  }
  if (child.in == STDIN_FILENO && ::fcntl(STDIN_FILENO, F_SETFD, 0) != 0) return errno;
  if (::fcntl(child.pmi, F_SETFD, 0) != 0 || ::fcntl(child.key, F_SETFD, 0) != 0) return errno;
  if (::setrlimit(RLIMIT_NOFILE, &child.descriptors) != 0) return errno;
  for (int signal : {SIGPIPE, SIGTTIN, SIGTTOU}) {
    if (::signal(signal, SIG_DFL) == SIG_ERR) return errno;
  }
  sigset_t none;
  sigemptyset(&none);
  if (::sigprocmask(SIG_SETMASK, &none, nullptr) != 0) return errno;
  ::execvpe(child.arguments[0], child.arguments, child.environment);
  return errno;
}

// What went wrong in the child, or 0 when its program runs: the report pipe closes on exec.
int read_report(const Fd& report) {
  int error = 0;
  ssize_t n = 0;
  do {
    n = ::read(report.get(), &error, sizeof error);
  } while (n < 0 && errno == EINTR);
  return n == static_cast<ssize_t>(sizeof error) ? error : 0;
}

Status cannot_run(const Program& program, int error, pid_t pid, int* exit_code) {
  while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
  *exit_code = error == ENOENT ? kExitNotFound : kExitNotExecutable;
  const std::string& name = program.command.front();
  if (error == ENOENT) {
    const bool path = name.find('/') != std::string::npos;
    return Status::error(Code::kArg, "cannot run '{}': {}", name,
                         path ? "no such program, or its interpreter is missing"
                              : "no such program in PATH; a program in this folder is ./" + name);
  }
  return Status::error(Code::kArg, "cannot run '{}': {}", name, std::strerror(error));
}

}  // namespace

Status spawn(const Program& program, int rank, int stdin_fd, Process* out, int* exit_code) {
  *exit_code = 1;
  Fd child_out;
  Fd child_err;
  Fd child_pmi;
  Fd report;
  Fd child_report;
  PENSTOCK_TRY(make_pipe(&out->out, &child_out));
  PENSTOCK_TRY(make_pipe(&out->err, &child_err));
  PENSTOCK_TRY(make_pipe(&report, &child_report));
  PENSTOCK_TRY(make_socketpair(&out->pmi, &child_pmi));
  for (const Fd* ours : {&out->out, &out->err, &out->pmi}) PENSTOCK_TRY(make_nonblocking(*ours));
  std::vector<std::string> command = program.command;
  std::vector<std::string> environment = rank_environment(program, rank, child_pmi.get());
  const std::vector<char*> arguments = pointers(command);
  const std::vector<char*> variables = pointers(environment);
  const ChildSide child{stdin_fd,
                        child_out.get(),
                        child_err.get(),
                        child_pmi.get(),
                        program.job_key_fd,
                        child_report.get(),
                        ::getpid(),
                        program.descriptors,
                        const_cast<char**>(arguments.data()),
                        const_cast<char**>(variables.data())};
  out->pid = ::fork();
  if (out->pid < 0) return Status::system(errno, "fork");
  if (out->pid == 0) {
    const int error = become(child);
    // If even this fails, the launcher sees the pipe close and then the exit code.
    static_cast<void>(!::write(child.report, &error, sizeof error));
    ::_exit(kExitNotExecutable);
  }
  child_report.reset();
  if (const int error = read_report(report); error != 0) return cannot_run(program, error, out->pid, exit_code);
  out->pidfd.reset(static_cast<int>(::syscall(SYS_pidfd_open, out->pid, 0)));
  if (!out->pidfd.valid()) return Status::system(errno, "pidfd_open");
  if (::fcntl(out->pidfd.get(), F_SETFD, FD_CLOEXEC) != 0) return Status::system(errno, "pidfd");
  return Status::ok();
}

}  // namespace penstock::mpiexec
