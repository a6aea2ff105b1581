#include "coll/shm_steps/cells.hpp"

#include <algorithm>
#include <new>

#include "coll/shm/programs.hpp"

namespace penstock::coll {

Cells::Cells(Schedule& schedule) noexcept
    : schedule_(schedule),
      longest_(shm_part_cell(shm_piece(schedule), schedule.team().size)),
      most_(longest_ * static_cast<std::uint64_t>(schedule.team().size)),
      cell_(cell_of_part(0)),
      targets_(schedule) {}

void Cells::prepare(std::span<const proto::Buffer> parts) {
  auto* sources = reinterpret_cast<Source*>(schedule_.scratch(parts.size() * sizeof(Source)));
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool written = static_cast<int>(i) != schedule_.team().rank && holds(parts[i]);
    new (&sources[i]) Source{written ? flat_source(schedule_, parts[i]) : Flat{}, parts[i].bytes()};
    cell_ = std::max(cell_, cell_of_part(sources[i].flat.bytes));
  }
  sources_ = {sources, parts.size()};
}

void Cells::write(ShmProgram& op) {
  const auto source = [this](int i) -> const Source& { return sources_[static_cast<std::size_t>(i)]; };
  write_cells(op, longest_, cell_, [&](int i) { return source(i).bytes; }, [&](int i) { return source(i).flat.address; });
}

void Cells::read(ShmProgram& op, int member, const proto::Buffer& part) {
  const bool wanted = part.bytes() != 0 && holds(part);
  op.read_cell(0, member, part.bytes(), wanted ? targets_.target(part) : nullptr, wanted ? part.bytes() : 0);
}

void Cells::finish(ShmProgram& op) {
  op.leave(0);
  const Step done = schedule_.on_shm(op);
  for (const Source& source : sources_) {
    if (source.flat.ready != kNoStep) schedule_.order(source.flat.ready, done);
  }
  targets_.put(done);
}

}  // namespace penstock::coll
