#include "mpiexec/job.hpp"

#include <array>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include <fmt/ranges.h>

#include "base/abort_code.hpp"
#include "base/random.hpp"
#include "boot/inherited.hpp"
#include "mpiexec/mpir.hpp"

namespace penstock::mpiexec {
namespace {

bool same_file(int a, int b) {
  struct stat first{};
  struct stat second{};
  return ::fstat(a, &first) == 0 && ::fstat(b, &second) == 0 && first.st_dev == second.st_dev && first.st_ino == second.st_ino;
}

// If the launcher was started with a standard descriptor closed, another file would get that number and reach the ranks.
Status fill_standard_descriptors() {
  for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(fd, F_GETFD) >= 0) continue;
    if (::open("/dev/null", O_RDWR) != fd) return Status::system(errno, "/dev/null");
  }
  return Status::ok();
}

// The launcher's own descriptors, with those that starting one rank needs for a moment.
constexpr int kOwnDescriptors = 28;

// Ranks get back the limit with which we were started.
Status raise_descriptor_limit(const Options& options, rlimit* before) {
  if (::getrlimit(RLIMIT_NOFILE, before) != 0) return Status::system(errno, "getrlimit");
  const int ranks = options.ranks();
  int each = options.merge_output ? 3 : 4;  // its pidfd, PMI, stdout and stderr
  if (options.stdin_rank == kStdinAll) ++each;
  if (!options.files.out.empty()) ++each;
  if (!options.files.err.empty()) ++each;
  const rlim_t needed = static_cast<rlim_t>(ranks) * static_cast<rlim_t>(each) + kOwnDescriptors;
  if (before->rlim_cur >= needed) return Status::ok();
  if (needed > before->rlim_max) {
    return Status::error(
        Code::kSystem,
        "{} ranks need {} open files in mpiexec, and the hard limit is {}; raise it (ulimit -Hn) or start fewer ranks", ranks,
        needed, before->rlim_max);
  }
  const rlimit raised{needed, before->rlim_max};
  return ::setrlimit(RLIMIT_NOFILE, &raised) == 0 ? Status::ok() : Status::system(errno, "setrlimit");
}

}  // namespace

Status make_timer(double seconds, base::Fd* out) {
  out->reset(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
  itimerspec when{};
  when.it_value.tv_sec = static_cast<time_t>(seconds);
  when.it_value.tv_nsec = static_cast<long>((seconds - std::floor(seconds)) * 1e9);
  if (!out->valid() || ::timerfd_settime(out->get(), 0, &when, nullptr) != 0) return Status::system(errno, "timerfd");
  return Status::ok();
}

namespace {

// Makes a sealed file that every rank inherits: all can read it, none can change it.
Status make_key_file(base::Fd* out) {
  std::array<std::byte, 16> key{};
  PENSTOCK_TRY(base::random_bytes(key));
  out->reset(::memfd_create("penstock-job-key", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!out->valid()) return Status::system(errno, "memfd_create");
  if (::write(out->get(), key.data(), key.size()) != static_cast<ssize_t>(key.size())) return not_written(errno, "job key");
  const int seals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
  return ::fcntl(out->get(), F_ADD_SEALS, seals) == 0 ? Status::ok() : Status::system(errno, "sealing the job key");
}

}  // namespace

Job::Job(Options options) : options_(std::move(options)), out_sink_(STDOUT_FILENO), err_sink_(STDERR_FILENO) {}

Status Job::run(int* exit_code) {
  PENSTOCK_TRY(prepare());
  start_ranks();
  PENSTOCK_TRY(loop());
  *exit_code = exit_code_;
  return Status::ok();
}

Status Job::prepare() {
  PENSTOCK_TRY(fill_standard_descriptors());
  PENSTOCK_TRY(raise_descriptor_limit(options_, &common_.descriptors));
  PENSTOCK_TRY(place_ranks());
  one_sink_ = same_file(STDOUT_FILENO, STDERR_FILENO);
  PENSTOCK_TRY(poller_.open());
  PENSTOCK_TRY(prepare_signals());
  PENSTOCK_TRY(make_identity());
  adopt_orphans();
  PENSTOCK_TRY(guard_.start(common_.job_id));
  if (options_.timeout_seconds > 0) {
    PENSTOCK_TRY(make_timer(options_.timeout_seconds, &timeout_));
    PENSTOCK_TRY(poller_.watch(timeout_.get(), {Source::kTimeout, 0}));
  }
  if (common_.ranks > 1 && !options_.keep_libraries) PENSTOCK_TRY(watch_other_mpis());
  std::vector<int> app_numbers;
  for (int rank = 0; rank < common_.ranks; ++rank) app_numbers.push_back(options_.part_of(rank));
  pmi_ = std::make_unique<PmiServer>(
      std::move(app_numbers), common_.job_id, [this](int rank, std::string_view line) { send_pmi(rank, line); },
      [this](int rank, int code, std::string_view why) {
        judge_the_killed(rank);
        end(base::abort_code(code),
            fmt::format("{} called abort with code {}{}{}", name_of(rank), code, why.empty() ? "" : ": ", why), rank);
      });
  return Status::ok();
}

Status Job::prepare_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (int signal : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGTSTP, SIGCONT, SIGCHLD}) sigaddset(&set, signal);
  if (::sigprocmask(SIG_BLOCK, &set, nullptr) != 0) return Status::system(errno, "sigprocmask");
  for (int signal : {SIGPIPE, SIGXFSZ, SIGTTIN, SIGTTOU}) {
    if (::signal(signal, SIG_IGN) == SIG_ERR) return Status::system(errno, "signal");
  }
  signals_.reset(::signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK));
  if (!signals_.valid()) return Status::system(errno, "signalfd");
  return poller_.watch(signals_.get(), {Source::kSignals, 0});
}

