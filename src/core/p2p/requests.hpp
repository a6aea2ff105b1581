// All requests of a process: their handles, and those that the program has given up and that are not over.
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
  // Once, before all else.
  [[nodiscard]] Status open() { return add(&over_, static_cast<Comm*>(nullptr), kEmptyOutcome); }

  // A request object with its handle. Arguments as Request's constructors.
  template <typename... Args>
  [[nodiscard]] Status add(MPI_Request* handle, Args&&... args);
  // Whether the next add() allocates nothing and cannot fail.
  [[nodiscard]] bool has_spare() const noexcept {
    const std::size_t live = pool_.live();
    return live < pool_.capacity() && live < HandleTable<Request>::kSlots;
  }
  // The handle of all sends that were over at once: one request, done, that is never freed.
  [[nodiscard]] MPI_Request over() const noexcept { return over_; }
  // Ends a request that is done: the handle is free again.
  void end(Request& request) noexcept;
  // MPI_Request_free: the handle is free at once, the object goes when the operation is done.
  void orphan(Request& request);
  // The number of requests that were given up and are left.
  [[nodiscard]] std::size_t count_orphans();

  // Blocks until the operations that were begun and given up are over, but for receives for which nothing has come.
  [[nodiscard]] Status drain() override;
  void end() noexcept override;
  [[nodiscard]] bool uses(const Comm& comm) const override;

 private:
  HandleTable<Request>& table_;
  proto::Engine& engine_;
  base::Pool<Request> pool_;
  OrphanedRequests orphans_{pool_};
  // Ends those that are done, while ranks make progress: they may hold objects that others wait for.
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

// The process has them from its beginning on.
[[nodiscard]] inline Requests& requests_of(const Instance& instance) noexcept {
  return *instance.modules().find<Requests>();
}

template <typename... Args>
Status Requests::add(MPI_Request* handle, Args&&... args) {
  Request* request = pool_.acquire(std::forward<Args>(args)...);
  std::uintptr_t number = 0;
  if (Status added = table_.add(request, &number); !added.is_ok()) {
    // The operation is under way and its buffer in use: it ends as an orphan, the call fails.
    orphans_.add(*request);
    sweeper_.watch();
    return added;
  }
  request->handle = handle_from<MPI_Request>(number);
  *handle = request->handle;
  return Status::ok();
}

}  // namespace penstock::core
