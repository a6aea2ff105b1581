// Streams are tagged messages into receives that were posted before.
#include "transport/net/ucx/network.hpp"

#include <memory>
#include <string>

namespace penstock::net {
Result Network::receive(int from, std::uint64_t token, void* to, std::size_t bytes, penstock_net_memory memory,
                        penstock_net_op** out) {
  Peer* peer = nullptr;
  if (Result known = peer_of(from, &peer); !known.done()) return known;
  auto op = std::make_unique<penstock_net_op>();
  op->peer = from;
  op->bytes = bytes;
  op->receives = true;
  op->doing = "receiving a stream";
  ucp_request_param_t how{};
  how.op_attr_mask =
      UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA | UCP_OP_ATTR_FIELD_MEMORY_TYPE | UCP_OP_ATTR_FLAG_NO_IMM_CMPL;
  how.cb.recv = on_received;
  how.user_data = op.get();
  how.memory_type = type_of(memory);
  op->request = ucp_.tag_recv_nbx(worker_, to, bytes, token, ~std::uint64_t{0}, &how);
  if (UCS_PTR_IS_ERR(op->request)) return failed("receiving a stream", UCS_PTR_STATUS(op->request));
  *out = op.release();
  return {};
}

Result Network::stream(int to, std::uint64_t token, const void* from, std::size_t bytes, penstock_net_memory memory,
                       penstock_net_op** out) {
  Peer* peer = nullptr;
  if (Result known = peer_of(to, &peer); !known.done()) return known;
  auto op = std::make_unique<penstock_net_op>();
  op->peer = to;
  op->bytes = bytes;
  ucp_request_param_t how{};
  how.op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA | UCP_OP_ATTR_FIELD_MEMORY_TYPE;
  how.cb.send = on_streamed;
  how.user_data = op.get();
  how.memory_type = type_of(memory);
  void* const request = ucp_.tag_send_nbx(peer->endpoint, from, bytes, token, &how);
  if (UCS_PTR_IS_ERR(request)) return peer->lost != UCS_OK ? lost(*peer) : failed("streaming", UCS_PTR_STATUS(request));
  op->request = request;
  op->over = request == nullptr;
  *out = op.release();
  return {};
}

void Network::on_received(void*, ucs_status_t status, const ucp_tag_recv_info_t* info, void* data) {
  auto* const op = static_cast<penstock_net_op*>(data);
  op->over = true;
  op->status = status;
  if (status == UCS_OK) op->came = info->length;
}

void Network::on_streamed(void*, ucs_status_t status, void* data) {
  auto* const op = static_cast<penstock_net_op*>(data);
  op->over = true;
  op->status = status;
}

Result Network::outcome(const penstock_net_op& op) {
  const Peer& peer = known(op.peer);
  if (op.status != UCS_OK && peer.lost != UCS_OK) return lost(peer);
  if (op.status != UCS_OK) return failed(op.doing, op.status);
  if (op.receives && op.came != op.bytes) {
    return {PENSTOCK_NET_ERROR, "a stream of " + std::to_string(op.bytes) + " bytes from rank " + std::to_string(op.peer) +
                                    " came as " + std::to_string(op.came)};
  }
  return {};
}

// UCX does not report a lost peer to a receive for which no data have come.
Result Network::test(penstock_net_op* op) {
  const Peer& peer = known(op->peer);
  if (!op->over && op->receives && peer.lost != UCS_OK) {
    cancel(op);
    return lost(peer);
  }
  if (!op->over) return Result::pending();
  Result result = outcome(*op);
  if (op->request != nullptr) ucp_.request_free(op->request);
  delete op;
  return result;
}

void Network::cancel(penstock_net_op* op) {
  if (!op->over) ucp_.request_cancel(worker_, op->request);
  while (!op->over) ucp_.worker_progress(worker_);
  if (op->request != nullptr) ucp_.request_free(op->request);
  delete op;
}

}  // namespace penstock::net