Status Job::make_identity() {
  std::uint64_t unique = 0;
  PENSTOCK_TRY(base::random_u64(&unique));
  PENSTOCK_TRY(make_key_file(&job_key_));
  common_.ranks = options_.ranks();
  common_.job_id = fmt::format("job-{}-{:016x}", ::getpid(), unique);
  common_.job_key_fd = job_key_.get();
  PENSTOCK_TRY(boot::make_segments(common_.ranks, &segments_));
  common_.segments_fd = segments_.get();
  return Status::ok();
}

Status Job::place_ranks() {
  Surroundings here;
  PENSTOCK_TRY(look_around(options_, &here));
  PENSTOCK_TRY(plan_placement(options_, here, &placement_plan_));
  if (options_.show_placement) fmt::print(stderr, "{}", describe(placement_plan_));
  return Status::ok();
}

void Job::start_ranks() {
  Status status = stdin_.open(&poller_, options_.stdin_rank);
  for (int rank = 0; status.is_ok() && rank < common_.ranks; ++rank) status = start_rank(rank);
  segments_.reset();  // it lives as long as the last rank
  if (status.is_ok()) status = stdin_.start();
  if (status.is_ok()) announce();
  if (!status.is_ok()) {
    const int code = exit_code_;
    end(code == 0 ? 1 : code, std::string(status.message()));
  }
  if (ranks_.empty()) all_gone();
}

Status Job::start_rank(int rank) {
  const auto index = static_cast<std::size_t>(rank);
  Start start;
  start.rank = rank;
  start.app_number = options_.part_of(rank);
  start.part = &options_.parts[static_cast<std::size_t>(start.app_number)];
  if (!placement_plan_.cpus.empty()) start.cpus = &placement_plan_.cpus[index];
  if (!placement_plan_.gpus.empty()) start.gpus = &placement_plan_.gpus[index];
  start.gpus_numbered = placement_plan_.numbered;
  start.merge_output = options_.merge_output;
  PENSTOCK_TRY(stdin_.descriptor_for(rank, &start.stdin_fd));
  Process process;
  PENSTOCK_TRY(spawn(common_, start, &process, &exit_code_));
  exit_code_ = 0;
  const std::string tag = options_.tag_output ? fmt::format("[{}] ", rank) : std::string();
  const bool alone = common_.ranks == 1 && tag.empty();
  RankOutput out(&out_, tag, alone);
  RankOutput err(&words(), tag, alone);
  Status files = open_files(rank, &out, &err);
  ranks_.push_back(std::make_unique<Rank>(std::move(process), std::move(out), std::move(err)));
  ++running_;
  if (options_.verbose) say_started(rank);
  PENSTOCK_TRY(watch_rank(rank));  // a rank whose files fail is watched too, because its end must be noticed
  return files;
}

Status Job::watch_rank(int rank) {
  const Process& started = at(rank).process;
  PENSTOCK_TRY(poller_.watch(started.pidfd.get(), {Source::kExit, rank}));
  PENSTOCK_TRY(poller_.watch(started.out.get(), {Source::kOut, rank}));
  if (started.err.valid()) PENSTOCK_TRY(poller_.watch(started.err.get(), {Source::kErr, rank}));
  return poller_.watch(started.pmi.get(), {Source::kPmi, rank});
}

void Job::say_started(int rank) {
  const Part& part = options_.parts[static_cast<std::size_t>(options_.part_of(rank))];
  const auto index = static_cast<std::size_t>(rank);
  words().say(
      fmt::format("mpiexec: started {}{}{}{}: {}\n", name_of(rank), part.directory.empty() ? "" : " in " + part.directory,
                  placement_plan_.cpus.empty() ? "" : ", cpus " + base::write_cpu_list(placement_plan_.cpus[index]),
                  placement_plan_.gpus.empty() ? "" : ", GPUs " + placement_plan_.gpus[index], fmt::join(part.command, " ")));
}

void Job::announce() {
  std::vector<Acquired> table;
  for (int rank = 0; rank < common_.ranks; ++rank) {
    const Part& part = options_.parts[static_cast<std::size_t>(options_.part_of(rank))];
    table.push_back({part.command[options_.debugger.size()], at(rank).process.pid});
  }
  announce_ranks(table, host_name());
}

