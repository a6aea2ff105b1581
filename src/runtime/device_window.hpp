// A DeviceWindow describes to kernels memory that the GPUs of all members of a team map (include/penstock_device.h): memory of
// a window of MPI or a symmetric allocation of OpenSHMEM.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "accel/accel.hpp"
#include "base/status.hpp"
#include "penstock_device.h"
#include "proto/engine/engine.hpp"
#include "runtime/team_memory.hpp"

namespace penstock::runtime {

class DeviceWatch;

// Makes queues of the device and loads all kernels of the library: the driver could not load any while a kernel of the program
// waits.
[[nodiscard]] Status load_kernels(accel::Accel& accel, int device);

// The driver has pinned this host memory, which begins as zeros and has the same address for kernels. The caller holds the
// engine's lock.
class PinnedPages {
 public:
  explicit PinnedPages(accel::Accel& accel) noexcept : accel_(accel) {}
  PinnedPages(const PinnedPages&) = delete;
  PinnedPages& operator=(const PinnedPages&) = delete;
  // Kernels have ceased to look at it.
  ~PinnedPages();
  // It is called once.
  Status allocate(std::size_t bytes);
  [[nodiscard]] std::byte* data() const noexcept { return memory_; }

 private:
  accel::Accel& accel_;
  std::byte* memory_ = nullptr;
};

class DeviceWindow {
 public:
  struct Member {
    DeviceMemory memory;
    std::uint64_t bytes = 0;
    std::uint64_t unit = 1;
  };
  // The engine outlives it.
  struct Parts {
    proto::Engine& engine;
    std::shared_ptr<DeviceWatch> watch;
    std::vector<int> world;  // ranks of the members in the job
    int rank = 0;            // this one's among them
  };

  explicit DeviceWindow(Parts parts);
  DeviceWindow(const DeviceWindow&) = delete;
  DeviceWindow& operator=(const DeviceWindow&) = delete;
  ~DeviceWindow();

  // Collective over the members, once. `found` is how this rank fared with `members`, the memory of all. It fails on all
  // members or on none.
  Status open(Status&& found, std::vector<Member> members, Carrier& carrier);
  [[nodiscard]] const penstock_device_window& handle() const noexcept { return handle_; }
  // These are collective, with a barrier between the two: the others detach this rank's words before it frees them.
  void detach() noexcept;
  Status close();
  // Ends the waits of kernels if a member is lost.
  void look() noexcept;

 private:
  Status find_device(int* out);
  Status fill();
  [[nodiscard]] std::size_t size() const noexcept { return parts_.world.size(); }

  Parts parts_;
  std::vector<Member> members_;
  TeamMemory words_;
  PinnedPages abort_;
  penstock_device_window handle_{};
};

// It looks for lost ranks on behalf of all device windows of a process, and lives as long as the engine makes progress.
class DeviceWatch final : public proto::Progressor {
 public:
  explicit DeviceWatch(proto::Engine& engine) noexcept : engine_(engine) {}
  DeviceWatch(const DeviceWatch&) = delete;
  DeviceWatch& operator=(const DeviceWatch&) = delete;
  ~DeviceWatch() override = default;
  void add(DeviceWindow& window);
  void remove(const DeviceWindow& window) noexcept { std::erase(windows_, &window); }
  bool advance() override;

 private:
  proto::Engine& engine_;
  std::vector<DeviceWindow*> windows_;
  bool listed_ = false;
};

}  // namespace penstock::runtime
