#include "proto/common/peers.hpp"

#include <sched.h>
#include <unistd.h>

#include <algorithm>

#include "proto/common/operation.hpp"
#include "proto/wire/wire.hpp"

namespace penstock::proto {
namespace {

constexpr std::string_view kKey = "address";
constexpr std::string_view kStampName = "proto";

// Two ranks must agree on these values before they can understand any other message.
struct Stamp {
  char magic[8] = {'p', 'e', 'n', 's', 't', 'o', 'c', 'k'};
  std::uint32_t wire_version = wire::kWireVersion;
  std::uint32_t offer_bytes = sizeof(wire::Offer);
  std::uint32_t cpus = 0;
};

int cpus_of(pid_t process, int if_unknown) {
  cpu_set_t set;
  CPU_ZERO(&set);
  return sched_getaffinity(process, sizeof(set), &set) == 0 ? CPU_COUNT(&set) : if_unknown;
}

// A rank may be bound to a few of the job's CPUs, but the process that started it is not. More than 1024 CPUs do not fit the
// set; ranks then never count as oversubscribed.
std::uint32_t usable_cpus() {
  return static_cast<std::uint32_t>(std::max(cpus_of(0, CPU_SETSIZE), cpus_of(getppid(), 0)));
}

Status check_stamp(int peer, const transport::WorkerAddress& address) {
  Stamp theirs;
  const Stamp ours;
  if (!wire::read(address.find(kStampName), &theirs) || std::memcmp(theirs.magic, ours.magic, sizeof(ours.magic)) != 0) {
    return Status::error(Code::kProtocol, "rank {} published no Penstock address; start every rank with the same library",
                         peer);
  }
  if (theirs.wire_version != ours.wire_version || theirs.offer_bytes != ours.offer_bytes) {
    return Status::error(Code::kProtocol,
                         "rank {} speaks wire version {}, this rank speaks {}; start every rank with the same Penstock", peer,
                         theirs.wire_version, ours.wire_version);
  }
  return Status::ok();
}

}  // namespace

Status Peers::publish(const TransportFactory& make) {
  const transport::Environment environment{parts_.config,
                                           parts_.log,
                                           parts_.accel,
                                           *this,
                                           parts_.boot.rank(),
                                           parts_.boot.size(),
                                           parts_.boot.inherited(),
                                           parts_.boot.spans_hosts()};
  PENSTOCK_TRY(make(environment, &transports_));
  if (transports_.size() > 8) {
    return Status::error(Code::kInternal, "{} transports; the engine knows at most 8", transports_.size());
  }
  transport::WorkerAddress address;
  Stamp stamp;
  stamp.cpus = usable_cpus();
  address.add(kStampName, wire::bytes_of(stamp));
  for (const auto& transport : transports_) PENSTOCK_TRY(transport->publish(&address));
  const std::vector<std::byte> packed = address.pack();
  // A rank knows its own address before any fence.
  auto own = std::make_unique<transport::WorkerAddress>();
  PENSTOCK_TRY(transport::WorkerAddress::unpack(packed, own.get()));
  peers_.get(parts_.boot.rank()).address = std::move(own);
  return parts_.boot.put(kKey, packed);
}

Status Peers::fence() {
  PENSTOCK_TRY(parts_.boot.fence());
  fenced_ = true;
  return Status::ok();
}

Status Peers::end_fence() {
  Status status = fence_->end();
  fence_.reset();
  return status;
}

// A fence under way uses the launcher alone. A rank that waits in a fence has asked before for all addresses that it needs.
Status Peers::address(int peer, const transport::WorkerAddress** out) {
  std::unique_ptr<transport::WorkerAddress>& known = peers_.get(peer).address;
  if (!known) {
    if (fence_ != nullptr) return Status::error(Code::kInternal, "rank {} is first heard of in the launcher's fence", peer);
    std::vector<std::byte> bytes;
    PENSTOCK_TRY(fenced_ ? parts_.boot.get(peer, kKey, &bytes) : parts_.boot.await(peer, kKey, &bytes));
    auto address = std::make_unique<transport::WorkerAddress>();
    PENSTOCK_TRY(transport::WorkerAddress::unpack(bytes, address.get()));
    PENSTOCK_TRY(check_stamp(peer, *address));
    known = std::move(address);
  }
  *out = known.get();
  return Status::ok();
}

Status Peers::job_cpus(int* out) {
  const transport::WorkerAddress* first = nullptr;
  PENSTOCK_TRY(address(0, &first));
  Stamp stamp;
  if (!wire::read(first->find(kStampName), &stamp)) return Status::error(Code::kProtocol, "rank 0's address is malformed");
  *out = static_cast<int>(stamp.cpus);
  return Status::ok();
}

std::size_t Peers::index_of(const transport::Transport* transport) const noexcept {
  std::size_t i = 0;
  while (i < transports_.size() && transports_[i].get() != transport) ++i;
  return i;
}

const Status* Peers::find_loss(int peer) const noexcept {
  const auto found = peer == kAnySource ? losses_.begin() : losses_.find(peer);
  return found != losses_.end() ? &found->second : nullptr;
}

Status Peers::no_such(int peer) const {
  return Status::error(Code::kRank, "there is no rank {} in a job of {}", peer, size_);
}

Status Peers::connect(int peer, transport::Transport** out) {
  const transport::WorkerAddress* address = nullptr;
  PENSTOCK_TRY(this->address(peer, &address));
  transport::Transport* lane = nullptr;
  std::uint8_t mask = 0;
  for (std::size_t i = 0; i < transports_.size(); ++i) {
    bool yes = false;
    PENSTOCK_TRY(transports_[i]->reaches(peer, &yes));
    if (!yes) continue;
    mask = static_cast<std::uint8_t>(mask | 1U << i);
    const transport::Capabilities& can = transports_[i]->capabilities();
    if (lane != nullptr || (can.flags & transport::kCanSend) == 0) continue;
    if (can.max_header < wire::kMaxHeader || can.max_send < wire::kLargestControl) {
      return Status::error(Code::kConfig, "transport {} carries {} bytes a message, at least {} are needed; enlarge its cells",
                           transports_[i]->name(), can.max_send, wire::kLargestControl);
    }
    lane = transports_[i].get();
  }
  if (lane == nullptr) {
    return Status::error(
        Code::kTransport,
        "no transport reaches rank {}; ranks of one host that Penstock's mpiexec did not start must be in one PID namespace, "
        "and a job on several hosts needs a network: PENSTOCK_NET=always loads one whatever the launcher says "
        "(PENSTOCK_LOG=info says why each way was refused)",
        peer);
  }
  Peer& known = peers_.get(peer);
  known.lane = *out = lane;
  known.mask = mask;
  parts_.log.debug("messages to rank {} go through {}", peer, lane->name());
  return Status::ok();
}

}  // namespace penstock::proto
