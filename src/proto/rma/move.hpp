// Put and get between two layouts: directly if the target is mapped, as one operation if both sides are strided shapes, piece
// by piece if a transport needs no action of the target, else by messages.
#pragma once

#include "proto/rma/copying.hpp"
#include "proto/rma/move_work.hpp"
#include "proto/rma/offload.hpp"
#include "proto/rma/pieces.hpp"

namespace penstock::proto::rma {

class Moves final : public Carrier {
 public:
  Moves(Core& core, Flushes& flushes, Requester& requester, Offload& offload) noexcept
      : core_(core), requester_(requester), offload_(offload), pieces_(flushes) {}

  // These work as in Rma, for moves that do not complete immediately.
  void put(Target& target, const Buffer& origin, const RemoteBuffer& remote, Call* call);
  void get(Target& target, const Buffer& origin, const RemoteBuffer& remote, Call* call);

  void start(Work* work) override;
  bool step(Work* work) override;
  Status request(Work* work) override;
  Status take(Work* work, const Piece& piece, std::span<const std::byte> payload) override;
  void served(Work* work) override { end(static_cast<MoveWork*>(work)); }

 private:
  using Step = MoveWork::Step;

  MoveWork* enter(Target& target, bool puts, const Buffer& origin, const RemoteBuffer& remote, Call* call);
  void move_mapped(MoveWork* work, const transport::Remote& way, const accel::Memory& memory);
  bool try_shapes(MoveWork* work, const accel::Memory& memory);
  void stage(MoveWork* work);
  void move_by_cpu(MoveWork* work);
  void serve(MoveWork* work);
  bool step_pieces(MoveWork* work);
  void begin_copy(MoveWork* work, const Buffer& destination, const Buffer& source, Step step);
  void copied(MoveWork* work);
  void end(MoveWork* work);
  void count(const MoveWork& work, std::string_view by);

  Core& core_;
  Requester& requester_;
  Offload& offload_;
  Pieces pieces_;
};

}  // namespace penstock::proto::rma
