#include "transport/ipc/ipc.hpp"

#include <cstring>
#include <utility>

#include "transport/ipc/bounce_buffers.hpp"
#include "transport/ipc/descriptors.hpp"
#include "transport/ipc/export_registry.hpp"
#include "transport/ipc/one_sided.hpp"
#include "transport/ipc/plan.hpp"

namespace penstock::transport {
namespace {

constexpr std::string_view kName = "ipc";

using ipc::Verb;

// Question has the arguments of a plan whose sides are both contiguous: an equal question needs no new plan.
struct Question {
  Verb verb = Verb::kGet;
  int peer = -1;
  std::uint64_t remote = 0;
  std::uint64_t remote_buffer = 0;
  std::uint64_t local = 0;
  std::uint64_t local_buffer = 0;
  std::uint64_t first = 0;
  std::uint64_t bytes = 0;
  friend bool operator==(const Question&, const Question&) = default;
};

class IpcTransport final : public Transport {
 public:
  explicit IpcTransport(const Environment& environment)
      : environment_(environment),
        process_(accel::this_process(environment.config)),
        descriptors_(environment, [this](int peer, ipc::IpcAddress* out) { return address_of(peer, out); }),
        slots_(environment, descriptors_),
        export_registry_(environment, descriptors_),
        one_sided_(*this, environment, export_registry_,
                   [this](int peer, accel::ProcessId* out) { return process_of(peer, out); }) {
    if (environment.config.cuda) capabilities_.flags = kCanGet | kCanPut;
  }

  [[nodiscard]] std::string_view name() const override { return kName; }
  [[nodiscard]] const Capabilities& capabilities() const override { return capabilities_; }
  Status publish(WorkerAddress* address) override {
    if (environment_.config.cuda && environment_.config.cuda_ipc) {
      if (Status opened = descriptors_.open(); !opened.is_ok()) {
        environment_.log.info("GPU memory made of chunks (cuMemCreate) cannot be mapped by peers: {}", opened.message());
      }
    }
    const ipc::IpcAddress mine{process_, descriptors_.address()};
    address->add(kName, std::as_bytes(std::span(&mine, 1)));
    return Status::ok();
  }
  // A peer is reachable if it is on this host and, in another PID namespace, if there is a descriptor channel; each piece of
  // memory decides if it can be mapped.
  Status reaches(int peer, bool* out) override {
    ipc::IpcAddress theirs{process_, descriptors_.address()};
    if (peer != environment_.rank) PENSTOCK_TRY(address_of(peer, &theirs));
    const bool passes = theirs.fd_channel.name[0] != '\0' && descriptors_.address().name[0] != '\0';
    const bool mappable = environment_.config.cuda_ipc && (passes || !descriptors_.in_other_namespace(peer));
    *out = environment_.config.cuda && theirs.process.host == process_.host && (mappable || theirs.process == process_);
    return Status::ok();
  }

  Outcome send(int, std::span<const std::byte>, std::span<const std::byte>, Status* why) override {
    *why = Status::error(Code::kInternal, "ipc carries no messages");
    return Outcome::kError;
  }
  Status progress(Sink&, int* delivered) override {
    *delivered = 0;
    return Status::ok();
  }

  bool can_get(int peer, const Bulk& bulk, Cost* cost) override { return can_move(Verb::kGet, peer, bulk, cost); }
  bool can_put(int peer, const Bulk& bulk, Cost* cost) override { return can_move(Verb::kPut, peer, bulk, cost); }
  bool peer_can_put(int peer, const Bulk& bulk, Cost* cost) override {
    return peer != environment_.rank && ipc::peer_can_put(environment_.accel, environment_.config, bulk, cost);
  }
  Status get(int peer, const Bulk& bulk, BulkHandle* out) override { return move(Verb::kGet, peer, bulk, out); }
  Status put(int peer, const Bulk& bulk, BulkHandle* out) override { return move(Verb::kPut, peer, bulk, out); }
  BounceBuffers* bounce_buffers() override {
    const Config& config = environment_.config;
    return config.cuda && config.cuda_ipc && config.bounce_buffers > 0 ? &slots_ : nullptr;
  }
  ExportRegistry* export_registry() override { return environment_.config.cuda ? &export_registry_ : nullptr; }
  OneSided* one_sided() override { return environment_.config.cuda ? &one_sided_ : nullptr; }

 private:
  Status process_of(int peer, accel::ProcessId* out) {
    if (peer == environment_.rank) return *out = process_, Status::ok();
    ipc::IpcAddress theirs;
    PENSTOCK_TRY(address_of(peer, &theirs));
    *out = theirs.process;
    return Status::ok();
  }
  Status address_of(int peer, ipc::IpcAddress* out) {
    const WorkerAddress* address = nullptr;
    PENSTOCK_TRY(environment_.addresses.address(peer, &address));
    const std::span<const std::byte> blob = address->find(kName);
    if (blob.size() != sizeof *out) return Status::error(Code::kProtocol, "rank {}'s ipc address is malformed", peer);
    std::memcpy(out, blob.data(), sizeof *out);
    return Status::ok();
  }
  bool can_move(Verb verb, int peer, const Bulk& bulk, Cost* cost) {
    if (capabilities_.flags == 0) return false;
    accel::ProcessId process;
    if (!process_of(peer, &process).is_ok()) return false;
    asked_ = question_of(verb, peer, bulk);
    plan_ = ipc::plan(environment_.accel, environment_.config, process_, process, verb, bulk);
    *cost = plan_.cost;
    return plan_.refusal.empty();
  }
  static Question question_of(Verb verb, int peer, const Bulk& bulk);
  Status plan_for(Verb verb, int peer, const Bulk& bulk, const ipc::Plan** out);
  Status move(Verb verb, int peer, const Bulk& bulk, BulkHandle* out);
  unsigned queue_for(const ipc::Plan& plan, const Bulk& bulk);
  Status enqueue(Verb verb, const ipc::Plan& plan, const Bulk& bulk, accel::Queue& queue, BulkHandle* out);

