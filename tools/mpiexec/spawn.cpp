#include "mpiexec/spawn.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <map>
#include <string_view>
#include <vector>

#include <fcntl.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "boot/inherited.hpp"

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

// Returns the rank's environment: ours, with these variables on top. The last value of a name counts.
std::vector<std::string> rank_environment(const Common& common, const Start& start, int pmi_fd, int channel_fd) {
  const std::string r = std::to_string(start.rank);
  const std::string n = std::to_string(common.ranks);
  Variables set = start.part->environment;
  set.insert(set.end(), {{"PMI_FD", std::to_string(pmi_fd)},
                         {"PMI_RANK", r},
                         {"PMI_SIZE", n},
                         {"PENSTOCK_JOB_ID", common.job_id},
                         {"PENSTOCK_JOB_KEY_FD", std::to_string(common.job_key_fd)},
                         {"PENSTOCK_CHANNEL_FD", std::to_string(channel_fd)},
                         {"PENSTOCK_SEGMENTS_FD", common.segments_fd < 0 ? "" : std::to_string(common.segments_fd)},
                         {"PENSTOCK_APP_NUMBER", std::to_string(start.app_number)},
                         {"MPI_LOCALRANKID", r},
                         {"MPI_LOCALNRANKS", n}});
  for (const std::string prefix : {"MV2_COMM_WORLD_", "OMPI_COMM_WORLD_"}) {
    set.insert(set.end(), {{prefix + "RANK", r}, {prefix + "SIZE", n}, {prefix + "LOCAL_RANK", r}, {prefix + "LOCAL_SIZE", n}});
  }
  if (start.gpus != nullptr) set.emplace_back("CUDA_VISIBLE_DEVICES", *start.gpus);
  if (start.gpus != nullptr && start.gpus_numbered) set.emplace_back("CUDA_DEVICE_ORDER", "PCI_BUS_ID");
  const auto replaced = [&set](std::string_view entry) {
    const std::string_view name = entry.substr(0, entry.find('='));
    // The variables by which an outer launcher reaches a rank must not reach this job's ranks.
    if (name == "PMI_PORT" || name == "PMI_ID") return true;
    return std::any_of(set.begin(), set.end(), [name](const auto& variable) { return variable.first == name; });
  };
  std::vector<std::string> out;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    if (!replaced(*entry)) out.emplace_back(*entry);
  }
  const std::map<std::string, std::string> last(set.rbegin(), set.rend());
  for (const auto& [name, value] : last) out.push_back(name + "=" + value);
  return out;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> out;
  for (std::string& s : strings) out.push_back(s.data());
  out.push_back(nullptr);
  return out;
}

// Processors in the form that the kernel takes, as wide as the highest number needs. Empty where there is nothing to bind to.
class CpuSet {
 public:
  explicit CpuSet(const Cpus* cpus) {
    if (cpus == nullptr) return;
    const int capacity = *std::max_element(cpus->begin(), cpus->end()) + 1;
    bytes_ = CPU_ALLOC_SIZE(capacity);
    words_.resize(bytes_ / sizeof(unsigned long));
    for (int cpu : *cpus) CPU_SET_S(static_cast<std::size_t>(cpu), bytes_, reinterpret_cast<cpu_set_t*>(words_.data()));
  }
  [[nodiscard]] const cpu_set_t* get() const {
    return words_.empty() ? nullptr : reinterpret_cast<const cpu_set_t*>(words_.data());
  }
  [[nodiscard]] std::size_t bytes() const { return bytes_; }

 private:
  std::vector<unsigned long> words_;
  std::size_t bytes_ = 0;
};

struct ChildSide {
  int in;
  int out;
  int err;
  std::array<int, 4> inherited;  // -1: none
  int report;
  pid_t launcher;
  const char* directory;  // null: the launcher's
  const cpu_set_t* cpus;  // null: no binding
  std::size_t cpus_bytes;
  rlimit descriptors;
  char** arguments;
  char** environment;
};

// The report of a child that could not become its program.
struct Failure {
  enum class At { kExec, kDirectory, kBinding } at = At::kExec;
  int error = 0;
};

// Runs between fork and exec, so it makes only async-signal-safe calls. Returns 0 or errno.
int prepare(const ChildSide& child) {
  if (::setpgid(0, 0) != 0) return errno;
  // The rank dies with the launcher. The launcher may have died before this took effect; then the parent is another process.
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return errno;
  if (::getppid() != child.launcher) ::_exit(1);
  // Debuggers that we start may attach, on systems where only a process's ancestors may. EINVAL: there is no such rule.
  if (::prctl(PR_SET_PTRACER, child.launcher, 0, 0, 0) != 0 && errno != EINVAL) return errno;
  if (::dup2(child.in, STDIN_FILENO) < 0 || ::dup2(child.out, STDOUT_FILENO) < 0 || ::dup2(child.err, STDERR_FILENO) < 0) {
    return errno;
  }
  if (child.in == STDIN_FILENO && ::fcntl(STDIN_FILENO, F_SETFD, 0) != 0) return errno;
  for (const int fd : child.inherited) {
    if (fd >= 0 && ::fcntl(fd, F_SETFD, 0) != 0) return errno;
  }
  if (::setrlimit(RLIMIT_NOFILE, &child.descriptors) != 0) return errno;
  for (int signal : {SIGPIPE, SIGXFSZ, SIGTTIN, SIGTTOU}) {
    if (::signal(signal, SIG_DFL) == SIG_ERR) return errno;
  }
  sigset_t none;
  sigemptyset(&none);
  return ::sigprocmask(SIG_SETMASK, &none, nullptr) == 0 ? 0 : errno;
}

