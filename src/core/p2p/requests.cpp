#include "core/p2p/requests.hpp"

namespace penstock::core {

void Requests::end(Request& request) noexcept {
  if (request.handle == over_) return;
  table_.remove(number_of(request.handle));
  pool_.release(&request);
}

void Requests::orphan(Request& request) {
  table_.remove(number_of(request.handle));
  orphans_.add(request);
  sweeper_.watch();
}

void Requests::Sweeper::watch() {
  if (requests_.orphans_.empty() || listed_) return;
  listed_ = true;
  requests_.engine_.progress().add_progressor(this);
}

bool Requests::Sweeper::advance() {
  requests_.orphans_.look();
  return listed_ = !requests_.orphans_.empty();
}

bool Requests::uses(const Comm& comm) const {
  bool uses = false;
  const auto look = [&](const Request& request) { uses = uses || (request.comm() == &comm && !request.done()); };
  table_.for_each(look);
  orphans_.for_each(look);
  return uses;
}

// Does not wait for receives that no message has matched, since none may ever come.
Status Requests::drain() {
  const auto is_left = [&](const Request& request) {
    return request.operation() != nullptr && request.direction() == Direction::kRecv &&
           engine_.messages().awaits_message(*request.operation());
  };
  engine_.progress().wait_until([&] { return orphans_.all_done(is_left); });
  orphans_.release_done();
  return Status::ok();
}

std::size_t Requests::count_orphans() {
  orphans_.release_done();
  return orphans_.size();
}

void Requests::end() noexcept {
  orphans_.release_all();
  table_.for_each([&](Request& request) { pool_.release(&request); });
}

}  // namespace penstock::core
