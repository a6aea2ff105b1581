// Requests that the program has given up (MPI_Request_free) and that are not over.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/function_ref.hpp"
#include "base/pool.hpp"
#include "core/p2p/request.hpp"

namespace penstock::core {

// With the engine's lock held. A call looks at a fixed number of them, in turn: a program may give up thousands.
class OrphanedRequests {
 public:
  // Of which the requests are; outlives this.
  explicit OrphanedRequests(base::Pool<Request>& pool) noexcept : pool_(pool) {}
  OrphanedRequests(const OrphanedRequests&) = delete;
  OrphanedRequests& operator=(const OrphanedRequests&) = delete;

  // Releases it if it is done, and looks at some of the others.
  void add(Request& request);
  // Releases those of the next ones that are done.
  void look();
  [[nodiscard]] bool empty() const noexcept { return requests_.empty(); }
  // But for those that may stay: is_left(request).
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
  std::size_t next_ = 0;            // to be looked at
};

}  // namespace penstock::core
