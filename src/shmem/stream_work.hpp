// What the CPU does for a stream of the program's.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "coll/schedule/schedule.hpp"
#include "shmem/remote_access.hpp"
#include "shmem/stream_operations.hpp"
#include "shmem/team.hpp"

namespace penstock::shmem {

class Pe;

// One operation, as runtime::StreamQueue has them: it begins when its stream comes to it, and the stream goes on when it is
// over, and visible at its PE. With the engine's lock held. What fails ends the job.
class StreamWork {
 public:
  StreamWork() = default;
  StreamWork(const StreamWork&) = delete;
  StreamWork& operator=(const StreamWork&) = delete;
  virtual ~StreamWork() = default;

  [[nodiscard]] bool over() const noexcept { return over_; }
  bool decide() { return true; }
  virtual bool begin() { return true; }
  bool advance() {
    if (!over_) over_ = move();
    return over_;
  }
  void report() {}

  std::uint32_t number = 0;

 private:
  // Goes on; true when over.
  virtual bool move() = 0;

  bool over_ = false;
};
using SharedWork = std::shared_ptr<StreamWork>;

// A put or a get, a signal, or a put and a signal.
class StreamTransfer final : public StreamWork {
 public:
  struct What {
    Transfer transfer{};    // nothing where `block` is 0
    bool puts = true;       // or gets
    StreamSignal signal{};  // none where it has no address
  };
  StreamTransfer(Pe& pe, RemoteAccess& remote, const What& what) : pe_(pe), remote_(remote), what_(what) {}
  // A put of a value, which is kept.
  StreamTransfer(Pe& pe, RemoteAccess& remote, const What& what, const void* value);

 private:
  enum class Step : std::uint8_t { kMove, kFlush, kSignal, kSignalFlush, kOver };
  bool move() override;
  // Of the step's operation, or true if it has none.
  bool begin_step();
  [[nodiscard]] Step next() const noexcept;

  Pe& pe_;
  RemoteAccess& remote_;
  What what_;
  std::array<std::byte, 16> value_{};
  RemoteOperation operation_;
  Step step_ = Step::kMove;
  bool begun_ = false;  // the step
};

// A wait for a word of the PE's own symmetric memory.
class StreamAwait final : public StreamWork {
 public:
  StreamAwait(Pe& pe, RemoteAccess& remote, const StreamCondition& condition)
      : pe_(pe), remote_(remote), condition_(condition) {}

 private:
  bool move() override;
  [[nodiscard]] bool holds(std::uint64_t value) const noexcept;

  Pe& pe_;
  RemoteAccess& remote_;
  StreamCondition condition_;
  RemoteOperation looking_;  // of a word on a GPU
  std::uint64_t seen_ = 0;
  bool looks_ = false;
};

// A collective that has its number among those of its team when it is made.
class StreamCollective final : public StreamWork {
 public:
  // `again`: in a graph.
  StreamCollective(Pe& pe, Team& team, const CollectiveCall& call, bool again);
  ~StreamCollective() override;
  bool begin() override;

 private:
  bool move() override;

  Pe& pe_;
  Team& team_;
  const char* routine_;
  std::unique_ptr<coll::Schedule> schedule_;
};

}  // namespace penstock::shmem
