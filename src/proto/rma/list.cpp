#include "proto/rma/list.hpp"

#include <algorithm>
#include <cstring>

#include "proto/layout/pack.hpp"

namespace penstock::proto::rma {
namespace {

// Limits the extents of one request.
constexpr std::uint64_t kMostExtents = 1024;
// Every message holds at least this many extents, whatever the transport: enough for one element.
constexpr std::uint64_t kFewestExtents = 4;

// Divides a message of `most` bytes into extents and packed bytes, which it carries `copies` times.
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

// Checks each extent and sums up their bytes; the sum saturates instead of overflowing.
Status check_extents(std::span<const Extent> extents, const transport::Region& region, std::uint64_t* bytes) {
  *bytes = 0;
  for (const Extent& extent : extents) {
    if (extent.bytes == 0 || !region.holds(extent.offset, extent.bytes)) {
      return Status::error(Code::kArg, "{} bytes at {} of {}", extent.bytes, extent.offset, region.bytes);
    }
    *bytes = std::min<std::uint64_t>(*bytes + extent.bytes, ~std::uint64_t{0} >> 1);
  }
  return Status::ok();
}

}  // namespace

void ListWriter::write(const ListSource& source, std::uint64_t room, Piece* piece) {
  const bool together = source.remote.layout->is_contiguous(source.remote.count);
  const Share share = share_of(room, together, (source.sent != nullptr ? 1 : 0) + (source.compare != nullptr ? 1 : 0));
  extents_.clear();
  piece->bytes = add_extents(source.remote, piece->first, std::min(piece->bytes, share.bytes), share.extents,
                             source.element_bytes(), &extents_);
  if (piece->bytes == 0) return;
  ListHead head = source.head;
  head.extents = static_cast<std::uint32_t>(extents_.size());
  const std::size_t listed = sizeof head + extents_.size() * sizeof(Extent);
  const std::size_t sent = source.sent != nullptr ? piece->bytes : 0;
  payload_.resize(listed + sent + (source.compare != nullptr ? piece->bytes : 0));
  std::memcpy(payload_.data(), &head, sizeof head);
  std::memcpy(payload_.data() + sizeof head, extents_.data(), extents_.size() * sizeof(Extent));
  if (source.sent != nullptr) pack_host(*source.sent, piece->first, std::span(payload_).subspan(listed, sent));
  if (source.compare != nullptr) std::memcpy(payload_.data() + listed + sent, source.compare + piece->first, piece->bytes);
}

Status List::read(const Request& wanted, const transport::Region& region, std::span<const std::byte> payload, List* out) {
  if (!wire::read(payload, &out->head)) return Status::error(Code::kProtocol, "a list without a head");
  payload = payload.subspan(sizeof out->head);
  if (out->head.extents > payload.size() / sizeof(Extent)) {
    return Status::error(Code::kProtocol, "{} extents in {} bytes", out->head.extents, payload.size());
  }
  out->extents.resize(out->head.extents);
  const std::size_t listed = out->extents.size() * sizeof(Extent);
  if (listed != 0) std::memcpy(out->extents.data(), payload.data(), listed);
  out->sent = payload.subspan(listed);
  std::uint64_t bytes = 0;
  PENSTOCK_TRY(check_extents(out->extents, region, &bytes));
  if (bytes == wanted.bytes) return Status::ok();
  return Status::error(Code::kProtocol, "{} bytes of extents, not {}", bytes, wanted.bytes);
}

std::span<Extent> List::after(std::uint64_t bytes) noexcept {
  std::size_t first = 0;
  while (bytes > 0 && bytes >= extents[first].bytes) bytes -= extents[first++].bytes;
  if (bytes > 0) extents[first] = {extents[first].offset + bytes, extents[first].bytes - bytes};
  return std::span(extents).subspan(first);
}

}  // namespace penstock::proto::rma
