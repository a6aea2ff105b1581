#include "transport/net/net.hpp"

#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "base/clock.hpp"
#include "transport/net/load.hpp"
#include "transport/net/one_sided.hpp"
#include "transport/net/watcher.hpp"

namespace penstock::transport {
namespace {

constexpr std::string_view kName = "net";
constexpr std::size_t kMaxHeader = 512;
// A poll of a network is a system call. While no message comes, one poll in this time is enough,
// since a message takes ten times as long.
constexpr std::uint64_t kLookNs = 1'000;
constexpr std::uint64_t kBusyNs = 100'000;  // for this time after a message, every poll counts

constexpr unsigned kPatience = 8;
constexpr std::uint64_t kShortestPauseNs = 20'000;
constexpr std::uint64_t kLongestPauseNs = 1'000'000;

// NetAddress precedes the plug-in's address.
struct NetAddress {
  std::uint64_t host = 0;  // of accel::ProcessId
  char plugin[8] = {};     // empty: this rank has no network
};
static_assert(std::is_trivially_copyable_v<NetAddress>);

// Prefix holds the length of the header, which separates header and payload.
struct Prefix {
  std::uint32_t header = 0;
  std::uint32_t reserved = 0;
};

class NetTransport final : public Transport {
 public:
  explicit NetTransport(const Environment& environment)
      : environment_(environment), host_(accel::this_process(environment.config).host) {
    broken_ = open();
    if (!broken_.is_ok()) environment_.log.info("no network: {}", broken_.message());
  }
  ~NetTransport() override {
    watcher_.reset();
    one_sided_.reset();
    if (net_ != nullptr) plugin_->close(net_);
  }
  NetTransport(const NetTransport&) = delete;
  NetTransport& operator=(const NetTransport&) = delete;

  [[nodiscard]] std::string_view name() const override { return kName; }
  [[nodiscard]] const Capabilities& capabilities() const override { return capabilities_; }
  Status publish(WorkerAddress* worker_address) override;
  Status reaches(int peer, bool* out) override;
  Outcome send(int peer, std::span<const std::byte> header, std::span<const std::byte> payload, Status* why) override;
  Status progress(Sink& sink, int* delivered) override;

  bool can_get(int, const Bulk&, Cost*) override { return false; }
  bool can_put(int, const Bulk&, Cost*) override { return false; }
  Status get(int, const Bulk&, BulkHandle*) override { return Status::error(Code::kInternal, "net has no get"); }
  Status put(int, const Bulk&, BulkHandle*) override { return Status::error(Code::kInternal, "net has no put"); }

  Status stream_from(int peer, std::uint64_t token, std::span<std::byte> to, StreamId* out) override;
  Status stream_to(int peer, std::uint64_t token, std::span<const std::byte> from, StreamId* out) override;
  Status test_stream(StreamId stream, bool* done) override;
  void cancel_stream(StreamId stream) override;
  OneSided* one_sided() override { return one_sided_.get(); }
  bool drained() override { return net_ == nullptr || plugin_->drain(net_) == PENSTOCK_NET_DONE; }

  bool arm() override;
  void ring_at(Doorbell* bell) override;

 private:
  Status open();
  Status worker_address_of(int peer, NetAddress* out, std::span<const std::byte>* address);
  Status connect(int peer);
  Status connected(int peer) { return connected_[static_cast<std::size_t>(peer)] ? Status::ok() : connect(peer); }
  Status connect_strangers();
  Status connect_to_memory(int peer, std::uint64_t host);
  void arrived(int peer, std::span<const std::byte> message);
  std::uint64_t pause();
  penstock_net_memory memory_of(const void* address);
  static Status status_of(penstock_net_result result, const penstock_net_why& why) {
    return NetOneSided::status_of(result, why);
  }