// Runs between fork and exec too: becomes the program, and returns only with a failure.
Failure become(const ChildSide& child) {
  if (const int error = prepare(child); error != 0) return {Failure::At::kExec, error};
  if (child.directory != nullptr && ::chdir(child.directory) != 0) return {Failure::At::kDirectory, errno};
  if (child.cpus != nullptr && ::sched_setaffinity(0, child.cpus_bytes, child.cpus) != 0) {
    return {Failure::At::kBinding, errno};
  }
  environ = child.environment;  // execvp searches the PATH that the rank is given
  ::execvp(child.arguments[0], child.arguments);
  return {Failure::At::kExec, errno};
}

// Reads the child's report. The error is 0 if its program runs, since the report pipe closes on exec.
Failure read_report(const Fd& report) {
  Failure failure;
  ssize_t n = 0;
  do {
    n = ::read(report.get(), &failure, sizeof failure);
  } while (n < 0 && errno == EINTR);
  return n == static_cast<ssize_t>(sizeof failure) ? failure : Failure{};
}

Status cannot_run(const Part& part, const Failure& failure, pid_t pid, int* exit_code) {
  while (::waitpid(pid, nullptr, 0) < 0 && errno == EINTR) {
  }
  const int error = failure.error;
  const std::string& name = part.command.front();
  *exit_code = 1;
  if (failure.at == Failure::At::kDirectory)
    return Status::error(Code::kArg, "--wdir {}: {}", part.directory, std::strerror(error));
  if (failure.at == Failure::At::kBinding) {
    return Status::error(Code::kSystem, "binding a rank to its processors: {}; use --bind-to none", std::strerror(error));
  }
  *exit_code = error == ENOENT ? kExitNotFound : kExitNotExecutable;
  if (error == ENOENT) {
    const bool path = name.find('/') != std::string::npos;
    return Status::error(Code::kArg, "cannot run '{}': {}", name,
                         path ? "no such program, or its interpreter is missing"
                              : "no such program in PATH; a program in this folder is ./" + name);
  }
  return Status::error(Code::kArg, "cannot run '{}': {}", name, std::strerror(error));
}

}  // namespace

Status spawn(const Common& common, const Start& start, Process* out, int* exit_code) {
  *exit_code = 1;
  const Part& part = *start.part;
  Fd child_out;
  Fd child_err;
  Fd child_pmi;
  Fd fd_channel;
  Fd report;
  Fd child_report;
  PENSTOCK_TRY(make_pipe(&out->out, &child_out));
  if (!start.merge_output) PENSTOCK_TRY(make_pipe(&out->err, &child_err));
  PENSTOCK_TRY(make_pipe(&report, &child_report));
  PENSTOCK_TRY(make_socketpair(&out->pmi, &child_pmi));
  PENSTOCK_TRY(boot::make_fd_channel(&fd_channel));
  for (const Fd* ours : {&out->out, &out->err, &out->pmi}) {
    if (ours->valid()) PENSTOCK_TRY(make_nonblocking(*ours));
  }
  std::vector<std::string> command = part.command;
  std::vector<std::string> environment = rank_environment(common, start, child_pmi.get(), fd_channel.get());
  const std::vector<char*> arguments = pointers(command);
  const std::vector<char*> variables = pointers(environment);
  const CpuSet cpus(start.cpus);
  const ChildSide child{start.stdin_fd,
                        child_out.get(),
                        start.merge_output ? child_out.get() : child_err.get(),
                        {child_pmi.get(), common.job_key_fd, common.segments_fd, fd_channel.get()},
                        child_report.get(),
                        ::getpid(),
                        part.directory.empty() ? nullptr : part.directory.c_str(),
                        cpus.get(),
                        cpus.bytes(),
                        common.descriptors,
                        const_cast<char**>(arguments.data()),
                        const_cast<char**>(variables.data())};
  out->pid = ::fork();
  if (out->pid < 0) return Status::system(errno, "fork");
  if (out->pid == 0) {
    const Failure failure = become(child);
    // If even this fails, the launcher sees the pipe close and then the exit code.
    static_cast<void>(!::write(child.report, &failure, sizeof failure));
    ::_exit(kExitNotExecutable);
  }
  child_report.reset();
  if (const Failure failure = read_report(report); failure.error != 0) return cannot_run(part, failure, out->pid, exit_code);
  out->pidfd.reset(static_cast<int>(::syscall(SYS_pidfd_open, out->pid, 0)));
  if (!out->pidfd.valid()) return Status::system(errno, "pidfd_open");
  if (::fcntl(out->pidfd.get(), F_SETFD, FD_CLOEXEC) != 0) return Status::system(errno, "pidfd");
  return Status::ok();
}

}  // namespace penstock::mpiexec
