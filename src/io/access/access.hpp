// One rank's own reads and writes through its view: no other rank takes part.
#pragma once

#include <cstdint>
#include <mutex>

#include "base/status.hpp"
#include "io/device/device.hpp"
#include "io/view/view.hpp"
#include "proto/engine/engine.hpp"
#include "proto/layout/layout.hpp"

namespace penstock::io {

// How data move, where a caller may choose.
struct AccessChoice {
  // A read of several extents reads what lies between them, too, where at least half of that is wanted; so many bytes at once.
  std::uint64_t sieve_bytes = 4 << 20;
  enum class Sieve : std::uint8_t { kNever, kWhereHalfIsWanted, kAlways };
  Sieve sieve = Sieve::kWhereHalfIsWanted;
};

// The atomic mode of one open file: while it is on, each access holds the range of the file that it touches.
class AtomicMode {
 public:
  // With the engine's lock held, while no access is under way.
  void set(bool on) noexcept { on_ = on; }
  [[nodiscard]] bool on() const noexcept { return on_; }
  // Keeps threads of this rank apart, which locks of one device do not.
  [[nodiscard]] std::mutex& mutex() noexcept { return mutex_; }

 private:
  bool on_ = false;
  std::mutex mutex_;
};

// An access uses these objects, which must outlive it.
struct AccessGround {
  proto::Engine& engine;
  Device& device;
  const View& view;
  AtomicMode& atomic;
  AccessChoice choice;
};

// Move the data of `buffer`, of any kind of memory, from or to the view, stream byte `first` being the first. Called with the
// engine's lock held, which is released while the system works. *moved gets the bytes that moved, also where the call fails; a
// read that meets the end of the file succeeds with fewer. A write never writes a byte that is not in the view.
// Code::kArg: the data would lie beyond the largest offset, or the view is empty and data are written.
Status read(const AccessGround& ground, const proto::Buffer& buffer, std::uint64_t first, std::uint64_t* moved);
Status write(const AccessGround& ground, const proto::Buffer& buffer, std::uint64_t first, std::uint64_t* moved);

}  // namespace penstock::io
