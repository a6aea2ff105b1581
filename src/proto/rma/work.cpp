#include "proto/rma/work.hpp"

namespace penstock::proto::rma {

void drop_ended(Tickets* tickets, Status* error) {
  std::erase_if(*tickets, [&](auto& each) {
    bool done = false;
    Status status = each.first->test(&each.second, &done);
    if (error->is_ok()) *error = std::move(status);
    return done;
  });
}

}  // namespace penstock::proto::rma
