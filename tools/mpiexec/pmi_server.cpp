#include "mpiexec/pmi_server.hpp"

#include <array>
#include <climits>
#include <utility>

namespace penstock::mpiexec {
namespace {

constexpr std::size_t kMaxKey = 256;
constexpr std::size_t kMaxValue = 8192;
// The limit for the values of all ranks together: far above the needs of any job, and far below what would harm this machine.
constexpr std::size_t kMaxStored = 1U << 30U;

using Field = std::pair<std::string_view, std::string_view>;

template <std::size_t N>
std::string line(std::string_view command, const std::array<Field, N>& fields) {
  return boot::pmi::format_line(command, fields);
}

std::string failed(std::string_view command, std::string_view reason) {
  return line(command, std::array{Field{"rc", "-1"}, Field{"msg", reason}});
}

}  // namespace

PmiServer::PmiServer(std::vector<int> app_numbers, std::string kvs_name, Send send, Abort abort)
    : app_numbers_(std::move(app_numbers)),
      kvs_name_(std::move(kvs_name)),
      send_(std::move(send)),
      abort_(std::move(abort)),
      stages_(app_numbers_.size(), Stage::kNew),
      in_barrier_(app_numbers_.size(), false) {}

Status PmiServer::handle(int rank, std::string_view text) {
  using Handler = void (PmiServer::*)(int, const Message&);
  static constexpr std::array<std::pair<std::string_view, Handler>, 10> kHandlers = {{
      {"init", &PmiServer::init},
      {"get_maxes", &PmiServer::maxes},
      {"get_my_kvsname", &PmiServer::kvs_name},
      {"put", &PmiServer::put},
      {"get", &PmiServer::get},
      {"barrier_in", &PmiServer::barrier},
      {"get_appnum", &PmiServer::app_number},
      {"get_universe_size", &PmiServer::universe_size},
      {"finalize", &PmiServer::finalize},
      {"abort", &PmiServer::abort},
  }};
  Message message;
  PENSTOCK_TRY(boot::pmi::parse_line(text, &message));
  for (const auto& [command, handler] : kHandlers) {
    if (message.command != command) continue;
    const bool outside = stage(rank) != Stage::kJoined;
    if (outside && command != "init" && command != "abort") {
      return Status::error(Code::kProtocol, "PMI {} before init or after finalize", command);
    }
    (this->*handler)(rank, message);
    return Status::ok();
  }
  return Status::error(Code::kProtocol, "PMI command '{}' is unknown here", message.command.substr(0, 40));
}

void PmiServer::init(int rank, const Message&) {
  stages_[static_cast<std::size_t>(rank)] = Stage::kJoined;
  send_(rank, line("response_to_init", std::array{Field{"pmi_version", "1"}, Field{"pmi_subversion", "1"}, Field{"rc", "0"}}));
}

void PmiServer::maxes(int rank, const Message&) {
  const std::string key = std::to_string(kMaxKey);
  const std::string value = std::to_string(kMaxValue);
  send_(rank, line("maxes", std::array{Field{"kvsname_max", key}, Field{"keylen_max", key}, Field{"vallen_max", value}}));
}

void PmiServer::kvs_name(int rank, const Message&) {
  send_(rank, line("my_kvsname", std::array{Field{"kvsname", kvs_name_}}));
}

void PmiServer::put(int rank, const Message& message) {
  const std::string_view key = message.text("key");
  const std::string_view value = message.text("value");
  if (key.empty() || key.size() > kMaxKey || value.size() > kMaxValue) return send_(rank, failed("put_result", "bad_length"));
  if (stored_ + key.size() + value.size() > kMaxStored) return send_(rank, failed("put_result", "store_full"));
  stored_ += key.size() + value.size();
  store_.insert_or_assign(std::string(key), std::string(value));
  send_(rank, line("put_result", std::array{Field{"rc", "0"}, Field{"msg", "success"}}));
  const auto awaited = awaiting_.extract(std::string(key));
  if (awaited.empty()) return;
  for (const int waiter : awaited.mapped()) answer(waiter, value);
}

void PmiServer::answer(int rank, std::string_view value) {
  send_(rank, line("get_result", std::array{Field{"rc", "0"}, Field{"msg", "success"}, Field{"value", value}}));
}

void PmiServer::get(int rank, const Message& message) {
  const std::string key(message.text("key"));
  const auto found = store_.find(key);
  if (found != store_.end()) return answer(rank, found->second);
  if (message.text("wait") != "1") return send_(rank, failed("get_result", "key_not_found"));
  awaiting_[key].push_back(rank);
}

void PmiServer::barrier(int rank, const Message&) {
  if (in_barrier_[static_cast<std::size_t>(rank)]) return;
  in_barrier_[static_cast<std::size_t>(rank)] = true;
  ++waiting_;
  pass_if_all_wait();
}

void PmiServer::leave_out(int rank) {
  stages_[static_cast<std::size_t>(rank)] = Stage::kLeft;
  if (in_barrier_[static_cast<std::size_t>(rank)]) --waiting_;
  in_barrier_[static_cast<std::size_t>(rank)] = false;
  ++left_out_;
  pass_if_all_wait();
}

void PmiServer::pass_if_all_wait() {
  if (waiting_ == 0 || waiting_ + left_out_ < static_cast<int>(stages_.size())) return;
  waiting_ = 0;
  in_barrier_.assign(in_barrier_.size(), false);
  for (int r = 0; r < static_cast<int>(stages_.size()); ++r) {
    send_(r, line("barrier_out", std::array{Field{"rc", "0"}}));
  }
}

void PmiServer::app_number(int rank, const Message&) {
  const std::string number = std::to_string(app_numbers_[static_cast<std::size_t>(rank)]);
  send_(rank, line("appnum", std::array{Field{"rc", "0"}, Field{"appnum", number}}));
}

void PmiServer::universe_size(int rank, const Message&) {
  const std::string size = std::to_string(stages_.size());
  send_(rank, line("universe_size", std::array{Field{"rc", "0"}, Field{"size", size}}));
}

void PmiServer::finalize(int rank, const Message&) {
  stages_[static_cast<std::size_t>(rank)] = Stage::kLeft;
  send_(rank, line("finalize_ack", std::array{Field{"rc", "0"}}));
}

void PmiServer::abort(int rank, const Message& message) {
  long code = 1;
  if (!message.integer("exitcode", INT_MIN, INT_MAX, &code).is_ok()) code = 1;
  std::vector<std::byte> why;
  // The reason is an extension of ours: other PMI clients send none.
  if (!boot::pmi::decode(message.text("message"), &why).is_ok()) why.clear();
  abort_(rank, static_cast<int>(code), std::string_view(reinterpret_cast<const char*>(why.data()), why.size()));
}

}  // namespace penstock::mpiexec
