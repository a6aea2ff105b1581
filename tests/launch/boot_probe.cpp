// A rank without MPI: it joins its job, exchanges values, then does what ACTION says. launch_test.py runs it.
//   boot_probe [ACTION [RANK [NUMBER]]]    what RANK does after joining; the others sleep until they are ended
// Actions: none, absent, abort, exit, kill, segfault, early-exit, hang-all, stop. At absent all ranks look for a value that no
// rank published, which PRRTE searches for ten seconds.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include <unistd.h>

#include "boot/boot.hpp"

using namespace penstock;

namespace {

// The size is no multiple of any piece that a launcher's limits give, so that values are split and joined unevenly.
constexpr std::size_t kLargeValue = 20011;

std::vector<std::byte> large_value(int rank) {
  std::vector<std::byte> value(kLargeValue);
  for (std::size_t i = 0; i < value.size(); ++i) value[i] = static_cast<std::byte>(i * 7 + static_cast<std::size_t>(rank));
  return value;
}

Status compare(int rank, std::string_view what, const std::vector<std::byte>& got, const std::vector<std::byte>& wanted) {
  if (got == wanted) return Status::ok();
  return Status::error(Code::kProtocol, "{} of rank {} came back wrong ({} bytes)", what, rank, got.size());
}

Status exchange(boot::Boot& job, bool looks_for_absent) {
  boot::JobKey key{};
  PENSTOCK_TRY(job.job_key(&key));
  const std::vector<std::byte> key_bytes(key.begin(), key.end());
  PENSTOCK_TRY(job.put("large", large_value(job.rank())));
  PENSTOCK_TRY(job.put("key", key_bytes));
  PENSTOCK_TRY(job.put("empty", {}));
  PENSTOCK_TRY(job.fence());
  std::vector<std::byte> value;
  for (int rank = 0; rank < job.size(); ++rank) {
    PENSTOCK_TRY(job.get(rank, "large", &value));
    PENSTOCK_TRY(compare(rank, "the large value", value, large_value(rank)));
    PENSTOCK_TRY(job.get(rank, "key", &value));
    PENSTOCK_TRY(compare(rank, "the job key", value, key_bytes));
    PENSTOCK_TRY(job.get(rank, "empty", &value));
    PENSTOCK_TRY(compare(rank, "the empty value", value, {}));
  }
  if (looks_for_absent && job.get(0, "absent", &value).is_ok()) {
    return Status::error(Code::kProtocol, "a value that nobody published was found");
  }
  return job.fence();
}

[[noreturn]] void sleep_until_ended() {
  while (true) pause();
}

void act(boot::Boot& job, const std::string& action, int number) {
  if (action == "abort") job.abort(number, "asked to by the test");
  if (action == "exit") std::_Exit(number);
  if (action == "kill") std::raise(number);
  if (action == "segfault") *const_cast<volatile int*>(static_cast<int*>(nullptr)) = 1;
  if (action == "early-exit") std::_Exit(0);
  if (action == "stop") std::raise(SIGSTOP);
  sleep_until_ended();
}

int fail(const Status& status) {
  fmt::print(stderr, "boot_probe: {}\n", status.message());
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  const bool absent = argc > 1 && std::string(argv[1]) == "absent";
  const std::string action = argc > 1 && !absent ? argv[1] : "none";
  const int actor = argc > 2 ? std::atoi(argv[2]) : 0;
  const int number = argc > 3 ? std::atoi(argv[3]) : 0;
  Config config;
  Log log;
  std::unique_ptr<boot::Boot> job;
  if (Status status = boot::connect(config, log, &job); !status.is_ok()) return fail(status);
  if (Status status = exchange(*job, absent); !status.is_ok()) return fail(status);
  fmt::print("rank {} of {} by {}\n", job->rank(), job->size(), job->kind());
  std::fflush(stdout);
  if (action == "hang-all") sleep_until_ended();
  if (action != "none" && job->rank() == actor) act(*job, action, number);
  if (action != "none") sleep_until_ended();
  if (Status status = job->finalize(); !status.is_ok()) return fail(status);
  return 0;
}
