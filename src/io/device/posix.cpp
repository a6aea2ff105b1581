#include "io/device/posix.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "base/fd.hpp"
#include "io/device/failure.hpp"

namespace penstock::io {
namespace {

constexpr std::uint64_t kMostOffset = static_cast<std::uint64_t>(std::numeric_limits<off_t>::max());

Attempt attempt_of(ssize_t result) noexcept {
  return result < 0 ? Attempt{0, errno} : Attempt{static_cast<std::uint64_t>(result), 0};
}
int error_of(int result) noexcept {
  return result == 0 ? 0 : errno;
}

// The locks are open file description locks (F_OFD_SETLKW): closing another descriptor of the file does not drop them, as it
// does with traditional record locks (F_SETLKW).
class Posix final : public Device {
 public:
  Posix(std::string name, base::Fd fd) : name_(std::move(name)), fd_(std::move(fd)) {}

  [[nodiscard]] const std::string& name() const noexcept override { return name_; }
  Attempt read(std::span<const iovec> pieces, std::uint64_t offset) override {
    if (offset > kMostOffset) return {};
    return attempt_of(::preadv(fd_.get(), pieces.data(), static_cast<int>(pieces.size()), static_cast<off_t>(offset)));
  }
  Attempt write(std::span<const iovec> pieces, std::uint64_t offset) override {
    if (offset > kMostOffset) return {0, EFBIG};
    return attempt_of(::pwritev(fd_.get(), pieces.data(), static_cast<int>(pieces.size()), static_cast<off_t>(offset)));
  }
  int sync() override { return error_of(::fsync(fd_.get())); }
  int size(std::uint64_t* out) override {
    struct stat found{};
    if (::fstat(fd_.get(), &found) != 0) return errno;
    *out = static_cast<std::uint64_t>(found.st_size);
    return 0;
  }
  int set_size(std::uint64_t size) override {
    if (size > kMostOffset) return EFBIG;
    return error_of(::ftruncate(fd_.get(), static_cast<off_t>(size)));
  }
  int preallocate(std::uint64_t size) override;
  int lock(const Range& range, bool exclusive) override { return set_lock(range, exclusive ? F_WRLCK : F_RDLCK); }
  int unlock(const Range& range) override { return set_lock(range, F_UNLCK); }
  int close() override { return error_of(::close(fd_.release())); }

 private:
  int set_lock(const Range& range, short kind) noexcept {
    struct flock wanted{};
    wanted.l_type = kind;
    wanted.l_whence = SEEK_SET;
    wanted.l_start = static_cast<off_t>(range.first);
    wanted.l_len = static_cast<off_t>(range.bytes);
    return error_of(::fcntl(fd_.get(), F_OFD_SETLKW, &wanted));
  }

  std::string name_;
  base::Fd fd_;
};

// This function does not call posix_fallocate(): on a file system without fallocate() it writes bytes into the file instead,
// which may overwrite data that other processes write at the same time.
int Posix::preallocate(std::uint64_t size) {
  if (size > kMostOffset) return EFBIG;
  if (size == 0) return 0;
  if (::fallocate(fd_.get(), 0, 0, static_cast<off_t>(size)) == 0) return 0;
  if (errno != EOPNOTSUPP && errno != ENOSYS) return errno;
  return extend(fd_.get(), size);
}

int flags_of(const OpenMode& mode) noexcept {
  int flags = O_CLOEXEC | (mode.reads && mode.writes ? O_RDWR : mode.writes ? O_WRONLY : O_RDONLY);
  if (mode.creates) flags |= O_CREAT;
  if (mode.creates && mode.exclusive) flags |= O_EXCL;
  return flags;
}

}  // namespace

int extend(int fd, std::uint64_t size) {
  constexpr std::uint64_t kMostAtOnce = 1 << 20;
  std::vector<std::byte> zeros;
  while (true) {
    struct stat found{};
    if (::fstat(fd, &found) != 0) return errno;
    const auto now = static_cast<std::uint64_t>(found.st_size);
    if (now >= size) return 0;
    zeros.resize(std::min(size - now, kMostAtOnce));
    const iovec piece{zeros.data(), zeros.size()};
    if (::pwritev2(fd, &piece, 1, 0, RWF_APPEND) < 0 && errno != EINTR) return errno;
  }
}

Status open_posix(const std::string& name, const OpenMode& mode, std::unique_ptr<Device>* out) {
  base::Fd fd;
  do {
    fd.reset(::open(name.c_str(), flags_of(mode), mode.permissions));
  } while (!fd.valid() && errno == EINTR);
  if (!fd.valid()) return failure(errno, "open", name);
  struct stat found{};
  if (::fstat(fd.get(), &found) != 0) return failure(errno, "open", name);
  if (S_ISDIR(found.st_mode)) return failure(EISDIR, "open", name);
  *out = std::make_unique<Posix>(name, std::move(fd));
  return Status::ok();
}

Status remove_file(const std::string& name) {
  return failure(::unlink(name.c_str()) == 0 ? 0 : errno, "delete", name);
}

}  // namespace penstock::io
