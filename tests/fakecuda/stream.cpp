#include "stream.hpp"

#include <csignal>

#include <algorithm>
#include <chrono>

#include "driver.hpp"
#include "options.hpp"

namespace penstock::fakecuda {
namespace {

CUstream handle_of(const Stream& stream) {
  return reinterpret_cast<CUstream>(const_cast<Stream*>(&stream));
}

// Signals of the process belong to the application's own threads.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

CUresult execute(Stream& stream, const Operation& operation, Worker& worker) {
  if (stream.context->failure != CUDA_SUCCESS) return CUDA_SUCCESS;  // nothing runs after a failure
  if (operation.delayed) {
    if (const CUresult injected = begin_async(); injected != CUDA_SUCCESS) return injected;
  }
  try {
    return operation.action(worker);
  } catch (const std::bad_alloc&) {
    return CUDA_ERROR_OUT_OF_MEMORY;
  }
}

}  // namespace

std::shared_ptr<Stream> Board::add(Context& context, Default which, bool blocking) {
  const std::lock_guard lock(mutex_);
  auto stream = std::make_shared<Stream>();
  stream->context = &context;
  stream->blocking = blocking;
  stream->number = ++made_;
  stream->random.seed(static_cast<unsigned>(options().seed * 1'000'003 + stream->number));
  if (which == Default::kNone) streams_.push_back(stream);
  return stream;
}

std::shared_ptr<Stream> Board::find(CUstream handle, Context& current) {
  if (handle == nullptr || handle == CU_STREAM_LEGACY) return current.legacy;
  if (handle == CU_STREAM_PER_THREAD) {
    const std::pair key(std::this_thread::get_id(), static_cast<const Context*>(&current));
    {
      const std::lock_guard lock(mutex_);
      if (const auto entry = per_thread_.find(key); entry != per_thread_.end()) return entry->second;
    }
    std::shared_ptr<Stream> stream = add(current, Default::kNone);
    const std::lock_guard lock(mutex_);
    return per_thread_.emplace(key, stream).first->second;
  }
  const std::lock_guard lock(mutex_);
  const auto place = named(handle);
  return place == streams_.end() ? nullptr : *place;
}

bool Board::remove(CUstream handle) {
  const std::lock_guard lock(mutex_);
  const auto place = named(handle);
  if (place == streams_.end()) return false;
  (*place)->destroyed = true;
  (*place)->wake.notify_all();
  if (!(*place)->serving) streams_.erase(place);
  return true;
}

std::vector<std::shared_ptr<Stream>>::iterator Board::named(CUstream handle) {
  return std::ranges::find_if(streams_, [&](const auto& each) { return !each->destroyed && handle_of(*each) == handle; });
}

void Board::remove_all(const Context& context) {
  const std::lock_guard lock(mutex_);
  const auto of_context = [&](const std::shared_ptr<Stream>& stream) { return stream->context == &context; };
  for (const auto& stream : streams_) {
    if (!of_context(stream)) continue;
    stream->destroyed = true;
    stream->wake.notify_all();
  }
  std::erase_if(streams_, of_context);
  std::erase_if(per_thread_, [&](const auto& entry) { return entry.first.second == &context; });
  context.legacy->destroyed = true;
  context.legacy->wake.notify_all();
}

// The legacy default stream waits for all blocking streams of its context, and they wait for it.
std::vector<std::shared_ptr<Stream>> Board::ordered_before(const Stream& stream) {
  std::vector<std::shared_ptr<Stream>> others;
  if (!stream.blocking) return others;
  const std::shared_ptr<Stream>& legacy = stream.context->legacy;
  if (legacy.get() != &stream) {
    others.push_back(legacy);
    return others;
  }
  for (const auto& each : streams_) {
    if (each->context == stream.context && each->blocking) others.push_back(each);
  }
  return others;
}

Mark Board::enqueue(const std::shared_ptr<Stream>& stream, Action action, std::vector<Mark> after, bool delayed) {
  if (driver().captures.takes(*stream, action)) return {};
  const std::lock_guard lock(mutex_);
  for (const auto& other : ordered_before(*stream)) {
    if (other->completed < other->submitted) after.push_back({other, other->submitted});
  }
  start(stream);
  stream->queue.push_back({std::move(after), std::move(action), delayed});
  stream->wake.notify_all();
  return {stream, ++stream->submitted};
}

void Board::start(const std::shared_ptr<Stream>& stream) {
  if (stream->serving) return;
  const SignalsBlocked blocked;
  std::thread([this, stream] { serve(stream); }).detach();
  stream->serving = true;
}

bool Board::next(std::unique_lock<std::mutex>& lock, Stream& stream) {
  stream.wake.wait(lock, [&] { return stopping_ || stream.destroyed || !stream.queue.empty(); });
  if (stopping_ || stream.queue.empty()) return false;
  stream.current = std::move(stream.queue.front());
  stream.queue.pop_front();
  const auto ready = [&](const Mark& mark) { return mark.stream->completed >= mark.sequence; };
  progress_.wait(lock, [&] { return stopping_ || std::ranges::all_of(stream.current.after, ready); });
  if (stream.current.delayed && options().delay_us > 0) {
    const std::chrono::microseconds delay(stream.random() % (options().delay_us + 1));
    stream.wake.wait_for(lock, delay, [&] { return stopping_.load(); });
  }
  return !stopping_;
}

void Board::serve(const std::shared_ptr<Stream>& stream) {
  Worker worker{stream->fibres, stopping_};
  std::unique_lock lock(mutex_);
  while (next(lock, *stream)) {
    ++executing_;
    lock.unlock();
    const CUresult result = execute(*stream, stream->current, worker);
    stream->current = {};
    lock.lock();
    CUresult none = CUDA_SUCCESS;
    if (result != CUDA_SUCCESS) stream->context->failure.compare_exchange_strong(none, result);
    --executing_;
    ++stream->completed;
    progress_.notify_all();
  }
  std::erase(streams_, stream);
}

bool Board::done(const Mark& mark) {
  const std::lock_guard lock(mutex_);
  return mark.stream == nullptr || mark.stream->completed >= mark.sequence;
}

void Board::wait(const Mark& mark) {
  std::unique_lock lock(mutex_);
  progress_.wait(lock, [&] { return stopping_ || mark.stream == nullptr || mark.stream->completed >= mark.sequence; });
}

bool Board::idle(const Stream& stream) {
  const std::lock_guard lock(mutex_);
  const auto empty = [](const std::shared_ptr<Stream>& other) { return other->completed == other->submitted; };
  return stream.completed == stream.submitted && std::ranges::all_of(ordered_before(stream), empty);
}

void Board::drain(const Context& context) {
  std::vector<Mark> marks;
  std::unique_lock lock(mutex_);
  marks.push_back({context.legacy, context.legacy->submitted});
  for (const auto& stream : streams_) {
    if (stream->context == &context) marks.push_back({stream, stream->submitted});
  }
  const auto ready = [](const Mark& mark) { return mark.stream->completed >= mark.sequence; };
  progress_.wait(lock, [&] { return stopping_ || std::ranges::all_of(marks, ready); });
}

void Board::stop() {
  std::unique_lock lock(mutex_);
  stopping_ = true;
  progress_.notify_all();
  for (const auto& stream : streams_) stream->wake.notify_all();
  // A kernel that neither ends nor pauses must not delay the exit.
  progress_.wait_for(lock, std::chrono::seconds(2), [&] { return executing_ == 0; });
}

CUresult resolve(CUstream handle, Context** context, std::shared_ptr<Stream>* stream) {
  if (const CUresult result = driver().contexts.current(context); result != CUDA_SUCCESS) return result;
  *stream = driver().board.find(handle, **context);
  if (*stream == nullptr) return CUDA_ERROR_INVALID_HANDLE;
  return *stream == (*context)->legacy ? driver().captures.refuse_legacy(**context) : CUDA_SUCCESS;
}

}  // namespace penstock::fakecuda
