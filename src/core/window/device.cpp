#include "core/window/device.hpp"

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "core/collective/carrier.hpp"
#include "core/object/instance.hpp"
#include "runtime/device_window.hpp"

namespace penstock::core {
namespace {

Status check_own(accel::Accel& accel, const void* base) {
  accel::Memory memory;
  PENSTOCK_TRY(accel.query(base, &memory));
  if (memory.kind == accel::MemoryKind::kDevice) return Status::ok();
  return Status::error(
      Code::kUnsupported,
      "the window's memory is {} memory, and kernels of other ranks reach device memory alone: make it by cudaMalloc "
      "and MPI_Win_create, or by MPI_Win_allocate with info key mpi_memory_alloc_kinds = cuda:device",
      accel::kind_name(memory.kind));
}

// This module watches for members that are lost, for all windows with a device handle.
struct DeviceWindows final : public Module {
  static constexpr ModuleId kModule = ModuleId::kDeviceWatch;
  std::shared_ptr<runtime::DeviceWatch> watch;
};

std::shared_ptr<runtime::DeviceWatch> watch_of(Instance& instance) {
  auto& watch = instance.modules().need<DeviceWindows>().watch;
  if (!watch) watch = std::make_shared<runtime::DeviceWatch>(instance.engine());
  return watch;
}

}  // namespace

WindowDevice::WindowDevice(WindowCore& core, WindowMembers& members, WindowMemory& memory) noexcept
    : core_(core), members_(members), memory_(memory) {}

WindowDevice::~WindowDevice() = default;

Status WindowDevice::find_memory(int rank, runtime::DeviceMemory* out) {
  if (rank == core_.rank()) {
    out->address = reinterpret_cast<std::uint64_t>(memory_.base());
    out->atomics = true;
    return check_own(core_.instance().engine().accel(), memory_.base());
  }
  WindowPeer* peer = nullptr;
  rma::Target* region = nullptr;
  PENSTOCK_TRY(members_.peer(rank, &peer));
  PENSTOCK_TRY(members_.memory_of(*peer, &region));
  return runtime::find_device_memory(*region, members_.offset(rank), out);
}

Status WindowDevice::handle(penstock_device_window* out) {
  if (core_.is_dynamic()) {
    return Status::error(Code::kRmaFlavor, "a dynamic window has no memory of its own for a device handle");
  }
  if (opened_) return *out = opened_->handle(), Status::ok();
  Status found;
  std::vector<runtime::DeviceWindow::Member> all(static_cast<std::size_t>(core_.size()));
  for (int i = 0; i < core_.size(); ++i) {
    auto& member = all[static_cast<std::size_t>(i)];
    member.bytes = members_.bytes(i);
    member.unit = static_cast<std::uint64_t>(members_.unit(i));
    if (member.bytes != 0 && found.is_ok()) found = find_memory(i, &member.memory);
  }
  const auto& world = core_.comm().group().world();
  auto made = std::make_unique<runtime::DeviceWindow>(runtime::DeviceWindow::Parts{
      core_.instance().engine(), watch_of(core_.instance()), {world.begin(), world.end()}, core_.rank()});
  CommCarrier carrier(core_.comm());
  Status opened = made->open(std::move(found), std::move(all), carrier);
  if (!opened.is_ok()) {
    made->detach();
    static_cast<void>(core_.barrier());  // The first failure is the one to report.
    return opened;
  }
  opened_ = std::move(made);
  *out = opened_->handle();
  return Status::ok();
}

void WindowDevice::detach() noexcept {
  if (opened_) opened_->detach();
}

void WindowDevice::close() noexcept {
  if (!opened_) return;
  const Status closed = opened_->close();
  if (!closed.is_ok()) core_.instance().log().warn("freeing the device handle of a window: {}", closed.message());
  opened_.reset();
}

}  // namespace penstock::core
