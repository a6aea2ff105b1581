#include "transport/shm/shm.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include <sys/prctl.h>
#include <sys/resource.h>

#include "base/barrier.hpp"
#include "base/random.hpp"
#include "boot/inherited.hpp"
#include "transport/shm/buffers.hpp"
#include "transport/shm/fates.hpp"
#include "transport/shm/liveness.hpp"
#include "transport/shm/one_sided.hpp"
#include "transport/shm/peer.hpp"
#include "transport/shm/single_copy.hpp"
#include "transport/shm/slots.hpp"

namespace penstock::transport {
namespace {

using shm::Direction;
using shm::Peer;
using shm::SegmentAddress;

constexpr std::string_view kName = "shm";
constexpr int kBatch = 32;
constexpr int kMostAsked = 512;  // requests to the launcher for addresses of ranks that may be on other hosts

// If files are limited in size (ulimit -f), there are as many shared buffers as fit.
Status leave_out_buffers(shm::Geometry* geometry) {
  rlimit limit{};
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0) return Status::system(errno, "asking for the limit on the length of files");
  if (limit.rlim_cur == RLIM_INFINITY || geometry->total <= limit.rlim_cur) return Status::ok();
  shm::Dimensions dimensions = geometry->dimensions();
  const std::uint64_t room = limit.rlim_cur > geometry->buffers_offset ? limit.rlim_cur - geometry->buffers_offset : 0;
  dimensions.buffers = room / geometry->buffer_bytes;
  return shm::Geometry::of(dimensions, geometry);
}

class ShmTransport final : public Transport {
 public:
  ShmTransport(const Environment& environment, const shm::VmCalls& calls)
      : environment_(environment),
        calls_(calls),
        process_(accel::this_process(environment.config)),
        peers_(static_cast<std::size_t>(environment.size)) {}

  ~ShmTransport() override {
    if (segment_.valid()) segment_.leave();
  }
  ShmTransport(const ShmTransport&) = delete;
  ShmTransport& operator=(const ShmTransport&) = delete;

  Status open();

  [[nodiscard]] std::string_view name() const override { return kName; }
  [[nodiscard]] const Capabilities& capabilities() const override { return capabilities_; }
  Status publish(WorkerAddress* address) override;
  Status reaches(int peer, bool* out) override;

  Outcome send(int peer, std::span<const std::byte> header, std::span<const std::byte> payload, Status* why) override {
    Peer* to = nullptr;
    if (header.size() > shm::kMaxHeader || header.size() + payload.size() > capabilities_.max_send) {
      *why = Status::error(Code::kInternal, "shared memory: {} + {} bytes exceed a cell", header.size(), payload.size());
      return Outcome::kError;
    }
    if (Status status = connected(peer, &to); !status.is_ok()) {
      *why = std::move(status);
      return Outcome::kError;
    }
    const shm::Publish how = fences_ ? shm::Publish::kOrdered : to->how;
    const bool gone = to->ring.valid() ? to->ring.push(header, payload, how) : to->inbox.push(header, payload, how);
    return gone ? Outcome::kDone : Outcome::kFull;
  }

  Status progress(Sink& sink, int* delivered) override {
    Status why;
    *delivered = rings_.pop(sink, kBatch, &why);
    for (int i = 0; i < kBatch && why.is_ok() && inbox_.pop(sink, &why); ++i) ++*delivered;
    if (*delivered == 0 && watch_.is_due()) [[unlikely]] {
      look_at_peers(sink);
    }
    return why;
  }

  bool is_there(int peer) override;
  bool front(int peer, Front* out) override { return rings_.front(peer, out); }
  void pop_front(int peer) override { rings_.pop_front(peer); }
  bool can_get(int peer, const Bulk& bulk, Cost* cost) override { return copies_->can_move(peer, bulk, cost); }
  bool can_put(int peer, const Bulk& bulk, Cost* cost) override { return copies_->can_move(peer, bulk, cost); }
  Status get(int peer, const Bulk& bulk, BulkHandle* out) override { return copies_->move(Direction::kRead, peer, bulk, out); }
  Status put(int peer, const Bulk& bulk, BulkHandle* out) override { return copies_->move(Direction::kWrite, peer, bulk, out); }
  bool read_now(int peer, const accel::ProcessId& owner, std::uint64_t from, void* to, std::uint64_t bytes) override {
    const Peer* found = in_range(peer) ? peers_[static_cast<std::size_t>(peer)].get() : nullptr;
    return found != nullptr && copies_->read_now(*found, owner, from, to, bytes);
  }
  bool take(int peer, std::uint64_t id) override {
    Peer* from = nullptr;
    return !connected(peer, &from).is_ok() || shm::Fates(from->segment).take(id);
  }
  bool revoke(int /*peer*/, std::uint64_t id) override { return shm::Fates(segment_).revoke(id); }
  Staging* staging() override { return slots_.get(); }
  ShmBuffers* shm_buffers() override { return buffers_.get(); }
  OneSided* one_sided() override { return one_sided_.get(); }

