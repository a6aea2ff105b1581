// This file finds out which launcher started this process. Only this file reads the launchers' variables.
#include <cerrno>
#include <charconv>
#include <climits>
#include <cstdlib>

#include <fcntl.h>
#include <unistd.h>

#include "boot/asked.hpp"
#include "boot/boot.hpp"
#include "boot/pmi/client.hpp"
#include "boot/pmi/port.hpp"
#include "boot/pmix/connect.hpp"
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

// An older launcher, or a launcher that lacked a resource, does not hand over this descriptor.
Status open_inherited(const char* name, int* out) {
  return variable(name).empty() ? Status::ok() : open_descriptor(name, out);
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
    PENSTOCK_TRY(integer_variable("PENSTOCK_APP_NUMBER", 0, &out->app_number));
    PENSTOCK_TRY(open_inherited("PENSTOCK_SEGMENTS_FD", &out->inherited.segments));
    PENSTOCK_TRY(open_inherited("PENSTOCK_CHANNEL_FD", &out->inherited.fd_channel));
  }
  return Status::ok();
}

// Launcher has the variables in which a launcher gives a task its number and the number of tasks.
struct Launcher {
  std::string_view name;
  const char* tasks;
  const char* task;
};
constexpr Launcher kLaunchers[] = {
    {"Open MPI's mpirun", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
    {"Slurm's srun", "SLURM_STEP_NUM_TASKS", "SLURM_PROCID"},
    {"Flux", "FLUX_JOB_SIZE", "FLUX_TASK_RANK"},
    {"PALS", "PALS_LOCAL_SIZE", "PALS_RANKID"},
    {"jsrun", "JSM_NAMESPACE_SIZE", "JSM_NAMESPACE_RANK"},
    {"a PMIx launcher", "PMIX_SIZE", "PMIX_RANK"},
    {"a launcher with PMI-2 or later", "PMI_SIZE", "PMI_RANK"},
    {"MPICH's or Intel's mpiexec", "MPI_LOCALNRANKS", "MPI_LOCALRANKID"},
};

// It is a common and confusing mistake to start N programs that each believe to be alone. One of them prints a warning.
void warn_of_foreign_launcher(Log log) {
  for (const Launcher& launcher : kLaunchers) {
    const std::string_view tasks = variable(launcher.tasks);
    if (tasks.empty() || tasks == "1") continue;
    const std::string_view task = variable(launcher.task);
    if (!task.empty() && task != "0") return;
    log.warn(
        "started by {} as one of {} ({}={}), but without PMIx or PMI-1: every process runs as a job of its own. Start the "
        "program "
        "with Penstock's mpiexec, or with a launcher's PMIx or PMI-1 (srun --mpi=pmix, srun --mpi=pmi2)",
        launcher.name, tasks, launcher.tasks, tasks);
    return;
  }
}

}  // namespace

std::string_view asked_errhandler() {
  return variable("PENSTOCK_INITIAL_ERRHANDLER");
}

Status connect(const Config& config, const Log& log, std::unique_ptr<Boot>* out) {
  // PMI_FD is checked first: the descriptor is closed for programs that a rank starts, so if it can be opened, the variable
  // belongs to this process, while PMIx's variables may come from an outer launcher.
  if (!variable("PMI_FD").empty() || (!variable("PMI_PORT").empty() && !variable("PMI_ID").empty())) {
    pmi::Environment environment;
    PENSTOCK_TRY(read_environment(&environment));
    return pmi::Client::connect(std::move(environment), log, out);
  }
  if (!variable("PMIX_NAMESPACE").empty() && !variable("PMIX_RANK").empty()) {
    return pmix::connect(config.pmix_lib, log, out);
  }
  warn_of_foreign_launcher(log);
  return make_single(log, out);
}

}  // namespace penstock::boot
