#include "core/window/checks.hpp"

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

#include "core/object/instance.hpp"
#include "core/p2p/message_checks.hpp"

namespace penstock::core {
namespace {

enum : int { kCounts, kLists, kReports };
constexpr std::size_t kMostSaid = 32;

// Waits for all operations and returns the first failure.
Status finish_all(proto::Engine& engine, std::vector<proto::Operation*>* operations) {
  Status failed;
  for (proto::Operation* operation : *operations) {
    if (operation == nullptr) continue;
    if (!operation->done()) engine.progress().wait(*operation);
    if (failed.is_ok() && !operation->status().is_ok()) failed = operation->status().clone();
    operation->release();
  }
  operations->clear();
  return failed;
}

}  // namespace

// Accumulates of one origin are executed in order unless the application has given that order up; they are not concurrent, and
// may have different operations (MPI-5.0, 12.7.2). Accumulates of several origins are concurrent, and may not have different
// operations (accumulate_ops). Compare-and-swap is compatible with every accumulate: applications make locks of both.
bool WindowChecks::exclude(const Access& a, const Access& b, bool apart) const noexcept {
  if (a.kind == Kind::kGet && b.kind == Kind::kGet) return false;
  if (a.kind != Kind::kAccumulate || b.kind != Kind::kAccumulate) return true;
  if (!apart && hints_.orders_writes()) return false;
  const auto fits_all = [this](std::uintptr_t op) {
    return (op == reinterpret_cast<std::uintptr_t>(MPI_NO_OP) && !hints_.same_op()) ||
           op == reinterpret_cast<std::uintptr_t>(MPI_OP_NULL);
  };
  return a.op != b.op && !fits_all(a.op) && !fits_all(b.op);
}

void WindowChecks::say(std::string&& sentence) {
  if (said_.size() >= kMostSaid || std::ranges::find(said_, sentence) != said_.end()) return;
  comm_.instance().log().warn("{}", sentence);
  said_.push_back(std::move(sentence));
}

void WindowChecks::add(Kind kind, MPI_Op op, const Target& target, const proto::Buffer* origin, const proto::Buffer* result,
                       bool is_request) {
  if (!is_request) {
    add_local(origin, target.rank, false);
    add_local(result, target.rank, true);
  }
  if (!target.elements.layout->is_contiguous(target.elements.count) || (is_request && kind == Kind::kGet)) return;
  Access access;
  access.first = target.first;
  access.bytes = target.elements.bytes();
  access.op = reinterpret_cast<std::uintptr_t>(op);
  access.target = target.rank;
  access.kind = kind;
  const std::string_view call = comm_.instance().checks()->call().substr(0, sizeof(access.call) - 1);
  std::ranges::copy(call, access.call);
  Spans<Access>& others = accesses_[target.rank];
  std::uint64_t& longest = longest_[target.rank];
  for (auto it = others.lower_bound(access.first - static_cast<std::int64_t>(longest)); it != others.end(); ++it) {
    if (it->first >= access.first + static_cast<std::int64_t>(access.bytes)) break;
    if (!access.overlaps(it->second) || !exclude(access, it->second, false)) continue;
    say(
        fmt::format("{} of bytes {} to {} at rank {} overlaps {} of bytes {} to {} in the same epoch: the result is undefined; "
                    "complete the first one before (MPI_Win_flush, MPI_Win_fence, MPI_Win_unlock)",
                    access.call, access.first, access.first + static_cast<std::int64_t>(access.bytes) - 1, target.rank,
                    it->second.call, it->second.first, it->second.first + static_cast<std::int64_t>(it->second.bytes) - 1));
    break;
  }
  longest = std::max(longest, access.bytes);
  others.emplace(access.first, access);
}

void WindowChecks::add_local(const proto::Buffer* buffer, int target, bool written) {
  if (buffer == nullptr || buffer->layout == nullptr || buffer->bytes() == 0) return;
  if (!buffer->layout->is_contiguous(buffer->count)) return;
  Local local;
  local.start = reinterpret_cast<std::uintptr_t>(buffer->address) + static_cast<std::uintptr_t>(buffer->layout->first_offset());
  local.bytes = buffer->bytes();
  local.target = target;
  local.written = written;
  local.call = comm_.instance().checks()->call();
  const auto key = static_cast<std::int64_t>(local.start);
  const auto end = key + static_cast<std::int64_t>(local.bytes);
  for (auto it = locals_.lower_bound(key - static_cast<std::int64_t>(longest_local_)); it != locals_.end() && it->first < end;
       ++it) {
    const Local& other = it->second;
    if (it->first + static_cast<std::int64_t>(other.bytes) <= key || (!written && !other.written)) continue;
    say(fmt::format(
        "{} to rank {} uses {} bytes of this rank's memory that {} to rank {} in the same epoch still uses: complete "
        "that first (MPI_Win_flush_local, MPI_Win_fence, MPI_Win_unlock)",
        local.call, target, std::min(local.bytes, other.bytes), other.call, other.target));
    break;
  }
  longest_local_ = std::max(longest_local_, local.bytes);
  locals_.emplace(key, local);
}

// A get that is over here is over at its target as well.
void WindowChecks::completed(int rank, bool at_target) {
  std::erase_if(locals_, [rank](const auto& entry) { return rank == kAll || entry.second.target == rank; });
  for (auto& [target, accesses] : accesses_) {
    if (rank != kAll && rank != target) continue;
    std::erase_if(accesses, [at_target](const auto& entry) { return at_target || entry.second.kind == Kind::kGet; });
  }
}

Status WindowChecks::exchange(std::vector<std::vector<Access>>* of_origins) {
  proto::Engine& engine = comm_.instance().engine();
  const proto::Layout byte = proto::Layout::bytes(1);
  const auto size = static_cast<std::size_t>(comm_.size());
  const proto::Context context = comm_.context(runtime::Traffic::kPartitioned);  // A window has no other use for it.
  std::vector<std::vector<Access>> mine(size);
  for (const auto& [target, accesses] : accesses_) {
    for (const auto& [first, access] : accesses) mine[static_cast<std::size_t>(target)].push_back(access);
  }
  std::vector<std::uint64_t> theirs(size, 0);
  std::vector<std::uint64_t> counts(size, 0);
  of_origins->resize(size);
  (*of_origins)[static_cast<std::size_t>(comm_.rank())] = mine[static_cast<std::size_t>(comm_.rank())];
  std::vector<proto::Operation*> operations;
  const auto begin = [&](bool sends, std::size_t i, void* data, std::uint64_t bytes, int tag) {
    operations.push_back(nullptr);
    const int peer = comm_.peers().world_rank(static_cast<int>(i));
    if (!sends) return engine.messages().recv({data, bytes, &byte}, peer, tag, context, &operations.back());
    return engine.messages().send({data, bytes, &byte}, peer, tag, context, proto::SendMode::kStandard, &operations.back());
  };
  Status failed;
  for (std::size_t i = 0; i < size && failed.is_ok(); ++i) {
    if (static_cast<int>(i) == comm_.rank()) continue;
    counts[i] = mine[i].size();
    failed = begin(false, i, &theirs[i], sizeof(theirs[i]), kCounts);
    if (failed.is_ok()) failed = begin(true, i, &counts[i], sizeof(counts[i]), kCounts);
  }
  if (Status ended = finish_all(engine, &operations); failed.is_ok()) failed = std::move(ended);
  for (std::size_t i = 0; i < size && failed.is_ok(); ++i) {
    std::vector<Access>& in = (*of_origins)[i];
    if (static_cast<int>(i) == comm_.rank()) continue;
    in.resize(theirs[i]);
    if (!in.empty()) failed = begin(false, i, in.data(), in.size() * sizeof(Access), kLists);
    if (failed.is_ok() && !mine[i].empty()) failed = begin(true, i, mine[i].data(), mine[i].size() * sizeof(Access), kLists);
  }
  if (Status ended = finish_all(engine, &operations); failed.is_ok()) failed = std::move(ended);
  return failed;
}

// Each origin has compared its own accesses already.
void WindowChecks::compare(const std::vector<std::vector<Access>>& of_origins, std::string_view remedy) {
  struct Entry {
    Access access;
    std::size_t origin;
  };
  std::vector<Entry> all;
  std::uint64_t longest = 0;
  for (std::size_t origin = 0; origin < of_origins.size(); ++origin) {
    for (const Access& access : of_origins[origin]) {
      all.push_back({access, origin});
      longest = std::max(longest, access.bytes);
    }
  }
  std::ranges::sort(all, {}, [](const Entry& one) { return one.access.first; });
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Access& a = all[i].access;
    for (std::size_t k = i + 1; k < all.size() && all[k].access.first < a.first + static_cast<std::int64_t>(a.bytes); ++k) {
      const Access& b = all[k].access;
      if (all[i].origin == all[k].origin || !exclude(a, b, true)) continue;
      say(fmt::format(
          "{} of rank {} and {} of rank {} overlap in one epoch, from byte {} of this rank's window on: the result is "
          "undefined; separate them by {}",
          a.call, all[i].origin, b.call, all[k].origin, b.first, remedy));
      break;
    }
  }
}