  bool arm() override;
  void disarm() override { doorbell_.disarm(); }
  void met(bool crowded) override {
    // If ranks sleep often, barriers on all of them would cost more than the senders' own fences.
    fences_ = crowded || !in_barriers_;
    if (fences_) buffers_->order();
    barriers_ = barriers_ && !crowded;
  }
  Doorbell* doorbell() override { return &doorbell_; }

  // Returns the peer with its segment mapped; it is not lost.
  Status connected(int peer, Peer** out) {
    Peer* found = in_range(peer) ? peers_[static_cast<std::size_t>(peer)].get() : nullptr;
    if (found == nullptr || !found->connected) PENSTOCK_TRY(connect(peer, &found));
    *out = found;
    return Status::ok();
  }

 private:
  [[nodiscard]] bool in_range(int peer) const { return peer >= 0 && peer < environment_.size; }
  // Returns the peer with its address read.
  Status known(int peer, Peer** out);
  Status connect(int peer, Peer** out);
  Status agrees(int peer, const SegmentAddress& address) const;

  [[nodiscard]] shm::Room room_of(int rank) const noexcept {
    return {environment_.inherited.segments, static_cast<std::uint64_t>(rank) * boot::kSegmentRoom};
  }
  [[nodiscard]] bool in_other_namespace(const Peer& peer) const noexcept {
    return peer.address.process.pid_namespace != process_.pid_namespace;
  }
  // Returns true if the system can be asked about the peer's process.
  [[nodiscard]] bool can_miss(const Peer& peer) const noexcept {
    return peer.reachable && !peer.same_process && !in_other_namespace(peer);
  }
  bool lost_barriers();
  void look_at_peers(Sink& sink);

