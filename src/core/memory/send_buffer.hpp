// Buffered sends (section 3.6): memory lent by the program, or of our own, where messages wait until they have left.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <vector>

#include "base/status.hpp"
#include "proto/engine/engine.hpp"
#include "proto/layout/layout.hpp"

namespace penstock::core {

// One attached buffer. A message takes its bytes and less than MPI_BSEND_OVERHEAD beside them. Room is found again by the
// sends that need it. Used with the engine's lock held; what blocks releases it.
class SendBuffer {
 public:
  // `bytes` at `address`, lent until drain() has returned.
  SendBuffer(proto::Engine& engine, void* address, std::uint64_t bytes);
  // MPI_BUFFER_AUTOMATIC: memory comes from the heap, as much as messages need.
  explicit SendBuffer(proto::Engine& engine);
  SendBuffer(const SendBuffer&) = delete;
  SendBuffer& operator=(const SendBuffer&) = delete;
  // What has not left by now is the engine's to end.
  ~SendBuffer();

  [[nodiscard]] void* address() const noexcept { return address_; }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return limit_; }

  // Returns when the message is copied; it leaves by itself. kBuffer: there is no room for it.
  [[nodiscard]] Status send(const proto::Buffer& message, int peer, int tag, proto::Context context);
  // Whether everything has left. Takes a moment for each message that has not.
  [[nodiscard]] bool idle();
  // Blocks until everything has left; the first failure of a message since the last call.
  [[nodiscard]] Status drain();
  // The messages that have not left, each with a reference for the caller.
  [[nodiscard]] std::vector<proto::Operation*> waiting();

 private:
  struct Block {
    std::byte* data = nullptr;
    std::uint64_t bytes = 0;                // taken of the buffer
    proto::Operation* operation = nullptr;  // null while the message is being copied
    std::unique_ptr<std::byte[]> own;       // MPI_BUFFER_AUTOMATIC
  };
  using Place = std::list<Block>::iterator;

  [[nodiscard]] Status reserve(std::uint64_t bytes, Place* place);
  [[nodiscard]] Place allocate(std::uint64_t bytes);
  [[nodiscard]] bool fits_before(Place place, std::uint64_t bytes, std::byte** data) noexcept;
  [[nodiscard]] Place insert(Place place, std::byte* data, std::uint64_t bytes);
  [[nodiscard]] static bool is_over(const Block& block) noexcept;
  Place erase(Place place);
  void sweep();

  proto::Engine& engine_;
  proto::Layout byte_;
  void* address_;
  std::byte* begin_ = nullptr;  // aligned
  std::byte* end_ = nullptr;
  std::uint64_t limit_ = 0;  // as attached
  bool automatic_ = false;
  std::list<Block> blocks_;  // those of lent memory in the order of their addresses
  Place next_;               // looked at first: what follows the youngest block, the oldest in the usual case
  Status failure_;
};

}  // namespace penstock::core
