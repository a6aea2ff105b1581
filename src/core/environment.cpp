#include "core/environment.hpp"

#include "core/advice.hpp"
#include "core/memory_kinds.hpp"

namespace penstock::core {
namespace {

struct Environment final : public Module {
  static constexpr ModuleId kModule = ModuleId::kEnvironment;
  Ref<Info> info;
  int thread_level = 0;  // as `info` has it
};

}  // namespace

Info& environment_of(Process& process) {
  auto& environment = process.modules().need<Environment>();
  if (!environment.info || environment.thread_level != process.thread_level()) {
    environment.thread_level = process.thread_level();
    environment.info = describe_environment({}, process.size(), process.thread_level(),
                                            advise_device(process.config(), process.rank(), process.size()));
    environment.info->handle = MPI_INFO_ENV;
    static_cast<void>(environment.info->set(kMemoryKindsKey, memory_kinds(process)));  // it fits
  }
  return *environment.info;
}

}  // namespace penstock::core
