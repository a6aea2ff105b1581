// What the machine is to this process.
#include "core/hardware.hpp"

#include "api/gen/bodies.hpp"
#include "core/info.hpp"
#include "core/process.hpp"

namespace penstock::api::body {

Status Get_hw_resource_info(Call& call, MPI_Info* hw_info) {
  core::Process& process = call.process();
  auto made = core::Ref<core::Info>::adopt(new core::Info());
  for (const core::Resource& resource : core::own_resources(process.config())) {
    PENSTOCK_TRY(made->set(resource.type, resource.instance ? "true" : "false"));
  }
  core::Info* published = nullptr;
  PENSTOCK_TRY(process.publish(std::move(made), &published));
  *hw_info = published->handle;
  return Status::ok();
}

}  // namespace penstock::api::body
