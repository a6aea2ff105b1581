#include "core/place.hpp"

#include "accel/accel.hpp"
#include "base/topology_sys.hpp"

namespace penstock::core {

Place own_place(const Config& config) {
  const base::Socket socket = base::own_socket(config.machine_root);
  return {accel::this_process(config).host, socket.package, socket.numa};
}

}  // namespace penstock::core
