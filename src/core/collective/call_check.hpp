// Under PENSTOCK_CHECK, in front of every collective: all ranks tell one of them how they call, and hear whether that fits.
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

// Its messages have a context and numbers of their own, alike for every collective, so that ranks in different ones meet. Made
// in the order of the calls, begun once, kept until done(), which is true on every rank or, where one does not call, on none.
class CallCheck final : public proto::Progressor {
 public:
  CallCheck(Comm& comm, CallRecord record);
  ~CallCheck() override;
  CallCheck(const CallCheck&) = delete;
  CallCheck& operator=(const CallCheck&) = delete;

  [[nodiscard]] CallRecord& record() noexcept { return records_.front(); }

  // `then` (null for none) is started where the calls fit and refused where they do not, by whoever progresses.
  void start(coll::Schedule* then);
  [[nodiscard]] bool done() const noexcept { return stage_ == Stage::kOver; }
  // Valid once done; the same code on every rank.
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
  std::vector<CallRecord> records_;  // this rank's alone but on the one that judges
  std::vector<proto::Operation*> operations_;
  Verdict verdict_;
  Stage stage_ = Stage::kTelling;
  coll::Schedule* then_ = nullptr;
  const proto::Layout byte_ = proto::Layout::bytes(1);
  Status status_;
};

}  // namespace penstock::core
