#include "boot/pmi/client.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "boot/key.hpp"
#include "boot/pmi/mapping.hpp"

namespace penstock::boot::pmi {
namespace {

// A rank's published value has a few hundred bytes; this limit bounds the memory that a wrong length can make us allocate.
constexpr std::size_t kMaxPublished = 1U << 20U;
// A published value begins with this many digits, which give its length in bytes.
constexpr std::size_t kLengthDigits = 8;
constexpr int kMaxRanks = 1 << 24;

Status write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    // With MSG_NOSIGNAL, a launcher that is gone causes an error and no SIGPIPE. The descriptor may be a pipe instead of a
    // socket.
    ssize_t n = ::send(fd, text.data(), text.size(), MSG_NOSIGNAL);
    if (n < 0 && errno == ENOTSOCK) n = ::write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && (errno == EPIPE || errno == ECONNRESET)) {
      return Status::error(Code::kPeerLost, "the launcher is gone; the job cannot go on without it");
    }
    if (n < 0) return Status::system(errno, "writing to the launcher (PMI)");
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return Status::ok();
}

Status check_answer(std::string_view command, const Message& reply) {
  const std::string_view rc = reply.text("rc");
  if (rc.empty() || rc == "0") return Status::ok();
  return Status::error(Code::kProtocol, "the launcher refused PMI {}: rc={} {}", command, rc, reply.text("msg"));
}

// For a process in another PID namespace the kernel reports the pid 0.
bool peer_has_no_pid_here(int fd) {
  int domain = 0;
  socklen_t size = sizeof domain;
  if (::getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &size) != 0 || domain != AF_UNIX) return false;
  ucred peer{};
  size = sizeof peer;
  return ::getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) == 0 && peer.pid == 0;
}

}  // namespace

Status Client::connect(Environment environment, const Log& log, std::unique_ptr<Boot>* out) {
  std::unique_ptr<Client> client(new Client(std::move(environment), log));
  Status status = client->handshake();
  if (!status.is_ok()) return std::move(status).within("joining the job through the launcher (PMI-1)");
  *out = std::move(client);
  return Status::ok();
}

Status Client::send(std::string_view command, Fields fields) {
  const std::string line = format_line(command, std::span(fields.begin(), fields.size()));
  if (line.size() > kMaxLine) return Status::error(Code::kInternal, "PMI {}: line of {} bytes", command, line.size());
  return write_all(environment_.fd.get(), line);
}

Status Client::receive(std::string_view expected, Message* reply) {
  std::string line;
  std::array<char, 4096> bytes;
  while (!lines_.next(&line)) {
    const ssize_t n = ::read(environment_.fd.get(), bytes.data(), bytes.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno != ECONNRESET) return Status::system(errno, "reading from the launcher (PMI)");
    if (n <= 0) return Status::error(Code::kPeerLost, "the launcher is gone; the job cannot go on without it");
    PENSTOCK_TRY(lines_.append(std::string_view(bytes.data(), static_cast<std::size_t>(n))));
  }
  PENSTOCK_TRY(parse_line(line, reply));
  if (reply->command != expected) {
    return Status::error(Code::kProtocol, "the launcher answered '{}' where '{}' was due", reply->command, expected);
  }
  return Status::ok();
}

Status Client::ask(std::string_view command, Fields fields, std::string_view expected, Message* reply) {
  PENSTOCK_TRY(send(command, fields));
  PENSTOCK_TRY(receive(expected, reply));
  return check_answer(command, *reply);
}

Status Client::handshake() {
  if (!environment_.port.empty()) {
    PENSTOCK_TRY(announce_to_port());
  } else {
    rank_ = environment_.rank;
    size_ = environment_.size;
  }
  if (size_ < 1 || size_ > kMaxRanks || rank_ < 0 || rank_ >= size_) {
    return Status::error(Code::kProtocol,
                         "the launcher says rank {} of {}; start the program with an MPI launcher, or without one", rank_,
                         size_);
  }
  Message reply;
  PENSTOCK_TRY(ask("init", {{"pmi_version", "1"}, {"pmi_subversion", "1"}}, "response_to_init", &reply));
  PENSTOCK_TRY(learn_limits());
  PENSTOCK_TRY(ask("get_my_kvsname", {}, "my_kvsname", &reply));
  kvs_name_ = reply.text("kvsname");
  if (kvs_name_.empty()) return Status::error(Code::kProtocol, "the launcher named no key-value space");
  fit_lines();
  PENSTOCK_TRY(learn_app_number());
  PENSTOCK_TRY(learn_hosts());
  job_id_ = environment_.job_id.empty() ? kvs_name_ : environment_.job_id;
  return Status::ok();
}