  Environment environment_;
  shm::VmCalls calls_;
  accel::ProcessId process_;
  Capabilities capabilities_;
  shm::Segment segment_;
  shm::Rings rings_;
  shm::InboxReader inbox_;
  bool in_barriers_ = false;  // barriers of other processes reach this process
  bool fences_ = true;        // this rank orders its published data, whatever the peer does
  bool barriers_ = false;     // this rank orders its peers' published data before it sleeps
  Doorbell doorbell_;
  std::unique_ptr<shm::Slots> slots_;
  std::unique_ptr<shm::SegmentBuffers> buffers_;
  std::unique_ptr<shm::SingleCopy> copies_;
  std::unique_ptr<shm::ShmOneSided> one_sided_;
  std::uint64_t nonce_ = 0;  // its address is announced: peers read it before they trust the pid
  shm::PeerWatch watch_;
  bool told_namespace_ = false;
  // There is one pointer per rank of the job; peers of this host that were used have an object.
  std::vector<std::unique_ptr<Peer>> peers_;
};

Status ShmTransport::open() {
  const Config& config = environment_.config;
  PENSTOCK_TRY(base::random_u64(&nonce_));
  shm::Geometry geometry;
  PENSTOCK_TRY(shm::Geometry::of({.cells = static_cast<std::uint64_t>(config.shm_cells),
                                  .block_bytes = config.shm_cell_size,
                                  .slots = static_cast<std::uint64_t>(config.staging_slots),
                                  .slot_bytes = config.staging_slot_size,
                                  .rings = static_cast<std::uint64_t>(config.shm_rings),
                                  .ring_bytes = config.shm_ring_size,
                                  .buffers = static_cast<std::uint64_t>(config.shm_buffers),
                                  .buffer_bytes = config.shm_buffer_size},
                                 &geometry));
  PENSTOCK_TRY(leave_out_buffers(&geometry));
  PENSTOCK_TRY(shm::Segment::create(geometry, nonce_, &segment_, room_of(environment_.rank)));
  in_barriers_ = base::join_barriers();
  barriers_ = base::barrier_on_all();
  rings_ = shm::Rings(segment_, static_cast<std::uint32_t>(environment_.size));
  inbox_ = shm::InboxReader(segment_, static_cast<std::uint32_t>(environment_.size));
  doorbell_ = Doorbell(&segment_.header().doorbell);
  slots_ = std::make_unique<shm::Slots>(segment_, [this](int peer, const shm::Segment** out) -> Status {
    Peer* found = nullptr;
    PENSTOCK_TRY(connected(peer, &found));
    *out = &found->segment;
    return Status::ok();
  });
  const auto known = [this](int peer, Peer** out) { return this->known(peer, out); };
  buffers_ =
      std::make_unique<shm::SegmentBuffers>(segment_, known, [this](int peer, Peer** out) { return connected(peer, out); });
  copies_ = std::make_unique<shm::SingleCopy>(environment_, calls_, process_, known);
  one_sided_ = std::make_unique<shm::ShmOneSided>(
      *this, environment_, segment_.fd() == shm::kInRoom ? geometry.total : 0, known,
      [this](int rank) { return room_of(rank); },
      [this](Direction direction, const Remote& remote, const ListMove& move) {
        return copies_->copy_lists(direction, remote, move);
      });
  const std::uint32_t single_copy = config.cma ? kCanGet | kCanPut : 0;
  capabilities_ = {kCanSend | kHasStaging | single_copy, shm::max_message(geometry),
                   std::min(shm::kMaxHeader, shm::max_message(geometry))};
  return Status::ok();
}

// Yama (ptrace_scope 1) lets only ancestors read a process's memory, unless the process names other readers. EINVAL: Yama is
// off.
Status ShmTransport::publish(WorkerAddress* address) {
  const Config& config = environment_.config;
  if (config.cma && config.ptracer && prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0) != 0 && errno != EINVAL) {
    environment_.log.info("shared memory: PR_SET_PTRACER failed ({}); large messages may go through staging buffers",
                          std::strerror(errno));
  }
  const SegmentAddress mine{shm::kSegmentVersion,
                            segment_.fd(),
                            process_,
                            nonce_,
                            reinterpret_cast<std::uint64_t>(&nonce_),
                            segment_.geometry().dimensions(),
                            barriers_ ? 1U : 0U};
  address->add(kName, std::as_bytes(std::span(&mine, 1)));
  return Status::ok();
}

Status ShmTransport::known(int peer, Peer** out) {
  if (!in_range(peer)) return Status::error(Code::kInternal, "shared memory: there is no rank {}", peer);
  std::unique_ptr<Peer>& place = peers_[static_cast<std::size_t>(peer)];
  if (place) {
    *out = place.get();
    return Status::ok();
  }
  const WorkerAddress* address = nullptr;
  PENSTOCK_TRY(environment_.addresses.address(peer, &address));
  auto fresh = std::make_unique<Peer>();
  if (const std::span<const std::byte> blob = address->find(kName); !blob.empty()) {
    if (blob.size() != sizeof(SegmentAddress))
      return Status::error(Code::kProtocol, "rank {}'s shared-memory address is malformed", peer);
    std::memcpy(&fresh->address, blob.data(), sizeof(SegmentAddress));
    const bool host = fresh->address.process.host == process_.host;
    const bool found = fresh->address.fd == shm::kInRoom ? environment_.inherited.segments >= 0 : !in_other_namespace(*fresh);
    const Config& config = environment_.config;
    const bool machine = host || (config.simulated_hosts > 1 && config.net != Config::Net::kAlways);
    fresh->reachable = machine && found && fresh->address.version == shm::kSegmentVersion;
    fresh->near = fresh->reachable && host;
    fresh->same_process = fresh->address.process == process_;
    if (host && !found && !std::exchange(told_namespace_, true)) {
      environment_.log.info(
          "shared memory: rank {} is in another PID namespace of this host, where its segment cannot be opened; start the job "
          "with Penstock's mpiexec, whose ranks inherit their shared memory, or the ranks in one PID namespace",
          peer);
    }
  }
  place = std::move(fresh);
  *out = place.get();
  return Status::ok();
}

Status ShmTransport::reaches(int peer, bool* out) {
  *out = false;
  if (peer == environment_.rank) return Status::ok();  // the self transport serves it
  Peer* found = nullptr;
  PENSTOCK_TRY(known(peer, &found));
  *out = found->reachable;
  return Status::ok();
}

