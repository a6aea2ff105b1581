// IpcOneSided is one-sided memory of GPUs: the owner exports a region, peers map it, and put and get are copies on the queues.
// Accumulates are kernels of the layer above, which learns here which devices can access the memory.
#pragma once

#include "transport/ipc/export_registry.hpp"
#include "transport/ipc/plan.hpp"
#include "transport/one_sided.hpp"

namespace penstock::transport::ipc {

class IpcOneSided final : public BulkOneSided {
 public:
  // Returns the process that a rank's address names.
  using ProcessOf = std::function<Status(int peer, accel::ProcessId* out)>;

  // All arguments must outlive it.
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
