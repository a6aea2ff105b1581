// The launcher's side of PMI-1: answers, the key-value store, the barrier. It uses no descriptors.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/status.hpp"
#include "boot/pmi/wire.hpp"

namespace penstock::mpiexec {

class PmiServer {
 public:
  enum class Stage : std::uint8_t { kNew, kJoined, kLeft };  // before init, after init, after finalize
  using Send = std::function<void(int rank, std::string_view line)>;
  using Abort = std::function<void(int rank, int exit_code, std::string_view why)>;

  // `app_numbers` has for each rank the number of its program.
  PmiServer(std::vector<int> app_numbers, std::string kvs_name, Send send, Abort abort);

  // Handles one line from `rank`. Code::kProtocol: PMI-1 does not allow it.
  Status handle(int rank, std::string_view line);
  [[nodiscard]] Stage stage(int rank) const { return stages_[static_cast<std::size_t>(rank)]; }
  // Removes a rank that is gone: no barrier waits for it.
  void leave_out(int rank);
  // Returns the number of ranks that wait in the barrier.
  [[nodiscard]] int waiting() const { return waiting_; }

 private:
  using Message = boot::pmi::Message;

  void init(int rank, const Message& message);
  void maxes(int rank, const Message& message);
  void kvs_name(int rank, const Message& message);
  void put(int rank, const Message& message);
  // With wait=1, an extension of ours, the answer is sent when the value exists.
  void get(int rank, const Message& message);
  void answer(int rank, std::string_view value);
  void barrier(int rank, const Message& message);
  void pass_if_all_wait();
  void app_number(int rank, const Message& message);
  void universe_size(int rank, const Message& message);
  void finalize(int rank, const Message& message);
  void abort(int rank, const Message& message);

  std::vector<int> app_numbers_;
  std::string kvs_name_;
  Send send_;
  Abort abort_;
  std::vector<Stage> stages_;
  std::vector<bool> in_barrier_;
  int waiting_ = 0;
  int left_out_ = 0;
  std::size_t stored_ = 0;
  std::unordered_map<std::string, std::string> store_;
  std::unordered_map<std::string, std::vector<int>> awaiting_;  // ranks, by the key that they wait for
};

}  // namespace penstock::mpiexec
