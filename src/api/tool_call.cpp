#include "api/tool_call.hpp"

#include "api/checks.hpp"
#include "api/life.hpp"

namespace penstock::api {

mpi_t::Interface& tools() {
  static auto* const made = new mpi_t::Interface(&any_process, &tools_pending);
  return *made;
}

void tell_tools() noexcept {
  tools().deliver();
}

}  // namespace penstock::api
