// Buffered sends (section 3.6): memory of the application, or of our own, where messages wait until they have been sent.
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

// One attached buffer. A message takes its bytes and less than MPI_BSEND_OVERHEAD in addition. Sends that need space reclaim it
// from messages that have left. The object is used with the engine's lock held; blocking calls release the lock.
class SendBuffer {
 public:
  // Uses `bytes` at `address`, which belong to the buffer until drain() has returned.
  SendBuffer(proto::Engine& engine, void* address, std::uint64_t bytes);
  // MPI_BUFFER_AUTOMATIC: takes memory from the heap, as much as the messages need.
  explicit SendBuffer(proto::Engine& engine);
  SendBuffer(const SendBuffer&) = delete;
  SendBuffer& operator=(const SendBuffer&) = delete;
  // The engine completes messages that have not left by now.
  ~SendBuffer();

  [[nodiscard]] void* address() const noexcept { return address_; }
  [[nodiscard]] std::uint64_t bytes() const noexcept { return limit_; }

  // Returns when the message is copied; it is sent without further calls. Returns kBuffer if there is no space for it.
  [[nodiscard]] Status send(const proto::Buffer& message, int peer, int tag, proto::Context context);
  // Tells if all messages have left. Its time grows with the number of messages that have not.
  [[nodiscard]] bool idle();
  // Blocks until all messages have left; returns the first failure of a message since the last call.
  [[nodiscard]] Status drain();
  // Returns the messages that have not left, each with a reference for the caller.
  [[nodiscard]] std::vector<proto::Operation*> waiting();

 private:
  struct Block {
    std::byte* data = nullptr;
    std::uint64_t bytes = 0;                // bytes that the block takes of the buffer
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
  std::byte* begin_ = nullptr;  // aligned begin of the buffer
  std::byte* end_ = nullptr;
  std::uint64_t limit_ = 0;  // size as attached
  bool automatic_ = false;
  std::list<Block> blocks_;  // blocks of an attached buffer are sorted by address
  Place next_;               // the search begins here: after the youngest block, where the oldest block usually is
  Status failure_;
};

}  // namespace penstock::core
