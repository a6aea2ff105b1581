#include "coll/board/cells.hpp"

#include <new>

namespace penstock::coll {

Cells::Cells(Schedule& schedule) noexcept
    : schedule_(schedule),
      cell_(board_cell(board_piece(schedule), schedule.team().size)),
      whole_(cell_ * static_cast<std::uint64_t>(schedule.team().size)),
      targets_(schedule) {}

void Cells::prepare(std::span<const proto::Buffer> parts) {
  auto* sources = reinterpret_cast<Source*>(schedule_.scratch(parts.size() * sizeof(Source)));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool written = static_cast<int>(i) != schedule_.team().rank && holds(parts[i]);
    new (&sources[i]) Source{written ? flat_source(schedule_, parts[i]) : Flat{}, parts[i].bytes()};
  }
  sources_ = {sources, parts.size()};
}

void Cells::write(BoardOp& op) {
  reserve(op);
  for (std::size_t i = 0; i < sources_.size(); ++i) {
    if (static_cast<int>(i) == schedule_.team().rank) continue;
    const Source& source = sources_[i];
    op.write_length(0, i * cell_, source.bytes);
    if (source.flat.bytes != 0) op.write(0, i * cell_ + BoardOp::kLengthBytes, source.flat.address, source.flat.bytes);
  }
  op.publish(0, whole_);
}

void Cells::read(BoardOp& op, int member, const proto::Buffer& part) {
  const std::uint64_t at = static_cast<std::uint64_t>(schedule_.team().rank) * cell_;
  op.check_length(0, member, whole_, at, part.bytes());
  if (part.bytes() == 0 || !holds(part)) return;
  op.read(0, member, whole_, at + BoardOp::kLengthBytes, {.address = targets_.target(part)}, part.bytes());
}

void Cells::finish(BoardOp& op) {
  op.leave(0);
  const Step done = schedule_.on_board(op);
  for (const Source& source : sources_) {
    if (source.flat.ready != kNoStep) schedule_.order(source.flat.ready, done);
  }
  targets_.put(done);
}

}  // namespace penstock::coll
