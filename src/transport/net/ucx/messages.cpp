// Messages are eager active messages from blocks of this plug-in. UCX can be told to send at once or not at all, which would
// need no block, but versions 1.13 to 1.15, 1.18 and 1.19 then sent twice, and 1.16, 1.17, 1.20 and 1.22 never.
#include <cstring>
#include <memory>
#include <string>

#include "transport/net/ucx/network.hpp"

namespace penstock::net {
namespace {

// Head precedes every message. Ranks of one job run one Penstock, so no byte order or version has to be negotiated.
struct Head {
  std::int32_t source = 0;
  std::uint32_t number = 0;
};
static_assert(sizeof(Head) == 8);

}  // namespace

Network::Parcel* Network::take_parcel() {
  if (under_way_ >= options_.window) return nullptr;
  if (free_.empty()) {
    auto made = std::make_unique<Parcel>();
    made->network = this;
    made->bytes = std::make_unique_for_overwrite<std::byte[]>(sizeof(Head) + options_.max_message);
    free_.push_back(made.get());
    parcels_.push_back(std::move(made));
  }
  Parcel* const parcel = free_.back();
  free_.pop_back();
  ++under_way_;
  return parcel;
}

void Network::give_back(Parcel* parcel) {
  free_.push_back(parcel);
  --under_way_;
}

// UCX may need the bytes after the call, when the caller's memory is no longer valid.
Result Network::send(int to, const void* header, std::size_t header_bytes, const void* payload, std::size_t payload_bytes) {
  Peer* peer = nullptr;
  if (Result known = peer_of(to, &peer); !known.done()) return known;
  if (header_bytes + payload_bytes > options_.max_message) {
    return {PENSTOCK_NET_ERROR, "a message of " + std::to_string(header_bytes + payload_bytes) + " bytes is too long"};
  }
  Parcel* const parcel = take_parcel();
  if (parcel == nullptr) return Result::pending();
  const Head head{options_.rank, peer->sent};
  std::byte* const bytes = parcel->bytes.get();
  std::memcpy(bytes, &head, sizeof head);
  if (header_bytes != 0) std::memcpy(bytes + sizeof head, header, header_bytes);
  if (payload_bytes != 0) std::memcpy(bytes + sizeof head + header_bytes, payload, payload_bytes);
  ucp_request_param_t how{};
  how.op_attr_mask =
      UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA | UCP_OP_ATTR_FIELD_FLAGS | UCP_OP_ATTR_FIELD_MEMORY_TYPE;
  how.cb.send = on_sent;
  how.user_data = parcel;
  how.flags = UCP_AM_SEND_FLAG_EAGER;
  how.memory_type = UCS_MEMORY_TYPE_HOST;
  void* const request =
      ucp_.am_send_nbx(peer->endpoint, kMessages, nullptr, 0, bytes, sizeof head + header_bytes + payload_bytes, &how);
  if (UCS_PTR_IS_PTR(request)) {
    ++peer->sent;
    return {};
  }
  give_back(parcel);
  if (const ucs_status_t status = UCS_PTR_STATUS(request); status != UCS_OK) {
    return peer->lost != UCS_OK ? lost(*peer) : failed("sending a message", status);
  }
  ++peer->sent;
  return {};
}

// A failure that is due to a lost peer is reported as the loss.
void Network::on_sent(void* request, ucs_status_t status, void* data) {
  auto* const parcel = static_cast<Parcel*>(data);
  Network& self = *parcel->network;
  self.give_back(parcel);
  if (status != UCS_OK && self.broken_ == UCS_OK) self.broken_ = status;
  self.ucp_.request_free(request);
}

ucs_status_t Network::on_message(void* data, const void*, std::size_t, void* message, std::size_t bytes,
                                 const ucp_am_recv_param_t*) {
  static_cast<Network*>(data)->arrived({static_cast<const std::byte*>(message), bytes});
  return UCS_OK;
}

void Network::arrived(std::span<const std::byte> message) {
  Head head;
  if (message.size() < sizeof head) return;
  std::memcpy(&head, message.data(), sizeof head);
  if (head.source < 0 || head.source >= options_.size) return;
  Peer& peer = known(head.source);
  message = message.subspan(sizeof head);
  if (head.number != peer.expected) {
    peer.early.emplace(head.number, std::vector<std::byte>(message.begin(), message.end()));
    return;
  }
  hand_on(peer, message);
  for (auto next = peer.early.extract(peer.expected); next; next = peer.early.extract(peer.expected)) {
    hand_on(peer, next.mapped());
  }
}

void Network::hand_on(Peer& peer, std::span<const std::byte> message) {
  ++peer.expected;
  if (deliver_ == nullptr) {
    held_.emplace_back(peer.rank, std::vector<std::byte>(message.begin(), message.end()));
    return;
  }
  ++delivered_;
  deliver_(deliver_context_, peer.rank, message.data(), message.size());
}

}  // namespace penstock::net
