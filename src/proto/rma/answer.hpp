// Finding the region that a request is about, and answering the request.
#pragma once

#include <cstddef>
#include <span>

#include "proto/rma/parts.hpp"
#include "proto/rma/wire.hpp"

namespace penstock::proto::rma {

// Code::kProtocol: it is registered no more, or never was.
Status find_region(const Parts& parts, const Request& wanted, const transport::Region** out);
// Code::kProtocol: an answer of the request's length fits no message to the peer.
Status check_answer(const Parts& parts, int peer, const Request& wanted);
// Answers with the status' code, and with `data` where it is well.
void reply(const Parts& parts, int peer, const Request& wanted, const Status& status, std::span<const std::byte> data);

}  // namespace penstock::proto::rma
