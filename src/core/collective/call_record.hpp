// Under PENSTOCK_CHECK a record describes one rank's collective call, and judge() decides if the calls of all ranks match.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/status.hpp"
#include "coll/select/select.hpp"
#include "core/collective/call_form.hpp"
#include "core/comm/comm.hpp"
#include "core/type/datatype.hpp"
#include "core/type/op.hpp"
#include "core/type/signature.hpp"

namespace penstock::core {

// The patterns in which a collective moves data.
enum class Flow : std::uint8_t {
  kNothing,    // moves no data, or only the call itself is compared
  kFromRoot,   // the root to everyone
  kToRoot,     // everyone to the root
  kToAll,      // each rank sends the same to every rank
  kAllToAll,   // each rank sends a part of its own to every rank
  kReduction,  // all ranks have operands of the same length
};

// These properties are equal in all calls of one collective. The name is that of the blocking form without "MPI_".
struct CallShape {
  std::string_view name;
  coll::Collective collective;  // selects the rows in the table of algorithms
  Flow flow = Flow::kNothing;
  bool rooted = false;
  bool in_place_everywhere = false;  // all ranks use MPI_IN_PLACE, or none does
};

class CallRecord {
 public:
  enum class Has : std::uint8_t { kNothing, kOne, kEach };
  // The wire format of a record; its pieces follow.
  struct Header {
    char call[40] = {};
    char op[40] = {};
    char failure[240] = {};  // the error text of a call that failed on this rank alone
    Piece send;
    Piece recv;
    std::uint64_t pieces = 0;
    std::int32_t root = 0;
    Code failed = Code::kOk;
    Flow flow = Flow::kNothing;
    Has sends = Has::kNothing;
    Has recvs = Has::kNothing;
    std::uint8_t rooted = 0;
    std::uint8_t in_place = 0;
    std::uint8_t in_place_everywhere = 0;
    std::uint8_t reserved = 0;
  };
  static_assert(std::is_trivially_copyable_v<Header>);

  CallRecord() = default;
  CallRecord(const CallShape& shape, CallForm form);

  void set_root(int root) noexcept { header_.root = root; }
  void set_in_place() noexcept { header_.in_place = 1; }
  void send(const Piece& piece) noexcept;
  void recv(const Piece& piece) noexcept;
  // Each sets one piece for each rank of the group that this one exchanges with; sends are set before receives.
  void sends(std::vector<Piece> pieces);
  void recvs(std::vector<Piece> pieces);
  // Sets the operand of a reduction; `parts` are the element counts of each rank's part of the result, if the call has them.
  void operand(const Piece& piece, const Op& op) noexcept;
  void set_parts(std::span<const std::uint64_t> parts);
  void fail(const Status& why) noexcept;

  [[nodiscard]] const Header& header() const noexcept { return header_; }
  [[nodiscard]] Header& header() noexcept { return header_; }
  [[nodiscard]] std::vector<Piece>& pieces() noexcept { return pieces_; }
  [[nodiscard]] std::string_view call() const noexcept { return header_.call; }
  // Each returns the data that this rank sends to, or expects from, the `peer`-th rank that it exchanges
  // with; null if there is nothing to compare.
  [[nodiscard]] const Piece* given(std::size_t peer) const noexcept;
  [[nodiscard]] const Piece* expected(std::size_t peer) const noexcept;
  [[nodiscard]] const std::vector<Piece>& pieces() const noexcept { return pieces_; }

 private:
  Header header_;
  std::vector<Piece> pieces_;
};

// If the calls do not match, returns a failure that names the call and the ranks, and whose code tells the
// difference (kRoot, kOp, kCount, kTruncate, kType, kBuffer, kArg). `records` are those of everyone(): the first
// `first` belong to one group, the others to a second.
[[nodiscard]] Status judge(std::span<const CallRecord> records, std::size_t first);

}  // namespace penstock::core
