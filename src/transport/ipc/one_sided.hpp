// One-sided memory of GPUs: a region is exported by its owner and mapped, and put and get are copies of the queues. Accumulates
// are kernels of the layer above, which is told whose reach the memory.
#pragma once

#include "transport/ipc/export_registry.hpp"
#include "transport/ipc/plan.hpp"
#include "transport/one_sided.hpp"

namespace penstock::transport::ipc {

class IpcOneSided final : public BulkOneSided {
 public:
  // What a rank's address says of its process.
  using ProcessOf = std::function<Status(int peer, accel::ProcessId* out)>;

  // All outlive it.
  IpcOneSided(Transport& transport, const Environment& environment, IpcExportRegistry& export_registry, ProcessOf process_of)
      : BulkOneSided(transport, environment.accel),
        environment_(environment),
        process_(accel::this_process(environment.config)),
        export_registry_(export_registry),
        process_of_(std::move(process_of)) {}

  Status register_memory(const Region& region) override;
  Status describe(const Region& region, int peer, BufferDescriptor* descriptor, std::vector<std::byte>* part) override;
  Status attach(const RemoteKey& key, std::span<const std::byte> part, Remote* out) override;

 private:
  [[nodiscard]] int atomics_device(const Remote& remote, const Plan& plan);

  Environment environment_;
  accel::ProcessId process_;
  IpcExportRegistry& export_registry_;
  ProcessOf process_of_;
};

}  // namespace penstock::transport::ipc
