// The two sides of partitioned communication, implemented by messages. They are used with the engine's lock held.
//
// The sides find each other by one message in each direction: the sender's uses the application's tag, in a context of its own,
// so that sides are paired in the order in which they were made; the receiver answers with the tags that it has reserved for
// the data. From then on each start is a number of messages, one for each partition of the sender, each with its own tag, so
// that they may be sent in any order and the receiver sees which of them have arrived. If that would cut the receiver's
// datatype, several partitions form one message.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "core/collective/call_record.hpp"
#include "core/object/instance.hpp"
#include "core/p2p/p2p.hpp"
#include "core/partitioned/partitioned.hpp"
#include "core/partitioned/tags.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::core {

class PartitionedDevice;  // partitioned/device.hpp
class PartitionedSide;
class DeviceRequests;
class RecvDevice;
class SendDevice;

// The state that the partitioned requests of one process share.
class PartitionedRequests final : public Module {
 public:
  static constexpr ModuleId kModule = ModuleId::kPartitioned;

  void end() noexcept override { pairing.clear(); }
  // Returns the requests that kernels use; makes the object at the first call.
  [[nodiscard]] const std::shared_ptr<DeviceRequests>& need_device_requests(proto::Engine& engine);

  PartitionTags tags;
  std::vector<std::shared_ptr<PartitionedSide>> pairing;  // sides that are not paired yet
  std::shared_ptr<DeviceRequests> device_requests;        // null: no kernel has used a request
};

// An operation of the engine, and the reference to it.
class OwnOperation {
 public:
  OwnOperation() = default;
  explicit OwnOperation(proto::Operation* operation) noexcept : operation_(operation) {}
  OwnOperation(OwnOperation&& other) noexcept : operation_(std::exchange(other.operation_, nullptr)) {}
  OwnOperation& operator=(OwnOperation&& other) noexcept {
    std::swap(operation_, other.operation_);
    return *this;
  }
  ~OwnOperation() {
    if (operation_ != nullptr) operation_->release();
  }
  [[nodiscard]] proto::Operation* get() const noexcept { return operation_; }
  // Tells if the operation is over; an operation that never began is, too.
  [[nodiscard]] bool done() const noexcept { return operation_ == nullptr || operation_->done(); }
  [[nodiscard]] Status status() const { return operation_ == nullptr ? Status::ok() : operation_->status().clone(); }

 private:
  proto::Operation* operation_ = nullptr;
};

// A side is kept by its request, and by the process (PartitionedRequests::pairing) until it is paired: the other rank must find
// this side even if its request has been freed by then.
class PartitionedSide : public proto::Progressor {
 public:
  PartitionedSide(Comm& comm, const Partitions& side);
  ~PartitionedSide() override;
  PartitionedSide(const PartitionedSide&) = delete;
  PartitionedSide& operator=(const PartitionedSide&) = delete;

  // Begins the pairing. `self` is this object.
  static Status open(const std::shared_ptr<PartitionedSide>& self);
  virtual Status start() = 0;
  // Tells if the last start is over.
  [[nodiscard]] bool done() const noexcept;
  [[nodiscard]] Status status() const;
  [[nodiscard]] std::uint64_t bytes() const noexcept;
  [[nodiscard]] const Partitions& side() const noexcept { return side_; }
  [[nodiscard]] Comm& comm() const noexcept { return *comm_; }
  bool advance() final;
  // Returns the number of the last start, as kernels know it, which is never 0; 0 means that there was none.
  [[nodiscard]] std::uint32_t start_number() const noexcept { return start_number_; }
  // Returns the device part that kernels use; null if there is none.
  [[nodiscard]] PartitionedDevice* device() const noexcept { return device_.get(); }
  // Returns kRequest if the side has a device part already.
  Status make_device();
  void end_device() noexcept;

