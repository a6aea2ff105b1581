// The device handles of windows and of partitioned requests (MPIX).
#include "api/gen/bodies.hpp"
#include "core/object/instance.hpp"
#include "core/p2p/completion.hpp"
#include "core/partitioned/partitioned.hpp"
#include "core/window/window.hpp"

namespace penstock::api::body {

Status Win_get_device_handle(Call& /*call*/, core::Window& win, penstock_device_window* handle) {
  return win.device().handle(handle);
}

Status Prequest_create(Call& call, MPI_Request request, MPIX_Prequest* prequest) {
  core::Request* found = nullptr;
  PENSTOCK_TRY(core::find_request(call.instance(), request, &found));
  if (found == nullptr) return Status::error(Code::kRequest, "the request is MPI_REQUEST_NULL");
  return core::make_device_request(*found, prequest);
}

Status Prequest_free(Call& call, MPIX_Prequest* prequest) {
  return core::free_device_request(call.instance(), prequest);
}

}  // namespace penstock::api::body
