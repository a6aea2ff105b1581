// Finds out who started this process. The launcher's variables are read here and nowhere else.
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdlib>

#include <fcntl.h>
#include <unistd.h>

#include "boot/boot.hpp"
#include "boot/pmi/client.hpp"
#include "boot/pmi/port.hpp"
#include "boot/single/single.hpp"

namespace penstock::boot {
namespace {

std::string_view variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

Status integer_variable(const char* name, int low, int* out) {
  const std::string_view text = variable(name);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *out);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || *out < low) {
    return Status::error(Code::kProtocol,
                         "the launcher's {}='{}' is no number from {}; start the program with an MPI launcher, or unset it",
                         name, text, low);
  }
  return Status::ok();
}

// A program that a rank starts inherits the variables but not the descriptor, which is marked close-on-exec here.
Status open_descriptor(const char* name, int* out) {
  PENSTOCK_TRY(integer_variable(name, STDERR_FILENO + 1, out));
  if (::fcntl(*out, F_SETFD, FD_CLOEXEC) != 0) {
    return Status::error(
        Code::kProtocol,
        "{}={} is no open descriptor: was this program started by a rank of another job? Unset {} to run it alone", name, *out,
        name);
  }
  return Status::ok();
}

Status read_environment(pmi::Environment* out) {
  if (!variable("PMI_FD").empty()) {
    int fd = -1;
    PENSTOCK_TRY(open_descriptor("PMI_FD", &fd));
    out->fd = base::Fd(fd);
    PENSTOCK_TRY(integer_variable("PMI_RANK", 0, &out->rank));
    PENSTOCK_TRY(integer_variable("PMI_SIZE", 1, &out->size));
  } else {
    int id = -1;
    PENSTOCK_TRY(integer_variable("PMI_ID", 0, &id));
    out->id = id;
    out->port = variable("PMI_PORT");
    PENSTOCK_TRY(pmi::connect_port(out->port, &out->fd));
  }
  if (!variable("PENSTOCK_JOB_KEY_FD").empty()) {
    PENSTOCK_TRY(open_descriptor("PENSTOCK_JOB_KEY_FD", &out->job_key_fd));
    out->job_id = variable("PENSTOCK_JOB_ID");
  }
  return Status::ok();
}

// N programs that each believe to be alone are a common and confusing mishap.
void warn_of_foreign_launcher(Log log) {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "SLURM_STEP_NUM_TASKS", "PMIX_SIZE", "MPI_LOCALNRANKS"}) {
    const std::string_view tasks = variable(name);
    if (tasks.empty() || tasks == "1") continue;
    log.warn(
        "{}={}, but this launcher offers no PMI-1: every process runs as a job of its own. Use Penstock's mpiexec, or a "
        "launcher's PMI-1 mode",
        name, tasks);
    return;
  }
}

}  // namespace

Status connect(const Config& config, const Log& log, std::unique_ptr<Boot>* out) {
  static_cast<void>(config);  // nothing about meeting is tunable so far
  if (!variable("PMI_FD").empty() || (!variable("PMI_PORT").empty() && !variable("PMI_ID").empty())) {
    pmi::Environment environment;
    PENSTOCK_TRY(read_environment(&environment));
    return pmi::Client::connect(std::move(environment), log, out);
  }
  warn_of_foreign_launcher(log);
  return make_single(log, out);
}

}  // namespace penstock::boot
