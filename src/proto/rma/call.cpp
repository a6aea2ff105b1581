#include "proto/rma/call.hpp"

#include "proto/rma/work.hpp"

namespace penstock::proto::rma {

Call::Call() noexcept = default;
Call::~Call() = default;

}  // namespace penstock::proto::rma
