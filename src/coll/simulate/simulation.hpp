// The time that an algorithm takes on many ranks: the builders' own schedules, run by events.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/status.hpp"
#include "coll/nodes.hpp"
#include "coll/select/select.hpp"
#include "coll/simulate/model.hpp"

namespace penstock::coll::simulate {

struct Case {
  Collective collective = Collective::kBarrier;
  int ranks = 1;
  // The bytes of one rank's part, of the whole operand for reductions, or of one block for reduce-scatters. Reductions use
  // 8-byte elements.
  std::uint64_t bytes = 0;
};

enum class Method : std::uint8_t {
  kAll,             // every rank's steps
  kRepresentatives  // the ranks of one node; every other node has made the same progress at any time
};

struct Outcome {
  double us = -1;  // the time at which the last rank has finished
  Method method = Method::kAll;
  std::uint64_t steps = 0;  // of all ranks
};

// Builds schedules and runs them by events. Nothing is sent and no data are touched; memory is needed for the steps of the
// ranks that are simulated. One thread at a time may use it.
class Simulator {
 public:
  // Failure: there is no address space for buffers without memory.
  static Status create(const Model& model, std::unique_ptr<Simulator>* out);
  ~Simulator();

  [[nodiscard]] const Model& model() const noexcept;
  // Returns the query that selects for such a case.
  [[nodiscard]] Query query_of(const Case& one) const;

  // Simulates all ranks if they have at most `most_steps` steps, otherwise representatives. kArg if the ranks of the nodes act
  // differently, so that there are no representatives and no figure. The row accepts the case.
  [[nodiscard]] Status run(const Row& row, const Case& one, Outcome* out, std::uint64_t most_steps = kMostSteps);
  // Runs one method.
  [[nodiscard]] Status run_by(Method method, const Row& row, const Case& one, Outcome* out);

  static constexpr std::uint64_t kMostSteps = 12 << 20;

 private:
  class Impl;
  explicit Simulator(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace penstock::coll::simulate
