// A device's part in a call, while it runs.
#pragma once

#include <span>
#include <vector>

#include "accel/accel.hpp"
#include "accel/queue/copies.hpp"
#include "coll/device/plan.hpp"
#include "coll/schedule/schedule.hpp"
#include "kernels/ll/ll.hpp"
#include "kernels/pipeline/pipeline.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::coll {

// Blocks of kernels that wait for each other, at most: more than of others, since they are held up by what is on its way, not
// by the link, and end soon.
[[nodiscard]] inline unsigned coscheduled_blocks(const Config& config) noexcept {
  return 2 * static_cast<unsigned>(config.coll_blocks);
}

// Puts a device to work, and knows when it is through. Whoever waits for the engine keeps looking meanwhile.
class DeviceRun {
 public:
  explicit DeviceRun(proto::Engine& engine) noexcept : engine_(engine) {}
  DeviceRun(const DeviceRun&) = delete;
  DeviceRun& operator=(const DeviceRun&) = delete;
  ~DeviceRun() { drain(); }

  // On a failure of any nothing runs any more.
  Status begin(int device, const DeviceWork& work);
  Status begin(int device, const kernels::LlTask& task);
  Status begin(int device, const kernels::PipelineTask& task);
  // What another library does together with its like of other ranks.
  Status begin(int device, accel::ForeignWork& work);
  // A graph that record() was given, closed, which outlives this.
  Status begin(int device, accel::Graph& graph);
  // Gives it to a graph of the device in place of the device.
  Status record(int device, const DeviceWork& work, accel::Graph& graph);
  Status test(bool* done);
  // Blocks until nothing runs that was begun.
  void drain() noexcept;

 private:
  Status launch(int device, const DeviceWork& work);
  Status find_queue(int device, unsigned queue_index, accel::Queue** out);
  Status copy(accel::Queue& queue, int device, std::span<const CopyWork> copies);
  Status copy_own(int device, const CopyWork& copy);
  Status launch_copies(accel::Queue& queue, const accel::Copies& copies);
  void poll(bool wanted) noexcept;
  void tend();

  proto::Engine& engine_;
  std::vector<accel::Ticket> tickets_;
  accel::Graph* recorded_ = nullptr;  // while it is given work
  bool polling_ = false;
};

// A step that puts a device to work, at each of the schedule's uses, unless something failed before.
class RunTask : public Task {
 public:
  explicit RunTask(proto::Engine& engine) noexcept : run_(engine) {}
  bool advance(Schedule& schedule) final;

 protected:
  virtual Status begin(DeviceRun& run) = 0;
  // It is through, or something failed and nothing runs any more.
  virtual void end(Schedule& schedule, Status&& status) = 0;

 private:
  DeviceRun run_;
  bool running_ = false;
};

}  // namespace penstock::coll
