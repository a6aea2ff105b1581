// Selects the algorithm of a call: flat rows, of which the first that matches wins.
#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/config.hpp"
#include "base/status.hpp"
#include "coll/collectives.hpp"
#include "coll/movement.hpp"
#include "coll/schedule/schedule.hpp"
#include "coll/team.hpp"

namespace penstock::coll {

// The way in which data go: as the steps of a builder or, if all of them are in GPU memory, in one
// of several ways (coll/device).
enum class Strategy : std::uint8_t {
  kSteps,
  kOneShot,    // one kernel on each GPU, through the others' LL buffers
  kDirect,     // kernels on memory of the application that the members have mapped
  kPipeline,   // one kernel on each GPU, through FIFOs
  kWorkspace,  // the kernels of kDirect, through workspace
  kMessage,    // the steps of host memory without shared buffers; no member asks where the others' data are
  kNccl,       // NCCL's own
};

using Builder = void (*)(Schedule& schedule, const Arguments& arguments);

inline constexpr std::uint64_t kAnyBytes = std::numeric_limits<std::uint64_t>::max();
inline constexpr int kAnyRanks = std::numeric_limits<int>::max();

struct Row {
  Collective collective;
  std::string_view algorithm;
  Builder build;
  int max_ranks = kAnyRanks;            // team sizes up to this
  std::uint64_t max_bytes = kAnyBytes;  // packed bytes up to this (see Query)
  bool needs_commutative = false;
  bool needs_elements = false;  // at least one element for each rank
  bool needs_power = false;     // a power of two of ranks
  bool needs_even = false;      // an even number of ranks
  bool needs_nodes = false;     // several nodes with several ranks; in rank order where the operation does not commute
  bool inter = false;           // for inter-communicators alone; other rows are for intra-communicators alone
  bool crowded = false;         // only if ranks share CPUs (Membership::oversubscribed)
  bool roomy = false;           // only if ranks do not share CPUs
  bool in_order = false;        // one operand after another, ((a0 op a1) op a2) ..., if the reduction is said not to commute
  bool shm = false;             // only if the members have shared buffers (shm/buffer.hpp)
  bool by_name = false;         // only if a table, a tunable or a hint names it
  std::string_view origin = "compiled in";
  Strategy strategy = Strategy::kSteps;  // rows of other strategies have a null `build` and serve GPU memory alone
  std::uint64_t max_given = kAnyBytes;   // for GPU memory: the most bytes that a rank sends to the others
};

// Additional properties of a call that rows of GPU memory match. All members compute the same.
struct OfGpus {
  bool asked = false;  // rows of GPU memory alone are asked
  std::uint64_t given = 0;
  bool one_shot = false;  // LL buffers exist and have room for it
  bool pipeline = false;  // FIFOs exist
  bool nccl = false;      // a communicator of NCCL exists, and it supports the collective, the type and the operation
  enum class Mapped : std::uint8_t { kNo, kYes, kNotKnown } mapped = Mapped::kNotKnown;
  bool as_they_lie = true;  // no member has reported data outside of a single range of its device
};

// The properties of a call that rows are matched against. All ranks of the team compute the same. Bytes and elements
// are those of one rank's part, on average if parts differ and all ranks know them; of the whole operand for
// reductions; 0 if ranks cannot know them.
struct Query {
  Collective collective;
  int ranks = 1;
  std::uint64_t bytes = 0;
  std::uint64_t elements = 0;
  bool commutative = true;
  bool inter = false;
  bool crowded = false;
  bool nodes = false;          // several nodes, and several ranks on some
  bool nodes_in_order = true;  // the ranks of each node follow one another
  bool in_order = false;       // PENSTOCK_DETERMINISTIC: reductions use rows of that kind alone
  bool shm = false;            // the call may use the team's shared buffers
  OfGpus gpus = {};
};

// Returns the compiled-in rows (dispatch/ has both tables). Each collective's rows end, for each kind of communicator that it
// is defined on, with a row that accepts any call.
[[nodiscard]] std::span<const Row> rows() noexcept;
// Returns the compiled-in rows of GPU memory. For each collective that has kernels they end with one that accepts any call.
[[nodiscard]] std::span<const Row> gpu_rows() noexcept;
// Selects among the compiled-in rows.
[[nodiscard]] const Row& select(const Query& query) noexcept;
// True if the row is for such teams, and its limits and requirements are met.
[[nodiscard]] bool takes(const Row& row, const Query& query) noexcept;
// Finds the compiled-in row of an algorithm, for its requirements: without limits, and with that origin; for host memory, or
// for `gpu` memory. Failures, with `code` and the origin: there is no such collective, or it has no such algorithm within one
// group; they name the available ones.
[[nodiscard]] Status find_row(std::string_view collective, std::string_view algorithm, bool gpu, std::string_view origin,
                              Code code, Row* out);

// The rows in force: those of PENSTOCK_COLL_ALGORITHM, those of tuning tables, then the compiled-in ones. A table gives limits;
// the requirements of an algorithm (a commutative operation, an element for each rank) remain in force, so no table can select
// an algorithm that would be wrong. All ranks of a job have the same rows (core/object/instance.cpp checks that).
class Selection {
 public:
  // Returns Code::kConfig with the row's origin for an unknown name. Rows of tables are for intra-communicators.
  static Status create(std::span<const base::CollRow> tuned, Selection* out) { return create(tuned, {}, out); }
  // `named` is the text of the tunable (Preference has its form).
  static Status create(std::span<const base::CollRow> tuned, std::string_view named, Selection* out);
  [[nodiscard]] const Row& select(const Query& query) const noexcept;
  // Returns all rows but the compiled-in ones.
  [[nodiscard]] std::span<const Row> tuned() const noexcept { return tuned_; }
  // Returns how many of them come from the tunable.
  [[nodiscard]] std::size_t named() const noexcept { return named_; }
  // Tells if any of them is for host memory.
  [[nodiscard]] bool any_for_steps() const noexcept;
  // Returns a hash of these rows in their order, whatever file or variable they come from; 0 if there are none.
  [[nodiscard]] std::uint64_t digest() const noexcept;

 private:
  std::vector<Row> tuned_;
  std::size_t named_ = 0;
  std::deque<std::string> origins_;  // the strings that the rows' views refer to: a move keeps their addresses
};

}  // namespace penstock::coll
