#include "proto/rma/answer.hpp"

namespace penstock::proto::rma {

Status find_region(const Parts& parts, const Request& wanted, const transport::Region** out) {
  *out = parts.registry.find(wanted.number, wanted.generation);
  if (*out != nullptr) return Status::ok();
  return Status::error(Code::kProtocol, "no region {} of generation {}", wanted.number, wanted.generation);
}

Status check_answer(const Parts& parts, int peer, const Request& wanted) {
  if (wanted.bytes <= parts.poster.most_payload(peer)) return Status::ok();
  return Status::error(Code::kProtocol, "an answer of {} bytes", wanted.bytes);
}

void reply(const Parts& parts, int peer, const Request& wanted, const Status& status, std::span<const std::byte> data) {
  Reply out;
  out.code = static_cast<std::uint8_t>(status.code());
  out.id = wanted.id;
  if (!status.is_ok()) parts.log.debug("a request of rank {} for memory is refused: {}", peer, status.message());
  const Status posted = parts.poster.post(peer, wire::bytes_of(out), status.is_ok() ? data : std::span<const std::byte>());
  if (!posted.is_ok()) parts.log.warn("rank {} gets no answer about memory: {}", peer, posted.message());
}

}  // namespace penstock::proto::rma
