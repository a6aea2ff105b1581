// One rank's part in a collective of GPU memory across hosts: kernels on the memory of its host's members, messages to and from
// other hosts, piece after piece.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "coll/device/device_team.hpp"
#include "coll/hierarchical_device/hosts.hpp"
#include "coll/schedule/schedule.hpp"
#include "coll/select/select.hpp"
#include "kernels/fold/fold.hpp"

namespace penstock::coll {

// What it is about. Addresses are those at which this rank's device reaches the memory.
struct HierarchicalData {
  Query query;
  int root = 0;
  kernels::Folding folding;          // of reductions
  std::uint64_t unit = 1;            // bytes of an element; data that are moved are bytes
  std::uint64_t elements = 0;        // of the whole operand or, where ranks have parts, of one part
  std::vector<std::uint64_t> sends;  // of each member of this rank's host; 0: it has none
  std::vector<std::uint64_t> recvs;
};

// How such a call is cut. All ranks of the team compute the same, but for the share, if they have the same chunk and room.
struct HierarchicalCut {
  Cut cut;                  // of this rank's share
  std::uint64_t first = 0;  // element at which that begins
  bool in_blocks = false;   // allreduce: each host folds a block of a piece, not all of it
  std::uint64_t slots = 0;  // places for operands of a piece
  std::uint64_t slot_bytes = 0;

  [[nodiscard]] std::uint64_t bytes_at_once() const noexcept { return slots * slot_bytes; }
  // Enough for shorter pieces, too.
  [[nodiscard]] std::uint64_t workspace_bytes() const noexcept { return kPiecesAtOnce * bytes_at_once(); }
};
// `chunk`, `room`: PENSTOCK_COLL_CHUNK, and how much memory it may take.
[[nodiscard]] HierarchicalCut cut_of(const HierarchicalData& data, const Hosts& hosts, std::uint64_t chunk,
                                     std::uint64_t room) noexcept;

// Lists the steps. Elements of a result are made and spread by the one rank of each host that the share belongs to, which alone
// reads the operands of its host there: no rank's kernel waits for another's, and in place needs no care. What comes of another
// host comes by messages between the ranks of the share.
class Hierarchical {
 public:
  // All outlive the listing. `workspace`: HierarchicalCut::workspace_bytes() of this rank's device.
  Hierarchical(Schedule& schedule, const Hosts& hosts, const HierarchicalData& data, const HierarchicalCut& cut, int device,
               std::uint64_t workspace) noexcept
      : schedule_(schedule), hosts_(hosts), data_(data), cut_(cut), device_(device), workspace_(workspace) {}
  // In a task. The step behind all of them.
  Step list();

 private:
  using Addresses = std::vector<std::uint64_t>;
  using Steps = std::vector<Step>;

  void allreduce(std::uint64_t piece);
  void allreduce_whole(std::uint64_t piece, Step folded);
  void allreduce_blocks(std::uint64_t piece, Step folded);
  void reduce(std::uint64_t piece);
  void bcast(std::uint64_t piece);
  void allgather(std::uint64_t piece);
  void reduce_scatter(std::uint64_t piece);
  void send_parts(std::uint64_t piece);
  void list(std::uint64_t piece);

  // Operands of this host's members, from `element` on, into `target`.
  Step fold_here(std::uint64_t element, std::uint64_t count, std::uint64_t target);
  // Those of all hosts; each of `after` comes before it.
  Step fold(const Addresses& sources, Addresses&& targets, std::uint64_t count, const Steps& after);
  Step spread(std::uint64_t from, Addresses&& targets, std::uint64_t count, const Steps& after);
  Step run(const kernels::Folding& folding, std::uint64_t count, const Addresses& sources, Addresses&& targets,
           const Steps& after);
  Step send(std::uint64_t from, std::uint64_t count, int to, std::uint64_t message, Step after);
  // Not before the piece's turn.
  Step recv(std::uint64_t at, std::uint64_t count, int from, std::uint64_t message, Step after = kNoStep);
  Step behind(const Steps& steps);

  // Of the recvs of this host's members but one place (-1: none), `offset` elements in.
  [[nodiscard]] Addresses places(std::uint64_t offset, int but) const;
  [[nodiscard]] std::uint64_t own_send() const noexcept { return data_.sends[static_cast<std::size_t>(hosts_.index())]; }
  [[nodiscard]] std::uint64_t own_recv() const noexcept { return data_.recvs[static_cast<std::size_t>(hosts_.index())]; }
  [[nodiscard]] std::uint64_t slot(std::uint64_t piece, std::uint64_t number) const noexcept {
    return workspace_ + (piece % kPiecesAtOnce) * cut_.bytes_at_once() + number * cut_.slot_bytes;
  }
  [[nodiscard]] std::uint64_t element_of(std::uint64_t piece) const noexcept { return cut_.first + cut_.cut.first_of(piece); }
  [[nodiscard]] std::uint64_t bytes(std::uint64_t elements) const noexcept { return elements * data_.unit; }
  // Both messages of a piece between two ranks.
  [[nodiscard]] static std::uint64_t message(std::uint64_t piece, std::uint64_t second = 0) noexcept {
    return 1 + (2 * piece + second) % (Schedule::kMessages - 2);
  }
  // A host's place behind the root's.
  [[nodiscard]] int turned(int host) const noexcept {
    return (host - hosts_.host_of(data_.root) + hosts_.count()) % hosts_.count();
  }
  [[nodiscard]] int host_at(int turned) const noexcept { return (turned + hosts_.host_of(data_.root)) % hosts_.count(); }

  Schedule& schedule_;
  const Hosts& hosts_;
  const HierarchicalData& data_;
  const HierarchicalCut& cut_;
  int device_;
  std::uint64_t workspace_;
  Step turn_ = kNoStep;  // of the piece: none of its steps begins before
};

}  // namespace penstock::coll
