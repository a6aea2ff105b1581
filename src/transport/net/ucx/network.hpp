// Network is one worker of UCX with its traffic: messages are eager active messages, numbered by their sender since UCX does
// not guarantee the order of those of different sizes (messages.cpp); streams are tagged sends into receives that were posted
// before, which UCX moves as it chooses (RDMA, several rails; streams.cpp); and there are operations on memory of peers
// (one_sided.cpp).
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "transport/net/plugin.hpp"
#include "transport/net/ucx/library.hpp"

// penstock_net_op is one end of a stream, or an operation on memory of a peer.
struct penstock_net_op {
  const char* doing = "streaming";
  void* request = nullptr;
  int peer = 0;
  std::size_t bytes = 0;  // for a receive: bytes expected
  std::size_t came = 0;
  bool receives = false;
  bool over = false;
  ucs_status_t status = UCS_OK;
  std::uint64_t operand = 0;  // for an atomic operation
};

struct penstock_net_region {
  ucp_mem_h memory = nullptr;
  void* packed = nullptr;  // its key, once packed
  std::size_t packed_bytes = 0;
};

struct penstock_net_rkey {
  int peer = 0;
  ucp_rkey_h key = nullptr;
};

namespace penstock::net {

// Result is the outcome of a call and its reason.
class Result {
 public:
  Result() = default;
  Result(penstock_net_result what, std::string why) : what_(what), why_(std::move(why)) {}
  static Result pending() { return {PENSTOCK_NET_PENDING, {}}; }

  [[nodiscard]] bool done() const noexcept { return what_ == PENSTOCK_NET_DONE; }
  [[nodiscard]] penstock_net_result tell(penstock_net_why* why) const;

 private:
  penstock_net_result what_ = PENSTOCK_NET_DONE;
  std::string why_;
};

// UCX gets the kind of memory, because it does not track allocations (library.cpp).
inline ucs_memory_type_t type_of(penstock_net_memory memory) {
  return memory == PENSTOCK_NET_CUDA ? UCS_MEMORY_TYPE_CUDA : UCS_MEMORY_TYPE_HOST;
}

class Network {
 public:
  explicit Network(const penstock_net_options& options);
  ~Network();
  Network(const Network&) = delete;
  Network& operator=(const Network&) = delete;

  Result open();
  [[nodiscard]] const char* description() const { return description_.c_str(); }
  Result address(const void** data, std::size_t* bytes);
  Result connect(int peer, const void* address, std::size_t bytes);
  Result send(int peer, const void* header, std::size_t header_bytes, const void* payload, std::size_t payload_bytes);
  Result progress(penstock_net_deliver deliver, void* context, penstock_net_moved* moved);
  bool drained();
  Result receive(int peer, std::uint64_t token, void* to, std::size_t bytes, penstock_net_memory memory, penstock_net_op** out);
  Result stream(int peer, std::uint64_t token, const void* from, std::size_t bytes, penstock_net_memory memory,
                penstock_net_op** out);
  Result test(penstock_net_op* op);
  void cancel(penstock_net_op* op);
  [[nodiscard]] bool streams_device() const { return streams_device_; }
  Result mem_map(void* address, std::size_t bytes, penstock_net_memory memory, penstock_net_region** out);
  void mem_unmap(penstock_net_region* region);
  Result rkey_pack(penstock_net_region* region, const void** data, std::size_t* bytes);
  Result rkey_unpack(int peer, std::span<const std::byte> packed, penstock_net_rkey** out);
  void rkey_destroy(penstock_net_rkey* key);
  [[nodiscard]] penstock_net_reach reach() const { return has_rdma_ ? PENSTOCK_NET_BY_DEVICE : PENSTOCK_NET_BY_LIBRARY; }
  Result put(penstock_net_rkey* key, std::uint64_t remote, const void* from, std::size_t bytes, penstock_net_memory memory,
             penstock_net_op** out);
  Result get(penstock_net_rkey* key, std::uint64_t remote, void* to, std::size_t bytes, penstock_net_memory memory,
             penstock_net_op** out);
  Result atomic(penstock_net_rkey* key, const penstock_net_atomic_call& call, penstock_net_op** out);
  Result flush(int peer, penstock_net_op** out);
  Result fence();
  [[nodiscard]] int event_fd() const { return event_fd_; }
  Result arm();

