#include "core/partitioned/side.hpp"

#include <algorithm>
#include <utility>

#include "core/object/instance.hpp"
#include "core/partitioned/device.hpp"

namespace penstock::core {
namespace {

// Returns the largest number of messages that divides the partitions and has its borders between elements of the receiver.
int messages_for(int partitions, std::uint64_t partition_bytes, std::uint64_t element_bytes) noexcept {
  for (int messages = partitions; messages > 1; --messages) {
    if (partitions % messages != 0) continue;
    const std::uint64_t each = static_cast<std::uint64_t>(partitions / messages) * partition_bytes;
    if (element_bytes == 0 || each % element_bytes == 0) return messages;
  }
  return partitions == 0 ? 0 : 1;
}

PartitionedRequests& common_of(const Comm& comm) {
  return comm.instance().modules().need<PartitionedRequests>();
}

}  // namespace

const std::shared_ptr<DeviceRequests>& PartitionedRequests::need_device_requests(proto::Engine& engine) {
  if (!device_requests) device_requests = std::make_shared<DeviceRequests>(engine);
  return device_requests;
}

PartitionedSide::PartitionedSide(Comm& comm, const Partitions& side)
    : side_(side), comm_(Ref<Comm>::share(comm)), datatype_(Ref<Datatype>::share(*side.datatype)) {}

PartitionedSide::~PartitionedSide() = default;

Status PartitionedSide::open(const std::shared_ptr<PartitionedSide>& self) {
  PENSTOCK_TRY(self->begin());
  common_of(self->comm()).pairing.push_back(self);
  self->engine().progress().add_progressor(self.get());
  return Status::ok();
}

// The object may be destroyed with the process's reference to it.
bool PartitionedSide::advance() {
  if (!meet()) return true;
  auto& pairing = common_of(*comm_).pairing;
  const auto own = std::ranges::find(pairing, this, [](const auto& held) { return held.get(); });
  const std::shared_ptr<PartitionedSide> last = std::move(*own);
  pairing.erase(own);
  return false;
}

// A device handle needs a helping thread, since the application may make no call for long while kernels communicate.
Status PartitionedSide::make_device() {
  if (device_) return Status::error(Code::kRequest, "the request has a device handle already: MPIX_Prequest_free ends it");
  accel::Accel& accel = engine().accel();
  if (!accel.live() || accel.working_device() < 0) {
    return Status::error(Code::kUnsupported,
                         "this process has no context on a GPU: choose one (cudaSetDevice) and use it first");
  }
  PENSTOCK_TRY(runtime::load_kernels(accel, accel.working_device()));
  const auto& all = common_of(*comm_).need_device_requests(engine());
  std::unique_ptr<PartitionedDevice> made = new_device(all);
  PENSTOCK_TRY(made->open());
  device_ = std::move(made);
  if (start_number_ != 0) device_->started();
  return engine().progress_thread().start();
}

void PartitionedSide::end_device() noexcept {
  device_.reset();
}

void PartitionedSide::note_start() {
  start_number_ = start_number_ % (PENSTOCK_DEVICE_DIRECT - 1) + 1;
  if (device_) device_->started();
}

proto::Engine& PartitionedSide::engine() const noexcept {
  return comm_->instance().engine();
}

std::uint64_t PartitionedSide::bytes() const noexcept {
  return static_cast<std::uint64_t>(side_.partitions) * static_cast<std::uint64_t>(side_.count) * datatype_->layout().size();
}

bool PartitionedSide::done() const noexcept {
  if (!failure_.is_ok()) return true;
  const auto ended = [](const OwnOperation& operation) { return operation.get() != nullptr && operation.done(); };
  return met_ && std::ranges::all_of(operations_, ended);
}

Status PartitionedSide::status() const {
  if (!failure_.is_ok()) return failure_.clone();
  for (const OwnOperation& operation : operations_) PENSTOCK_TRY(operation.status());
  return Status::ok();
}

Status PartitionedSide::send(const proto::Buffer& buffer, int tag, OwnOperation* out) {
  proto::Operation* begun = nullptr;
  PENSTOCK_TRY(engine().messages().send(buffer, comm_->peers().world_rank(side_.peer), tag,
                                        comm_->context(Traffic::kPartitioned), proto::SendMode::kStandard, &begun));
  *out = OwnOperation(begun);
  return Status::ok();
}

Status PartitionedSide::recv(const proto::Buffer& buffer, int tag, OwnOperation* out) {
  proto::Operation* begun = nullptr;
  PENSTOCK_TRY(engine().messages().recv(buffer, comm_->peers().world_rank(side_.peer), tag,
                                        comm_->context(Traffic::kPartitioned), &begun));
  *out = OwnOperation(begun);
  return Status::ok();
}

void PartitionedSide::take_back(OwnOperation& received) noexcept {
  if (!received.done() && !engine().messages().cancel_recv(received.get())) engine().progress().wait(*received.get());
  received = {};
}

proto::Buffer PartitionedSide::elements(std::uint64_t first, std::uint64_t count) const noexcept {
  const proto::Layout& layout = datatype_->layout();
  return {static_cast<std::byte*>(side_.address) + static_cast<std::int64_t>(first) * layout.extent(), count, &layout};
}

Status PartitionedSide::differ(std::uint64_t sent, std::uint64_t received) const {
  return Status::error(Code::kTruncate,
                       "the partitions of the send are {} bytes together, those of the receive {}; both sides of a partitioned "
                       "operation have as much (tag {}, the other side is rank {})",
                       sent, received, side_.tag, side_.peer);
}

bool PartitionedSide::checks() const noexcept {
  return comm_->instance().checks() != nullptr;
}

Piece PartitionedSide::elements_if_checked() const {
  return checks() ? piece_of(*datatype_, count()) : Piece();
}

Status PartitionedSide::types_differ(const Piece& sent, const Piece& received) const {
  return Status::error(
      Code::kType,
      "the partitions of the send are {} together, those of the receive {}: both sides need the same types (tag "
      "{}, the other side is rank {})",
      text_of(sent), text_of(received), side_.tag, side_.peer);
}

PartitionedSend::PartitionedSend(Comm& comm, const Partitions& side) : PartitionedSide(comm, side) {
  hello_ = {bytes(), side_.partitions, 0, elements_if_checked()};
}

PartitionedSend::~PartitionedSend() {
  device_.reset();
  take_back(hearing_);
}

Status PartitionedSend::begin() {
  int tag = 0;
  PENSTOCK_TRY(common_of(comm()).tags.take(1, &tag));
  hello_.answer_tag = tag;
  PENSTOCK_TRY(recv(packed(answer_), tag, &hearing_));
  return send(packed(hello_), side_.tag, &telling_);
}

bool PartitionedSend::meet() {
  if (!hearing_.done() || !telling_.done()) return false;
  common_of(comm()).tags.give(hello_.answer_tag, 1);
  failure_ = telling_.status();
  if (failure_.is_ok()) failure_ = hearing_.status();
  if (failure_.is_ok() && answer_.messages == kDiffer) failure_ = differ(hello_.bytes, answer_.bytes);
  if (failure_.is_ok() && answer_.messages == kTypesDiffer) failure_ = types_differ(hello_.elements, answer_.elements);
  if (!failure_.is_ok()) return true;
  met_ = true;
  messages_ = answer_.messages;
  if (ready_.empty()) return true;  // the request was never started
  operations_.resize(static_cast<std::size_t>(messages_));
  failure_ = send_ready(0, side_.partitions - 1);
  return true;
}

Status PartitionedSend::start() {
  if (!failure_.is_ok()) return failure_.clone();
  if (device_) device_->all().settle();
  ready_.assign(static_cast<std::size_t>(side_.partitions), false);
  direct_.assign(ready_.size(), false);
  operations_.clear();
  operations_.resize(static_cast<std::size_t>(messages_));
  note_start();
  return Status::ok();
}

std::unique_ptr<PartitionedDevice> PartitionedSend::new_device(std::shared_ptr<DeviceRequests> all) {
  return std::make_unique<SendDevice>(std::move(all), *this);
}

Status PartitionedSend::make_ready(int low, int high) {
  for (int i = low; i <= high; ++i) {
    if (!ready_[static_cast<std::size_t>(i)]) continue;
    return Status::error(Code::kArg, "partition {} is ready already", i);
  }
  for (int i = low; i <= high; ++i) ready_[static_cast<std::size_t>(i)] = true;
  if (!met_) return Status::ok();
  Status sent = send_ready(low, high);
  if (!sent.is_ok()) failure_ = sent.clone();
  return sent;
}

// Sends the messages that contain one of these partitions, have all their partitions ready, and have not been sent yet.
Status PartitionedSend::send_ready(int low, int high) {
  if (messages_ == 0) return Status::ok();
  const int partitions = side_.partitions / messages_;
  for (int i = low / partitions; i <= high / partitions; ++i) {
    const auto first = ready_.begin() + static_cast<std::ptrdiff_t>(i) * partitions;
    OwnOperation& operation = operations_[static_cast<std::size_t>(i)];
    if (operation.get() != nullptr || std::find(first, first + partitions, false) != first + partitions) continue;
    const auto count = static_cast<std::uint64_t>(partitions) * static_cast<std::uint64_t>(side_.count);
    // Data that the receiver has already are announced by an empty message.
    const bool is_there = partitions == 1 && direct_[static_cast<std::size_t>(i)];
    PENSTOCK_TRY(
        send(elements(static_cast<std::uint64_t>(i) * count, is_there ? 0 : count), answer_.first_tag + i, &operation));
  }
  return Status::ok();
}

PartitionedRecv::PartitionedRecv(Comm& comm, const Partitions& side) : PartitionedSide(comm, side) {}

PartitionedRecv::~PartitionedRecv() {
  device_.reset();
  take_back(hearing_);
  take_back(wishing_);
  for (OwnOperation& operation : operations_) take_back(operation);
  common_of(comm()).tags.give(answer_.first_tag, tags_);
}

Status PartitionedRecv::begin() {
  return recv(packed(hello_), side_.tag, &hearing_);
}

bool PartitionedRecv::meet() {
  if (!hearing_.done()) return false;
  if (telling_.get() == nullptr) {
    failure_ = hearing_.status();
    if (failure_.is_ok()) failure_ = answer();
    if (!failure_.is_ok() && telling_.get() == nullptr) return true;
  }
  return telling_.done();
}

// The sender is told of this side's failure, too.
Status PartitionedRecv::answer() {
  answer_ = {bytes(), 0, kDiffer, elements_if_checked()};
  Status failure = hello_.bytes == answer_.bytes ? Status::ok() : differ(hello_.bytes, answer_.bytes);
  if (failure.is_ok() && checks() && !matches(hello_.elements, *side_.datatype, count())) {
    answer_.messages = kTypesDiffer;
    failure = types_differ(hello_.elements, answer_.elements);
  }
  if (failure.is_ok()) {
    const std::uint64_t each = hello_.partitions == 0 ? 0 : hello_.bytes / static_cast<std::uint64_t>(hello_.partitions);
    const int messages = messages_for(hello_.partitions, each, side_.datatype->layout().size());
    failure = common_of(comm()).tags.take(messages + 1, &answer_.first_tag);
    if (failure.is_ok()) {
      tags_ = messages + 1;
      failure = recv(packed(wish_), answer_.first_tag + messages, &wishing_);
    }
    if (failure.is_ok()) messages_ = answer_.messages = messages;
  }
  PENSTOCK_TRY(send(packed(answer_), hello_.answer_tag, &telling_));
  met_ = failure.is_ok();
  if (met_ && active_) failure = receive();
  return failure;
}

Status PartitionedRecv::start() {
  if (!failure_.is_ok()) return failure_.clone();
  if (device_) device_->all().settle();
  active_ = true;
  operations_.clear();
  if (met_) PENSTOCK_TRY(receive());
  note_start();
  return Status::ok();
}

std::unique_ptr<PartitionedDevice> PartitionedRecv::new_device(std::shared_ptr<DeviceRequests> all) {
  return std::make_unique<RecvDevice>(std::move(all), *this);
}

Status PartitionedRecv::receive() {
  operations_.clear();
  operations_.resize(static_cast<std::size_t>(messages_));
  const std::uint64_t size = side_.datatype->layout().size();
  const std::uint64_t each = messages_ == 0 || size == 0 ? 0 : bytes() / static_cast<std::uint64_t>(messages_) / size;
  for (int i = 0; i < messages_; ++i) {
    Status begun = recv(elements(static_cast<std::uint64_t>(i) * each, each), answer_.first_tag + i,
                        &operations_[static_cast<std::size_t>(i)]);
    if (begun.is_ok()) continue;
    for (OwnOperation& operation : operations_) take_back(operation);
    return begun;
  }
  return Status::ok();
}

// Tells if all messages that contain a byte of the partition have arrived.
bool PartitionedRecv::has(int partition) const noexcept {
  if (!met_) return !failure_.is_ok();
  const std::int64_t messages = messages_;
  const std::int64_t first = partition * messages / side_.partitions;
  const std::int64_t last = ((partition + 1) * messages + side_.partitions - 1) / side_.partitions;
  return std::all_of(operations_.begin() + first, operations_.begin() + last,
                     [](const auto& operation) { return operation.done(); });
}

}  // namespace penstock::core
