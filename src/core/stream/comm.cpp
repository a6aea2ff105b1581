// Making communicators with streams: everything that the first operation on a stream would have to load, allocate or agree on
// is done here. A stream that waits holds up the driver's own work of that kind, and the two would wait for each other.
#include <algorithm>
#include <array>
#include <utility>

#include "accel/program/program_streams.hpp"
#include "core/collective/carrier.hpp"
#include "core/collective/collective.hpp"
#include "core/object/find.hpp"
#include "core/object/instance.hpp"
#include "core/p2p/p2p.hpp"
#include "core/stream/queue.hpp"
#include "core/stream/stream.hpp"
#include "core/stream/team.hpp"
#include "runtime/device_window.hpp"
#include "runtime/team_setup.hpp"

namespace penstock::core {
namespace {

constexpr std::uint64_t kWarmBytes = 1 << 20;
constexpr int kBarriers = static_cast<int>(runtime::TeamSetup::kFirst) + 1;  // the last meets behind the set-up

Status find_streams(Instance& instance, std::span<const MPIX_Stream> handles, std::vector<Ref<Stream>>* out) {
  for (const MPIX_Stream handle : handles) {
    Stream* found = nullptr;
    if (handle != MPIX_STREAM_NULL) PENSTOCK_TRY(find_stream(instance, handle, &found));
    out->push_back(found != nullptr ? Ref<Stream>::share(*found) : Ref<Stream>());
  }
  return Status::ok();
}

// -1: of no device.
int device_of(const std::vector<Ref<Stream>>& streams) {
  for (const Ref<Stream>& stream : streams) {
    if (stream && stream->queue()) return stream->queue()->stream().device();
  }
  return -1;
}

// Communicators of all members: the program's, and those of StreamBinding.
class Family {
 public:
  explicit Family(Comm& comm) : comm_(comm), counts_{new_count(), new_count(), new_count()} {}
  // The first of everyone() hands out the identities.
  Status find_identities() {
    CommCarrier carrier(comm_);
    std::vector<Counts> all;
    PENSTOCK_TRY(runtime::all_say(carrier, counts_, &all));
    counts_ = all.front();
    return Status::ok();
  }
  [[nodiscard]] Ref<Comm> make(std::size_t which) const {
    Instance& instance = comm_.instance();
    const runtime::TeamId id{static_cast<std::uint32_t>(comm_.everyone().world.front()), counts_[which]};
    auto handler = Ref<Errhandler>::share(comm_.errhandler());
    return Ref<Comm>::adopt(comm_.is_inter() ? new Comm(instance, comm_.share_group(), comm_.share_remote_group(), id, handler)
                                             : new Comm(instance, comm_.share_group(), id, handler));
  }

 private:
  using Counts = std::array<std::uint64_t, 3>;
  [[nodiscard]] std::uint64_t new_count() const { return comm_.instance().job().new_team_id().count; }
  Comm& comm_;
  Counts counts_;
};

// An allreduce of `bytes` and a message round the members: buffers of both are there afterwards.
Status exchange(Comm& comm, std::byte* memory, std::uint64_t bytes) {
  Datatype* type = nullptr;
  Op* op = nullptr;
  PENSTOCK_TRY(find_object(comm.instance(), MPI_UINT64_T, &type));
  PENSTOCK_TRY(find_object(comm.instance(), MPI_SUM, &op));
  const auto count = static_cast<MPI_Count>(bytes / sizeof(std::uint64_t));
  Collective sum;
  PENSTOCK_TRY(make_allreduce(comm, {memory, memory + kWarmBytes, count, type}, *op, &sum));
  PENSTOCK_TRY(run(comm, std::move(sum)));
  if (comm.is_inter()) return Status::ok();
  const int size = comm.size();
  Half out{{}, type, (comm.rank() + 1) % size, 0};
  Half in{{}, type, (comm.rank() + size - 1) % size, 0};
  PENSTOCK_TRY(make_buffer(memory, count, *type, &out.buffer));
  PENSTOCK_TRY(make_buffer(memory + kWarmBytes, count, *type, &in.buffer));
  Outcome outcome;
  return sendrecv(comm, out, in, &outcome);
}

// All members make the same calls, with streams of a device and without.
Status warm_up(Comm& comm, int device) {
  for (int i = 0; i < kBarriers; ++i) {
    Collective barrier;
    PENSTOCK_TRY(make_barrier(comm, &barrier));
    PENSTOCK_TRY(run(comm, std::move(barrier)));
  }
  Streams* streams = nullptr;
  PENSTOCK_TRY(need_streams(comm.instance(), &streams));
  std::vector<std::byte> host;
  std::byte* memory = device < 0 ? nullptr : streams->memory_of(device, 2 * kWarmBytes);
  if (memory == nullptr) {
    host.resize(2 * kWarmBytes);
    memory = host.data();
  }
  PENSTOCK_TRY(exchange(comm, memory, sizeof(std::uint64_t)));
  return exchange(comm, memory, kWarmBytes);
}

// What keeps this member's collectives from going from GPU to GPU.
Status check_team(const Instance& instance, int device, bool multiplex, const Status& ready) {
  if (!ready.is_ok()) return ready.clone();
  if (instance.config().enqueue_device == Config::EnqueueDevice::k0)
    return Status::error(Code::kUnsupported, "PENSTOCK_ENQUEUE_DEVICE is 0");
  if (device < 0 || multiplex) return Status::error(Code::kUnsupported, "it takes one stream of a GPU on each rank");
  return Status::ok();
}

}  // namespace

Status create_stream_comm(Comm& comm, std::span<const MPIX_Stream> streams, bool multiplex, Comm** out) {
  Instance& instance = comm.instance();
  std::vector<Ref<Stream>> found;
  PENSTOCK_TRY(find_streams(instance, streams, &found));
  Family family(comm);
  PENSTOCK_TRY(family.find_identities());
  // Failures of this rank alone are told when the members have met.
  const int device = device_of(found);
  Status ready = device < 0 ? Status::ok() : instance.job().accel().program_streams().check_hardware_queues(device);
  if (ready.is_ok() && device >= 0) ready = runtime::load_kernels(instance.job().accel(), device);
  if (ready.is_ok() && device >= 0) ready = instance.engine().progress_thread().start();
  Ref<Comm> enqueued = family.make(1);
  Ref<Comm> captured = family.make(2);
  Status warm = warm_up(*enqueued, device);
  if (Status second = warm_up(*captured, device); warm.is_ok()) warm = std::move(second);
  std::unique_ptr<StreamTeam> team;
  if (!comm.is_inter() && comm.size() > 1) {
    PENSTOCK_TRY(StreamTeam::find(*enqueued, device, check_team(instance, device, multiplex, ready), &team));
  }
  PENSTOCK_TRY(std::move(ready));
  PENSTOCK_TRY(std::move(warm));
  Ref<Comm> made = family.make(0);
  made->streams = std::make_shared<StreamBinding>(instance, std::move(found), multiplex, std::move(enqueued),
                                                  std::move(captured), std::move(team));
  return instance.publish(std::move(made), out);
}

}  // namespace penstock::core
