#include "transport/shm/cma.hpp"

#include <algorithm>
#include <array>
#include <cerrno>

#include "transport/shape.hpp"

namespace penstock::transport::shm {
namespace {

// A batch is half of IOV_MAX: it takes 16 KiB of stack for both sides, and the cost per call is already spread over many
// pieces.
constexpr std::size_t kBatch = 512;
// The kernel moves less than 2 GiB per call.
constexpr std::uint64_t kMaxCall = std::uint64_t{1} << 30;

// Batch has the next pieces of one side.
struct Batch {
  std::array<iovec, kBatch> pieces;
  std::size_t count = 0;
  std::uint64_t bytes = 0;

  void fill(const kernels::Strided& shape, std::uint64_t first, std::uint64_t limit) {
    PieceWalker walker(shape, first, limit);
    std::uint64_t address = 0;
    std::uint64_t length = 0;
    count = 0;
    bytes = 0;
    while (count < kBatch && walker.next(&address, &length)) {
      pieces[count++] = {reinterpret_cast<void*>(address), length};
      bytes += length;
    }
  }

  // Cuts the end off, so that both sides have equally many bytes.
  void trim(std::uint64_t limit) {
    while (bytes > limit) {
      const std::uint64_t cut = std::min<std::uint64_t>(bytes - limit, pieces[count - 1].iov_len);
      pieces[count - 1].iov_len -= cut;
      bytes -= cut;
      if (pieces[count - 1].iov_len == 0) --count;
    }
  }
};

}  // namespace

VmResult vm_copy(const VmCalls& calls, Direction direction, pid_t pid, const kernels::Strided& remote,
                 const kernels::Strided& local, std::uint64_t first, std::uint64_t bytes) {
  const VmCalls::Call call = direction == Direction::kRead ? calls.read : calls.write;
  VmResult result;
  Batch far;
  Batch near;
  while (result.moved < bytes) {
    const std::uint64_t limit = std::min(bytes - result.moved, kMaxCall);
    far.fill(remote, first + result.moved, limit);
    near.fill(local, first + result.moved, far.bytes);
    far.trim(near.bytes);
    const ssize_t moved = call(pid, near.pieces.data(), near.count, far.pieces.data(), far.count, 0);
    if (moved < 0 && errno == EINTR) continue;
    if (moved <= 0) {
      result.error = moved < 0 ? errno : EFAULT;  // nothing moved and no error: the first page is not there
      return result;
    }
    result.moved += static_cast<std::uint64_t>(moved);
  }
  return result;
}

namespace {

// Returns the rest of a list behind its first `bytes`.
std::span<iovec> behind(std::span<iovec> list, std::uint64_t bytes) {
  while (!list.empty() && list.front().iov_len <= bytes) {
    bytes -= list.front().iov_len;
    list = list.subspan(1);
  }
  if (bytes == 0) return list;
  iovec& first = list.front();
  first = {static_cast<char*>(first.iov_base) + bytes, first.iov_len - bytes};
  return list;
}

}  // namespace

VmResult vm_copy(const VmCalls& calls, Direction direction, pid_t pid, std::span<iovec> remote, std::span<iovec> local) {
  const VmCalls::Call call = direction == Direction::kRead ? calls.read : calls.write;
  VmResult result;
  while (!local.empty()) {
    const ssize_t moved = call(pid, local.data(), local.size(), remote.data(), remote.size(), 0);
    if (moved < 0 && errno == EINTR) continue;
    if (moved <= 0) {
      result.error = moved < 0 ? errno : EFAULT;
      return result;
    }
    result.moved += static_cast<std::uint64_t>(moved);
    local = behind(local, static_cast<std::uint64_t>(moved));
    remote = behind(remote, static_cast<std::uint64_t>(moved));
  }
  return result;
}

bool is_refusal(int error) noexcept {
  return error == EPERM || error == ESRCH || error == ENOSYS || error == EACCES;
}

}  // namespace penstock::transport::shm