// In the port form, the launcher sends rank and size after we have sent the number of this process.
Status Client::announce_to_port() {
  Message reply;
  const std::string id = std::to_string(environment_.id);
  PENSTOCK_TRY(ask("initack", {{"pmiid", id}}, "initack", &reply));
  for (int i = 0; i < 3; ++i) {
    PENSTOCK_TRY(receive("set", &reply));
    long number = 0;
    if (reply.find("size") != nullptr) {
      PENSTOCK_TRY(reply.integer("size", 1, kMaxRanks, &number));
      size_ = static_cast<int>(number);
    } else if (reply.find("rank") != nullptr) {
      PENSTOCK_TRY(reply.integer("rank", 0, kMaxRanks, &number));
      rank_ = static_cast<int>(number);
    }
  }
  return Status::ok();
}

Status Client::learn_limits() {
  Message reply;
  PENSTOCK_TRY(ask("get_maxes", {}, "maxes", &reply));
  long key = 0;
  long value = 0;
  PENSTOCK_TRY(reply.integer("keylen_max", 16, 1 << 20, &key));
  PENSTOCK_TRY(reply.integer("vallen_max", 32, 1 << 20, &value));
  // One byte is subtracted because servers differ in counting the terminating zero. The rest of the line must fit as well.
  max_key_ = static_cast<std::size_t>(key) - 1;
  max_value_ = std::min(static_cast<std::size_t>(value) - 1, kMaxLine / 2);
  return Status::ok();
}

// Slurm accepts values of 1,024 characters, and lines that are no longer than that.
void Client::fit_lines() {
  constexpr std::size_t kLongestLine = 1023;
  if (!environment_.job_id.empty()) return;
  const std::string frame = fmt::format("cmd=put kvsname={} key={:{}} value=\n", kvs_name_, "", max_key_);
  if (frame.size() + kLengthDigits < kLongestLine) max_value_ = std::min(max_value_, kLongestLine - frame.size());
}

// A launcher that answers without a number does not know it, which is no reason to fail.
Status Client::learn_app_number() {
  app_number_ = environment_.app_number;
  if (!environment_.job_id.empty()) return Status::ok();
  Message reply;
  PENSTOCK_TRY(send("get_appnum", {}));
  PENSTOCK_TRY(receive("appnum", &reply));
  long number = -1;
  if (reply.integer("appnum", 0, kMaxRanks, &number).is_ok()) app_number_ = static_cast<int>(number);
  return Status::ok();
}

// Our own launcher starts ranks on its own host only. If a launcher has no such value, or answers with another text, the number
// of hosts is unknown.
Status Client::learn_hosts() {
  if (!environment_.job_id.empty()) return Status::ok();
  Message reply;
  PENSTOCK_TRY(send("get", {{"kvsname", kvs_name_}, {"key", "PMI_process_mapping"}}));
  PENSTOCK_TRY(receive("get_result", &reply));
  hosts_ = hosts_in_mapping(reply.text("value"));
  launcher_in_other_namespace_ = peer_has_no_pid_here(environment_.fd.get());
  return Status::ok();
}

Status Client::piece_key(int rank, std::string_view key, std::size_t piece, std::string* out) const {
  *out = piece == 0 ? fmt::format("P{}.{}", rank, key) : fmt::format("P{}.{}.{}", rank, key, piece);
  if (out->size() > max_key_ || out->find_first_of(" =\n") != std::string::npos) {
    return Status::error(Code::kInternal, "boot key '{}' is longer than the launcher's {} or holds a separator", *out,
                         max_key_);
  }
  return Status::ok();
}

Status Client::put_piece(const std::string& key, const std::string& value) {
  Message reply;
  return ask("put", {{"kvsname", kvs_name_}, {"key", key}, {"value", value}}, "put_result", &reply);
}

// All ranks fetch one key of each rank in turn. Several requests at once save most of the waiting in a large job. Only our own
// launcher is known to read several requests from its socket.
Status Client::fetch_ahead(int rank, std::string_view key) {
  // The number is so small that all answers, at their longest, fit the socket buffer.
  constexpr int kAtOnce = 16;
  std::vector<std::string> names;
  for (int r = rank; r < size_ && r < rank + kAtOnce; ++r) {
    PENSTOCK_TRY(piece_key(r, key, 0, &names.emplace_back()));
    PENSTOCK_TRY(send("get", {{"kvsname", kvs_name_}, {"key", names.back()}}));
  }
  for (const std::string& name : names) PENSTOCK_TRY(receive("get_result", &ahead_[name]));
  return Status::ok();
}

Status Client::get_piece(const std::string& key, Fetch how, std::string* value) {
  Message reply;
  if (auto answered = ahead_.extract(key); answered) {
    reply = std::move(answered.mapped());
    PENSTOCK_TRY(check_answer("get", reply));
  } else if (how == Fetch::kWait) {
    PENSTOCK_TRY(ask("get", {{"kvsname", kvs_name_}, {"key", key}, {"wait", "1"}}, "get_result", &reply));
  } else {
    PENSTOCK_TRY(ask("get", {{"kvsname", kvs_name_}, {"key", key}}, "get_result", &reply));
  }
  *value = reply.text("value");
  if (value->empty()) return Status::error(Code::kProtocol, "the launcher returned an empty value for {}", key);
  return Status::ok();
}

