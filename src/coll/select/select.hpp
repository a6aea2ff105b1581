// Which algorithm serves a call: flat rows, the first that matches wins.
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

// How data go: as the steps of a builder, or where all of them are in GPU memory (coll/device).
enum class Strategy : std::uint8_t {
  kSteps,
  kOneShot,    // one kernel on each GPU, by way of the others' LL buffers
  kDirect,     // kernels on memory of the program's that the members have mapped
  kPipeline,   // one kernel on each GPU, by way of FIFOs
  kWorkspace,  // the kernels of kDirect, by way of workspace
  kMessage,    // the steps that host memory would go by without shared buffers; nobody asks where the others' data are
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
  bool needs_elements = false;  // at least one element a rank
  bool needs_power = false;     // a power of two of ranks
  bool needs_even = false;      // an even number of ranks
  bool needs_nodes = false;     // several nodes with several ranks; in rank order where the operation does not commute
  bool inter = false;           // for inter-communicators alone; the others are for intra-communicators alone
  bool crowded = false;         // where ranks share CPUs (Membership::oversubscribed) alone
  bool roomy = false;           // where they do not alone
  bool in_order = false;        // one operand after another, ((a0 op a1) op a2) ..., if the reduction is said not to commute
  bool shm = false;             // where the members have shared buffers (shm/buffer.hpp) alone
  bool by_name = false;         // only where a table, a tunable or a hint names it
  std::string_view origin = "compiled in";
  Strategy strategy = Strategy::kSteps;  // of all others `build` is null, and they are asked for GPU memory alone
  std::uint64_t max_given = kAnyBytes;   // of GPU memory: bytes that a rank gives the others, up to this
};

// Additional properties of a call that rows of GPU memory match. All members compute the same.
struct OfGpus {
  bool asked = false;  // rows of GPU memory alone are
  std::uint64_t given = 0;
  bool one_shot = false;  // there are LL buffers with room for it
  bool pipeline = false;  // there are FIFOs
  bool nccl = false;      // there is a communicator of NCCL's, and it has the collective, the type and the operation
  enum class Mapped : std::uint8_t { kNo, kYes, kNotKnown } mapped = Mapped::kNotKnown;
  bool as_they_lie = true;  // nobody has said that its data are not in one range of its device
};

// The properties of a call that rows are matched against. All ranks of the team compute the same. Bytes and elements are those
// of one rank's part, on average where parts differ and all ranks know them; of the whole operand for reductions; 0 where ranks
// cannot know.
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
  bool in_order = false;       // PENSTOCK_DETERMINISTIC: of reductions rows of that kind alone
  bool shm = false;            // the call may go over the team's shared buffers
  OfGpus gpus = {};
};

// Returns the compiled-in rows (dispatch/ has both tables). Each collective's rows end, for each kind of communicator that it
// is defined on, with a row that accepts any call.
[[nodiscard]] std::span<const Row> rows() noexcept;
// Returns the compiled-in rows of GPU memory. For each collective that has kernels they end with one that accepts any call.
[[nodiscard]] std::span<const Row> gpu_rows() noexcept;
// Selects among the compiled-in rows.
[[nodiscard]] const Row& select(const Query& query) noexcept;
// The row is for such teams, and its limits and needs are met.
[[nodiscard]] bool takes(const Row& row, const Query& query) noexcept;
// A compiled-in row of an algorithm, for its needs: without limits, and with that origin; of host memory, or of `gpu` memory.
// Failures, said of `code` and with the origin: there is no such collective, or it has no such algorithm within one group; they
// name those that there are.
[[nodiscard]] Status find_row(std::string_view collective, std::string_view algorithm, bool gpu, std::string_view origin,
                              Code code, Row* out);

// The rows in force: those of PENSTOCK_COLL_ALGORITHM, those of tuning tables, then the compiled-in ones. A table gives limits;
// what an algorithm needs (a commutative operation, an element a rank) stays with the algorithm, so no table can select one
// that would be wrong. All ranks of a job have the same (core/object/instance.cpp sees to it).
class Selection {
 public:
  // Code::kConfig with the row's origin for a name that is none. Rows of tables are for intra-communicators.
  static Status create(std::span<const base::CollRow> tuned, Selection* out) { return create(tuned, {}, out); }
  // `named` is the text of the tunable (Preference has its form).
  static Status create(std::span<const base::CollRow> tuned, std::string_view named, Selection* out);
  [[nodiscard]] const Row& select(const Query& query) const noexcept;
  // All but the compiled-in ones.
  [[nodiscard]] std::span<const Row> tuned() const noexcept { return tuned_; }
  // How many of them are the tunable's.
  [[nodiscard]] std::size_t named() const noexcept { return named_; }
  // Tells if any of them is for host memory.
  [[nodiscard]] bool any_for_steps() const noexcept;
  // Returns a hash of these rows in their order, whatever file or variable they come from; 0 if there are none.
  [[nodiscard]] std::uint64_t digest() const noexcept;

 private:
  std::vector<Row> tuned_;
  std::size_t named_ = 0;
  std::deque<std::string> origins_;  // what the rows' views look at: moving it moves no string
};

}  // namespace penstock::coll