Status WindowChecks::compare_origins() {
  std::vector<std::vector<Access>> of_origins;
  PENSTOCK_TRY(exchange(&of_origins));
  compare(of_origins, "MPI_Win_fence");
  completed(kAll, true);
  return Status::ok();
}

void WindowChecks::forget_sent(bool wait) {
  proto::Engine& engine = comm_.instance().engine();
  std::erase_if(sent_, [&](const SentReport& one) {
    if (wait && !one.operation->done()) engine.progress().wait(*one.operation);
    if (!one.operation->done()) return false;
    one.operation->release();
    return true;
  });
}

Status WindowChecks::report(const std::vector<int>& targets) {
  static const proto::Layout kByte = proto::Layout::bytes(1);
  forget_sent(false);
  for (const int target : targets) {
    SentReport sent{std::make_unique<Report>(), nullptr};
    if (const auto found = accesses_.find(target); found != accesses_.end()) {
      for (const auto& [first, access] : found->second) {
        if (sent.report->count == kMostReported) break;
        sent.report->accesses[sent.report->count++] = access;
      }
    }
    PENSTOCK_TRY(comm_.instance().engine().messages().send(
        {sent.report.get(), sizeof(Report), &kByte}, comm_.peers().world_rank(target), kReports,
        comm_.context(runtime::Traffic::kPartitioned), proto::SendMode::kStandard, &sent.operation));
    sent_.push_back(std::move(sent));
  }
  return Status::ok();
}

