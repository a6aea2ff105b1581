// The target of an operation on a dynamic window may lie in several attached regions. Then each part is an operation of its
// own.
#pragma once

#include <cstdint>

#include "base/function_ref.hpp"
#include "base/status.hpp"
#include "core/window/completion.hpp"
#include "core/window/core.hpp"
#include "core/window/peer.hpp"
#include "mpi.h"
#include "proto/layout/layout.hpp"

namespace penstock::core {

struct SplitOperation {
  proto::Buffer target;       // Its address is one of the member's process.
  proto::Buffer origin;       // It has no layout where the operation reads nothing here;
  proto::Buffer result;       // and this one has none where the operation returns nothing.
  std::uint64_t bytes = 0;    // So many bytes of each buffer take part.
  std::uint64_t element = 1;  // The bytes of one element stay together.
  // Begins the operation on one part.
  base::FunctionRef<void(rma::Target&, const proto::Buffer& origin, const proto::Buffer& result, const rma::RemoteBuffer&,
                         rma::Call*)>
      start;
};

// Begins no part if some byte of the target lies in no region. The member's table exists.
[[nodiscard]] Status start_in_parts(WindowCompletion& completion, WindowPeer& peer, const SplitOperation& operation,
                                    MPI_Request* request);

}  // namespace penstock::core
