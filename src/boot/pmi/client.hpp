// This client serves a rank that a PMI-1 launcher started: Hydra, PRRTE's and Slurm's PMI-1, our mpiexec.
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/fd.hpp"
#include "base/log.hpp"
#include "boot/boot.hpp"
#include "boot/pmi/wire.hpp"

namespace penstock::boot::pmi {

// Environment has the variables that the launcher set: either `fd`, rank and size, or `port` ("host:number") and `id`.
struct Environment {
  base::Fd fd;
  int rank = -1;
  int size = -1;
  std::string port;
  long id = -1;
  int job_key_fd = -1;  // our launcher only: the job key is read from it
  std::string job_id;   // our launcher's name of the job; empty with others
  int app_number = -1;  // our launcher only; other launchers are asked
  Inherited inherited;  // our launcher only
};

class Client final : public Boot {
 public:
  // Performs the handshake. It blocks until the launcher answers; if the launcher goes away it returns Code::kPeerLost.
  static Status connect(Environment environment, const Log& log, std::unique_ptr<Boot>* out);

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return size_; }
  [[nodiscard]] int app_number() const override { return app_number_; }
  [[nodiscard]] std::string_view job_id() const override { return job_id_; }
  [[nodiscard]] bool spans_hosts() const override { return hosts_ != 1 || launcher_in_other_namespace_; }
  [[nodiscard]] std::string_view kind() const override { return "pmi"; }
  [[nodiscard]] Inherited inherited() const override { return environment_.inherited; }
  Status put(std::string_view key, std::span<const std::byte> value) override;
  Status fence() override;
  Status get(int rank, std::string_view key, std::vector<std::byte>* value) override;
  // Our own launcher answers the request when the value has been published.
  [[nodiscard]] bool can_await() const override { return !environment_.job_id.empty(); }
  Status await(int rank, std::string_view key, std::vector<std::byte>* value) override;
  Status job_key(JobKey* out) override;
  Status finalize() override;
  void abort(int exit_code, std::string_view why) override;

 private:
  using Fields = std::initializer_list<std::pair<std::string_view, std::string_view>>;

  Client(Environment environment, const Log& log) : environment_(std::move(environment)), log_(log) {}
  Status handshake();
  Status announce_to_port();
  Status learn_limits();
  void fit_lines();
  Status learn_app_number();
  Status learn_hosts();
  Status send(std::string_view command, Fields fields);
  Status receive(std::string_view expected, Message* reply);
  // Sends a request and receives its answer; an answer with a non-zero rc is Code::kProtocol.
  Status ask(std::string_view command, Fields fields, std::string_view expected, Message* reply);
  void give_launcher_a_turn();
  Status put_piece(const std::string& key, const std::string& value);
  enum class Fetch : std::uint8_t { kNow, kWait };
  Status get_piece(const std::string& key, Fetch how, std::string* value);
  Status get_pieces(int rank, std::string_view key, Fetch how, std::vector<std::byte>* value);
  Status fetch_ahead(int rank, std::string_view key);
  Status piece_key(int rank, std::string_view key, std::size_t piece, std::string* out) const;

  Environment environment_;
  Log log_;
  LineBuffer lines_;
  int rank_ = -1;
  int size_ = -1;
  int app_number_ = -1;
  int hosts_ = 1;  // number of hosts with ranks of the job; 0: the launcher does not say
  bool launcher_in_other_namespace_ = false;
  std::string kvs_name_;
  std::string job_id_;
  std::size_t max_key_ = 0;
  std::size_t max_value_ = 0;
  std::optional<JobKey> job_key_;
  // Answers that arrived before they were needed. A fence discards those that it may change.
  std::map<std::string, Message, std::less<>> ahead_;
};

}  // namespace penstock::boot::pmi
