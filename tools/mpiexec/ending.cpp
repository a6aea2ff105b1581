// Decides how a job ends: which rank died, of what cause, and that no process stays behind.
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

#include <poll.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "mpiexec/job.hpp"
#include "mpiexec/loader_path.hpp"
#include "mpiexec/mpir.hpp"

namespace penstock::mpiexec {
namespace {

// The time that ranks have between SIGTERM and SIGKILL to leave by themselves.
constexpr long kGraceNanoseconds = 500'000'000;

// A process that is being killed loses its descriptors a little before its parent can see it dead.
constexpr int kDyingMilliseconds = 50;

bool was_killed(const base::Fd& pidfd) {
  siginfo_t how{};
  if (::waitid(P_PIDFD, static_cast<id_t>(pidfd.get()), &how, WEXITED | WNOHANG | WNOWAIT) != 0) return false;
  return how.si_pid != 0 && how.si_code != CLD_EXITED;
}

std::string ranks_text(int count) {
  return count == 1 ? "1 rank" : fmt::format("{} ranks", count);
}

}  // namespace

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "this host";
}

std::string Job::name_of(int rank) {
  return fmt::format("rank {} (pid {}, {})", rank, at(rank).process.pid, host_name());
}

void Job::on_exit(int number) {
  Rank& rank = at(number);
  // The rank's last messages count: an abort, a finalize, its last lines of output.
  on_pmi(number);
  on_stream(&rank.process.out, &rank.out);
  on_stream(&rank.process.err, &rank.err);
  siginfo_t how{};
  if (::waitid(P_PIDFD, static_cast<id_t>(rank.process.pidfd.get()), &how, WEXITED | WNOHANG) != 0 || how.si_pid == 0) return;
  poller_.forget(rank.process.pidfd.get());
  rank.process.pidfd.reset();
  rank.running = false;
  --running_;
  judge(number, how);
  if (running_ == 0) all_gone();
}

void Job::judge(int rank, const siginfo_t& how) {
  const bool joined = pmi_->stage(rank) == PmiServer::Stage::kJoined;
  const bool left = pmi_->stage(rank) == PmiServer::Stage::kLeft;
  if (how.si_code != CLD_EXITED) {
    const std::string_view after = how.si_status == forwarded_ ? ", as mpiexec was" : "";
    return fail(
        rank, 128 + how.si_status,
        fmt::format("{} was killed by signal {} ({}){}", name_of(rank), how.si_status, ::strsignal(how.si_status), after));
  }
  if (how.si_status != 0 && left && !ending_) {
    // The rank had finalised, so no other rank waits for it: the others continue, and its code becomes the job's.
    if (exit_code_ == 0) exit_code_ = how.si_status;
    last_words_.push_back(fmt::format("{} exited with code {}", name_of(rank), how.si_status));
    return;
  }
  if (how.si_status != 0) judge_the_killed(rank);
  if (how.si_status != 0) return fail(rank, how.si_status, fmt::format("{} exited with code {}", name_of(rank), how.si_status));
  if (joined) return fail(rank, 1, fmt::format("{} exited without MPI_Finalize", name_of(rank)));
  if (const std::string other = other_mpi_.of(rank); !left && !other.empty()) {
    return fail(rank, 1, fmt::format("{} ran alone on another MPI, {}: {}", name_of(rank), other, remedy_for(other)));
  }
  if (!left) ++exited_unjoined_;
  check_barrier();
}

// Each rank with another MPI fails when it ends; the first such rank is reported at once, since its end may be hours away.
Status Job::watch_other_mpis() {
  const auto unjoined = [this] {
    OtherMpi::Ranks out;
    for (int rank = 0; rank < static_cast<int>(ranks_.size()); ++rank) {
      if (at(rank).running && pmi_->stage(rank) == PmiServer::Stage::kNew) out.emplace_back(rank, at(rank).process.pid);
    }
    return out;
  };
  const auto notice = [this, said = false](int rank, const std::string& file) mutable {
    if (std::exchange(said, true)) return;
    words().say(
        fmt::format("mpiexec: {} has loaded another MPI, {}, and has not joined this job: alone it is a world of one; {}\n",
                    name_of(rank), file, remedy_for(file)));
  };
  return other_mpi_.start(&poller_, unjoined, notice);
}

