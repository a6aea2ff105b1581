// How many streams of the program's wait for this process. Driver calls that wait for all work of a device would wait for them,
// and they for whoever makes the call.
#pragma once

namespace penstock::accel {

// Used by one thread at a time.
class Holds {
 public:
  void begin() noexcept { ++streams_; }
  void end() noexcept { --streams_; }
  // Memory is neither freed nor unmapped meanwhile.
  [[nodiscard]] bool any() const noexcept { return streams_ != 0; }

 private:
  unsigned streams_ = 0;
};

}  // namespace penstock::accel
