// All requests of a process: their handles, and the requests that the application has freed and that are not over.
#pragma once

#include <cstddef>
#include <utility>

#include "base/pool.hpp"
#include "base/status.hpp"
#include "core/object/instance.hpp"
#include "core/object/module.hpp"
#include "core/p2p/orphaned_requests.hpp"
#include "core/p2p/request.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::core {

class Requests final : public Module {
 public:
  static constexpr ModuleId kModule = ModuleId::kRequests;

  explicit Requests(Instance& instance) noexcept
      : table_(instance.table<Request>()), engine_(instance.engine()), sweeper_(*this) {}
  // Called once, before any other function.
  [[nodiscard]] Status open() { return add(&over_, static_cast<Comm*>(nullptr), kEmptyOutcome); }

  // Adds a request object with its handle. The arguments are those of Request's constructors. It is inlined in every caller: a
  // call of it took 7 % of a small receive.
  template <typename... Args>
  [[nodiscard]] [[gnu::always_inline]] Status add(MPI_Request* handle, Args&&... args);
  // Tells if the next add() allocates nothing and cannot fail.
  [[nodiscard]] bool has_spare() const noexcept {
    const std::size_t live = pool_.live();
    return live < pool_.capacity() && live < HandleTable<Request>::kSlots;
  }
  // Returns the common handle of all sends that completed immediately: one request that is done and never freed.
  [[nodiscard]] MPI_Request over() const noexcept { return over_; }
  // Frees a request that is done, and its handle.
  void end(Request& request) noexcept;
  // MPI_Request_free: frees the handle immediately; the object is released when the operation is done.
  void orphan(Request& request);
  // Returns the number of requests that were freed and are not over.
  [[nodiscard]] std::size_t count_orphans();

  // Blocks until the freed operations are over, except receives that no message has matched.
  [[nodiscard]] Status drain() override;
  void end() noexcept override;
  [[nodiscard]] bool uses(const Comm& comm) const override;

 private:
  HandleTable<Request>& table_;
  proto::Engine& engine_;
  base::Pool<Request> pool_;
  OrphanedRequests orphans_{pool_};
  // Releases freed requests that are done whenever ranks make progress, since they may hold objects that others wait for.
  class Sweeper final : public proto::Progressor {
   public:
    explicit Sweeper(Requests& requests) noexcept : requests_(requests) {}
    void watch();
    bool advance() override;

   private:
    Requests& requests_;
    bool listed_ = false;
  };
  Sweeper sweeper_;
  MPI_Request over_ = MPI_REQUEST_NULL;
};

// Every process has this module from its beginning on.
[[nodiscard]] inline Requests& requests_of(const Instance& instance) noexcept {
  return *instance.modules().find<Requests>();
}

template <typename... Args>
inline Status Requests::add(MPI_Request* handle, Args&&... args) {
  Request* request = pool_.acquire(std::forward<Args>(args)...);
  std::uintptr_t number = 0;
  if (Status added = table_.add(request, &number); !added.is_ok()) {
    // The operation is under way and its buffer in use: it continues as an orphan, and the call fails.
    orphans_.add(*request);
    sweeper_.watch();
    return added;
  }
  request->handle = handle_from<MPI_Request>(number);
  *handle = request->handle;
  return Status::ok();
}

}  // namespace penstock::core
