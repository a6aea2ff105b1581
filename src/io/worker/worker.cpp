#include "io/worker/worker.hpp"

#include <utility>

#include "base/quiet_thread.hpp"

namespace penstock::io {

Worker::~Worker() {
  {
    const std::scoped_lock lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  for (const pthread_t thread : threads_) pthread_join(thread, nullptr);
}

void* Worker::begin(void* worker) {
  static_cast<Worker*>(worker)->run();
  return nullptr;
}

bool Worker::take(std::function<void()>* out) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return ends_ || !waiting_.empty(); });
  if (waiting_.empty()) return false;
  *out = std::move(waiting_.front());
  waiting_.pop_front();
  return true;
}

// The function object is destroyed with the lock held, too, since its captures may drop references to objects of the engine.
void Worker::run() {
  for (std::function<void()> work; take(&work);) {
    engine_.lock().lock();
    work();
    work = nullptr;
    --under_way_;
    engine_.progress().wake_ready();
    engine_.lock().unlock();
  }
}

Status Worker::start_one() {
  engine_.lock().enable_locked();
  pthread_t made{};
  PENSTOCK_TRY(base::start_quiet_thread("accesses to files that go on beside the program", &Worker::begin, this, &made));
  threads_.push_back(made);
  return Status::ok();
}

// A second thread starts only while the first has work. If the system cannot start it, the first thread does all the work.
Status Worker::add(std::function<void()> work) {
  if (threads_.size() < kMostThreads && under_way_ >= threads_.size()) {
    Status started = start_one();
    if (!started.is_ok() && threads_.empty()) return started;
  }
  ++under_way_;
  {
    const std::scoped_lock lock(mutex_);
    waiting_.push_back(std::move(work));
  }
  changed_.notify_one();
  return Status::ok();
}

void Worker::drain() {
  engine_.progress().wait_until([this] { return under_way_ == 0; });
}

}  // namespace penstock::io