// Ends the job. With --enable-recovery the others continue, unless the rank has not joined the job yet: then ranks that wait
// for it in MPI_Init could never return.
void Job::fail(int rank, int exit_code, std::string why) {
  const bool goes_on = options_.recovery && pmi_->stage(rank) == PmiServer::Stage::kJoined && forwarded_ == 0;
  if (!goes_on || ending_ || over_) return end(exit_code, std::move(why));
  if (exit_code_ == 0) exit_code_ = exit_code;
  words().say(fmt::format("mpiexec: {}; the others go on (--enable-recovery)\n", why));
  pmi_->leave_out(rank);
}

// Peers of a killed rank may fail because of it, and mpiexec may see their ends first: the killed rank is the cause.
void Job::judge_the_killed(int witness) {
  if (ending_ || over_) return;
  std::vector<pollfd> others;
  std::vector<int> numbers;
  for (int rank = 0; rank < static_cast<int>(ranks_.size()); ++rank) {
    if (rank == witness || !at(rank).running) continue;
    others.push_back({at(rank).process.pidfd.get(), POLLIN, 0});
    numbers.push_back(rank);
  }
  if (::poll(others.data(), others.size(), kDyingMilliseconds) <= 0) return;
  for (int rank : numbers) {
    if (at(rank).running && was_killed(at(rank).process.pidfd)) on_exit(rank);
  }
}

// Ends the job if ranks wait in MPI_Init for a rank that ended before it called MPI_Init, since they would wait for ever.
void Job::check_barrier() {
  if (exited_unjoined_ == 0 || pmi_->waiting() == 0) return;
  end(1, fmt::format("{} never called MPI_Init, and {} waited for that", ranks_text(exited_unjoined_),
                     ranks_text(pmi_->waiting())));
}

void Job::end(int exit_code, std::string why, int culprit) {
  if (ending_ || over_) return;
  ending_ = true;
  exit_code_ = exit_code;
  const int ended = running_ - (culprit >= 0 && at(culprit).running ? 1 : 0);
  if (ended > 0) {
    const bool others = ended < static_cast<int>(ranks_.size());
    why += fmt::format("; ended the {}{}", others ? "other " : "", ranks_text(ended));
  }
  announce_abort(why);
  last_words_.push_back(std::move(why));
  signal_ranks(SIGTERM);
  itimerspec when{};
  when.it_value.tv_nsec = kGraceNanoseconds;
  grace_.reset(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
  const bool armed = grace_.valid() && ::timerfd_settime(grace_.get(), 0, &when, nullptr) == 0 &&
                     poller_.watch(grace_.get(), {Source::kGrace, 0}).is_ok();
  if (!armed) signal_ranks(SIGKILL);
}

void Job::signal_ranks(int signal) {
  for (const auto& rank : ranks_) {
    // The signal goes to the process group, so that children of the rank get it too. The group exists until we reap its leader.
    if (rank->running) static_cast<void>(::kill(-rank->process.pid, signal));
  }
}

void Job::all_gone() {
  end_late();
  const int killed = kill_children(guard_.pid());
  over_ = true;
  for (const auto& rank : ranks_) {
    on_stream(&rank->process.out, &rank->out);
    on_stream(&rank->process.err, &rank->err);
    for (const base::Fd* fd : {&rank->process.out, &rank->process.err, &rank->process.pmi}) {
      if (fd->valid()) poller_.forget(fd->get());
    }
  }
  out_.finish_all();
  err_.finish_all();
  for (const std::string& last : last_words_) words().say("mpiexec: " + last + "\n");
  if (killed > 0 && !ending_) {
    words().say(fmt::format("mpiexec: killed {} that the ranks left running\n",
                            killed == 1 ? "1 process" : fmt::format("{} processes", killed)));
  }
}

}  // namespace penstock::mpiexec
