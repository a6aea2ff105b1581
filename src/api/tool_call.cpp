#include "api/tool_call.hpp"

#include "api/checks.hpp"

namespace penstock::api {

mpi_t::Interface& tools() {
  static auto* const made = new mpi_t::Interface(&process, &tools_pending);
  return *made;
}

void tell_tools() noexcept {
  tools().deliver();
}

}  // namespace penstock::api
