// Reports the machine's hardware as this process sees it.
#include "core/machine/hardware.hpp"

#include "api/gen/bodies.hpp"
#include "core/object/info.hpp"
#include "core/object/instance.hpp"

namespace penstock::api::body {

Status Get_hw_resource_info(Call& call, MPI_Info* hw_info) {
  core::Instance& instance = call.instance();
  auto made = core::Ref<core::Info>::adopt(new core::Info());
  for (const core::Resource& resource : core::own_resources(instance.config())) {
    PENSTOCK_TRY(made->set(resource.type, resource.instance ? "true" : "false"));
  }
  core::Info* published = nullptr;
  PENSTOCK_TRY(instance.publish(std::move(made), &published));
  *hw_info = published->handle;
  return Status::ok();
}

}  // namespace penstock::api::body