  Environment environment_;
  std::uint64_t host_;
  Status broken_;  // the reason why there is no network
  Capabilities capabilities_;
  const penstock_net_plugin* plugin_ = nullptr;
  penstock_net* net_ = nullptr;
  std::vector<bool> connected_;
  std::vector<int> strangers_;  // peers that have sent a message and are not connected
  std::unique_ptr<Watcher> watcher_;
  std::unique_ptr<NetOneSided> one_sided_;
  Sink* sink_ = nullptr;  // the sink of the current progress()
  std::uint64_t looked_ns_ = 0;
  std::uint64_t busy_until_ns_ = 0;
  bool worked_ = false;         // since this rank last slept
  unsigned woken_in_vain_ = 0;  // number of successive useless wake-ups
};

Status NetTransport::open() {
  const Config& config = environment_.config;
  PENSTOCK_TRY(load_network_plugin(config.net_lib, &plugin_));
  const penstock_net_options options{.rank = environment_.rank,
                                     .size = environment_.size,
                                     .max_message = sizeof(Prefix) + config.net_message,
                                     .window = static_cast<int>(config.net_window),
                                     .library = config.ucx_lib.c_str(),
                                     .allow_shared_memory = 0,
                                     .devices = config.net_devices.c_str(),
                                     .one_device = config.net_bind == Config::NetBind::kRank,
                                     .rails = static_cast<int>(config.net_rails),
                                     .silence_seconds = static_cast<int>(config.net_silence),
                                     .congestion = config.net_congestion.c_str(),
                                     .gpu = config.cuda && config.net_gpudirect == Config::NetGpudirect::kRdma};
  penstock_net_why why{};
  PENSTOCK_TRY(status_of(plugin_->open(&options, &net_, &why), why));
  connected_.assign(static_cast<std::size_t>(environment_.size), false);
  const std::uint32_t device = plugin_->streams_device(net_) != 0 ? kStreamsDevice : 0;
  capabilities_ = {kCanSend | kCanStream | kServesPeers | device, config.net_message, kMaxHeader};
  one_sided_ = std::make_unique<NetOneSided>(*plugin_, net_,
                                             [this](int peer, std::uint64_t host) { return connect_to_memory(peer, host); });
  environment_.log.info("network: {}", plugin_->description(net_));
  return Status::ok();
}

Status NetTransport::publish(WorkerAddress* worker_address) {
  NetAddress mine;
  mine.host = host_;
  const void* address = nullptr;
  std::size_t bytes = 0;
  if (net_ != nullptr) {
    penstock_net_why why{};
    PENSTOCK_TRY(status_of(plugin_->address(net_, &address, &bytes, &why), why));
    std::strncpy(mine.plugin, plugin_->name, sizeof mine.plugin - 1);
  }
  std::vector<std::byte> blob(sizeof mine + bytes);
  std::memcpy(blob.data(), &mine, sizeof mine);
  if (bytes != 0) std::memcpy(blob.data() + sizeof mine, address, bytes);
  worker_address->add(kName, blob);
  return Status::ok();
}

Status NetTransport::worker_address_of(int peer, NetAddress* out, std::span<const std::byte>* address) {
  const WorkerAddress* worker_address = nullptr;
  PENSTOCK_TRY(environment_.addresses.address(peer, &worker_address));
  const std::span<const std::byte> blob = worker_address->find(kName);
  if (blob.empty()) return Status::ok();  // a rank that is configured to use no network
  if (blob.size() < sizeof *out) return Status::error(Code::kProtocol, "rank {}'s network address is malformed", peer);
  std::memcpy(out, blob.data(), sizeof *out);
  *address = blob.subspan(sizeof *out);
  return Status::ok();
}

// A key identifies its process only by the host.
Status NetTransport::connect_to_memory(int peer, std::uint64_t host) {
  NetAddress theirs;
  std::span<const std::byte> address;
  PENSTOCK_TRY(worker_address_of(peer, &theirs, &address));
  if (theirs.host == host) return connected(peer);
  return Status::error(Code::kProtocol, "a key of rank {} names a process of another host than that rank's", peer);
}

// The network also joins ranks of one host that no other transport joins (containers).
Status NetTransport::reaches(int peer, bool* out) {
  *out = false;
  if (peer == environment_.rank) return Status::ok();
  NetAddress theirs;
  std::span<const std::byte> address;
  PENSTOCK_TRY(worker_address_of(peer, &theirs, &address));
  const bool far = theirs.host != host_;
  if (!broken_.is_ok()) {
    return far ? broken_.clone().within(fmt::format("reaching rank {}, which is on another host", peer)) : Status::ok();
  }
  *out = plugin_->name == std::string_view(theirs.plugin, strnlen(theirs.plugin, sizeof theirs.plugin));
  if (*out || !far) return Status::ok();
  return Status::error(Code::kTransport,
                       "rank {} is on another host and has no network ('{}' here, '{}' there): PENSTOCK_LOG=info says why on "
                       "that host; give all ranks the same PENSTOCK_NET and libraries",
                       peer, plugin_->name, theirs.plugin);
}

Status NetTransport::connect(int peer) {
  NetAddress theirs;
  std::span<const std::byte> address;
  PENSTOCK_TRY(worker_address_of(peer, &theirs, &address));
  penstock_net_why why{};
  PENSTOCK_TRY(status_of(plugin_->connect(net_, peer, address.data(), address.size(), &why), why));
  connected_[static_cast<std::size_t>(peer)] = true;
  return Status::ok();
}

// A rank that receives messages from a peer connects to it, to learn of its loss as well.
Status NetTransport::connect_strangers() {
  for (const int peer : std::exchange(strangers_, {})) PENSTOCK_TRY(connected(peer));
  return Status::ok();
}

Outcome NetTransport::send(int peer, std::span<const std::byte> header, std::span<const std::byte> payload, Status* why) {
  if (Status ready = connected(peer); !ready.is_ok()) return *why = std::move(ready), Outcome::kError;
  if (header.size() > kMaxHeader || header.size() + payload.size() > capabilities_.max_send) {
    *why = Status::error(Code::kInternal, "net: {} + {} bytes are too many", header.size(), payload.size());
    return Outcome::kError;
  }
  std::array<std::byte, sizeof(Prefix) + kMaxHeader> head;
  const Prefix prefix{static_cast<std::uint32_t>(header.size()), 0};
  std::memcpy(head.data(), &prefix, sizeof prefix);
  std::memcpy(head.data() + sizeof prefix, header.data(), header.size());
  penstock_net_why text{};
  const penstock_net_result result =
      plugin_->send(net_, peer, head.data(), sizeof prefix + header.size(), payload.data(), payload.size(), &text);
  if (result == PENSTOCK_NET_DONE) return Outcome::kDone;
  if (result == PENSTOCK_NET_PENDING) return Outcome::kFull;
  *why = status_of(result, text);
  return Outcome::kError;
}

void NetTransport::arrived(int peer, std::span<const std::byte> message) {
  Prefix prefix;
  if (message.size() < sizeof prefix) return sink_->deliver(peer, {}, {});
  std::memcpy(&prefix, message.data(), sizeof prefix);
  message = message.subspan(sizeof prefix);
  if (prefix.header > message.size()) return sink_->deliver(peer, {}, {});
  if (!connected_[static_cast<std::size_t>(peer)]) strangers_.push_back(peer);
  sink_->deliver(peer, message.first(prefix.header), message.subspan(prefix.header));
}

Status NetTransport::progress(Sink& sink, int* delivered) {
  *delivered = 0;
  if (net_ == nullptr) return Status::ok();
  const std::uint64_t now = base::now_ns();
  if (now > busy_until_ns_ && now - looked_ns_ < kLookNs) return Status::ok();
  looked_ns_ = now;
  sink_ = &sink;
  const auto deliver = [](void* self, int peer, const void* data, std::size_t bytes) {
    static_cast<NetTransport*>(self)->arrived(peer, {static_cast<const std::byte*>(data), bytes});
  };
  penstock_net_why why{};
  penstock_net_moved moved{};
  const penstock_net_result result = plugin_->progress(net_, deliver, this, &moved, &why);
  // A part of a stream counts as a message, since its receiver had better stay awake for the rest.
  *delivered = std::max(moved.delivered, moved.worked);
  worked_ |= moved.worked != 0;
  if (*delivered > 0) busy_until_ns_ = now + kBusyNs;
  if (!strangers_.empty()) PENSTOCK_TRY(connect_strangers());
  if (result != PENSTOCK_NET_PEER_LOST) return status_of(result, why);
  sink.lost(moved.lost, status_of(result, why));
  return Status::ok();
}

penstock_net_memory NetTransport::memory_of(const void* address) {
  if ((capabilities_.flags & kStreamsDevice) == 0) return PENSTOCK_NET_HOST;
  accel::Memory memory;
  const bool known = environment_.accel.query(address, &memory).is_ok();
  return known && memory.kind == accel::MemoryKind::kDevice ? PENSTOCK_NET_CUDA : PENSTOCK_NET_HOST;
}

Status NetTransport::stream_from(int peer, std::uint64_t token, std::span<std::byte> to, StreamId* out) {
  PENSTOCK_TRY(connected(peer));
  penstock_net_why why{};
  penstock_net_op* op = nullptr;
  PENSTOCK_TRY(status_of(plugin_->receive(net_, peer, token, to.data(), to.size(), memory_of(to.data()), &op, &why), why));
  *out = reinterpret_cast<StreamId>(op);
  return Status::ok();
}

Status NetTransport::stream_to(int peer, std::uint64_t token, std::span<const std::byte> from, StreamId* out) {
  PENSTOCK_TRY(connected(peer));
  penstock_net_why why{};
  penstock_net_op* op = nullptr;
  PENSTOCK_TRY(status_of(plugin_->stream(net_, peer, token, from.data(), from.size(), memory_of(from.data()), &op, &why), why));
  *out = reinterpret_cast<StreamId>(op);
  return Status::ok();
}

Status NetTransport::test_stream(StreamId stream, bool* done) {
  penstock_net_why why{};
  const penstock_net_result result = plugin_->test(net_, reinterpret_cast<penstock_net_op*>(stream), &why);
  *done = result != PENSTOCK_NET_PENDING;
  return status_of(result, why);
}

void NetTransport::cancel_stream(StreamId stream) {
  plugin_->cancel(net_, reinterpret_cast<penstock_net_op*>(stream));
}

void NetTransport::ring_at(Doorbell* bell) {
  if (net_ == nullptr || watcher_) return;
  if (Status made = Watcher::create(plugin_->event_fd(net_), bell, &watcher_); !made.is_ok()) {
    environment_.log.warn("a sleeping rank looks for messages of other hosts every 20 ms: {}", made.message());
  }
}

// A network's descriptor may stay readable until a peer has answered. A rank that woke for it immediately, again and again,
// would take a processor from the thread that is to answer.
std::uint64_t NetTransport::pause() {
  const bool woken = watcher_->has_rung();
  if (worked_) woken_in_vain_ = 0;
  if (!worked_ && woken) ++woken_in_vain_;
  worked_ = false;
  if (woken_in_vain_ < kPatience) return 0;
  return std::min(kLongestPauseNs, kShortestPauseNs << std::min(woken_in_vain_ - kPatience, 16U));
}

// The network is armed before the watcher: after an arrival in between, the descriptor is readable.
bool NetTransport::arm() {
  if (net_ == nullptr || !watcher_) return true;
  penstock_net_why why{};
  const penstock_net_result result = plugin_->arm(net_, &why);
  if (result == PENSTOCK_NET_PENDING) {
    looked_ns_ = 0;
    return false;
  }
  Status armed = status_of(result, why);
  if (armed.is_ok()) armed = watcher_->arm(pause());
  if (armed.is_ok()) return true;
  environment_.log.warn("a sleeping rank looks for messages of other hosts every 20 ms: {}", armed.message());
  watcher_.reset();
  return true;
}

}  // namespace

bool wants_network(const Environment& environment) noexcept {
  switch (environment.config.net) {
    case Config::Net::kAlways: return environment.size > 1;
    case Config::Net::kNever: return false;
    case Config::Net::kAuto: break;
  }
  return environment.size > 1 && environment.spans_hosts;
}

std::unique_ptr<Transport> make_net(const Environment& environment) {
  return std::make_unique<NetTransport>(environment);
}

}  // namespace penstock::transport
