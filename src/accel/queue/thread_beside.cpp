#include "accel/queue/thread_beside.hpp"

#include <pthread.h>

#include <atomic>
#include <csignal>
#include <utility>

namespace penstock::accel {
namespace {

class ThreadBeside final : public Beside {
 public:
  explicit ThreadBeside(std::function<Status()> work) : shared_(std::make_shared<Shared>()) { shared_->work = std::move(work); }
  ~ThreadBeside() override {
    if (!running_) return;
    over() ? pthread_join(thread_, nullptr) : pthread_detach(thread_);
  }
  Status begin(const Driver& driver, CUcontext context);
  [[nodiscard]] bool over() const noexcept override { return shared_->over.load(std::memory_order_acquire); }
  [[nodiscard]] Status& status() noexcept override { return shared_->status; }

 private:
  // The thread holds a reference to this state, too.
  struct Shared {
    std::function<Status()> work;
    Status status;
    std::atomic<bool> over = false;
  };
  // Start has the arguments that the thread uses until it has entered its context: the driver may be gone when the work ends.
  struct Start {
    const Driver& driver;
    CUcontext context;
    std::shared_ptr<Shared> shared;
    std::atomic<bool> begun = false;
  };
  static void* run(void* given);

  std::shared_ptr<Shared> shared_;
  pthread_t thread_{};
  bool running_ = false;
};

void* ThreadBeside::run(void* given) {
  auto& start = *static_cast<Start*>(given);
  const std::shared_ptr<Shared> shared = start.shared;
  shared->status = start.driver.cuCtxPushCurrent(start.context);
  start.begun.store(true, std::memory_order_release);
  start.begun.notify_one();
  if (shared->status.is_ok()) shared->status = shared->work();
  shared->over.store(true, std::memory_order_release);
  return nullptr;
}

// Signals belong to the application: none is delivered to a thread of the library, nor to threads that the work starts.
Status ThreadBeside::begin(const Driver& driver, CUcontext context) {
  sigset_t all;
  sigset_t before;
  sigfillset(&all);
  if (const int error = pthread_sigmask(SIG_SETMASK, &all, &before); error != 0) {
    return Status::system(error, "cannot keep signals from a thread");
  }
  Start start{driver, context, shared_};
  const int error = pthread_create(&thread_, nullptr, run, &start);
  running_ = error == 0;
  if (running_) start.begun.wait(false, std::memory_order_acquire);
  const int restored = pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (error != 0) return Status::system(error, "cannot start a thread");
  return restored == 0 ? Status::ok() : Status::system(restored, "cannot restore the signal mask");
}

}  // namespace

Status run_on_thread(const Driver& driver, CUcontext context, std::function<Status()> work, std::unique_ptr<Beside>* out) {
  auto made = std::make_unique<ThreadBeside>(std::move(work));
  PENSTOCK_TRY(made->begin(driver, context));
  *out = std::move(made);
  return {};
}

}  // namespace penstock::accel
