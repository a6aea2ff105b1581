// Under PENSTOCK_CHECK every message of the application passes through this class: the sender sends a description of its
// elements ahead of the message, the receiver compares it, and the memory that operations under way use is tracked.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/status.hpp"
#include "core/comm/comm.hpp"
#include "core/object/ref.hpp"
#include "core/type/datatype.hpp"
#include "core/type/signature.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::core {

// The checks of one process, used with the engine's lock held.
class MessageChecks {
 public:
  explicit MessageChecks(proto::Engine& engine) noexcept : engine_(engine) {}

  // One side of a message; ranks are the communicator's.
  struct Side {
    Comm& comm;
    const proto::Buffer& buffer;
    const Datatype& type;
    int peer;
    int tag;
  };
  // These work as those of Engine. They return kBuffer if an operation under way uses that memory in a
  // conflicting way; then nothing was begun.
  Status send(const Side& side, proto::SendMode mode, proto::Operation** out);
  Status recv(const Side& side, proto::Operation** out);
  // Records a receive that was begun elsewhere: MPI_Mrecv.
  void record_recv(const Side& side, proto::Operation& operation);
  // Sends the description of a message that is sent elsewhere right after this call: a buffered send.
  void announce(const Side& side);

  // Called on a recorded operation once done, any number of times: returns kType if the received
  // elements do not match the receive's type.
  [[nodiscard]] Status judge(const proto::Operation& operation) const;
  // Ends the record; called before the last release().
  void forget(proto::Operation& operation) noexcept;
  // Combines judge() and forget().
  [[nodiscard]] Status end(proto::Operation& operation);

  // Returns a text such as "MPI_Irecv of 4 elements of MPI_INT (16 bytes) from rank 0 with tag 3 on MPI_COMM_WORLD";
  // empty for an operation without a record.
  [[nodiscard]] std::string describe(const proto::Operation* operation) const;
  // Describes all operations that are not over.
  [[nodiscard]] std::vector<std::string> under_way() const;

  // Sets the application's call that runs now; its name outlives the process.
  void set_call(std::string_view call) noexcept { call_ = call; }
  [[nodiscard]] std::string_view call() const noexcept { return call_; }

 private:
  struct Record {
    bool receives = false;
    Ref<Comm> comm;
    Ref<Datatype> type;
    MPI_Count count = 0;
    int peer = 0;
    int tag = 0;
    std::uintptr_t start = 0;  // the operation's memory, if it is one block
    std::uint64_t bytes = 0;
    std::string_view call;
  };
  using Records = std::unordered_map<const proto::Operation*, Record>;

  [[nodiscard]] Record record_of(const Side& side, bool receives) const;
  // Blocks of memory, sorted by start. A search begins before the requested address, by the length of the longest block.
  struct Blocks {
    std::multimap<std::uintptr_t, const proto::Operation*> places;
    std::multiset<std::uint64_t> lengths;

    [[nodiscard]] std::uintptr_t first_for(std::uintptr_t start) const;
    void add(const Record& record, const proto::Operation* operation);
    void remove(const Record& record, const proto::Operation* operation);
  };
  [[nodiscard]] Blocks& blocks_of(const Record& record) { return record.receives ? received_ : sent_; }
  [[nodiscard]] Status check_memory(const Record& record) const;
  [[nodiscard]] Status check_against(const Blocks& blocks, const Record& record) const;
  void keep(Record&& record, proto::Operation& operation);
  [[nodiscard]] static std::string words_of(const Record& record);

  proto::Engine& engine_;
  std::string_view call_;
  Records records_;
  Blocks received_;  // kept apart, since sends are not compared with each other, however many there are
  Blocks sent_;
};

// Returns the name of a communicator for messages to the user.
[[nodiscard]] std::string name_of(const Comm& comm);

}  // namespace penstock::core
