// All parts of a window stand on this one. It has the communicator, the engine, the application's hints, and waits that end
// where a member is lost.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/status.hpp"
#include "core/comm/comm.hpp"
#include "core/object/instance.hpp"
#include "core/object/ref.hpp"
#include "core/window/checks.hpp"
#include "core/window/hints.hpp"
#include "proto/rma/rma.hpp"

namespace penstock::core {

class Window;

namespace rma = proto::rma;

// Every function is called with the engine's lock held; those that wait release it meanwhile.
class WindowCore {
 public:
  // `window` and `object` are the same object. The window owns `comm`, which has no handle. `flavor` is one of
  // MPI_WIN_FLAVOR_*.
  WindowCore(Window& window, Object& object, Ref<Comm> comm, int flavor, WindowHints hints);
  WindowCore(const WindowCore&) = delete;
  WindowCore& operator=(const WindowCore&) = delete;

  [[nodiscard]] Window& window() const noexcept { return window_; }
  // The window lives as long as the reference.
  [[nodiscard]] Ref<Object> keep() const noexcept { return Ref<Object>::share(object_); }
  [[nodiscard]] Comm& comm() const noexcept { return *comm_; }
  [[nodiscard]] Instance& instance() const noexcept { return instance_; }
  [[nodiscard]] rma::Rma& rma() const noexcept { return rma_; }
  [[nodiscard]] int rank() const noexcept { return comm_->rank(); }
  [[nodiscard]] int size() const noexcept { return comm_->size(); }
  // The application gets the address of the flavor, as the value of an attribute.
  [[nodiscard]] int& flavor() noexcept { return flavor_; }
  [[nodiscard]] int flavor() const noexcept { return flavor_; }
  [[nodiscard]] bool is_dynamic() const noexcept { return flavor_ == MPI_WIN_FLAVOR_DYNAMIC; }
  [[nodiscard]] WindowHints& hints() noexcept { return hints_; }
  // It is null unless PENSTOCK_CHECK is set.
  [[nodiscard]] WindowChecks* checks() const noexcept { return checks_.get(); }

  [[nodiscard]] Status check_rank(int rank) const;
  // Returns Code::kPeerLost where a member is lost.
  [[nodiscard]] Status check_members() const;
  // Blocks, with progress, until `ready` returns true. Returns Code::kPeerLost where a member is lost meanwhile.
  Status wait_until(const std::function<bool()>& ready);
  // Blocks until an operation of the engine is over; the status of `call` is its result.
  void finish(const rma::Call& call);
  // The barrier is collective over all members.
  Status barrier();

  std::string name;

 private:
  Window& window_;
  Object& object_;
  Ref<Comm> comm_;
  rma::Rma& rma_;
  Instance& instance_;
  int flavor_;
  WindowHints hints_;
  std::unique_ptr<WindowChecks> checks_;
};

}  // namespace penstock::core