// Senders, and users of staging slots, use their own lengths, so these must agree.
Status ShmTransport::agrees(int peer, const SegmentAddress& address) const {
  const shm::Dimensions mine = segment_.geometry().dimensions();
  shm::Dimensions theirs = address.dimensions;
  theirs.buffers = mine.buffers;  // users of shared buffers check their number
  if (theirs == mine) return Status::ok();
  const auto text = [](const shm::Dimensions& d) {
    return fmt::format("{} cells of {} bytes, {} staging slots of {}, {} rings of {} and {} shared buffers of {}", d.cells,
                       d.block_bytes, d.slots, d.slot_bytes, d.rings, d.ring_bytes, d.buffers, d.buffer_bytes);
  };
  return Status::error(Code::kConfig,
                       "shared memory: rank {} has {}, this rank {}: give every rank the same PENSTOCK_SHM_* and "
                       "PENSTOCK_STAGING_* tunables",
                       peer, text(address.dimensions), text(mine));
}

// The bell is armed first: a message after that rings it, and an earlier message is seen here.
bool ShmTransport::arm() {
  watch_.falls_asleep();
  doorbell_.arm();
  if (barriers_ && !base::barrier_on_all()) return lost_barriers();
  if (rings_.quiet() && inbox_.quiet() && buffers_->quiet()) return true;
  doorbell_.disarm();
  return false;
}

// The system may withdraw the barrier during the run (a filter put on the process): senders will not order their stores now, so
// this rank may not sleep on the bell alone. Its sleeps are bounded.
bool ShmTransport::lost_barriers() {
  barriers_ = false;
  environment_.log.warn(
      "shared memory: membarrier worked at start-up and is refused now; messages may be noticed up to 20 ms late. Remedy: "
      "allow the system call, or set PENSTOCK_SPIN_US so that ranks do not sleep");
  return rings_.quiet() && inbox_.quiet() && buffers_->quiet();
}

bool ShmTransport::is_there(int rank) {
  Peer* peer = nullptr;
  if (!known(rank, &peer).is_ok() || !can_miss(*peer)) return true;
  if (peer->fate == shm::Fate::kLost || !connected(rank, &peer).is_ok()) return peer->fate != shm::Fate::kLost;
  return shm::fate_of(*peer, calls_) != shm::Fate::kGone;
}

// The peers with which this rank communicates may include a rank to which it has never sent.
void ShmTransport::look_at_peers(Sink& sink) {
  std::vector<int> others;
  rings_.for_each_source([&others](int rank) { others.push_back(rank); });
  sink.list_expected(&others);
  if (std::ranges::find(others, -1) != others.end() && environment_.size <= kMostAsked) {
    for (int rank = 0; rank < environment_.size; ++rank) others.push_back(rank);
  }
  for (const int rank : others) {
    Peer* unused = nullptr;
    static_cast<void>(known(rank, &unused));  // nothing can be found out about a peer without an address
  }
  for (int rank = 0; rank < environment_.size; ++rank) {
    Peer* peer = peers_[static_cast<std::size_t>(rank)].get();
    if (peer == nullptr || !can_miss(*peer)) continue;
    if (connected(rank, &peer).is_ok()) watch_.look_at(rank, *peer, calls_, sink);
  }
}

Status ShmTransport::connect(int peer, Peer** out) {
  PENSTOCK_TRY(known(peer, out));
  Peer& to = **out;
  if (to.fate == shm::Fate::kLost) return shm::lost(peer, to);
  if (!to.reachable) return Status::error(Code::kTransport, "shared memory: rank {} is not reachable", peer);
  PENSTOCK_TRY(agrees(peer, to.address));
  if (Status status = shm::Segment::attach(to.address, process_, &to.segment, room_of(peer)); !status.is_ok()) {
    return std::move(status).within(fmt::format("connecting to rank {}", peer));
  }
  const auto self = static_cast<std::uint32_t>(environment_.rank);
  to.ring = shm::RingWriter(to.segment, self);
  to.inbox = shm::InboxWriter(to.segment, self);
  to.how = to.address.fences_for_all != 0 ? shm::Publish::kPlain : shm::Publish::kOrdered;
  to.connected = true;
  return Status::ok();
}

}  // namespace

Status make_shm(const Environment& environment, std::unique_ptr<Transport>* out, const shm::VmCalls& calls) {
  auto transport = std::make_unique<ShmTransport>(environment, calls);
  PENSTOCK_TRY(transport->open());
  *out = std::move(transport);
  return Status::ok();
}

}  // namespace penstock::transport
