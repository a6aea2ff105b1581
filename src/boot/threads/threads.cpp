#include "boot/threads/threads.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <mutex>

#include <unistd.h>

#include "boot/key.hpp"

namespace penstock::boot {
namespace {

using Key = std::pair<int, std::string>;

// Store has the state that the ranks of one job share. It lives as long as the last of them.
class Store {
 public:
  Store(int size, JobKey key, std::function<void(int, std::string_view)> on_abort)
      : size_(size), key_(key), on_abort_(std::move(on_abort)) {
    static std::atomic<int> jobs{0};
    job_id_ = fmt::format("threads-{}-{}", getpid(), jobs.fetch_add(1));
  }

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] const std::string& job_id() const { return job_id_; }
  [[nodiscard]] const JobKey& key() const { return key_; }

  void put(Key key, std::span<const std::byte> value) {
    const std::lock_guard lock(mutex_);
    pending_[std::move(key)].assign(value.begin(), value.end());
  }

  void fence() {
    std::unique_lock lock(mutex_);
    const long turn = turn_;
    if (++waiting_ < size_) {
      arrived_.wait(lock, [this, turn] { return turn_ != turn; });
      return;
    }
    waiting_ = 0;
    ++turn_;
    for (auto& [key, value] : pending_) visible_[key] = std::move(value);
    pending_.clear();
    arrived_.notify_all();
  }

  bool get(const Key& key, std::vector<std::byte>* value) {
    const std::lock_guard lock(mutex_);
    const auto found = visible_.find(key);
    if (found == visible_.end()) return false;
    *value = found->second;
    return true;
  }

  void abort(int rank, int exit_code, std::string_view why) {
    if (aborted_.exchange(true)) return;
    if (on_abort_) return on_abort_(exit_code, why);
    fmt::print(stderr, "penstock[{}] error: aborting the job: {}\n", rank, why);
    std::fflush(nullptr);
    std::_Exit(exit_code);
  }

 private:
  const int size_;
  const JobKey key_;
  std::string job_id_;
  std::function<void(int, std::string_view)> on_abort_;
  std::atomic<bool> aborted_{false};
  std::mutex mutex_;
  std::condition_variable arrived_;
  int waiting_ = 0;
  long turn_ = 0;
  std::map<Key, std::vector<std::byte>> pending_;
  std::map<Key, std::vector<std::byte>> visible_;
};

class ThreadRank final : public Boot {
 public:
  ThreadRank(int rank, std::shared_ptr<Store> store) : rank_(rank), store_(std::move(store)) {}

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return store_->size(); }
  [[nodiscard]] std::string_view job_id() const override { return store_->job_id(); }
  [[nodiscard]] std::string_view kind() const override { return "threads"; }
  Status put(std::string_view key, std::span<const std::byte> value) override {
    store_->put({rank_, std::string(key)}, value);
    return Status::ok();
  }
  Status fence() override {
    store_->fence();
    return Status::ok();
  }
  Status get(int rank, std::string_view key, std::vector<std::byte>* value) override {
    if (store_->get({rank, std::string(key)}, value)) return Status::ok();
    return Status::error(Code::kProtocol, "rank {} published nothing under '{}' before the last fence", rank, key);
  }
  Status job_key(JobKey* out) override {
    *out = store_->key();
    return Status::ok();
  }
  Status finalize() override { return Status::ok(); }
  void abort(int exit_code, std::string_view why) override { store_->abort(rank_, exit_code, why); }

 private:
  int rank_;
  std::shared_ptr<Store> store_;
};

}  // namespace

std::vector<std::unique_ptr<Boot>> make_thread_job(int size,
                                                   std::function<void(int exit_code, std::string_view why)> on_abort) {
  JobKey key{};
  // The job works without random bytes too, because its key never leaves this process.
  if (Status made = make_job_key(&key); !made.is_ok()) fmt::print(stderr, "penstock warn: {}\n", made.message());
  auto store = std::make_shared<Store>(size, key, std::move(on_abort));
  std::vector<std::unique_ptr<Boot>> ranks;
  for (int rank = 0; rank < size; ++rank) ranks.push_back(std::make_unique<ThreadRank>(rank, store));
  return ranks;
}

}  // namespace penstock::boot
