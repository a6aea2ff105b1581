// Operations on memory of peers are done by the network's devices if UCX finds suitable ones, else by UCX in the peer's
// process.
#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "transport/net/ucx/network.hpp"

namespace penstock::net {
namespace {

// UCX parses a packed key without knowing its length, so the buffer has this size, and the bytes that a wrong key could refer
// to exist and are zero.
constexpr std::size_t kMostKey = 4096;
constexpr std::size_t kSlack = 65536;

ucp_atomic_op_t op_of(penstock_net_atomic op) {
  switch (op) {
    case PENSTOCK_NET_ADD: return UCP_ATOMIC_OP_ADD;
    case PENSTOCK_NET_AND: return UCP_ATOMIC_OP_AND;
    case PENSTOCK_NET_OR: return UCP_ATOMIC_OP_OR;
    case PENSTOCK_NET_XOR: return UCP_ATOMIC_OP_XOR;
    case PENSTOCK_NET_SWAP: return UCP_ATOMIC_OP_SWAP;
    case PENSTOCK_NET_COMPARE_SWAP: break;
  }
  return UCP_ATOMIC_OP_CSWAP;
}

std::unique_ptr<penstock_net_op> op_with(int peer, const char* doing) {
  auto op = std::make_unique<penstock_net_op>();
  op->peer = peer;
  op->doing = doing;
  return op;
}

ucp_request_param_t told_by(ucp_send_nbx_callback_t over, penstock_net_op* op) {
  ucp_request_param_t how{};
  how.op_attr_mask = UCP_OP_ATTR_FIELD_CALLBACK | UCP_OP_ATTR_FIELD_USER_DATA;
  how.cb.send = over;
  how.user_data = op;
  return how;
}

}  // namespace

Result Network::mem_map(void* address, std::size_t bytes, penstock_net_memory memory, penstock_net_region** out) {
  ucp_mem_map_params_t params{};
  params.field_mask = UCP_MEM_MAP_PARAM_FIELD_ADDRESS | UCP_MEM_MAP_PARAM_FIELD_LENGTH | UCP_MEM_MAP_PARAM_FIELD_MEMORY_TYPE;
  params.address = address;
  params.length = bytes;
  params.memory_type = type_of(memory);
  auto made = std::make_unique<penstock_net_region>();
  const ucs_status_t status = ucp_.mem_map(context_, &params, &made->memory);
  if (status != UCS_OK) return failed("registering memory (ulimit -l bounds how much)", status);
  *out = made.release();
  return {};
}

void Network::mem_unmap(penstock_net_region* region) {
  if (region->packed != nullptr) ucp_.rkey_buffer_release(region->packed);
  static_cast<void>(ucp_.mem_unmap(context_, region->memory));  // a failure needs no action
  delete region;
}

Result Network::rkey_pack(penstock_net_region* region, const void** data, std::size_t* bytes) {
  if (region->packed == nullptr) {
    const ucs_status_t status = ucp_.rkey_pack(context_, region->memory, &region->packed, &region->packed_bytes);
    if (status != UCS_OK) return failed("packing the key of memory", status);
  }
  *data = region->packed;
  *bytes = region->packed_bytes;
  return {};
}

Result Network::rkey_unpack(int from, std::span<const std::byte> packed, penstock_net_rkey** out) {
  Peer* peer = nullptr;
  if (Result known = peer_of(from, &peer); !known.done()) return known;
  if (packed.empty() || packed.size() > kMostKey) {
    return {PENSTOCK_NET_ERROR,
            "a key of " + std::to_string(packed.size()) + " bytes for memory of rank " + std::to_string(from)};
  }
  std::vector<std::byte> padded(kMostKey + kSlack);
  std::copy(packed.begin(), packed.end(), padded.begin());
  auto made = std::make_unique<penstock_net_rkey>();
  made->peer = from;
  const ucs_status_t status = ucp_.ep_rkey_unpack(peer->endpoint, padded.data(), &made->key);
  if (status != UCS_OK) return failed("reading the key of a peer's memory", status);
  *out = made.release();
  return {};
}

void Network::rkey_destroy(penstock_net_rkey* key) {
  ucp_.rkey_destroy(key->key);
  delete key;
}

// An operation that is complete at once returns no handle.
Result Network::begun(std::unique_ptr<penstock_net_op> op, void* request, penstock_net_op** out) {
  Peer& peer = known(op->peer);
  if (UCS_PTR_IS_ERR(request)) return peer.lost != UCS_OK ? lost(peer) : failed(op->doing, UCS_PTR_STATUS(request));
  if (request == nullptr) return {};
  op->request = request;
  *out = op.release();
  return Result::pending();
}

Result Network::put(penstock_net_rkey* key, std::uint64_t remote, const void* from, std::size_t bytes,
                    penstock_net_memory memory, penstock_net_op** out) {
  Peer* peer = nullptr;
  if (Result known = peer_of(key->peer, &peer); !known.done()) return known;
  auto op = op_with(key->peer, "writing to a peer's memory");
  ucp_request_param_t how = told_by(on_streamed, op.get());
  how.op_attr_mask |= UCP_OP_ATTR_FIELD_MEMORY_TYPE;
  how.memory_type = type_of(memory);
  peer->written = true;
  void* const request = ucp_.put_nbx(peer->endpoint, from, bytes, remote, key->key, &how);
  return begun(std::move(op), request, out);
}

Result Network::get(penstock_net_rkey* key, std::uint64_t remote, void* to, std::size_t bytes, penstock_net_memory memory,
                    penstock_net_op** out) {
  Peer* peer = nullptr;
  if (Result known = peer_of(key->peer, &peer); !known.done()) return known;
  auto op = op_with(key->peer, "reading a peer's memory");
  ucp_request_param_t how = told_by(on_streamed, op.get());
  how.op_attr_mask |= UCP_OP_ATTR_FIELD_MEMORY_TYPE;
  how.memory_type = type_of(memory);
  void* const request = ucp_.get_nbx(peer->endpoint, to, bytes, remote, key->key, &how);
  return begun(std::move(op), request, out);
}

// Compare-and-swap takes the value to store from the place of the result, so it always has such a place.
Result Network::atomic(penstock_net_rkey* key, const penstock_net_atomic_call& call, penstock_net_op** out) {
  Peer* peer = nullptr;
  if (Result known = peer_of(key->peer, &peer); !known.done()) return known;
  auto op = op_with(key->peer, "an atomic operation on a peer's memory");
  const bool compares = call.op == PENSTOCK_NET_COMPARE_SWAP;
  op->operand = compares ? call.compare : call.operand;
  ucp_request_param_t how = told_by(on_streamed, op.get());
  how.op_attr_mask |= UCP_OP_ATTR_FIELD_DATATYPE;
  how.datatype = ucp_dt_make_contig(call.width);
  if (call.result != nullptr) {
    how.op_attr_mask |= UCP_OP_ATTR_FIELD_REPLY_BUFFER;
    how.reply_buffer = call.result;
    if (compares)
      std::copy_n(reinterpret_cast<const std::byte*>(&call.operand), call.width, static_cast<std::byte*>(call.result));
  }
  peer->written = true;
  void* const request = ucp_.atomic_op_nbx(peer->endpoint, op_of(call.op), &op->operand, 1, call.remote, key->key, &how);
  return begun(std::move(op), request, out);
}

Result Network::flush(int to, penstock_net_op** out) {
  Peer* peer = nullptr;
  if (Result known = peer_of(to, &peer); !known.done()) return known;
  auto op = op_with(to, "completing what was written to a peer's memory");
  ucp_request_param_t how = told_by(on_streamed, op.get());
  void* const request = ucp_.ep_flush_nbx(peer->endpoint, &how);
  return begun(std::move(op), request, out);
}

Result Network::fence() {
  const ucs_status_t status = ucp_.worker_fence(worker_);
  return status == UCS_OK ? Result() : failed("ordering writes to memory of peers", status);
}

}  // namespace penstock::net
