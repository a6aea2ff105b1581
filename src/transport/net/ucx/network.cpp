#include "transport/net/ucx/network.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <mutex>

#include "transport/net/ucx/defaults.hpp"
#include "transport/net/ucx/devices.hpp"
#include "transport/net/ucx/sockets.hpp"

namespace penstock::net {
namespace {

constexpr const char* kOwnWays = "^sm";
// The size is a power of two and UCX's header, since the pieces of messages are powers of two.
constexpr std::size_t kUcxHeader = 256;
constexpr std::size_t kSegment = (512U << 10) + kUcxHeader;
constexpr std::chrono::seconds kLongestFlush{2};

// UCX 1.13 warns of an unknown variable; 1.22 is the first version that was seen to know it.
bool has_user_timeout(const Ucp& ucp) {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned release = 0;
  ucp.get_version(&major, &minor, &release);
  return major > 1 || minor >= 22;
}

}  // namespace

penstock_net_result Result::tell(penstock_net_why* why) const {
  if (!why_.empty()) std::snprintf(why->text, sizeof why->text, "%s", why_.c_str());
  return what_;
}

Network::Network(const penstock_net_options& options)
    : options_(options),
      wanted_(options.library == nullptr ? "" : options.library),
      peers_(static_cast<std::size_t>(options.size)) {}

// Messages that have not left yet are discarded: drained() was the time for them.
Network::~Network() {
  for (const auto& peer : peers_) {
    if (!peer || peer->endpoint == nullptr) continue;
    ucp_request_param_t how{};
    how.op_attr_mask = UCP_OP_ATTR_FIELD_FLAGS;
    how.flags = UCP_EP_CLOSE_FLAG_FORCE;
    void* const closing = ucp_.ep_close_nbx(peer->endpoint, &how);
    if (!UCS_PTR_IS_PTR(closing)) continue;
    while (ucp_.request_check_status(closing) == UCS_INPROGRESS) ucp_.worker_progress(worker_);
    ucp_.request_free(closing);
  }
  if (address_ != nullptr) ucp_.worker_release_address(worker_, address_);
  if (worker_ != nullptr) ucp_.worker_destroy(worker_);
  if (context_ != nullptr) ucp_.cleanup(context_);
}

Result Network::failed(const char* what, ucs_status_t status) const {
  return {PENSTOCK_NET_ERROR,
          std::string("UCX: ") + what + ": " + ucp_.status_string(status) + "; UCX_LOG_LEVEL=info tells more"};
}

Result Network::lost(const Peer& peer) const {
  return {PENSTOCK_NET_PEER_LOST, "the connection to rank " + std::to_string(peer.rank) + " is lost (" +
                                      ucp_.status_string(peer.lost) + "): its process or host is gone, or the network between"};
}

// Networks are opened one at a time, because the loader, the environment that UCX reads and the imports of its libraries belong
// to the process.
Result Network::open() {
  static std::mutex opening;
  const std::lock_guard<std::mutex> lock(opening);
  std::string why;
  wants_device_ = options_.gpu != 0 && rdma_reaches_gpus();
  has_rdma_ = !rdma_ports().empty();
  const Uses uses{.gpu_memory = wants_device_, .rdma = has_rdma_};
  if (!load(wanted_, uses, &library_, &why)) return {PENSTOCK_NET_UNSUPPORTED, why};
  times_out_ = has_user_timeout(ucp_);
  if (!equip_connections(&why)) return {PENSTOCK_NET_ERROR, why};
  // Each message of the library is sent in one piece; UCX would split it at 8 KiB.
  const std::string segment = std::to_string(std::max(kSegment, options_.max_message + kUcxHeader));
  const Defaults meanwhile({{"UCX_TCP_TX_SEG_SIZE", segment}, {"UCX_TCP_RX_SEG_SIZE", segment}});
  if (Result made = open_context(); !made.done()) return made;
  if (Result made = open_worker(); !made.done()) return made;
  description_ = std::string("UCX ") + ucp_.get_version_string() + " from " + library_.file + description_;
  if (streams_device_) description_ += ", GPU memory as it is";
  return {};
}

// UCX's own variables belong to the user; values of this library apply only to variables that are not set.
Result Network::open_context() {
  ucp_config_t* config = nullptr;
  if (ucs_status_t status = ucp_.config_read(nullptr, nullptr, &config); status != UCS_OK) {
    return failed("reading its configuration (UCX_* variables)", status);
  }
  ucs_status_t status = configure(config);
  ucp_params_t params{};
  params.field_mask = UCP_PARAM_FIELD_FEATURES | UCP_PARAM_FIELD_ESTIMATED_NUM_EPS | UCP_PARAM_FIELD_NAME;
  params.features =
      UCP_FEATURE_AM | UCP_FEATURE_TAG | UCP_FEATURE_RMA | UCP_FEATURE_AMO32 | UCP_FEATURE_AMO64 | UCP_FEATURE_WAKEUP;
  params.estimated_num_eps = static_cast<std::size_t>(options_.size);
  params.name = "penstock";
  if (status == UCS_OK) status = ucp_.init_version(UCP_API_MAJOR, UCP_API_MINOR, &params, config, &context_);
  ucp_.config_release(config);
  if (status != UCS_OK) return failed("ucp_init", status);
  see_memory();
  return {};
}

ucs_status_t Network::configure(ucp_config_t* config) const {
  const auto set = [&](const char* name, const std::string& value) {
    const bool users = std::getenv((std::string("UCX_") + name).c_str()) != nullptr;
    return users ? UCS_OK : ucp_.config_modify(config, name, value.c_str());
  };
  ucs_status_t status = configure_devices(config);
  if (status == UCS_OK && options_.allow_shared_memory == 0) status = set("TLS", kOwnWays);
  // This limits the time after a cable is cut during a transfer; the kernel alone would try for a quarter of an hour.
  if (status == UCS_OK && times_out_) status = set("TCP_USER_TIMEOUT", std::to_string(options_.silence_seconds) + "s");
  if (status != UCS_OK || options_.rails == 0) return status;
  // This setting covers TCP, which UCX counts as eager for all lengths, and RDMA.
  status = set("MAX_EAGER_RAILS", std::to_string(options_.rails));
  return status == UCS_OK ? set("MAX_RNDV_RAILS", std::to_string(options_.rails)) : status;
}

ucs_status_t Network::configure_devices(ucp_config_t* config) const {
  std::string devices = options_.devices;
  if (options_.one_device != 0) {
    std::vector<Device> all = named(devices);
    if (all.empty()) all = rdma_ports();
    if (all.empty()) all = interfaces();
    devices = device_of_rank(all, current_node(), rank_on_host(options_.rank));
  }
  return devices.empty() ? UCS_OK : ucp_.config_modify(config, "NET_DEVICES", devices.c_str());
}

void Network::see_memory() {
  ucp_context_attr_t attributes{};
  attributes.field_mask = UCP_ATTR_FIELD_MEMORY_TYPES;
  const bool knows = wants_device_ && ucp_.context_query(context_, &attributes) == UCS_OK;
  streams_device_ = knows && (attributes.memory_types & UCS_BIT(UCS_MEMORY_TYPE_CUDA)) != 0;
}

// Runs before any object of UCX is open. A failure of an option that the user did not name does not disable the network.
bool Network::equip_connections(std::string* why) {
  SocketOptions wanted;
  if (!choose_congestion(options_.congestion, &wanted.congestion, why)) return false;
  if (!times_out_) wanted.silence_seconds = options_.silence_seconds;
  if (equip_sockets_of(reinterpret_cast<const void*>(ucp_.status_string), wanted)) return true;
  const std::string named = options_.congestion;
  if (named != "auto" && named != "keep") {
    *why = "PENSTOCK_NET_CONGESTION=" + named + ": not with this UCX on this processor; leave it out, or take keep";
    return false;
  }
  description_ = ", connections as the machine has them";
  return true;
}

Result Network::open_worker() {
  ucp_worker_params_t params{};
  params.field_mask = UCP_WORKER_PARAM_FIELD_THREAD_MODE;
  params.thread_mode = UCS_THREAD_MODE_SERIALIZED;
  ucs_status_t status = ucp_.worker_create(context_, &params, &worker_);
  if (status != UCS_OK) return failed("ucp_worker_create", status);
  ucp_am_handler_param_t handler{};
  handler.field_mask = UCP_AM_HANDLER_PARAM_FIELD_ID | UCP_AM_HANDLER_PARAM_FIELD_FLAGS | UCP_AM_HANDLER_PARAM_FIELD_CB |
                       UCP_AM_HANDLER_PARAM_FIELD_ARG;
  handler.id = kMessages;
  handler.flags = UCP_AM_FLAG_WHOLE_MSG;
  handler.cb = on_message;
  handler.arg = this;
  if (status = ucp_.worker_set_am_recv_handler(worker_, &handler); status != UCS_OK) {
    return failed("ucp_worker_set_am_recv_handler", status);
  }
  if (status = ucp_.worker_get_efd(worker_, &event_fd_); status != UCS_OK) return failed("ucp_worker_get_efd", status);
  status = ucp_.worker_get_address(worker_, &address_, &address_bytes_);
  return status == UCS_OK ? Result() : failed("ucp_worker_get_address", status);
}

Result Network::address(const void** data, std::size_t* bytes) {
  *data = address_;
  *bytes = address_bytes_;
  return {};
}

Result Network::connect(int peer, const void* address, std::size_t) {
  Peer& made = known(peer);
  if (made.endpoint != nullptr) return {};
  ucp_ep_params_t params{};
  params.field_mask = UCP_EP_PARAM_FIELD_REMOTE_ADDRESS | UCP_EP_PARAM_FIELD_ERR_HANDLING_MODE | UCP_EP_PARAM_FIELD_ERR_HANDLER;
  params.address = static_cast<const ucp_address_t*>(address);
  params.err_mode = UCP_ERR_HANDLING_MODE_PEER;
  params.err_handler.cb = on_failure;
  params.err_handler.arg = &made;
  const ucs_status_t status = ucp_.ep_create(worker_, &params, &made.endpoint);
  return status == UCS_OK ? Result() : failed(("connecting to rank " + std::to_string(peer)).c_str(), status);
}

// Returns a peer that has been mentioned, connected or not.
Network::Peer& Network::known(int rank) {
  auto& place = peers_[static_cast<std::size_t>(rank)];
  if (!place) {
    place = std::make_unique<Peer>();
    place->network = this;
    place->rank = rank;
  }
  return *place;
}

Result Network::peer_of(int rank, Peer** out) {
  *out = rank >= 0 && rank < options_.size ? peers_[static_cast<std::size_t>(rank)].get() : nullptr;
  if (*out == nullptr || (*out)->endpoint == nullptr)
    return {PENSTOCK_NET_ERROR, "rank " + std::to_string(rank) + " is not connected"};
  return (*out)->lost == UCS_OK ? Result() : lost(**out);
}

void Network::on_failure(void* data, ucp_ep_h, ucs_status_t status) {
  auto* const peer = static_cast<Peer*>(data);
  if (peer->lost != UCS_OK) return;
  peer->lost = status == UCS_OK ? UCS_ERR_CONNECTION_RESET : status;
  peer->network->any_lost_ = true;
  peer->network->newly_lost_.push_back(peer);
}

// The work is bounded: a peer that sends without end would keep this rank from all other work.
Result Network::progress(penstock_net_deliver deliver, void* context, penstock_net_moved* moved) {
  constexpr int kRounds = 8;
  deliver_ = deliver;
  deliver_context_ = context;
  delivered_ = 0;
  while (!held_.empty()) {
    const auto [peer, message] = std::move(held_.front());
    held_.pop_front();
    ++delivered_;
    deliver(context, peer, message.data(), message.size());
  }
  moved->worked = delivered_ != 0;
  // A poll that delivered a message is the last, since the next one would cost the waiting rank a system call.
  for (int round = 0; round < kRounds && delivered_ == 0 && ucp_.worker_progress(worker_) != 0; ++round) moved->worked = 1;
  deliver_ = nullptr;
  moved->delivered = delivered_;
  if (!newly_lost_.empty()) {
    const Peer& peer = *newly_lost_.back();
    newly_lost_.pop_back();
    moved->lost = peer.rank;
    return lost(peer);
  }
  const ucs_status_t broken = std::exchange(broken_, UCS_OK);
  return broken == UCS_OK || any_lost_ ? Result() : failed("a message that was under way", broken);
}

// The whole worker is not flushed: that would connect endpoints that were never used, and their peers would have to make
// progress, but may have finished. For that reason the flush also ends after a while, and does not wait for data that a peer
// has not received by then.
void Network::begin_flush() {
  for (const auto& peer : peers_) {
    if (!peer || peer->endpoint == nullptr || (peer->sent == 0 && !peer->written) || peer->lost != UCS_OK) continue;
    ucp_request_param_t how{};
    void* const request = ucp_.ep_flush_nbx(peer->endpoint, &how);
    if (UCS_PTR_IS_PTR(request)) flushes_.push_back(request);
  }
  flush_until_ = std::chrono::steady_clock::now() + kLongestFlush;
}

bool Network::drained() {
  if (flushes_.empty()) begin_flush();
  const bool late = std::chrono::steady_clock::now() > flush_until_;
  std::erase_if(flushes_, [&](void* request) {
    if (!late && ucp_.request_check_status(request) == UCS_INPROGRESS) return false;
    ucp_.request_free(request);
    return true;
  });
  return late || (flushes_.empty() && (under_way_ == 0 || any_lost_));
}

Result Network::arm() {
  if (!held_.empty()) return Result::pending();
  const ucs_status_t status = ucp_.worker_arm(worker_);
  if (status == UCS_ERR_BUSY) return Result::pending();
  return status == UCS_OK ? Result() : failed("ucp_worker_arm", status);
}

}  // namespace penstock::net
