#include "io/access/access.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>

#include "io/access/host.hpp"
#include "io/device/transfer.hpp"

namespace penstock::io {
namespace {

// A device accepts only host memory. Data in GPU or managed memory are staged through a host buffer of at most this many bytes,
// or of one element of the datatype if that is larger.
constexpr std::uint64_t kStagedBytes = 4 << 20;

Status on_host(proto::Engine& engine, const proto::Buffer& buffer, bool* out) {
  *out = true;
  if (buffer.bytes() == 0 || engine.accel().all_host()) return Status::ok();
  accel::Memory memory;
  PENSTOCK_TRY(engine.accel().query(static_cast<std::byte*>(buffer.address) + buffer.layout->first_offset(), &memory));
  *out = memory.on_host();
  return Status::ok();
}

Status copy_now(proto::Engine& engine, const proto::Buffer& to, const proto::Buffer& from) {
  proto::Operation* operation = nullptr;
  PENSTOCK_TRY(engine.messages().copy(to, from, &operation));
  if (!operation->done()) engine.progress().wait(*operation);
  Status status = operation->status().clone();
  operation->release();
  return status;
}

Status check_reach(const View& view, bool reads, std::uint64_t first, std::uint64_t bytes) {
  if (bytes == 0 || view.reaches(first, bytes) || (reads && view.empty())) return Status::ok();
  if (view.empty()) {
    return Status::error(Code::kArg, "{} bytes are written through a view without bytes; set a view with some", bytes);
  }
  return Status::error(Code::kArg, "{} bytes from byte {} of the view on end beyond the largest offset of a file", bytes,
                       first);
}

// Locks the byte range of the file that an access touches, if the file is in atomic mode. take() blocks.
class Guard {
 public:
  explicit Guard(const AccessGround& ground) : ground_(ground), range_(ground.device) {}
  Status take(bool exclusive, std::uint64_t first, std::uint64_t bytes) {
    if (!ground_.atomic.on() || bytes == 0 || ground_.view.empty()) return Status::ok();
    threads_.emplace(ground_.atomic.mutex());
    const Extent range = ground_.view.range_of(first, bytes);
    return range_.take({range.offset, range.bytes}, exclusive);
  }

 private:
  const AccessGround& ground_;
  std::optional<std::scoped_lock<std::mutex>> threads_;  // declared first, so released last
  RangeLock range_;
};

// Moves data between host memory and the file, with the engine's lock released.
Status move_host(const AccessGround& ground, bool reads, const proto::Buffer& buffer, std::uint64_t first,
                 std::uint64_t* moved) {
  const proto::Unlocked unlocked(ground.engine.lock());
  if (reads) return read_host(ground.device, ground.view, ground.choice, buffer, first, moved);
  return write_host(ground.device, ground.view, buffer, first, moved);
}

// Copies the first `came` bytes that were read to the application's buffer. An engine copy always moves whole buffers, so after
// a short read the new bytes are merged with the old contents of the buffer: the memory behind them does not change.
Status give_back(proto::Engine& engine, const proto::Buffer& part, const proto::Buffer& staged, std::uint64_t came) {
  if (came == staged.bytes()) return copy_now(engine, part, staged);
  const auto whole = std::make_unique_for_overwrite<std::byte[]>(staged.bytes());
  const proto::Buffer mixed{whole.get(), staged.count, staged.layout};
  PENSTOCK_TRY(copy_now(engine, mixed, part));
  std::memcpy(whole.get(), staged.address, came);
  return copy_now(engine, part, mixed);
}

// Stages whole elements of the buffer, as many at a time as fit.
Status move_staged(const AccessGround& ground, bool reads, const proto::Buffer& buffer, std::uint64_t first,
                   std::uint64_t* moved) {
  const std::uint64_t element = buffer.layout->size();
  const std::uint64_t many = std::clamp<std::uint64_t>(kStagedBytes / element, 1, buffer.count);
  const auto space = std::make_unique_for_overwrite<std::byte[]>(many * element);
  const proto::Layout byte = proto::Layout::bytes(1);
  for (std::uint64_t i = 0; i < buffer.count; i += many) {
    const std::uint64_t count = std::min(many, buffer.count - i);
    const std::uint64_t bytes = count * element;
    const proto::Buffer part{static_cast<std::byte*>(buffer.address) + static_cast<std::int64_t>(i) * buffer.layout->extent(),
                             count, buffer.layout};
    const proto::Buffer staged{space.get(), bytes, &byte};
    std::uint64_t now = 0;
    if (!reads) PENSTOCK_TRY(copy_now(ground.engine, staged, part));
    Status status = move_host(ground, reads, staged, first + *moved, &now);
    *moved += now;
    if (reads && now != 0) {
      Status given = give_back(ground.engine, part, staged, now);
      if (status.is_ok()) status = std::move(given);
    }
    PENSTOCK_TRY(std::move(status));
    if (now != bytes) break;
  }
  return Status::ok();
}

Status move(const AccessGround& ground, bool reads, const proto::Buffer& buffer, std::uint64_t first, std::uint64_t* moved) {
  *moved = 0;
  const std::uint64_t bytes = buffer.bytes();
  PENSTOCK_TRY(check_reach(ground.view, reads, first, bytes));
  if (bytes == 0) return Status::ok();
  bool host = true;
  PENSTOCK_TRY(on_host(ground.engine, buffer, &host));
  std::optional<Guard> guard;
  if (ground.atomic.on()) {
    guard.emplace(ground);
    const proto::Unlocked unlocked(ground.engine.lock());
    PENSTOCK_TRY(guard->take(!reads, first, bytes));
  }
  return host ? move_host(ground, reads, buffer, first, moved) : move_staged(ground, reads, buffer, first, moved);
}

}  // namespace

Status read(const AccessGround& ground, const proto::Buffer& buffer, std::uint64_t first, std::uint64_t* moved) {
  return move(ground, true, buffer, first, moved);
}

Status write(const AccessGround& ground, const proto::Buffer& buffer, std::uint64_t first, std::uint64_t* moved) {
  return move(ground, false, buffer, first, moved);
}

}  // namespace penstock::io
