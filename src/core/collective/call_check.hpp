// Under PENSTOCK_CHECK every collective begins with this check: all ranks describe their call to one rank, which answers if the
// calls match.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/status.hpp"
#include "coll/schedule/schedule.hpp"
#include "core/collective/call_record.hpp"
#include "core/comm/comm.hpp"
#include "proto/engine/engine.hpp"

namespace penstock::core {

// The check's messages use a context and sequence numbers of their own, which are the same for every collective, so that ranks
// in different collectives still match each other. The object is made in call order, begun once, and kept until done(), which
// becomes true on every rank or, if one rank does not make the call, on none.
class CallCheck final : public proto::Progressor {
 public:
  CallCheck(Comm& comm, CallRecord record);
  ~CallCheck() override;
  CallCheck(const CallCheck&) = delete;
  CallCheck& operator=(const CallCheck&) = delete;

  [[nodiscard]] CallRecord& record() noexcept { return records_.front(); }

  // The thread that makes progress starts `then` (may be null) if the calls match, and fails it if they do not.
  void start(coll::Schedule* then);
  [[nodiscard]] bool done() const noexcept { return stage_ == Stage::kOver; }
  // Valid once done; all ranks get the same code.
  [[nodiscard]] const Status& status() const noexcept { return status_; }

  bool advance() override;

 private:
  enum class Stage : std::uint8_t { kTelling, kHearing, kRest, kAnswering, kOver };
  struct Verdict {
    Code code = Code::kOk;
    char text[479] = {};
  };

  void begin();
  void send(const void* data, std::uint64_t bytes, int to, int tag);
  void recv(void* data, std::uint64_t bytes, int from, int tag);
  void keep(Status&& begun, proto::Operation* const* operation);
  [[nodiscard]] bool all_done();
  void next();
  void ask_for_rest();
  void answer();
  void finish();

  Comm& comm_;
  proto::Engine& engine_;
  coll::Team team_;
  int tag_;
  std::vector<CallRecord> records_;  // only this rank's record, except on the rank that judges
  std::vector<proto::Operation*> operations_;
  Verdict verdict_;
  Stage stage_ = Stage::kTelling;
  coll::Schedule* then_ = nullptr;
  const proto::Layout byte_ = proto::Layout::bytes(1);
  Status status_;
};

}  // namespace penstock::core
