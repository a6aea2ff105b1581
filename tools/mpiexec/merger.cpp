#include "mpiexec/merger.hpp"

#include <algorithm>
#include <utility>

namespace penstock::mpiexec {

int Merger::add_stream(std::string tag, bool alone) {
  streams_.push_back({std::move(tag), alone, {}, 0, 0});
  return static_cast<int>(streams_.size()) - 1;
}

void Merger::add(int stream, std::string_view bytes, Time now) {
  Stream& from = at(stream);
  if (bytes.empty()) return;
  if (from.waiting.empty()) order_.push_back(stream);
  from.waiting.append(bytes);
  from.came = bytes.size() + (from.round == round_ ? from.came : 0);
  from.round = round_;
  waiting_ += bytes.size();
  if (from.alone) return pass(stream, from.waiting.size());
  if (may_write(stream)) pass_lines(stream);
  update_wait(now);
}

void Merger::finish(int stream, Time now) {
  if (holder_ == stream) {
    pass(stream, at(stream).waiting.size());
    holder_ = kNobody;
  }
  for (const int other : std::vector<int>(order_)) {
    if (may_write(other)) pass_lines(other);
  }
  update_wait(now);
}

void Merger::end_round(Time now) {
  if (sink_->full() && since_) since_ = now;
  if (since_ && now - *since_ >= patience_) let_go();
  pass_rests();
  ++round_;
  update_wait(now);
}

void Merger::finish_all() {
  let_go();
  holder_ = kNobody;
  since_.reset();
}

void Merger::say(std::string_view line) {
  if (mid_line_) sink_->push("\n");
  sink_->push(line);
  mid_line_ = !line.ends_with('\n');
  last_ = kNobody;
  holder_ = kNobody;
  since_.reset();
}

std::optional<Merger::Time> Merger::due() const {
  if (!since_ || sink_->full()) return std::nullopt;
  return *since_ + patience_;
}

bool Merger::holds_back(int stream) const {
  if (sink_->full()) return true;
  const bool waits = !may_write(stream) || !at(stream).waiting.empty();
  return waits && waiting_ > kHighWater;
}

// Passes on the first bytes that wait.
void Merger::pass(int stream, std::size_t bytes) {
  Stream& from = at(stream);
  if (bytes == 0) return;
  const bool ends_line = from.waiting[bytes - 1] == '\n';
  write_tagged(stream, std::string_view(from.waiting).substr(0, bytes));
  mid_line_ = !ends_line;
  last_ = ends_line ? kNobody : stream;
  if (holder_ != last_) since_.reset();
  holder_ = last_;
  patience_ = from.came % kBlock == 0 ? kBlockPatience : kPatience;
  from.waiting.erase(0, bytes);
  waiting_ -= bytes;
  std::erase(order_, stream);
  if (!from.waiting.empty()) order_.push_back(stream);
}

void Merger::pass_lines(int stream) {
  const std::size_t newline = at(stream).waiting.rfind('\n');
  if (newline == std::string::npos) return;
  const bool held = holder_ == stream;
  pass(stream, newline + 1);
  if (!held) return;
  for (const int other : std::vector<int>(order_)) {
    if (other != stream) pass_lines(other);
  }
}

// Passes on lines without an end, one at a time, since other streams wait for the rest of each.
void Merger::pass_rests() {
  if (holder_ != kNobody) pass(holder_, at(holder_).waiting.size());
  for (const bool lines : {true, false}) {
    for (const int stream : std::vector<int>(order_)) {
      if (may_write(stream)) lines ? pass_lines(stream) : pass(stream, at(stream).waiting.size());
    }
  }
}

// Ends the wait for any stream.
void Merger::let_go() {
  if (holder_ != kNobody) pass(holder_, at(holder_).waiting.size());
  for (const int stream : std::vector<int>(order_)) pass(stream, at(stream).waiting.size());
}

void Merger::write_tagged(int stream, std::string_view bytes) {
  const std::string& tag = at(stream).tag;
  if (tag.empty()) return sink_->push(bytes);
  if (mid_line_ && last_ != stream) sink_->push("\n");
  bool begins = !mid_line_ || last_ != stream;
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size() - 1) + 1;
    if (begins) sink_->push(tag);
    sink_->push(bytes.substr(0, end));
    bytes.remove_prefix(end);
    begins = true;
  }
}

void Merger::update_wait(Time now) {
  const bool others = std::ranges::any_of(order_, [this](int stream) { return stream != holder_; });
  if (holder_ == kNobody || !others) {
    since_.reset();
  } else if (!since_) {
    since_ = now;
  }
}

}  // namespace penstock::mpiexec
