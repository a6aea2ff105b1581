#include "core/collective/call_check.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "core/object/instance.hpp"
#include "core/p2p/message_checks.hpp"

namespace penstock::core {
namespace {

// These are the messages of one check.
enum : int { kHeader, kPieces, kAnswer, kMessages };
constexpr std::uint32_t kNumbers = 1U << 28;

}  // namespace

CallCheck::CallCheck(Comm& comm, CallRecord record)
    : comm_(comm),
      engine_(comm.instance().engine()),
      team_(comm.everyone()),
      tag_(static_cast<int>(comm.resources().next_call_check() % kNumbers) * kMessages) {
  team_.context = comm.context(Traffic::kCallCheck);
  records_.push_back(std::move(record));
}

CallCheck::~CallCheck() {
  for (proto::Operation* operation : operations_) operation->release();
}

void CallCheck::start(coll::Schedule* then) {
  then_ = then;
  begin();
  if (advance()) engine_.progress().add_progressor(this);
}

// Rank 0 receives the records of all ranks; the others send theirs and wait for its answer.
void CallCheck::begin() {
  if (team_.rank != 0) {
    const CallRecord& mine = records_.front();
    send(&mine.header(), sizeof(CallRecord::Header), 0, kHeader);
    if (!mine.pieces().empty()) send(mine.pieces().data(), mine.pieces().size() * sizeof(Piece), 0, kPieces);
    recv(&verdict_, sizeof verdict_, 0, kAnswer);
    return;
  }
  records_.resize(static_cast<std::size_t>(team_.size));
  for (int i = 1; i < team_.size; ++i) {
    recv(&records_[static_cast<std::size_t>(i)].header(), sizeof(CallRecord::Header), i, kHeader);
  }
  stage_ = Stage::kHearing;
}

void CallCheck::send(const void* data, std::uint64_t bytes, int to, int tag) {
  proto::Operation* operation = nullptr;
  const proto::Buffer buffer{const_cast<void*>(data), bytes, &byte_};
  const int peer = team_.world[static_cast<std::size_t>(to)];
  keep(engine_.messages().send(buffer, peer, tag_ + tag, team_.context, proto::SendMode::kStandard, &operation), &operation);
}

void CallCheck::recv(void* data, std::uint64_t bytes, int from, int tag) {
  proto::Operation* operation = nullptr;
  const proto::Buffer buffer{data, bytes, &byte_};
  const int peer = team_.world[static_cast<std::size_t>(from)];
  keep(engine_.messages().recv(buffer, peer, tag_ + tag, team_.context, &operation), &operation);
}

// The operation is a pointer because it is set only when the operation has begun, after the arguments are evaluated.
void CallCheck::keep(Status&& begun, proto::Operation* const* operation) {
  if (!begun.is_ok() && status_.is_ok()) status_ = std::move(begun);
  if (*operation != nullptr) operations_.push_back(*operation);
}

bool CallCheck::all_done() {
  std::erase_if(operations_, [&](proto::Operation* operation) {
    if (!operation->done()) return false;
    if (!operation->status().is_ok() && status_.is_ok()) status_ = operation->status().clone();
    operation->release();
    return true;
  });
  return operations_.empty();
}

bool CallCheck::advance() {
  while (stage_ != Stage::kOver && all_done()) next();
  return stage_ != Stage::kOver;
}

void CallCheck::next() {
  switch (stage_) {
    case Stage::kHearing: return ask_for_rest();
    case Stage::kRest: return answer();
    case Stage::kTelling:
    case Stage::kAnswering: return finish();
    case Stage::kOver: return;
  }
}

void CallCheck::ask_for_rest() {
  stage_ = Stage::kRest;
  for (int i = 1; i < team_.size; ++i) {
    CallRecord& record = records_[static_cast<std::size_t>(i)];
    record.pieces().resize(record.header().pieces);
    if (!record.pieces().empty()) recv(record.pieces().data(), record.pieces().size() * sizeof(Piece), i, kPieces);
  }
}

void CallCheck::answer() {
  stage_ = Stage::kAnswering;
  const Status judged = judge(records_, static_cast<std::size_t>(comm_.resources().size_of_first()));
  verdict_.code = judged.code();
  const std::size_t length = std::min(judged.message().size(), sizeof(verdict_.text) - 1);
  std::memcpy(verdict_.text, judged.message().data(), length);
  for (int i = 1; i < team_.size; ++i) send(&verdict_, sizeof verdict_, i, kAnswer);
}

void CallCheck::finish() {
  stage_ = Stage::kOver;
  if (status_.is_ok() && verdict_.code != Code::kOk) {
    status_ = Status::error(verdict_.code, "{}: {}", name_of(comm_), verdict_.text);
  }
  if (then_ == nullptr) return;
  if (status_.is_ok()) {
    then_->start();
  } else {
    then_->refuse(status_.clone());
  }
}

}  // namespace penstock::core
