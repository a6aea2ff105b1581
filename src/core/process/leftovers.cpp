#include "core/process/leftovers.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_set>

#include <fmt/format.h>

#include "core/comm/session.hpp"
#include "core/file/file.hpp"
#include "core/p2p/message_checks.hpp"
#include "core/p2p/requests.hpp"
#include "core/window/window.hpp"

namespace penstock::core {
namespace {

constexpr std::size_t kMostNames = 4;

struct Kind {
  std::string_view one, several, remedy;
};
constexpr Kind kComms{"communicator", "communicators", "MPI_Comm_free"};
constexpr Kind kGroups{"group", "groups", "MPI_Group_free"};
constexpr Kind kDatatypes{"datatype", "datatypes", "MPI_Type_free"};
constexpr Kind kOps{"operation", "operations", "MPI_Op_free"};
constexpr Kind kKeyvals{"attribute key", "attribute keys",
                        "MPI_Comm_free_keyval, MPI_Type_free_keyval and MPI_Win_free_keyval"};
constexpr Kind kSessions{"session", "sessions", "MPI_Session_finalize"};
constexpr Kind kWindows{"window", "windows", "MPI_Win_free"};
constexpr Kind kFiles{"file", "files", "MPI_File_close"};
constexpr Kind kMessages{"probed message", "probed messages", "MPI_Mrecv"};
constexpr Kind kPersistent{"persistent request", "persistent requests", "MPI_Request_free"};
constexpr Kind kStarted{"active persistent request", "active persistent requests",
                        "MPI_Wait or MPI_Test, then MPI_Request_free"};
constexpr Kind kActive{"request", "requests", "MPI_Wait, MPI_Test, or MPI_Request_free"};

// Counts the objects of one kind.
class Tally {
 public:
  explicit Tally(const Kind& kind) : kind_(kind) {}
  // Adds an object; `name` is empty if the object has none.
  void add(const std::string& name) {
    ++count_;
    if (!name.empty()) names_.push_back(name);
  }
  void tell(std::vector<std::string>* out) const {
    if (count_ == 0) return;
    std::string text = count_ == 1 ? fmt::format("one {} was not freed", kind_.one)
                                   : fmt::format("{} {} were not freed", count_, kind_.several);
    const std::size_t shown = std::min(names_.size(), kMostNames);
    for (std::size_t i = 0; i < shown; ++i) text += fmt::format("{}{}", i == 0 ? " (" : ", ", names_[i]);
    if (names_.size() > shown) text += fmt::format(" and {} more with names", names_.size() - shown);
    if (shown != 0) text += ')';
    out->push_back(fmt::format("{}: {}", text, kind_.remedy));
  }

 private:
  const Kind& kind_;
  std::size_t count_ = 0;
  std::vector<std::string> names_;
};

std::string quoted(std::string_view name) {
  return name.empty() ? std::string() : fmt::format("\"{}\"", name);
}

// Returns a text such as "MPI_Irecv of 1 element of MPI_INT (4 bytes) from rank 0 with tag 2 on
// MPI_COMM_WORLD", or the part of it that is known.
std::string text_of(const Instance& instance, const Request& request) {
  std::string text = instance.checks() == nullptr ? std::string() : instance.checks()->describe(request.operation());
  if (!text.empty()) return text;
  if (request.persistent()) {
    text = request.recipe()->describe();
  } else if (request.work() != nullptr) {
    text = request.work()->describe();
  }
  const Comm* const comm = request.comm();
  if (comm == nullptr || comm->name.empty()) return text;
  return fmt::format("{}{}on {}", text, text.empty() ? "" : " ", comm->name);
}

void tell_of_requests(const Instance& instance, std::vector<std::string>* out) {
  Tally persistent(kPersistent), started(kStarted), active(kActive);
  instance.table<Request>().for_each([&](const Request& request) {
    if (request.freed || request.handle == requests_of(instance).over()) return;
    Tally& tally = !request.persistent() ? active : request.active() ? started : persistent;
    tally.add(text_of(instance, request));
  });
  started.tell(out);
  persistent.tell(out);
  active.tell(out);
}

}  // namespace

// Info objects and error handlers are not listed: they outlive MPI_Finalize, and may be freed afterwards.
std::vector<std::string> leftovers(const Instance& instance) {
  std::vector<std::string> out;
  const auto tell = [&](const Kind& kind, const auto& table, const auto& is_left, const auto& name) {
    Tally tally(kind);
    table.for_each([&](const auto& object) {
      if (is_left(object)) tally.add(name(object));
    });
    tally.tell(&out);
  };
  const auto all = [](const auto&) { return true; };
  const auto nameless = [](const auto&) { return std::string(); };
  tell_of_requests(instance, &out);
  tell(kSessions, instance.table<Session>(), all, nameless);
  tell(kMessages, instance.table<ProbedMessage>(), all, nameless);
  tell(kWindows, instance.table<Window>(), all, [](const Window& window) { return quoted(window.core().name); });
  tell(kFiles, instance.table<File>(), all, [](const File& file) { return quoted(file.name()); });
  tell(kComms, instance.table<Comm>(), all, [](const Comm& comm) { return quoted(comm.name); });
  tell(kGroups, instance.table<Group>(), all, nameless);
  tell(
      kDatatypes, instance.table<Datatype>(), [](const Datatype& type) { return !type.predefined(); },
      [](const Datatype& type) { return quoted(type.name()); });
  tell(kOps, instance.table<Op>(), all, nameless);
  tell(kKeyvals, instance.table<Keyval>(), [](const Keyval& one) { return !one.freed; }, nameless);
  return out;
}

// Messages of the library itself have other contexts and are not listed.
std::vector<std::string> unread_messages(Instance& instance) {
  std::vector<proto::Unread> unread;
  instance.engine().messages().list_unread(&unread);
  std::vector<std::string> out;
  std::size_t more = 0;
  for (const proto::Unread& message : unread) {
    const Comm* of = nullptr;
    const auto look = [&](const Comm& comm) {
      if (comm.context() == message.context) of = &comm;
    };
    instance.table<Comm>().for_each(look);
    if (instance.has_world()) look(instance.world());
    look(instance.self());
    if (of == nullptr) continue;
    if (out.size() == kMostNames) {
      ++more;
      continue;
    }
    out.push_back(fmt::format("a message of {} bytes from rank {} with tag {} on {} was never received: MPI_Recv",
                              message.bytes, of->peers().rank_of(message.source), message.tag, name_of(*of)));
  }
  if (more != 0) out.push_back(fmt::format("{} more messages were never received", more));
  return out;
}

}  // namespace penstock::core