Status Client::put(std::string_view key, std::span<const std::byte> value) {
  if (value.size() > kMaxPublished) {
    return Status::error(Code::kInternal, "boot value of {} bytes under '{}'; at most {} fit", value.size(), key,
                         kMaxPublished);
  }
  const std::string digits = fmt::format("{:0{}x}", value.size(), kLengthDigits) + encode(value);
  std::string name;
  for (std::size_t piece = 0, at = 0; at < digits.size(); ++piece, at += max_value_) {
    PENSTOCK_TRY(piece_key(rank_, key, piece, &name));
    PENSTOCK_TRY(put_piece(name, digits.substr(at, max_value_)));
  }
  return Status::ok();
}

Status Client::fence() {
  Message reply;
  ahead_.clear();
  return ask("barrier_in", {}, "barrier_out", &reply);
}

Status Client::get(int rank, std::string_view key, std::vector<std::byte>* value) {
  std::string name;
  PENSTOCK_TRY(piece_key(rank, key, 0, &name));
  const bool own_launcher = !environment_.job_id.empty();
  if (own_launcher && ahead_.find(name) == ahead_.end()) PENSTOCK_TRY(fetch_ahead(rank, key));
  return get_pieces(rank, key, Fetch::kNow, value);
}

Status Client::await(int rank, std::string_view key, std::vector<std::byte>* value) {
  if (!can_await()) return Boot::await(rank, key, value);
  return get_pieces(rank, key, Fetch::kWait, value);
}

Status Client::get_pieces(int rank, std::string_view key, Fetch how, std::vector<std::byte>* value) {
  std::string name;
  std::string digits;
  PENSTOCK_TRY(piece_key(rank, key, 0, &name));
  PENSTOCK_TRY(get_piece(name, how, &digits));
  std::vector<std::byte> head;
  if (digits.size() < kLengthDigits) return Status::error(Code::kProtocol, "boot value {} is cut short", name);
  PENSTOCK_TRY(decode(std::string_view(digits).substr(0, kLengthDigits), &head));
  std::size_t length = 0;
  for (std::byte b : head) length = (length << 8U) | std::to_integer<std::size_t>(b);
  if (length > kMaxPublished) return Status::error(Code::kProtocol, "boot value {} claims {} bytes", name, length);
  digits.erase(0, kLengthDigits);
  for (std::size_t piece = 1; digits.size() < 2 * length; ++piece) {
    std::string more;
    PENSTOCK_TRY(piece_key(rank, key, piece, &name));
    PENSTOCK_TRY(get_piece(name, how, &more));
    digits += more;
  }
  if (digits.size() != 2 * length) return Status::error(Code::kProtocol, "boot value {} is longer than it says", name);
  value->clear();
  return decode(digits, value);
}

Status Client::job_key(JobKey* out) {
  if (!job_key_) {
    JobKey key{};
    PENSTOCK_TRY(environment_.job_key_fd >= 0 ? read_job_key(environment_.job_key_fd, &key) : publish_job_key(*this, &key));
    job_key_ = key;
  }
  *out = *job_key_;
  return Status::ok();
}

Status Client::finalize() {
  Message reply;
  PENSTOCK_TRY(ask("finalize", {}, "finalize_ack", &reply));
  environment_.fd.reset();
  return Status::ok();
}

// When Hydra receives an abort it drops the part of our stderr that it has not read. It reads stderr and PMI in one loop, so
// after it has answered a request it has read the line. If no answer comes in time we go on, since this is only a courtesy.
void Client::give_launcher_a_turn() {
  constexpr int kTurnMilliseconds = 500;
  pollfd answered{environment_.fd.get(), POLLIN, 0};
  Status asked = send("get_my_kvsname", {});
  if (asked.is_ok()) static_cast<void>(::poll(&answered, 1, kTurnMilliseconds));
}

void Client::abort(int exit_code, std::string_view why) {
  const std::string code = std::to_string(exit_code);
  const std::string message = encode(std::as_bytes(std::span(why.substr(0, 1024))));
  std::fflush(nullptr);
  // Our own launcher prints the reason with the rank; others do not know the field `message`.
  if (environment_.job_id.empty()) {
    log_.error("rank {} aborts the job: {}", rank_, why);
    give_launcher_a_turn();
  }
  Status told = send("abort", {{"exitcode", code}, {"message", message}});
  if (!told.is_ok()) log_.error("rank {} aborts ({}), and the launcher cannot be told: {}", rank_, why, told.message());
  std::_Exit(exit_code);
}

}  // namespace penstock::boot::pmi
