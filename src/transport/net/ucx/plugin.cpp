// This file has the table of functions that the runtime looks up.
#include <exception>
#include <memory>

#include "transport/net/ucx/network.hpp"

namespace {

using penstock::net::Result;

penstock_net_result open(const penstock_net_options* options, penstock_net** out, penstock_net_why* why) {
  auto made = std::make_unique<penstock_net>(*options);
  const Result opened = made->network.open();
  if (opened.done()) *out = made.release();
  return opened.tell(why);
}

void close(penstock_net* net) {
  delete net;
}

const char* description(const penstock_net* net) {
  return net->network.description();
}

penstock_net_result address(penstock_net* net, const void** data, size_t* bytes, penstock_net_why* why) {
  return net->network.address(data, bytes).tell(why);
}

penstock_net_result connect(penstock_net* net, int peer, const void* address, size_t bytes, penstock_net_why* why) {
  return net->network.connect(peer, address, bytes).tell(why);
}

penstock_net_result send(penstock_net* net, int peer, const void* header, size_t header_bytes, const void* payload,
                         size_t payload_bytes, penstock_net_why* why) {
  return net->network.send(peer, header, header_bytes, payload, payload_bytes).tell(why);
}

penstock_net_result progress(penstock_net* net, penstock_net_deliver deliver, void* context, penstock_net_moved* moved,
                             penstock_net_why* why) {
  return net->network.progress(deliver, context, moved).tell(why);
}

penstock_net_result drain(penstock_net* net) {
  return net->network.drained() ? PENSTOCK_NET_DONE : PENSTOCK_NET_PENDING;
}

int streams_device(const penstock_net* net) {
  return net->network.streams_device() ? 1 : 0;
}

penstock_net_result receive(penstock_net* net, int peer, uint64_t token, void* to, size_t bytes, penstock_net_memory memory,
                            penstock_net_op** out, penstock_net_why* why) {
  return net->network.receive(peer, token, to, bytes, memory, out).tell(why);
}

penstock_net_result stream(penstock_net* net, int peer, uint64_t token, const void* from, size_t bytes,
                           penstock_net_memory memory, penstock_net_op** out, penstock_net_why* why) {
  return net->network.stream(peer, token, from, bytes, memory, out).tell(why);
}

penstock_net_result test(penstock_net* net, penstock_net_op* op, penstock_net_why* why) {
  return net->network.test(op).tell(why);
}

void cancel(penstock_net* net, penstock_net_op* op) {
  net->network.cancel(op);
}

penstock_net_result mem_map(penstock_net* net, void* address, size_t bytes, penstock_net_memory memory,
                            penstock_net_region** out, penstock_net_why* why) {
  return net->network.mem_map(address, bytes, memory, out).tell(why);
}

void mem_unmap(penstock_net* net, penstock_net_region* region) {
  net->network.mem_unmap(region);
}

penstock_net_result rkey_pack(penstock_net* net, penstock_net_region* region, const void** data, size_t* bytes,
                              penstock_net_why* why) {
  return net->network.rkey_pack(region, data, bytes).tell(why);
}

penstock_net_result rkey_unpack(penstock_net* net, int peer, const void* data, size_t bytes, penstock_net_rkey** out,
                                penstock_net_why* why) {
  return net->network.rkey_unpack(peer, {static_cast<const std::byte*>(data), bytes}, out).tell(why);
}

void rkey_destroy(penstock_net* net, penstock_net_rkey* key) {
  net->network.rkey_destroy(key);
}

penstock_net_reach reach(const penstock_net* net) {
  return net->network.reach();
}

penstock_net_result put(penstock_net* net, penstock_net_rkey* key, uint64_t remote, const void* from, size_t bytes,
                        penstock_net_memory memory, penstock_net_op** out, penstock_net_why* why) {
  return net->network.put(key, remote, from, bytes, memory, out).tell(why);
}

penstock_net_result get(penstock_net* net, penstock_net_rkey* key, uint64_t remote, void* to, size_t bytes,
                        penstock_net_memory memory, penstock_net_op** out, penstock_net_why* why) {
  return net->network.get(key, remote, to, bytes, memory, out).tell(why);
}

penstock_net_result atomic(penstock_net* net, penstock_net_rkey* key, const penstock_net_atomic_call* call,
                           penstock_net_op** out, penstock_net_why* why) {
  return net->network.atomic(key, *call, out).tell(why);
}

penstock_net_result flush(penstock_net* net, int peer, penstock_net_op** out, penstock_net_why* why) {
  return net->network.flush(peer, out).tell(why);
}

penstock_net_result fence(penstock_net* net, penstock_net_why* why) {
  return net->network.fence().tell(why);
}

int event_fd(penstock_net* net) {
  return net->network.event_fd();
}

penstock_net_result arm(penstock_net* net, penstock_net_why* why) {
  return net->network.arm().tell(why);
}

constexpr penstock_net_plugin kPlugin{kPenstockNetVersion,
                                      "ucx",
                                      open,
                                      close,
                                      description,
                                      address,
                                      connect,
                                      send,
                                      progress,
                                      drain,
                                      streams_device,
                                      receive,
                                      stream,
                                      test,
                                      cancel,
                                      mem_map,
                                      mem_unmap,
                                      rkey_pack,
                                      rkey_unpack,
                                      rkey_destroy,
                                      reach,
                                      put,
                                      get,
                                      atomic,
                                      flush,
                                      fence,
                                      event_fd,
                                      arm};

}  // namespace

extern "C" __attribute__((visibility("default"))) const penstock_net_plugin* penstock_net_plugin_table() {
  return &kPlugin;
}
