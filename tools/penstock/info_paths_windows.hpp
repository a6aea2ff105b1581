// The part of `penstock info --paths` about windows: each rank registers memory as windows do, attaches that of the others, and
// asks which path operations on it take.
#pragma once

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "boot/boot.hpp"
#include "proto/engine/engine.hpp"
#include "proto/rma/rma.hpp"

namespace penstock::tool {

// One rank's operations on memory of another.
struct WindowRow {
  int origin = 0;
  int target = 0;
  std::string window;  // the call that makes such a window
  std::string memory;  // kind
  proto::rma::Explanation how;
};

class WindowRows {
 public:
  void add(WindowRow&& row) { rows_.push_back(std::move(row)); }
  [[nodiscard]] nlohmann::ordered_json json() const;
  // Adds the output of json() of another rank.
  void take(const nlohmann::ordered_json& rows);
  // Returns a line for each path; pairs of ranks that agree share it. The facts about this machine come first.
  [[nodiscard]] std::string text(int ranks) const;

  [[nodiscard]] const std::vector<WindowRow>& rows() const { return rows_; }

  nlohmann::ordered_json facts;  // facts about the machine of the rank that prints, by name

 private:
  std::vector<WindowRow> rows_;
};

// Both arguments outlive it. Its functions are called in the order of their declarations, with a fence of
// boot between publish() and ask().
class WindowAsker {
 public:
  WindowAsker(proto::Engine& engine, boot::Boot& boot) : engine_(engine), boot_(boot) {}

  // Host memory of the library, and memory of the application of each kind.
  struct Memory {
    std::string kind;
    void* address;
  };
  Status publish(const std::vector<Memory>& areas);
  Status ask(WindowRows* out);
  // Called behind a barrier of all ranks, after which no rank asks any more.
  void close();

 private:
  Status publish_region(const transport::Region& region, const std::string& name);
  Status ask_about(int peer, const std::string& name, WindowRows* out);

  proto::Engine& engine_;
  boot::Boot& boot_;
  std::vector<std::pair<std::string, const transport::Region*>> regions_;  // by "call.kind"
  std::deque<proto::rma::Target> targets_;
};

}  // namespace penstock::tool
