#include "mpiexec/other_mpi.hpp"

#include <algorithm>
#include <filesystem>
#include <string_view>

#include <unistd.h>

#include "mpiexec/job.hpp"
#include "mpiexec/leftovers.hpp"

namespace penstock::mpiexec {
namespace {

constexpr double kMostSeconds = 10;

// True if another launcher has started the process, so that its MPI does not run alone: a rank
// may be a script that starts jobs.
bool has_another_launcher(std::string_view environment) {
  const std::string text = '\0' + std::string(environment);
  for (const std::string_view name : {"PMIX_NAMESPACE=", "HYDI_CONTROL_FD="}) {
    if (text.find('\0' + std::string(name)) != std::string::npos) return true;
  }
  return false;
}

// Returns the file of an MPI among the mappings of a process that has no Penstock; empty: there is none.
std::string mpi_in(std::string_view maps) {
  if (maps.find("/libpenstock.so") != std::string_view::npos) return {};
  for (const std::string_view name : {"/libmpi.so", "/libmpich.so", "/libmpi_"}) {
    const std::size_t at = maps.find(name);
    if (at == std::string_view::npos) continue;
    const std::size_t line = maps.rfind('\n', at) + 1;  // npos + 1 is the begin of the text
    const std::size_t end = std::min(maps.find('\n', at), maps.size());
    const std::size_t path = maps.find('/', line);
    return std::string(maps.substr(path, end - path));
  }
  return {};
}

}  // namespace

Status OtherMpi::start(Poller* poller, Unjoined unjoined, Notice notice) {
  poller_ = poller;
  unjoined_ = std::move(unjoined);
  notice_ = std::move(notice);
  return arm();
}

Status OtherMpi::arm() {
  PENSTOCK_TRY(make_timer(seconds_, &timer_));
  seconds_ = std::min(2 * seconds_, kMostSeconds);
  return poller_->watch(timer_.get(), {Source::kOtherMpi, 0});
}

Status OtherMpi::look() {
  poller_->forget(timer_.get());
  timer_.reset();
  std::map<pid_t, int> rank_of;
  for (const auto& [rank, pid] : unjoined_()) {
    if (!files_.contains(rank)) rank_of.emplace(pid, rank);
  }
  if (rank_of.empty()) return Status::ok();
  for (const pid_t pid : processes([&rank_of](pid_t process) { return rank_of.contains(::getpgid(process)); })) {
    const auto at = rank_of.find(::getpgid(pid));
    if (at == rank_of.end() || files_.contains(at->second)) continue;
    const std::filesystem::path folder = std::filesystem::path("/proc") / std::to_string(pid);
    const std::string file = mpi_in(contents(folder / "maps"));
    if (file.empty() || has_another_launcher(contents(folder / "environ"))) continue;
    files_[at->second] = file;
    notice_(at->second, file);
  }
  return arm();
}

std::string OtherMpi::of(int rank) const {
  const auto at = files_.find(rank);
  return at == files_.end() ? std::string() : at->second;
}

}  // namespace penstock::mpiexec
