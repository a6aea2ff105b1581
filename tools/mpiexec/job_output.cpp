// Carries the output of ranks to files and to our reader.
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <optional>

#include <unistd.h>

#include "mpiexec/job.hpp"

namespace penstock::mpiexec {

Status Job::open_files(int rank, RankOutput* out, RankOutput* err) {
  const OutputFiles& files = options_.files;
  for (const auto& [pattern, output] : {std::pair{&files.out, out}, std::pair{&files.err, err}}) {
    if (pattern->empty() || (output == err && options_.merge_output)) continue;
    OutputFile file;
    PENSTOCK_TRY(open_output(*pattern, rank, common_.ranks, host_name(), &file));
    output->write_to(std::move(file), files.shown);
  }
  return Status::ok();
}

// Reads the bytes that have come, until the merger holds the stream back; a stream that ends is closed.
void Job::on_stream(base::Fd* fd, RankOutput* output) {
  std::array<char, 65536> bytes;
  while (fd->valid()) {
    if (!over_ && output->full()) return;
    const ssize_t n = ::read(fd->get(), bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EAGAIN) return;
    if (n <= 0) {
      output->finish();
      poller_.forget(fd->get());
      fd->reset();
      return;
    }
    if (Status status = output->add(std::string_view(bytes.data(), static_cast<std::size_t>(n))); !status.is_ok()) {
      cannot_write(1, std::string(status.message()));
    }
  }
}

void Job::flush() {
  const auto now = std::chrono::steady_clock::now();
  out_.end_round(now);
  err_.end_round(now);
  flush_sink(&out_sink_, &out_watched_);
  flush_sink(&err_sink_, &err_watched_);
  if (!over_) pause_streams();
}

void Job::flush_sink(Sink* sink, bool* watched) {
  if (Status status = sink->flush(); !status.is_ok()) {
    const bool unread = sink->error() == EPIPE;
    if (!unread || !over_) {
      cannot_write(unread ? 128 + SIGPIPE : 1, std::string(status.message()));
    }
  }
  if (sink->empty() == !*watched) return;
  if (*watched) {
    poller_.forget(sink->fd());
    *watched = false;
  } else {
    Status status = poller_.watch(sink->fd(), {Source::kSink, sink->fd()}, EPOLLOUT);
    *watched = status.is_ok();
    if (!status.is_ok()) end(1, std::string(status.message()));
  }
}

// Output is lost: the job ends, or, if it has ended already, its exit code says so.
void Job::cannot_write(int exit_code, std::string why) {
  if (!ending_ && !over_) return end(exit_code, std::move(why));
  if (exit_code_ == 0) exit_code_ = exit_code;
  words().say(fmt::format("mpiexec: {}\n", why));
}

// A slow reader of our output, and a rank whose line others wait for, slow the ranks down instead of filling our memory.
void Job::pause_streams() {
  for (int r = 0; r < static_cast<int>(ranks_.size()); ++r) {
    Rank& rank = at(r);
    pause_stream(rank.process.out, rank.out.full(), &rank.out_paused, {Source::kOut, r});
    pause_stream(rank.process.err, rank.err.full(), &rank.err_paused, {Source::kErr, r});
  }
}

void Job::pause_stream(const base::Fd& fd, bool pause, bool* paused, Event event) {
  if (!fd.valid() || pause == *paused) return;
  *paused = pause;
  if (pause) return poller_.forget(fd.get());
  if (Status status = poller_.watch(fd.get(), event); !status.is_ok()) end(1, std::string(status.message()));
}

// Returns the milliseconds until the merger stops waiting for the end of a line; -1: it waits for none.
int Job::patience() const {
  std::optional<Merger::Time> first = out_.due();
  if (const auto other = err_.due(); other && (!first || *other < *first)) first = other;
  if (!first) return -1;
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(*first - std::chrono::steady_clock::now());
  return static_cast<int>(std::max<std::int64_t>(0, left.count()));
}

}  // namespace penstock::mpiexec
