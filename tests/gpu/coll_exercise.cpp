#include "coll_exercise.hpp"

#include <algorithm>
#include <cstdio>

#include "coll_draw.hpp"
#include "coll_units.hpp"

namespace penstock::test {

std::size_t kind_of(const Case& what, const Store& store, int rank, int side) {
  const auto host = static_cast<std::size_t>(store.find("host"));
  switch (what.pattern) {
    case Pattern::kAllOne: break;
    case Pattern::kEven: return rank % 2 == 0 ? what.kind : host;
    case Pattern::kOdd: return rank % 2 != 0 ? what.kind : host;
    case Pattern::kRootAlone: return rank == what.root ? what.kind : host;
    case Pattern::kAllButRoot: return rank != what.root ? what.kind : host;
    case Pattern::kAny:
      return mixed(what.key, static_cast<std::uint64_t>(rank), static_cast<std::uint64_t>(side)) % store.kinds().size();
  }
  return what.kind;
}

std::string text(const Case& what, const Store& store) {
  static const char* const kPatterns[] = {"%s memory",
                                          "%s memory on even ranks",
                                          "%s memory on odd ranks",
                                          "%s memory on the root alone",
                                          "host memory on the root alone, %s memory elsewhere",
                                          "memory of any kind"};
  char memory[96];
  std::snprintf(memory, sizeof memory, kPatterns[static_cast<std::size_t>(what.pattern)],
                store.kinds()[what.kind].name.c_str());
  const CallRow& row = row_of(what.call);
  const bool reduces = row.reduces;
  const std::string type = reduces ? element_types()[what.type].name : unit_group_name(what.group);
  return "case " + std::to_string(what.number) + ": " + row.name + ", " + name_of(what.form) + ", " + memory + ", " +
         std::to_string(what.count) + " of " + type + (reduces ? std::string(", ") + name_of(what.op) : "") +
         (row.rooted ? ", root " + std::to_string(what.root) : "") + (what.in_place ? ", in place" : "") + ", shift " +
         std::to_string(what.shift) + (what.overwrites ? ", overwritten" : "") + (what.replaces ? ", freed" : "");
}

std::string error_text(int code) {
  if (code == MPI_SUCCESS) return "";
  char made[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, made, &length);
  return made;
}

std::string first_difference(const Bytes& got, const Bytes& expected) {
  const auto at = std::mismatch(got.begin(), got.end(), expected.begin());
  if (at.first == got.end()) return "";
  char made[80];
  std::snprintf(made, sizeof made, "byte %td is %02x, not %02x", at.first - got.begin(), *at.first, *at.second);
  return made;
}

std::unique_ptr<Exercise> Exercise::make(Store& store, const Place& place, const Case& what) {
  return row_of(what.call).reduces ? make_reduction(store, place, what) : make_movement(store, place, what);
}

// The units are extents of the data: a shift keeps elements aligned.
void Exercise::allocate(std::size_t send_unit, std::size_t recv_unit) {
  const auto own = [&](Side& side, int index, std::size_t unit) {
    if (!side.there) return;
    const std::size_t kind = kind_of(case_, store_, place_.rank, index);
    side.buffer = std::make_unique<Buffer>(store_, kind, side.bytes, case_.shift * unit);
    side.before.resize(side.bytes);
  };
  own(send_, 0, send_unit);
  own(recv_, 1, recv_unit);
  arguments_.send = send_.there ? send_.buffer->data() : arguments_.send;
  arguments_.recv = recv_.there ? recv_.buffer->data() : arguments_.recv;
  arguments_.root = case_.root;
  arguments_.comm = place_.comm;
}

std::uint64_t Exercise::key(int from, int to) const {
  const auto pair = static_cast<std::uint64_t>(from + 1) << 32 | static_cast<std::uint64_t>(to + 1);
  return mixed(case_.key, static_cast<std::uint64_t>(round_), pair);
}

// Returns the elements from one rank to another. In place, both directions have equal numbers.
int Exercise::part(int from, int to) const {
  if (!row_of(case_.call).spread) return static_cast<int>(case_.count);
  if (case_.in_place && from > to) std::swap(from, to);
  constexpr std::size_t kQuarters[] = {4, 0, 3, 1, 4, 2};
  const auto pair = static_cast<std::uint64_t>(from + 1) << 32 | static_cast<std::uint64_t>(to + 1);
  return static_cast<int>((case_.count * kQuarters[mixed(case_.key, 99, pair) % 6] + 3) / 4);
}

void Exercise::prepare(int round) {
  round_ = round;
  for (Side* side : {&send_, &recv_}) std::fill(side->before.begin(), side->before.end(), kPoison);
  fill();
  for (Side* side : {&send_, &recv_}) {
    if (side->there) side->buffer->set(side->before, case_.by_host);
  }
}

std::string Exercise::begin(MPI_Request* request) {
  return error_text(row_of(case_.call).begin(case_.form, arguments_, request));
}

// The send buffer is overwritten first: a library that still reads it is found out. judge() is collective, so it is called even
// if something was wrong before.
std::string Exercise::finish() {
  if (send_.there && case_.overwrites) send_.buffer->overwrite();
  if (send_.there && case_.replaces) send_.buffer->replace();
  const std::string sent = send_.there && !case_.overwrites ? check_sent() : "";
  std::string wrong;
  Bytes seen;
  const bool guarded = !recv_.there || recv_.buffer->get(&seen, case_.by_host, &wrong);
  const std::string judged = judge(seen);
  if (guarded) wrong = judged;
  if (!sent.empty()) return "send buffer, " + send_.buffer->kind() + ": " + sent;
  return wrong.empty() || !recv_.there ? wrong : "receive buffer, " + recv_.buffer->kind() + ": " + wrong;
}

std::string Exercise::check_sent() const {
  std::string wrong;
  Bytes seen;
  return send_.buffer->get(&seen, case_.by_host, &wrong) ? first_difference(seen, send_.before) : wrong;
}

}  // namespace penstock::test
