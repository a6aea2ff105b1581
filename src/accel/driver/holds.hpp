// Holds counts the application's streams that wait for this process. Driver calls that wait for all work of a device would wait
// for these streams, which wait for the thread that makes the call.
#pragma once

namespace penstock::accel {

// Holds is used by one thread at a time.
class Holds {
 public:
  void begin() noexcept { ++streams_; }
  void end() noexcept { --streams_; }
  // While this is true, memory is neither freed nor unmapped.
  [[nodiscard]] bool any() const noexcept { return streams_ != 0; }

 private:
  unsigned streams_ = 0;
};

}  // namespace penstock::accel
