// Finds the region of a request, and answers the request.
#pragma once

#include <cstddef>
#include <span>

#include "proto/rma/parts.hpp"
#include "proto/rma/wire.hpp"

namespace penstock::proto::rma {

// Fails with Code::kProtocol if the region is no longer registered, or never was.
Status find_region(const Parts& parts, const Request& wanted, const transport::Region** out);
// Fails with Code::kProtocol if an answer of the request's length does not fit a message to the peer.
Status check_answer(const Parts& parts, int peer, const Request& wanted);
// Answers with the code of `status`, and with `data` if that is a success.
void reply(const Parts& parts, int peer, const Request& wanted, const Status& status, std::span<const std::byte> data);

}  // namespace penstock::proto::rma
