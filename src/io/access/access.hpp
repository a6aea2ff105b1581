// Independent reads and writes of one rank through its view; no other rank takes part.
#pragma once

#include <cstdint>
#include <mutex>

#include "base/status.hpp"
#include "io/device/device.hpp"
#include "io/view/view.hpp"
#include "proto/engine/engine.hpp"
#include "proto/layout/layout.hpp"

namespace penstock::io {

// The settings of data sieving, from hints.
struct AccessChoice {
  // Data sieving reads several extents and the gaps between them with one read of at most this many bytes.
  std::uint64_t sieve_bytes = 4 << 20;
  enum class Sieve : std::uint8_t { kNever, kWhereHalfIsWanted, kAlways };
  Sieve sieve = Sieve::kWhereHalfIsWanted;  // half of the bytes that one read would cover are in the view
};

// The atomic mode of one file handle: while it is on, each access locks the byte range of the file that it touches.
class AtomicMode {
 public:
  // The caller holds the engine's lock, and no access is under way.
  void set(bool on) noexcept { on_ = on; }
  [[nodiscard]] bool on() const noexcept { return on_; }
  // Serializes threads of this rank: the locks of a device do not exclude each other.
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

// These functions read the data of `buffer` from the view, or write them to it, from byte `first` of the view's stream on. The
// buffer may be in any kind of memory. The caller holds the engine's lock, which is released during system calls. *moved gets
// the number of bytes that moved, even if the call fails; a read that reaches the end of the file succeeds with fewer bytes. A
// write never writes a byte that is not in the view. Code::kArg: the data would lie beyond the largest offset, or data are
// written through an empty view.
Status read(const AccessGround& ground, const proto::Buffer& buffer, std::uint64_t first, std::uint64_t* moved);
Status write(const AccessGround& ground, const proto::Buffer& buffer, std::uint64_t first, std::uint64_t* moved);

}  // namespace penstock::io
