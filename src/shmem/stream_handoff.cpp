#include "shmem/stream_handoff.hpp"

#include <utility>

#include "proto/engine/early_matching.hpp"

namespace penstock::shmem {

// While the program waits for its stream, nobody else moves data.
Status StreamHandoff::begin_helping() {
  if (helped_) return Status::ok();
  if (job_.config().sync_stream != Config::SyncStream::kNone) {
    return Status::error(
        Code::kUnsupported,
        "PENSTOCK_SYNC_STREAM makes transfers wait for a default stream, which may itself wait for a transfer; "
        "unset it to put communication on streams");
  }
  proto::EarlyMatching* const engine = proto::early_matching_of(job_.engine());
  if (engine == nullptr) return Status::error(Code::kUnsupported, "this engine moves no messages");
  PENSTOCK_TRY(engine->help());
  helped_ = true;
  return Status::ok();
}

// Each has the stream's words to itself for as long as it is under way: the program may destroy the stream afterwards. Driver
// calls on the stream may wait for room in its queue that only progress makes, so they are made without the lock.
Status StreamHandoff::add(std::unique_lock<proto::EngineLock>& lock, void* stream, std::unique_ptr<StreamJob> job) {
  PENSTOCK_TRY(begin_helping());
  std::unique_ptr<accel::ProgramStream> adopted;
  PENSTOCK_TRY(accel::adopt_stream(job_.accel(), stream, &adopted));
  PENSTOCK_TRY(adopted->check_not_capturing());
  const std::shared_ptr<accel::ProgramStream> on = std::move(adopted);
  Entry entry{on, 0, on->next_hold(), std::move(job)};
  const std::uint32_t hold = entry.hold;
  lock.unlock();
  Status given = on->tell(&entry.told);
  lock.lock();
  if (!given.is_ok()) return on->release(hold), std::move(given);
  entries_.push_back(std::move(entry));
  if (!std::exchange(listed_, true)) {
    job_.engine().begin_polling();
    job_.engine().add_progressor(this);
  }
  lock.unlock();
  given = on->hold(hold);
  lock.lock();
  return given;
}

bool StreamHandoff::step(Entry* entry) {
  if (!entry->begun) entry->begun = accel::has_reached(entry->stream->told(), entry->told) && entry->job->begin();
  if (!entry->begun || !entry->job->advance()) return false;
  entry->stream->release(entry->hold);
  return true;
}

// A job may release the lock, and others are added behind it meanwhile.
bool StreamHandoff::advance() {
  for (std::size_t i = 0; i < entries_.size();) {
    Entry entry = std::move(entries_[i]);
    const bool over = step(&entry);
    if (over) {
      entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(i));
    } else {
      entries_[i++] = std::move(entry);
    }
  }
  if (!entries_.empty()) return true;
  listed_ = false;
  job_.engine().end_polling();
  return false;
}

void StreamHandoff::drain() {
  job_.engine().wait_until([this] { return entries_.empty(); });
}

}  // namespace penstock::shmem
