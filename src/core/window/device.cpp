// What kernels are told of a window.
#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "core/collective/carrier.hpp"
#include "core/object/instance.hpp"
#include "core/window/window.hpp"
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

// Looks after the windows that kernels were told of.
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

Status Window::find_device_member(int rank, runtime::DeviceMemory* out) {
  if (rank == this->rank()) {
    out->address = reinterpret_cast<std::uint64_t>(base_);
    out->atomics = true;
    return check_own(instance().engine().accel(), base_);
  }
  WindowPeer* found = nullptr;
  rma::Target* memory = nullptr;
  PENSTOCK_TRY(peer(rank, &found));
  PENSTOCK_TRY(memory_of(*found, &memory));
  return runtime::find_device_memory(*memory, places_[rank], out);
}

Status Window::device_handle(penstock_device_window* out) {
  if (core_.is_dynamic()) {
    return Status::error(Code::kRmaFlavor, "a dynamic window has no memory of its own that kernels could be told of");
  }
  if (device_) return *out = device_->handle(), Status::ok();
  Status found;
  std::vector<runtime::DeviceWindow::Member> members(static_cast<std::size_t>(size()));
  for (int i = 0; i < size(); ++i) {
    auto& member = members[static_cast<std::size_t>(i)];
    member.bytes = sizes_[i];
    member.unit = static_cast<std::uint64_t>(units_[i]);
    if (member.bytes != 0 && found.is_ok()) found = find_device_member(i, &member.memory);
  }
  const auto& world = core_.comm().group().world();
  auto made = std::make_unique<runtime::DeviceWindow>(
      runtime::DeviceWindow::Parts{instance().engine(), watch_of(instance()), {world.begin(), world.end()}, rank()});
  CommCarrier carrier(core_.comm());
  Status opened = made->open(std::move(found), std::move(members), carrier);
  if (!opened.is_ok()) {
    made->detach();
    static_cast<void>(core_.barrier());  // the failure to report is the first
    return opened;
  }
  device_ = std::move(made);
  *out = device_->handle();
  return Status::ok();
}

}  // namespace penstock::core