 private:
  static constexpr unsigned kMessages = 0;  // id of the active messages of this library

  struct Peer {
    Network* network = nullptr;
    int rank = 0;
    ucp_ep_h endpoint = nullptr;
    bool written = false;                                   // target of a put or atomic
    std::uint32_t sent = 0;                                 // number of the next message to it
    std::uint32_t expected = 0;                             // number of the next message from it
    std::map<std::uint32_t, std::vector<std::byte>> early;  // arrived before their predecessors
    ucs_status_t lost = UCS_OK;                             // why the peer cannot be reached any more
  };
  struct Parcel {
    Network* network = nullptr;
    std::unique_ptr<std::byte[]> bytes;
  };

  Result open_context();
  ucs_status_t configure(ucp_config_t* config) const;
  ucs_status_t configure_devices(ucp_config_t* config) const;
  void see_memory();
  bool equip_connections(std::string* why);
  Result open_worker();
  Result failed(const char* what, ucs_status_t status) const;
  Result lost(const Peer& peer) const;
  Peer& known(int rank);
  Result peer_of(int rank, Peer** out);
  void begin_flush();
  Parcel* take_parcel();
  void give_back(Parcel* parcel);
  void arrived(std::span<const std::byte> message);
  void hand_on(Peer& peer, std::span<const std::byte> message);
  Result outcome(const penstock_net_op& op);
  Result begun(std::unique_ptr<penstock_net_op> op, void* request, penstock_net_op** out);
  static ucs_status_t on_message(void* self, const void*, std::size_t, void* data, std::size_t bytes,
                                 const ucp_am_recv_param_t* how);
  static void on_sent(void* request, ucs_status_t status, void* parcel);
  static void on_failure(void* peer, ucp_ep_h, ucs_status_t status);
  static void on_received(void* request, ucs_status_t status, const ucp_tag_recv_info_t* info, void* op);
  static void on_streamed(void* request, ucs_status_t status, void* op);

  penstock_net_options options_;
  std::string wanted_;
  Library library_;
  const Ucp& ucp_ = library_.ucp;
  std::string description_;
  ucp_context_h context_ = nullptr;
  ucp_worker_h worker_ = nullptr;
  ucp_address_t* address_ = nullptr;
  std::size_t address_bytes_ = 0;
  int event_fd_ = -1;
  bool has_rdma_ = false;
  bool wants_device_ = false;  // streams of GPU memory are requested
  bool streams_device_ = false;
  bool times_out_ = false;  // UCX itself detects silent connections
  std::vector<std::unique_ptr<Peer>> peers_;
  std::vector<std::unique_ptr<Parcel>> parcels_;
  std::vector<Parcel*> free_;
  int under_way_ = 0;
  std::vector<void*> flushes_;  // of drained()
  std::chrono::steady_clock::time_point flush_until_;
  bool any_lost_ = false;
  std::vector<Peer*> newly_lost_;
  ucs_status_t broken_ = UCS_OK;  // failure of a message that was accepted but could not be sent

  // These belong to the current progress(); messages that arrive outside of one wait in held_.
  penstock_net_deliver deliver_ = nullptr;
  void* deliver_context_ = nullptr;
  int delivered_ = 0;
  std::deque<std::pair<int, std::vector<std::byte>>> held_;
};

}  // namespace penstock::net

struct penstock_net {
  explicit penstock_net(const penstock_net_options& options) : network(options) {}
  penstock::net::Network network;
};