Status WindowChecks::compare_reports(const std::vector<int>& origins) {
  static const proto::Layout kByte = proto::Layout::bytes(1);
  proto::Engine& engine = comm_.instance().engine();
  std::vector<Report> reports(origins.size());
  std::vector<proto::Operation*> operations;
  Status failed;
  for (std::size_t i = 0; i < origins.size() && failed.is_ok(); ++i) {
    operations.push_back(nullptr);
    failed = engine.messages().recv({&reports[i], sizeof(Report), &kByte}, comm_.peers().world_rank(origins[i]), kReports,
                                    comm_.context(runtime::Traffic::kPartitioned), &operations.back());
  }
  if (Status ended = finish_all(engine, &operations); failed.is_ok()) failed = std::move(ended);
  if (!failed.is_ok()) return failed;
  std::vector<std::vector<Access>> of_origins(static_cast<std::size_t>(comm_.size()));
  for (std::size_t i = 0; i < origins.size(); ++i) {
    const auto* first = reports[i].accesses;
    of_origins[static_cast<std::size_t>(origins[i])].assign(first,
                                                            first + std::min<std::uint64_t>(reports[i].count, kMostReported));
  }
  compare(of_origins, "an MPI_Win_wait and an MPI_Win_post of this rank");
  return Status::ok();
}

}  // namespace penstock::core
