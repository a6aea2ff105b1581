// The ranks' output, which goes to files of their own, and to ours.
#pragma once

#include <string>
#include <string_view>

#include "base/fd.hpp"
#include "base/status.hpp"
#include "mpiexec/merger.hpp"

namespace penstock::mpiexec {

// A file for output, and its name in messages.
struct OutputFile {
  base::Fd fd;
  std::string name;
};

// Opens a rank's file for its output, with the folders above it. `pattern` is one of OutputFiles;
// there are `ranks` ranks in all.
Status open_output(const std::string& pattern, int rank, int ranks, const std::string& host, OutputFile* out);

// One stream of one rank.
class RankOutput {
 public:
  // `tag` precedes every line. `alone`: no other stream exists.
  RankOutput(Merger* merger, std::string tag, bool alone)
      : merger_(merger), stream_(merger->add_stream(std::move(tag), alone)) {}

  // Sends bytes to this file as they arrive, and to the merger as well only if `shown`.
  void write_to(OutputFile file, bool shown);
  // kSystem: the file does not accept them; later bytes are not written to it.
  Status add(std::string_view bytes);
  // Called when the stream has ended.
  void finish();
  // True if the bytes that wait to be shown are so many that the rank should wait, too.
  [[nodiscard]] bool full() const { return shown_ && merger_->holds_back(stream_); }

 private:
  Merger* merger_;
  int stream_;
  OutputFile file_;
  bool shown_ = true;
};

}  // namespace penstock::mpiexec