  Environment environment_;
  accel::ProcessId process_;
  Capabilities capabilities_;
  ipc::Descriptors descriptors_;
  ipc::DeviceBounceBuffers slots_;
  ipc::IpcExportRegistry export_registry_;
  ipc::IpcOneSided one_sided_;
  Question asked_;  // arguments of plan_; with no peer there is none
  ipc::Plan plan_;
  unsigned next_queue_ = 0;  // large operations in flight use different queues
};

Question IpcTransport::question_of(Verb verb, int peer, const Bulk& bulk) {
  if (bulk.by_list || !is_contiguous(bulk.remote_shape) || !is_contiguous(bulk.local_shape)) return {};
  return {
      verb,       peer,      bulk.remote_shape.base, bulk.remote.device.buffer_id, bulk.local_shape.base, bulk.local.buffer_id,
      bulk.first, bulk.bytes};
}

// The plan that was chosen a moment ago is usually executed next.
Status IpcTransport::plan_for(Verb verb, int peer, const Bulk& bulk, const ipc::Plan** out) {
  *out = &plan_;
  if (asked_.peer == peer && asked_ == question_of(verb, peer, bulk)) return std::exchange(asked_, {}), Status::ok();
  asked_ = {};
  accel::ProcessId process;
  PENSTOCK_TRY(process_of(peer, &process));
  plan_ = ipc::plan(environment_.accel, environment_.config, process_, process, verb, bulk);
  return Status::ok();
}

Status IpcTransport::move(Verb verb, int peer, const Bulk& bulk, BulkHandle* out) {
  *out = {};
  const ipc::Plan* made = nullptr;
  PENSTOCK_TRY(plan_for(verb, peer, bulk, &made));
  const ipc::Plan& plan = *made;
  if (!plan.refusal.empty()) {
    return Status::error(Code::kTransport, "GPU memory of rank {} cannot be moved in one copy: {}", peer, plan.refusal);
  }
  if (bulk.bytes == 0) return Status::ok();
  accel::Queue* queue = nullptr;
  PENSTOCK_TRY(environment_.accel.queues().queue(plan.device, queue_for(plan, bulk), &queue));
  BulkHandle handle;
  if (plan.mapped) {
    PENSTOCK_TRY(environment_.accel.imports().import_memory(bulk.remote.device, plan.device, &handle.mapping));
    environment_.accel.imports().pin_mapping(handle.mapping);
  }
  if (Status status = enqueue(verb, plan, bulk, *queue, &handle); !status.is_ok()) {
    // Part of it may be running: the mapping is kept until the queue has finished, which a mark shows if the queue still works.
    accel::Ticket ticket;
    const bool drained = queue->mark(&ticket).is_ok() && environment_.accel.queues().wait(ticket).is_ok();
    if (plan.mapped && drained) environment_.accel.imports().unpin_mapping(handle.mapping);
    return std::move(status).within(fmt::format("moving {} bytes of GPU memory with rank {}", bulk.bytes, peer));
  }
  *out = handle;
  return Status::ok();
}

// Small copies use one queue, which makes concurrent ones with one kernel; others are spread over the rest.
unsigned IpcTransport::queue_for(const ipc::Plan& plan, const Bulk& bulk) {
  if (bulk.queue_index >= 0) return static_cast<unsigned>(bulk.queue_index);
  return plan.by == accel::By::kEngineOrKernel ? 0 : 1 + next_queue_++ % (accel::Queues::kQueues - 1);
}

Status IpcTransport::enqueue(Verb verb, const ipc::Plan& plan, const Bulk& bulk, accel::Queue& queue, BulkHandle* out) {
  kernels::Strided remote = bulk.remote_shape;
  if (plan.mapped) remote.base = out->mapping.address + plan.mapping_gap;
  const bool get = verb == Verb::kGet;
  if (bulk.by_list) {
    const kernels::CopySide near{bulk.list, {}};
    const kernels::CopySide far{nullptr, remote};
    return kernels::copy_list(environment_.config, queue, get ? near : far, get ? far : near, bulk.first, bulk.bytes,
                              &out->ticket);
  }
  return kernels::copy_strided(environment_.config, queue, get ? bulk.local_shape : remote, get ? remote : bulk.local_shape,
                               bulk.first, bulk.bytes, plan.by, &out->ticket);
}

}  // namespace

std::unique_ptr<Transport> make_ipc(const Environment& environment) {
  return std::make_unique<IpcTransport>(environment);
}

}  // namespace penstock::transport
