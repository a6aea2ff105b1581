// Requests that the application has freed (MPI_Request_free) before they were complete.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/function_ref.hpp"
#include "base/pool.hpp"
#include "core/p2p/request.hpp"

namespace penstock::core {

// The object is used with the engine's lock held. A call checks a fixed number of requests in
// turn: an application may free thousands.
class OrphanedRequests {
 public:
  // `pool` has the requests' memory and outlives this object.
  explicit OrphanedRequests(base::Pool<Request>& pool) noexcept : pool_(pool) {}
  OrphanedRequests(const OrphanedRequests&) = delete;
  OrphanedRequests& operator=(const OrphanedRequests&) = delete;

  // Releases the request if it is done, and checks some of the other requests.
  void add(Request& request);
  // Checks the next few requests and releases those that are done.
  void look();
  [[nodiscard]] bool empty() const noexcept { return requests_.empty(); }
  // Tells if all requests are done except those for which is_left(request) is true.
  [[nodiscard]] bool all_done(base::FunctionRef<bool(const Request&)> is_left) const;
  void release_done();
  [[nodiscard]] std::size_t size() const noexcept { return requests_.size(); }
  void release_all() noexcept;
  template <typename Look>
  void for_each(const Look& look) const {
    std::ranges::for_each(requests_, [&look](const Request* request) { look(*request); });
  }

 private:
  void look_at(std::size_t count);

  base::Pool<Request>& pool_;
  std::vector<Request*> requests_;  // in no order
  std::size_t next_ = 0;            // the next request to check
};

}  // namespace penstock::core
