#include "core/process.hpp"

#include <unistd.h>

#include <utility>

namespace penstock::core {

Process::Process(std::unique_ptr<runtime::Job> job) : job_(std::move(job)), engine_(job_->engine()), main_thread_(gettid()) {}

void Process::set_thread_level(int level) noexcept {
  thread_level_ = level;
  if (level == MPI_THREAD_MULTIPLE) engine_.lock().enable();
}

bool Process::on_main_thread() const noexcept {
  return gettid() == main_thread_;
}

void Process::note_unportable(const std::string& sentence) {
  if (job_->checks() && noted_.insert(sentence).second) log().warn("not portable: {}", sentence);
}

}  // namespace penstock::core