 protected:
  friend class PartitionedDevice;
  friend class RecvDevice;
  friend class SendDevice;
  // The handshake of a sender, and the receiver's answer. `elements` is set under PENSTOCK_CHECK. kDiffer and kTypesDiffer: the
  // two sides do not match, and no message follows.
  struct Hello {
    std::uint64_t bytes = 0;
    std::int32_t partitions = 0;
    std::int32_t answer_tag = 0;
    Piece elements;
  };
  struct Answer {
    std::uint64_t bytes = 0;
    std::int32_t first_tag = 0;
    std::int32_t messages = 0;
    Piece elements;
  };
  static constexpr std::int32_t kDiffer = -1;
  static constexpr std::int32_t kTypesDiffer = -2;

  virtual Status begin() = 0;
  // Tells if the other side is known by now; when it first is, the pairing is finished within the call.
  virtual bool meet() = 0;
  virtual std::unique_ptr<PartitionedDevice> new_device(std::shared_ptr<DeviceRequests> all) = 0;
  // Called by each start as its last step.
  void note_start();

  [[nodiscard]] proto::Engine& engine() const noexcept;
  Status send(const proto::Buffer& buffer, int tag, OwnOperation* out);
  Status recv(const proto::Buffer& buffer, int tag, OwnOperation* out);
  template <typename T>
  [[nodiscard]] proto::Buffer packed(T& value, std::uint64_t bytes = sizeof(T)) const noexcept {
    return {&value, bytes, &byte_};
  }
  // Returns `count` elements from `first` on.
  [[nodiscard]] proto::Buffer elements(std::uint64_t first, std::uint64_t count) const noexcept;
  // Withdraws a receive that is under way, so that the engine does not write to its buffer any more.
  void take_back(OwnOperation& received) noexcept;
  [[nodiscard]] Status differ(std::uint64_t sent, std::uint64_t received) const;
  [[nodiscard]] Status types_differ(const Piece& sent, const Piece& received) const;
  [[nodiscard]] bool checks() const noexcept;
  // These two count all partitions together.
  [[nodiscard]] MPI_Count count() const noexcept { return static_cast<MPI_Count>(side_.partitions) * side_.count; }
  [[nodiscard]] Piece elements_if_checked() const;

  const Partitions side_;
  Status failure_;                        // failure of the pairing; all starts fail with it
  bool met_ = false;                      // the sides are paired, without a failure
  int messages_ = 0;                      // messages of a start, once paired
  std::vector<OwnOperation> operations_;  // operations of the last start; null: not begun

 private:
  const proto::Layout byte_ = proto::Layout::bytes(1);
  Ref<Comm> comm_;
  Ref<Datatype> datatype_;
  std::uint32_t start_number_ = 0;

 protected:
  std::unique_ptr<PartitionedDevice> device_;
};

class PartitionedSend final : public PartitionedSide {
 public:
  PartitionedSend(Comm& comm, const Partitions& side);
  ~PartitionedSend() override;
  Status start() override;
  Status make_ready(int low, int high);

 private:
  friend class SendDevice;
  Status begin() override;
  bool meet() override;
  std::unique_ptr<PartitionedDevice> new_device(std::shared_ptr<DeviceRequests> all) override;
  Status send_ready(int low, int high);

  Hello hello_;
  Answer answer_;
  OwnOperation telling_;
  OwnOperation hearing_;
  std::vector<bool> ready_;
  std::vector<bool> direct_;  // partitions that a kernel has copied to the receiver
};

class PartitionedRecv final : public PartitionedSide {
 public:
  PartitionedRecv(Comm& comm, const Partitions& side);
  ~PartitionedRecv() override;
  Status start() override;
  [[nodiscard]] bool has(int partition) const noexcept;

 private:
  friend class RecvDevice;
  Status begin() override;
  bool meet() override;
  std::unique_ptr<PartitionedDevice> new_device(std::shared_ptr<DeviceRequests> all) override;
  Status answer();
  Status receive();

  Hello hello_;
  Answer answer_;
  OwnOperation hearing_;
  OwnOperation telling_;
  int tags_ = 0;           // number of tags: one for each message, and one for a wish
  std::int32_t wish_ = 0;  // the tag for the notes that the sender wants
  OwnOperation wishing_;   // receives the wish of a sender whose kernels could write here
  bool active_ = false;    // started before it was paired
};

}  // namespace penstock::core
