#include "core/p2p/orphaned_requests.hpp"

#include <utility>

namespace penstock::core {
namespace {

constexpr std::size_t kLooksOfAdd = 4;  // enough to find completed requests even if the application makes no other calls
constexpr std::size_t kLooksOfRound = 16;

}  // namespace

void OrphanedRequests::add(Request& request) {
  if (request.done()) {
    pool_.release(&request);
  } else {
    requests_.push_back(&request);
  }
  look_at(kLooksOfAdd);
}

void OrphanedRequests::look() {
  look_at(kLooksOfRound);
}

void OrphanedRequests::look_at(std::size_t count) {
  for (std::size_t left = std::min(count, requests_.size()); left != 0; --left) {
    if (next_ >= requests_.size()) next_ = 0;
    Request*& request = requests_[next_];
    if (!request->done()) {
      ++next_;
      continue;
    }
    pool_.release(std::exchange(request, requests_.back()));
    requests_.pop_back();
  }
}

bool OrphanedRequests::all_done(base::FunctionRef<bool(const Request&)> is_left) const {
  return std::ranges::all_of(requests_, [&](const Request* request) { return request->done() || is_left(*request); });
}

void OrphanedRequests::release_done() {
  look_at(requests_.size());
}

void OrphanedRequests::release_all() noexcept {
  for (Request* request : requests_) pool_.release(request);
  requests_.clear();
}

}  // namespace penstock::core
