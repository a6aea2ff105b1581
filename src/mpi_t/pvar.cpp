#include "mpi_t/pvar.hpp"

#include <algorithm>
#include <vector>

#include "core/comm/comm.hpp"
#include "core/comm/group.hpp"
#include "core/p2p/request.hpp"
#include "core/type/datatype.hpp"
#include "mpi_t/interface.hpp"

namespace penstock::mpi_t {
namespace {

using observe::PathRow;

constexpr PvarGroup kGroups[] = {
    {"traffic", "Messages that this process has received or copied, by the way that they took."},
    {"windows", "One-sided operations that this process has begun, by the way that they took."},
    {"queues", "What waits now, and collectives begun."},
    {"objects", "Objects of the program that are alive."},
    {"state", "What the library is doing."},
};

// ---- traffic: rows of the counters, summed ----
constexpr std::string_view kGpu = "gpu";
constexpr std::string_view kWindows = "rma ";  // the rows of one-sided operations begin with this

bool belongs(const PathRow& row, std::string_view word) {
  if (row.path.starts_with(kWindows)) return false;
  if (word == kGpu) {
    const auto on_gpu = [](std::string_view kind) { return kind == "device" || kind == "managed"; };
    return on_gpu(row.source) || on_gpu(row.destination);
  }
  return row.path.starts_with(word) && row.path.substr(word.size()).starts_with(' ');
}

std::uint64_t sum(core::Instance& instance, std::string_view word, std::uint64_t PathRow::* member) {
  std::uint64_t total = 0;
  for (const PathRow& row : instance.job().counters().rows()) {
    if (belongs(row, word)) total += row.*member;
  }
  return total;
}

std::uint64_t read_messages(core::Instance& instance, const PvarType& type, core::Comm* /*comm*/) {
  return sum(instance, type.word, &PathRow::messages);
}
std::uint64_t read_bytes(core::Instance& instance, const PvarType& type, core::Comm* /*comm*/) {
  return sum(instance, type.word, &PathRow::bytes);
}
std::uint64_t read_nanoseconds(core::Instance& instance, const PvarType& type, core::Comm* /*comm*/) {
  return sum(instance, type.word, &PathRow::nanoseconds);
}

// This name was an earlier name of bounce.
constexpr std::string_view kFormerBounce{"exchange"};

struct PathWord {
  std::string_view word;
  std::string_view meaning;
};
constexpr PathWord kPathWords[] = {
    {"eager", "small messages that came with their first word"},
    {"get", "messages that the receiver read from the sender's memory in one operation"},
    {"put", "messages that the sender wrote to the receiver's memory in one operation"},
    {"staged", "messages in pieces through shared memory"},
    {"bounce", "messages in pieces through bounce buffers in GPU memory"},
    {kFormerBounce, "the same messages, under a former name"},
    {"copy", "messages of this process to itself"},
    {kGpu, "all messages of which one side is GPU memory, whatever way they took"},
};

void add_traffic(std::vector<PvarType>* out) {
  for (const PathWord& way : kPathWords) {
    const auto add = [&](std::string_view what, std::string_view told, int pvar_class, MPI_Datatype datatype,
                         PvarType::Read read) {
      out->push_back({fmt::format("penstock_{}_{}", what, way.word),
                      fmt::format("{} of {}.", told, way.meaning),
                      "traffic",
                      pvar_class,
                      datatype,
                      MPI_T_VERBOSITY_USER_BASIC,
                      MPI_T_BIND_NO_OBJECT,
                      {},
                      read,
                      way.word == kFormerBounce ? kPathWords[4].word : way.word});
    };
    add("messages", "Number", MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG, read_messages);
    add("bytes", "Bytes", MPI_T_PVAR_CLASS_AGGREGATE, MPI_UNSIGNED_LONG_LONG, read_bytes);
    add("time", "Seconds, from the match to the end,", MPI_T_PVAR_CLASS_TIMER, MPI_DOUBLE, read_nanoseconds);
  }
}

// ---- windows: rows of the counters, summed ----
std::uint64_t sum_of_moves(core::Instance& instance, std::string_view by, std::uint64_t PathRow::* member) {
  std::uint64_t total = 0;
  for (const PathRow& row : instance.job().counters().rows()) {
    std::string_view path = row.path;
    if (!path.starts_with("rma put ") && !path.starts_with("rma get ")) continue;
    path.remove_prefix(kWindows.size() + 4);
    if (path == by) total += row.*member;
  }
  return total;
}

std::uint64_t read_moves(core::Instance& instance, const PvarType& type, core::Comm* /*comm*/) {
  return sum_of_moves(instance, type.word, &PathRow::messages);
}
std::uint64_t read_moved_bytes(core::Instance& instance, const PvarType& type, core::Comm* /*comm*/) {
  return sum_of_moves(instance, type.word, &PathRow::bytes);
}
std::uint64_t read_others(core::Instance& instance, const PvarType& type, core::Comm* /*comm*/) {
  std::uint64_t total = 0;
  for (const PathRow& row : instance.job().counters().rows()) {
    if (row.path.starts_with(kWindows) && row.path.substr(kWindows.size()) == type.word) total += row.messages;
  }
  return total;
}

constexpr PathWord kWindowWays[] = {
    {"direct", "puts and gets by loads and stores"},
    {"shm", "puts and gets by one copy by process id"},
    {"ipc", "puts and gets by copies of a GPU into mapped memory"},
    {"net", "puts and gets by the network"},
    {"served", "puts and gets by messages that the owner of the memory serves"},
};

struct WindowCount {
  std::string_view name;
  std::string_view word;
  std::string_view meaning;
};
constexpr WindowCount kWindowCounts[] = {
    {"penstock_rma_accumulates_atomic", "accumulate atomic", "Accumulates by atomics of this process's processor."},
    {"penstock_rma_accumulates_lock", "accumulate lock", "Accumulates by this process with a lock of the memory's owner."},
    {"penstock_rma_accumulates_owner", "accumulate owner", "Accumulates that the owner of the memory was asked for."},
    {"penstock_rma_flushes", "flush", "Completions of all operations at a target: flushes, and ends of epochs."},
    {"penstock_rma_lock_waits", "lock wait", "Locks of windows that another rank had when this process asked for them."},
};

void add_windows(std::vector<PvarType>* out) {
  const auto add = [&](std::string name, std::string description, int pvar_class, PvarType::Read read, std::string_view word) {
    out->push_back({std::move(name),
                    std::move(description),
                    "windows",
                    pvar_class,
                    MPI_UNSIGNED_LONG_LONG,
                    MPI_T_VERBOSITY_USER_BASIC,
                    MPI_T_BIND_NO_OBJECT,
                    {},
                    read,
                    word});
  };
  for (const PathWord& way : kWindowWays) {
    add(fmt::format("penstock_rma_operations_{}", way.word), fmt::format("Number of {}.", way.meaning),
        MPI_T_PVAR_CLASS_COUNTER, read_moves, way.word);
    add(fmt::format("penstock_rma_bytes_{}", way.word), fmt::format("Bytes of {}.", way.meaning), MPI_T_PVAR_CLASS_AGGREGATE,
        read_moved_bytes, way.word);
  }
  for (const WindowCount& count : kWindowCounts) {
    add(std::string(count.name), std::string(count.meaning), MPI_T_PVAR_CLASS_COUNTER, read_others, count.word);
  }
}

// ---- queues ----
std::uint64_t read_posted(core::Instance& instance, const PvarType& /*type*/, core::Comm* /*comm*/) {
  return instance.engine().messages().census().posted;
}
std::uint64_t read_unexpected(core::Instance& instance, const PvarType& /*type*/, core::Comm* /*comm*/) {
  return instance.engine().messages().census().unexpected;
}
std::uint64_t read_most_unexpected(core::Instance& instance, const PvarType& /*type*/, core::Comm* /*comm*/) {
  return instance.engine().messages().census().most_unexpected;
}
std::uint64_t read_kept_bytes(core::Instance& instance, const PvarType& /*type*/, core::Comm* /*comm*/) {
  return instance.engine().messages().census().kept_bytes;
}
std::uint64_t read_transfers(core::Instance& instance, const PvarType& /*type*/, core::Comm* /*comm*/) {
  return instance.engine().messages().census().transfers;
}
std::uint64_t read_collectives(core::Instance& /*instance*/, const PvarType& /*type*/, core::Comm* comm) {
  return comm->resources().collectives();
}

void add_queues(std::vector<PvarType>* out) {
  const auto add = [&](std::string name, std::string description, int pvar_class, PvarType::Read read, int bind) {
    out->push_back({std::move(name),
                    std::move(description),
                    "queues",
                    pvar_class,
                    MPI_UNSIGNED_LONG_LONG,
                    MPI_T_VERBOSITY_TUNER_BASIC,
                    bind,
                    {},
                    read,
                    {}});
  };
  constexpr int kLevel = MPI_T_PVAR_CLASS_LEVEL;
  constexpr int kNone = MPI_T_BIND_NO_OBJECT;
  add("penstock_posted_receives", "Receives that wait for a message.", kLevel, read_posted, kNone);
  add("penstock_unexpected_messages", "Messages that wait for a receive.", kLevel, read_unexpected, kNone);
  add("penstock_unexpected_messages_most", "Most messages that have waited for a receive at once.",
      MPI_T_PVAR_CLASS_HIGHWATERMARK, read_most_unexpected, kNone);
  add("penstock_unexpected_bytes", "Memory that small messages take which wait for a receive.", kLevel, read_kept_bytes, kNone);
  add("penstock_transfers", "Large messages of which bytes are moving.", kLevel, read_transfers, kNone);
  add("penstock_collectives", "Collective operations begun on the communicator, with those that the library makes itself.",
      MPI_T_PVAR_CLASS_COUNTER, read_collectives, MPI_T_BIND_MPI_COMM);
}

// ---- objects ----
template <typename T>
std::uint64_t count_of(const core::HandleTable<T>& table) {
  std::uint64_t live = 0;
  table.for_each([&](const T&) { ++live; });
  return live;
}

std::uint64_t read_comms(core::Instance& instance, const PvarType& /*type*/, core::Comm* /*comm*/) {
  return count_of(instance.table<core::Comm>());
}
std::uint64_t read_groups(core::Instance& instance, const PvarType& /*type*/, core::Comm* /*comm*/) {
  return count_of(instance.table<core::Group>());
}
std::uint64_t read_datatypes(core::Instance& instance, const PvarType& /*type*/, core::Comm* /*comm*/) {
  return count_of(instance.table<core::Datatype>());
}
std::uint64_t read_requests(core::Instance& instance, const PvarType& /*type*/, core::Comm* /*comm*/) {
  return count_of(instance.table<core::Request>()) - 1;  // one request stands for all sends that were complete at once
}

void add_objects(std::vector<PvarType>* out) {
  const auto add = [&](std::string_view what, PvarType::Read read) {
    out->push_back({fmt::format("penstock_live_{}", what),
                    fmt::format("{} that were made and not freed.", what),
                    "objects",
                    MPI_T_PVAR_CLASS_LEVEL,
                    MPI_UNSIGNED_LONG_LONG,
                    MPI_T_VERBOSITY_USER_DETAIL,
                    MPI_T_BIND_NO_OBJECT,
                    {},
                    read,
                    {}});
  };
  add("communicators", read_comms);
  add("groups", read_groups);
  add("datatypes", read_datatypes);
  add("requests", read_requests);
}

// ---- state ----
std::uint64_t read_running(core::Instance& /*instance*/, const PvarType& /*type*/, core::Comm* /*comm*/) {
  return 1;
}
std::uint64_t read_helped(core::Instance& instance, const PvarType& /*type*/, core::Comm* /*comm*/) {
  return instance.engine().progress_thread().has_cpu() ? 1 : 0;
}
std::uint64_t read_locked(core::Instance& instance, const PvarType& /*type*/, core::Comm* /*comm*/) {
  return instance.engine().lock().enabled() ? 1 : 0;
}
std::uint64_t read_crowded(core::Instance& instance, const PvarType& /*type*/, core::Comm* /*comm*/) {
  return instance.engine().membership().oversubscribed() ? 1 : 0;
}

void add_states(std::vector<PvarType>* out) {
  const auto add = [&](std::string name, std::string description, std::string_view names, PvarType::Read read) {
    out->push_back({std::move(name),
                    std::move(description),
                    "state",
                    MPI_T_PVAR_CLASS_STATE,
                    MPI_INT,
                    MPI_T_VERBOSITY_USER_DETAIL,
                    MPI_T_BIND_NO_OBJECT,
                    names,
                    read,
                    {}});
  };
  add("penstock_phase", "Whether MPI runs in this process.", "phase", read_running);
  add("penstock_helped", "Whether a thread of the library moves operations on, with a processor to itself.", "truth",
      read_helped);
  add("penstock_locked", "Whether calls take a lock: several threads may be inside the library.", "truth", read_locked);
  add("penstock_crowded", "Whether ranks are more than the processors that they share.", "truth", read_crowded);
}

std::vector<PvarType> make_types() {
  std::vector<PvarType> out;
  add_traffic(&out);
  add_windows(&out);
  add_queues(&out);
  add_objects(&out);
  add_states(&out);
  return out;
}

}  // namespace

std::span<const PvarGroup> pvar_groups() noexcept {
  return kGroups;
}

std::span<const PvarType> pvar_types() {
  static const std::vector<PvarType> all = make_types();
  return all;
}

void keep_counts(Interface& tools, core::Instance& instance) {
  const auto all = pvar_types();
  tools.past.resize(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (all[i].bind != MPI_T_BIND_NO_OBJECT) continue;
    const std::uint64_t value = all[i].read(instance, all[i], nullptr);
    if (all[i].is_sum()) tools.past[i] += value;
    if (all[i].pvar_class == MPI_T_PVAR_CLASS_HIGHWATERMARK) tools.past[i] = std::max(tools.past[i], value);
  }
}

}  // namespace penstock::mpi_t
