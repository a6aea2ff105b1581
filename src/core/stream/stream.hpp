// Streams of the program's that communication is put on (MPIX_Stream), and what a communicator knows of its streams. What they
// mean is in docs/design/streams.md.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/status.hpp"
#include "core/comm/comm.hpp"
#include "core/object/info.hpp"
#include "core/object/ref.hpp"
#include "mpix_stream.h"

namespace penstock::core {

class Instance;
class StreamQueue;  // stream/queue.hpp
class StreamTeam;   // stream/team.hpp

class Stream final : public Object {
 public:
  // `queue` is null for a stream of no device, which orders nothing.
  explicit Stream(std::shared_ptr<StreamQueue> queue) noexcept : queue_(std::move(queue)) {}
  [[nodiscard]] const std::shared_ptr<StreamQueue>& queue() const noexcept { return queue_; }

  MPIX_Stream handle = MPIX_STREAM_NULL;

 private:
  ~Stream() override = default;
  std::shared_ptr<StreamQueue> queue_;
};

// What a communicator that was made with streams has beside the rest.
class StreamBinding {
 public:
  StreamBinding(Instance& instance, std::vector<Ref<Stream>> streams, bool multiplex, Ref<Comm> collectives, Ref<Comm> captured,
                std::unique_ptr<StreamTeam> team) noexcept;
  StreamBinding(const StreamBinding&) = delete;
  StreamBinding& operator=(const StreamBinding&) = delete;
  // Says a failure that no call has been told of.
  ~StreamBinding();

  // A null reference is MPIX_STREAM_NULL.
  [[nodiscard]] const std::vector<Ref<Stream>>& streams() const noexcept { return streams_; }
  // kComm where there is no stream, or no single one, to put work on.
  [[nodiscard]] Status queue(std::shared_ptr<StreamQueue>* out) const;
  // Communicators without handles, of the same members: for enqueued collectives alone, which are in the order of the calls,
  // and for those of graphs, which are in the order of their replays.
  [[nodiscard]] Comm& collectives() const noexcept { return *collectives_; }
  [[nodiscard]] Comm& captured() const noexcept { return *captured_; }
  // By which collectives go from GPU to GPU; null: none do.
  [[nodiscard]] StreamTeam* team() const noexcept { return team_.get(); }

  // An operation that nobody waits for on the host has failed. The first failure is kept.
  void record(Status&& failure) noexcept;
  [[nodiscard]] Status take_failure() noexcept;

 private:
  Instance& instance_;
  std::vector<Ref<Stream>> streams_;
  bool multiplex_;
  Ref<Comm> collectives_;
  Ref<Comm> captured_;
  std::unique_ptr<StreamTeam> team_;
  Status failure_;
};

// Bytes as MPIX_Info_set_hex writes them: pairs of digits in the order of memory, and [n] for n zeros, two or more.
[[nodiscard]] std::string to_hex(std::span<const std::byte> bytes);
// Exactly as many bytes; false for any other text.
[[nodiscard]] bool from_hex(std::string_view text, std::span<std::byte> out);

// MPIX_Stream_create. kInfoValue: a type that there is not, a value that is no handle.
[[nodiscard]] Status create_stream(Instance& instance, const Info* info, MPIX_Stream* out);
// The object lives on while communicators use it.
[[nodiscard]] Status free_stream(Instance& instance, MPIX_Stream* stream);
// kArg for a handle that is none.
[[nodiscard]] Status find_stream(Instance& instance, MPIX_Stream handle, Stream** out);

// Collective over `comm`. From the first one with a stream of a device on a progress thread runs.
[[nodiscard]] Status create_stream_comm(Comm& comm, std::span<const MPIX_Stream> streams, bool multiplex, Comm** out);
// MPIX_STREAM_NULL for a communicator without streams.
[[nodiscard]] Status get_stream(const Comm& comm, int index, MPIX_Stream* out);

}  // namespace penstock::core
