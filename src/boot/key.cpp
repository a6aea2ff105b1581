#include "boot/key.hpp"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

#include "base/random.hpp"

namespace penstock::boot {

Status make_job_key(JobKey* out) {
  return base::random_bytes(*out);
}

Status read_job_key(int fd, JobKey* out) {
  // All ranks share one open file description, so each rank reads at a position of its own.
  const ssize_t n = ::pread(fd, out->data(), out->size(), 0);
  if (n < 0) return Status::system(errno, fmt::format("reading the job key from descriptor {} (PENSTOCK_JOB_KEY_FD)", fd));
  if (static_cast<std::size_t>(n) != out->size()) {
    return Status::error(Code::kProtocol, "the job key from descriptor {} (PENSTOCK_JOB_KEY_FD) has {} bytes instead of {}", fd,
                         n, out->size());
  }
  if (::fcntl(fd, F_SETFD, FD_CLOEXEC) != 0) return Status::system(errno, "closing the job key to child programs");
  return Status::ok();
}

Status publish_job_key(Boot& boot, JobKey* out) {
  constexpr std::string_view kName = "job-key";
  if (boot.rank() == 0) {
    PENSTOCK_TRY(make_job_key(out));
    PENSTOCK_TRY(boot.put(kName, *out));
  }
  PENSTOCK_TRY(boot.fence());
  std::vector<std::byte> bytes;
  PENSTOCK_TRY(boot.get(0, kName, &bytes));
  if (bytes.size() != out->size())
    return Status::error(Code::kProtocol, "rank 0 published a job key of {} bytes", bytes.size());
  std::copy(bytes.begin(), bytes.end(), out->begin());
  return Status::ok();
}

}  // namespace penstock::boot
