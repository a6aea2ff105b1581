#include "core/memory/send_buffer.hpp"

#include <algorithm>
#include <utility>

#include "core/type/packed_copy.hpp"
#include "mpi.h"

namespace penstock::core {
namespace {

// A message takes at most twice this size, less one byte each, in addition to its bytes. Applications of other ABIs may count
// with a smaller overhead than the standard's: those of Intel MPI use 88 bytes.
constexpr std::uint64_t kGrain = 32;
constexpr std::uint64_t kLeastOverhead = 88;
static_assert(2 * kGrain <= kLeastOverhead && kLeastOverhead <= MPI_BSEND_OVERHEAD);

std::uint64_t round_up(std::uint64_t value) noexcept {
  return (value + kGrain - 1) / kGrain * kGrain;
}

}  // namespace

SendBuffer::SendBuffer(proto::Engine& engine, void* address, std::uint64_t bytes)
    : engine_(engine), byte_(proto::Layout::bytes(1)), address_(address), limit_(bytes), next_(blocks_.end()) {
  const auto first = reinterpret_cast<std::uintptr_t>(address);
  const std::uint64_t skipped = std::min(round_up(first) - first, bytes);
  begin_ = static_cast<std::byte*>(address) + skipped;
  end_ = static_cast<std::byte*>(address) + bytes;
}

SendBuffer::SendBuffer(proto::Engine& engine)
    : engine_(engine), byte_(proto::Layout::bytes(1)), address_(MPI_BUFFER_AUTOMATIC), automatic_(true), next_(blocks_.end()) {}

SendBuffer::~SendBuffer() {
  for (const Block& block : blocks_) {
    if (block.operation != nullptr) block.operation->release();
  }
}

bool SendBuffer::is_over(const Block& block) noexcept {
  return block.operation != nullptr && block.operation->done();
}

SendBuffer::Place SendBuffer::erase(Place place) {
  if (place->operation != nullptr) {
    if (failure_.is_ok() && !place->operation->status().is_ok()) failure_ = place->operation->status().clone();
    place->operation->release();
  }
  const bool was_next = place == next_;
  const Place following = blocks_.erase(place);
  if (was_next) next_ = following;
  return following;
}

void SendBuffer::sweep() {
  for (Place place = blocks_.begin(); place != blocks_.end();) place = is_over(*place) ? erase(place) : std::next(place);
}

bool SendBuffer::fits_before(Place place, std::uint64_t bytes, std::byte** data) noexcept {
  std::byte* from = begin_;
  if (place != blocks_.begin()) from = std::prev(place)->data + std::prev(place)->bytes;
  const std::byte* to = place == blocks_.end() ? end_ : place->data;
  *data = from;
  return from < to && static_cast<std::uint64_t>(to - from) >= bytes;
}

SendBuffer::Place SendBuffer::insert(Place place, std::byte* data, std::uint64_t bytes) {
  const std::uint64_t taken = std::min(round_up(bytes), static_cast<std::uint64_t>(end_ - data));
  const Place made = blocks_.insert(place, Block{data, taken, nullptr, nullptr});
  next_ = std::next(made);
  return made;
}

// Automatic buffers always have space. Each allocation examines two blocks, so that completed blocks never outnumber the others
// for long, at a cost that does not grow with their number.
SendBuffer::Place SendBuffer::allocate(std::uint64_t bytes) {
  for (int looked = 0; looked < 2 && !blocks_.empty(); ++looked) {
    if (next_ == blocks_.end()) next_ = blocks_.begin();
    next_ = is_over(*next_) ? erase(next_) : std::next(next_);
  }
  Block block;
  block.own = std::make_unique_for_overwrite<std::byte[]>(bytes);
  block.data = block.own.get();
  return blocks_.insert(blocks_.end(), std::move(block));
}

// Messages leave in about the order in which they came: the space behind the youngest one is nearly
// always free, and is found in constant time.
Status SendBuffer::reserve(std::uint64_t bytes, Place* place) {
  const std::uint64_t wanted = std::max<std::uint64_t>(bytes, 1);
  if (automatic_) {
    *place = allocate(wanted);
    return Status::ok();
  }
  std::byte* data = nullptr;
  while (next_ != blocks_.end() && is_over(*next_)) erase(next_);
  if (fits_before(next_, wanted, &data)) {
    *place = insert(next_, data, wanted);
    return Status::ok();
  }
  engine_.progress().poll();
  sweep();
  for (Place before = blocks_.begin();; ++before) {
    if (fits_before(before, wanted, &data)) {
      *place = insert(before, data, wanted);
      return Status::ok();
    }
    if (before == blocks_.end()) break;
  }
  return Status::error(Code::kBuffer,
                       "the attached buffer of {} bytes has no room for a message of {}: {} others have not left yet; attach "
                       "a larger one (for each message its bytes and MPI_BSEND_OVERHEAD) or MPI_BUFFER_AUTOMATIC",
                       limit_, bytes, blocks_.size());
}

Status SendBuffer::send(const proto::Buffer& message, int peer, int tag, proto::Context context) {
  Place place;
  PENSTOCK_TRY(reserve(message.bytes(), &place));
  const proto::Buffer packed{place->data, message.bytes(), &byte_};
  Status status = copy_now(engine_, packed, message);
  if (status.is_ok()) {
    status = engine_.messages().send(packed, peer, tag, context, proto::SendMode::kStandard, &place->operation);
  }
  if (!status.is_ok()) erase(place);
  return status;
}

bool SendBuffer::idle() {
  sweep();
  return blocks_.empty();
}

Status SendBuffer::drain() {
  if (!idle()) engine_.progress().wait_until([this] { return idle(); });
  return std::exchange(failure_, Status());
}

std::vector<proto::Operation*> SendBuffer::waiting() {
  sweep();
  std::vector<proto::Operation*> operations;
  operations.reserve(blocks_.size());
  for (const Block& block : blocks_) {
    if (block.operation == nullptr) continue;
    block.operation->retain();
    operations.push_back(block.operation);
  }
  return operations;
}

}  // namespace penstock::core
