// Requests of the origin for parts of layouts: extents of the region, and packed bytes.
#include <algorithm>
#include <cstring>

#include "proto/rma/rma.hpp"
#include "proto/rma/work.hpp"

namespace penstock::proto::rma {
namespace {

// In one request, at most.
constexpr std::uint64_t kMostExtents = 1024;
// So many a message holds at least, whatever the transport: those of one element, and more.
constexpr std::uint64_t kFewestExtents = 4;

// How a message of `most` bytes is shared by extents and packed bytes, which it carries `copies` times.
struct Share {
  std::uint64_t extents = 1;
  std::uint64_t bytes = 0;
};
Share share_of(std::uint64_t most, bool together, std::uint64_t copies) noexcept {
  Share out;
  const std::uint64_t room = most > sizeof(ListHead) ? most - sizeof(ListHead) : 0;
  if (!together) out.extents = std::clamp(room / (2 * sizeof(Extent)), kFewestExtents, kMostExtents);
  const std::uint64_t taken = out.extents * sizeof(Extent);
  out.bytes = room > taken ? (room - taken) / std::max<std::uint64_t>(copies, 1) : 0;
  return out;
}

wire::Kind kind_of(bool puts, bool gets) noexcept {
  return puts ? kRmaPutList : gets ? kRmaGetList : kRmaAccumulate;
}

}  // namespace

Status Rma::post_list(Call* call) {
  Work& work = *call->work_;
  const bool puts = call->verb_ == Call::Verb::kPut;
  const bool gets = call->verb_ == Call::Verb::kGet;
  const bool accumulates = !puts && !gets;
  const bool sends = puts || (accumulates && !work.fold.reads_only());
  const std::uint32_t element = accumulates ? work.fold.bytes : 1;
  const Share share = share_of(parts_.poster.most_payload(call->peer_), work.remote.layout->is_contiguous(work.remote.count),
                               (sends ? 1 : 0) + (work.fold.compares ? 1 : 0));
  extents_.clear();
  const std::uint64_t first = work.asked;
  const std::uint64_t bytes =
      add_extents(work.remote, first, std::min(work.bytes - first, share.bytes), share.extents, element, &extents_);
  if (bytes == 0) {
    return Status::error(Code::kInternal, "messages to rank {} are too small for an element of {} bytes", call->peer_, element);
  }
  ListHead head;
  head.extents = static_cast<std::uint32_t>(extents_.size());
  if (accumulates) {
    head.op = static_cast<std::uint8_t>(work.fold.op);
    head.element = static_cast<std::uint8_t>(work.fold.element);
    head.element_bytes = element;
    head.flags =
        static_cast<std::uint8_t>((work.result.layout != nullptr ? kWantsOld : 0) | (work.fold.compares ? kCompares : 0));
  }
  const std::size_t listed = sizeof head + extents_.size() * sizeof(Extent);
  buffer_.resize(listed + (sends ? bytes : 0) + (work.fold.compares ? bytes : 0));
  std::memcpy(buffer_.data(), &head, sizeof head);
  std::memcpy(buffer_.data() + sizeof head, extents_.data(), extents_.size() * sizeof(Extent));
  if (sends) pack_host(work.origin, first, std::span(buffer_).subspan(listed, bytes));
  if (work.fold.compares) std::memcpy(buffer_.data() + listed + bytes, work.compare + first, bytes);
  Request wanted;
  wanted.kind = kind_of(puts, gets);
  wanted.number = call->target_->head().number;
  wanted.generation = call->target_->head().generation;
  wanted.bytes = static_cast<std::uint32_t>(bytes);
  PENSTOCK_TRY(request(call->peer_, wanted, buffer_, {call, call->target_, first, bytes, call->peer_}));
  work.asked += bytes;
  return Status::ok();
}

}  // namespace penstock::proto::rma