Status Job::loop() {
  std::array<epoll_event, 64> events;
  flush();
  while (!over_ || !out_sink_.empty() || !err_sink_.empty()) {
    const int n = poller_.wait(events.data(), static_cast<int>(events.size()), patience());
    if (n == -EINTR) continue;
    if (n < 0) return Status::system(-n, "epoll_wait");
    for (int i = 0; i < n; ++i) dispatch(Poller::event_of(events[static_cast<std::size_t>(i)]));
    flush();
  }
  return Status::ok();
}

void Job::dispatch(Event event) {
  Status status;
  switch (event.source) {
    case Source::kSignals: on_signals(); break;
    case Source::kGrace:
      poller_.forget(grace_.get());
      signal_ranks(SIGKILL);
      break;
    case Source::kTimeout: on_timeout(); break;
    case Source::kStack: on_stack(event.rank); break;
    case Source::kStackLimit: end_late(); break;
    case Source::kOtherMpi: status = other_mpi_.look(); break;
    case Source::kExit: on_exit(event.rank); break;
    case Source::kOut: on_stream(&at(event.rank).process.out, &at(event.rank).out); break;
    case Source::kErr: on_stream(&at(event.rank).process.err, &at(event.rank).err); break;
    case Source::kPmi: on_pmi(event.rank); break;
    case Source::kSink: break;  // flush() follows every round
    case Source::kStdin: status = stdin_.on_readable(); break;
    case Source::kStdinPipe: status = stdin_.on_writable(event.rank); break;
  }
  if (!status.is_ok()) end(1, std::string(status.message()));
}

void Job::on_signals() {
  signalfd_siginfo info{};
  while (::read(signals_.get(), &info, sizeof info) == static_cast<ssize_t>(sizeof info)) {
    const int signal = static_cast<int>(info.ssi_signo);
    if (signal == SIGCHLD) {
      reap_strangers([this](pid_t pid) {
        return pid == guard_.pid() || std::any_of(ranks_.begin(), ranks_.end(), [pid](const auto& rank) {
                 return rank->running && rank->process.pid == pid;
               });
      });
      continue;
    }
    on_signal(signal);
  }
}

void Job::on_signal(int signal) {
  const bool asks_to_end = signal == SIGINT || signal == SIGTERM;
  if (asks_to_end && (++interrupts_ > 1 || over_)) {
    signal_ranks(SIGKILL);
    // The reader of our output does not matter any more.
    out_sink_ = Sink(STDOUT_FILENO);
    err_sink_ = Sink(STDERR_FILENO);
    return end(128 + signal, fmt::format("signal {} ({}) came twice", signal, ::strsignal(signal)));
  }
  if (asks_to_end || signal == SIGHUP) forwarded_ = signal;
  signal_ranks(signal);
  if (signal == SIGTSTP) pause();
  if (signal != SIGCONT) return;
  if (Status status = stdin_.on_continue(); !status.is_ok()) end(1, std::string(status.message()));
}

// Handles Ctrl-Z at the terminal: the ranks, in groups of their own, have got the signal; now we stop as the shell expects.
void Job::pause() {
  flush();
  if (::raise(SIGSTOP) != 0) end(1, fmt::format("stopping: {}", std::strerror(errno)));
}

void Job::on_pmi(int rank) {
  read_pmi(rank);
  check_barrier();
}

void Job::read_pmi(int number) {
  Rank& rank = at(number);
  std::array<char, 16384> bytes;
  while (rank.process.pmi.valid()) {
    const ssize_t n = ::read(rank.process.pmi.get(), bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return;
    if (n <= 0) {  // the rank's exit code shows if that was right
      poller_.forget(rank.process.pmi.get());
      rank.process.pmi.reset();
      return;
    }
    Status status = rank.pmi_lines.append(std::string_view(bytes.data(), static_cast<std::size_t>(n)));
    for (std::string line; status.is_ok() && rank.pmi_lines.next(&line);) status = pmi_->handle(number, line);
    if (!status.is_ok()) {
      poller_.forget(rank.process.pmi.get());
      rank.process.pmi.reset();
      return end(1, fmt::format("{} broke the launch protocol: {}", name_of(number), status.message()), number);
    }
  }
}

void Job::send_pmi(int number, std::string_view line) {
  Rank& rank = at(number);
  if (!rank.process.pmi.valid()) return;  // the rank is gone, and its exit is judged elsewhere
  ssize_t n = 0;
  do {
    n = ::write(rank.process.pmi.get(), line.data(), line.size());
  } while (n < 0 && errno == EINTR);
  // A rank has at most one request open, and its answer fits any socket buffer.
  if (n == static_cast<ssize_t>(line.size()) || (n < 0 && (errno == EPIPE || errno == ECONNRESET))) return;
  end(1, fmt::format("{} does not take the launcher's answers", name_of(number)), number);
}

}  // namespace penstock::mpiexec
