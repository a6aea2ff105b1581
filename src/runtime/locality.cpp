#include "runtime/locality.hpp"

#include "accel/accel.hpp"
#include "base/topology_sys.hpp"

namespace penstock::runtime {

Locality own_locality(const Config& config) {
  const base::Socket socket = base::own_socket(config.machine_root);
  return {accel::this_process(config).host, socket.package, socket.numa};
}

}  // namespace penstock::runtime
