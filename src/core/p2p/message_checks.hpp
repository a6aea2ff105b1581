// Under PENSTOCK_CHECK every message of the program passes through here: the sender says in front of it which elements it is
// made of, the receiver compares, and memory that operations under way use is kept in mind.
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

// Of one process. Used with the engine's lock held.
class MessageChecks {
 public:
  explicit MessageChecks(proto::Engine& engine) noexcept : engine_(engine) {}

  // One side of a message, in ranks of the communicator.
  struct Side {
    Comm& comm;
    const proto::Buffer& buffer;
    const Datatype& type;
    int peer;
    int tag;
  };
  // As Engine's. kBuffer: an operation under way uses that memory in a way that excludes this one; nothing was begun.
  Status send(const Side& side, proto::SendMode mode, proto::Operation** out);
  Status recv(const Side& side, proto::Operation** out);
  // For a receive that was begun elsewhere: MPI_Mrecv.
  void record_recv(const Side& side, proto::Operation& operation);
  // The words in front of a message that is sent elsewhere, just behind this call: a buffered one.
  void announce(const Side& side);

  // Of a recorded operation, once done, any number of times: kType where what came is not what it was to receive.
  [[nodiscard]] Status judge(const proto::Operation& operation) const;
  // The record ends, in front of the last release().
  void forget(proto::Operation& operation) noexcept;
  // judge() and forget().
  [[nodiscard]] Status end(proto::Operation& operation);

  // "MPI_Irecv of 4 elements of MPI_INT (16 bytes) from rank 0 with tag 3 on MPI_COMM_WORLD"; empty for one without a record.
  [[nodiscard]] std::string describe(const proto::Operation* operation) const;
  // The same of all that are not over.
  [[nodiscard]] std::vector<std::string> under_way() const;

  // Which call of the program runs; its name outlives the process.
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
    std::uintptr_t start = 0;  // of its memory, where that is one block
    std::uint64_t bytes = 0;
    std::string_view call;
  };
  using Records = std::unordered_map<const proto::Operation*, Record>;

  [[nodiscard]] Record record_of(const Side& side, bool receives) const;
  // Blocks of memory by their starts. A search begins the longest block's length in front of where it asks.
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
  Blocks received_;  // apart, since sends are not held against each other, however many there are
  Blocks sent_;
};

// What a sentence calls a communicator.
[[nodiscard]] std::string name_of(const Comm& comm);

}  // namespace penstock::core
