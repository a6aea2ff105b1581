// Partitioned requests in kernels (include/penstock_device.h): the data that kernels see of one side, and the work of the host
// for them. All of it is used with the engine's lock held.
//
// A kernel makes partitions ready by words in pinned memory, and the host sends them. If both sides have a
// handle, their partitions are the same contiguous pieces, and the sender's GPU maps the receiver's memory, the
// kernel copies the data itself once the receive has been started, and the host sends an empty message in their
// place: so requests always complete by messages.
//
// The sides agree on this by messages: the sender's wish, which contains the tag of the answers, and for which each receiver
// has posted a receive; the receiver's card, which contains the keys of its memory and of its flags; from then on a note at
// each start of the receive. A wish is sent before a partition, so that the receiver still exists; the last notes may arrive
// when the sender is gone, so their tag is never used again.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "accel/driver/holds.hpp"
#include "accel/program/program_streams.hpp"
#include "base/status.hpp"
#include "core/partitioned/side.hpp"
#include "penstock_device.h"
#include "runtime/device_window.hpp"

namespace penstock::core {

class PartitionedDevice;

// All partitioned requests of a process that kernels use. While a request waits for kernels, or kernels wait for it, waiting
// threads keep polling, and no memory is freed or unmapped on a GPU.
class DeviceRequests final : public proto::Progressor {
 public:
  explicit DeviceRequests(proto::Engine& engine) noexcept : engine_(engine), holds_(engine.accel().program_streams().holds()) {}
  DeviceRequests(const DeviceRequests&) = delete;
  DeviceRequests& operator=(const DeviceRequests&) = delete;
  ~DeviceRequests() override = default;

  void add(PartitionedDevice& device);
  void remove(const PartitionedDevice& device) noexcept;
  // Returns null for an invalid handle.
  [[nodiscard]] PartitionedDevice* find(MPIX_Prequest handle) const noexcept;
  bool advance() override;
  // Called before a start: makes driver calls that may take long, unless a kernel may be waiting for another request meanwhile.
  void settle();
  // Called when a request has been started: sleeping threads poll instead.
  void wake();

 private:
  void poll(bool wanted) noexcept;

  proto::Engine& engine_;
  accel::Holds& holds_;
  std::vector<PartitionedDevice*> devices_;
  bool listed_ = false;
  bool polling_ = false;
};

// The device part of one side, which owns this object.
class PartitionedDevice {
 public:
  PartitionedDevice(std::shared_ptr<DeviceRequests> all, PartitionedSide& side);
  PartitionedDevice(const PartitionedDevice&) = delete;
  PartitionedDevice& operator=(const PartitionedDevice&) = delete;
  // Called when no kernel uses the handle any more.
  virtual ~PartitionedDevice();

  // Called once.
  virtual Status open();
  [[nodiscard]] MPIX_Prequest handle() const noexcept { return reinterpret_cast<MPIX_Prequest>(pages_.data()); }
  [[nodiscard]] PartitionedSide& side() const noexcept { return side_; }
  // Called when the request is about to be started and no kernel waits for any.
  virtual void settle() {}
  // Called when the request has been started.
  virtual void started();
  [[nodiscard]] DeviceRequests& all() const noexcept { return *all_; }
  // Polls once; returns true if something moved.
  virtual bool step() = 0;
  // Tells if a start is under way in which kernels may make partitions ready, or wait.
  [[nodiscard]] virtual bool busy() const noexcept = 0;

 protected:
  // These are the receiver's messages. The first message, the card, contains keys; the later ones consist of the head alone.
  struct Note {
    std::uint32_t start = 0;
    std::uint32_t memory_key = 0;  // bytes of the key
    std::uint32_t flags_key = 0;
    std::int32_t partitions = 0;
    std::byte keys[2032] = {};
  };
  static constexpr std::uint64_t kNoteHead = 16;

  [[nodiscard]] std::size_t partitions() const noexcept { return static_cast<std::size_t>(side_.side().partitions); }
  [[nodiscard]] bool is_contiguous() const noexcept;
  [[nodiscard]] std::uint32_t load_word(std::size_t partition) const noexcept;
  void store_word(std::size_t partition, std::uint32_t value) noexcept;
  static void store(std::uint32_t& field, std::uint32_t value) noexcept;
  // Releases kernels that wait.
  void give_up() noexcept { store(handle()->abort, 1); }

  PartitionedSide& side_;

 private:
  std::shared_ptr<DeviceRequests> all_;
  runtime::PinnedPages pages_;
};

class SendDevice final : public PartitionedDevice {
 public:
  SendDevice(std::shared_ptr<DeviceRequests> all, PartitionedSend& side)
      : PartitionedDevice(std::move(all), side), send_(side) {}
  ~SendDevice() override;
  Status open() override;
  void settle() override;
  bool step() override;
  [[nodiscard]] bool busy() const noexcept override;

 private:
  bool collect();
  bool wish();
  bool hear();
  Status take_card();
  void take_note(Status&& heard);
  void tell_host_sends(const Status& why);

  PartitionedSend& send_;
  std::int32_t wish_ = 0;  // the tag of notes
  bool asked_ = false;     // the decision on a wish has been made
  OwnOperation wishing_;
  Note note_;
  OwnOperation hearing_;
  bool card_waits_ = false;  // note_ has a card that is not processed yet
  proto::rma::Target memory_;
  proto::rma::Target flags_;
  bool has_memory_ = false;
  bool has_flags_ = false;
};

class RecvDevice final : public PartitionedDevice {
 public:
  RecvDevice(std::shared_ptr<DeviceRequests> all, PartitionedRecv& side)
      : PartitionedDevice(std::move(all), side), recv_(side) {}
  ~RecvDevice() override;
  Status open() override;
  void started() override;
  bool step() override;
  [[nodiscard]] bool busy() const noexcept override { return told_ < partitions_told_.size(); }

 private:
  bool tell();
  bool share();
  Status make_card();
  void open_start();

  PartitionedRecv& recv_;
  std::vector<bool> partitions_told_;  // partitions of the last start that kernels know to have arrived
  std::size_t told_ = 0;
  bool shared_ = false;  // the card is sent, or will not be
  Note note_;
  OwnOperation telling_;
  accel::Memory flags_;
  const transport::Region* memory_region_ = nullptr;
  const transport::Region* flags_region_ = nullptr;
};

}  // namespace penstock::core
