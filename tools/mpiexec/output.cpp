#include "mpiexec/output.hpp"

#include <cerrno>
#include <filesystem>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace penstock::mpiexec {

Status open_output(const std::string& pattern, int rank, int ranks, const std::string& host, OutputFile* out) {
  std::string name;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const char letter = pattern[i] == '%' && i + 1 < pattern.size() ? pattern[i + 1] : '\0';
    if (letter == 'r') name += std::to_string(rank);
    if (letter == 'R') name += fmt::format("{:0{}}", rank, std::to_string(ranks - 1).size());
    if (letter == 'h') name += host;
    if (letter == 'r' || letter == 'R' || letter == 'h') {
      ++i;
    } else {
      name.push_back(pattern[i]);
    }
  }
  const std::filesystem::path folder = std::filesystem::path(name).parent_path();
  std::error_code error;
  if (!folder.empty()) std::filesystem::create_directories(folder, error);
  if (error) return Status::system(error.value(), fmt::format("the folder {} for output", folder.string()));
  // Ranks that share a file append to it.
  out->fd.reset(::open(name.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666));
  if (!out->fd.valid()) return Status::system(errno, fmt::format("the file {} for output", name));
  out->name = std::move(name);
  return Status::ok();
}

void RankOutput::write_to(OutputFile file, bool shown) {
  file_ = std::move(file);
  shown_ = shown;
}

Status RankOutput::add(std::string_view bytes) {
  if (shown_) merger_->add(stream_, bytes, std::chrono::steady_clock::now());
  for (std::string_view left = bytes; file_.fd.valid() && !left.empty();) {
    const ssize_t n = ::write(file_.fd.get(), left.data(), left.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      const int error = errno;
      file_.fd.reset();
      return not_written(error, fmt::format("writing the output of a rank to {}", file_.name));
    }
    left.remove_prefix(static_cast<std::size_t>(n));
  }
  return Status::ok();
}

void RankOutput::finish() {
  merger_->finish(stream_, std::chrono::steady_clock::now());
}

}  // namespace penstock::mpiexec
