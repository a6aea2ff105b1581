#include "core/object/instance.hpp"

#include <unistd.h>

#include <utility>

namespace penstock::core {

Instance::Instance(std::unique_ptr<runtime::Job> job) : job_(std::move(job)), engine_(job_->engine()), main_thread_(gettid()) {}

void Instance::set_thread_level(int level) noexcept {
  thread_level_ = level;
  if (level == MPI_THREAD_MULTIPLE) engine_.lock().enable();
}

bool Instance::on_main_thread() const noexcept {
  return gettid() == main_thread_;
}

void Instance::note_unportable(const std::string& sentence) {
  if (job_->checks() && noted_.insert(sentence).second) log().warn("not portable: {}", sentence);
}

}  // namespace penstock::core
