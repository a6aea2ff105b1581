// Driver has the CUDA driver's entry points (spec/cuda_driver.yaml), bound at run time.
#pragma once

#include <cudaTypedefs.h>

#include <string>
#include <string_view>
#include <utility>

#include "accel/driver/library_watch.hpp"
#include "base/status.hpp"

namespace penstock::accel {

class Driver;

// Entry is one entry point. A call returns a Status that names it: "cuMemcpyAsync failed: CUDA_ERROR_... (text); remedy".
template <typename Function>
class Entry {
 public:
  Entry(const char* name, const Driver& driver) : name_(name), driver_(driver) {}
  Entry(const Entry&) = delete;
  Entry& operator=(const Entry&) = delete;

  template <typename... Args>
  Status operator()(Args... args) const;
  // Returns the plain result, for results that are answers, such as CUDA_ERROR_NOT_READY; failure() makes a Status of the
  // others.
  template <typename... Args>
  [[nodiscard]] CUresult raw(Args... args) const {
    return function_ != nullptr ? function_(args...) : CUDA_ERROR_NOT_FOUND;
  }
  Status failure(CUresult result) const;

  [[nodiscard]] bool available() const noexcept { return function_ != nullptr; }
  void bind(void* address) noexcept { function_ = reinterpret_cast<Function>(address); }

 private:
  const char* name_;
  const Driver& driver_;
  Function function_ = nullptr;
};

// Entry points are usable once attach() or load() succeeded, until the process ends (the library is never unloaded, since the
// application may still use it). Calls are as thread-safe as CUDA's.
class Driver {
 public:
  Driver() = default;
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  // Binds the libcuda that the application has loaded; `*bound` stays false while it has loaded none. Repeated calls are cheap:
  // they search only if a library was loaded since the last call, as `watch` reports; `watch` is released once the driver is
  // bound.
  Status attach(LibraryWatch& watch, bool* bound);
  // Loads libcuda.so.1 if necessary. Returns Code::kUnsupported if this machine has none.
  Status load();
  [[nodiscard]] bool bound() const noexcept { return bound_; }
  // Returns true if the driver is tests/fakecuda, the emulated driver.
  [[nodiscard]] bool standin() const noexcept { return standin_; }

  Status failure(std::string_view entry, CUresult result) const;

#define PENSTOCK_DRIVER_ENTRY(name, type, version, by, optional) Entry<type> name{#name, *this};
#include "accel/gen/driver_entries.inc"
#undef PENSTOCK_DRIVER_ENTRY

 private:
  Status bind(void* library);

  bool bound_ = false;
  bool standin_ = false;
};

template <typename Function>
Status Entry<Function>::failure(CUresult result) const {
  return result == CUDA_SUCCESS ? Status::ok() : driver_.failure(name_, result);
}

template <typename Function>
template <typename... Args>
Status Entry<Function>::operator()(Args... args) const {
  return failure(raw(args...));
}

// Capture selects the stream-capture checks of the thread. While the application captures, the driver forbids calls that could
// invalidate a capture: allocations, queries and calls that may synchronise. With kRelaxed they are allowed. Launches of loaded
// kernels, and stream memory writes on streams of the library, are allowed in any case, because they could be captured
// themselves.
enum class Capture : std::uint8_t { kRelaxed, kAsItIs };

// Guard makes `context` current on the calling thread (no call if it is already) with the given capture checks, and restores
// both. leave() restores them and returns failures; the destructor restores the rest. Work in between must leave the context
// current.
class Guard {
 public:
  explicit Guard(const Driver& driver) : driver_(driver) {}
  Guard(const Guard&) = delete;
  Guard& operator=(const Guard&) = delete;
  ~Guard();

  Status enter(CUcontext context, Capture capture = Capture::kRelaxed);
  Status leave();

 private:
  const Driver& driver_;
  bool pushed_ = false;
  bool exchanged_ = false;
  CUstreamCaptureMode mode_ = CU_STREAM_CAPTURE_MODE_RELAXED;
};

// Runs `work` (returning Status) under a Guard; the first failure is returned.
template <typename Work>
Status within_context(const Driver& driver, CUcontext context, Capture capture, Work&& work) {
  Guard guard(driver);
  Status done = guard.enter(context, capture);
  if (done.is_ok()) done = std::forward<Work>(work)();
  Status left = guard.leave();
  return done.is_ok() ? std::move(left) : std::move(done);
}

}  // namespace penstock::accel
