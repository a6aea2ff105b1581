#include "core/type/datatype.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "core/object/instance.hpp"

namespace penstock::core {
namespace {

using Parts = std::vector<Datatype::Part>;

// Complex numbers are aligned as their parts; types without a C equivalent are aligned to their size.
std::int64_t alignment_of(Element element, std::uint64_t size) noexcept {
  constexpr std::uint64_t kLargest = alignof(std::max_align_t);
  const bool complex = element >= Element::kComplexHalf && element <= Element::kComplexQuad;
  return static_cast<std::int64_t>(std::clamp<std::uint64_t>(complex ? size / 2 : size, 1, kLargest));
}

std::int64_t alignment_of(const Parts& parts) noexcept {
  std::int64_t most = 1;
  for (const Datatype::Part& part : parts) {
    if (part.repeats > 0) most = std::max(most, part.type->alignment());
  }
  return most;
}

std::uint64_t basics_of(const Parts& parts) noexcept {
  std::uint64_t sum = 0;
  for (const Datatype::Part& part : parts) sum += part.repeats * part.type->basics();
  return sum;
}

}  // namespace

Datatype::Datatype(proto::Layout layout, std::string_view name, Element element, Parts parts)
    : layout_(std::move(layout)),
      name_(name),
      parts_(std::move(parts)),
      basics_(parts_.empty() ? 1 : basics_of(parts_)),
      alignment_(parts_.empty() ? alignment_of(element, layout_.size()) : alignment_of(parts_)),
      element_(element),
      committed_(true) {}

Datatype::Datatype(proto::Layout layout, Envelope envelope, Parts parts)
    : layout_(std::move(layout)),
      envelope_(std::move(envelope)),
      parts_(std::move(parts)),
      basics_(basics_of(parts_)),
      alignment_(alignment_of(parts_)) {}

bool Datatype::predefined() const noexcept {
  switch (envelope_.combiner()) {
    case MPI_COMBINER_NAMED:
    case MPI_COMBINER_F90_REAL:
    case MPI_COMBINER_F90_COMPLEX:
    case MPI_COMBINER_F90_INTEGER:
    case MPI_COMBINER_VALUE_INDEX: return true;
    default: return false;
  }
}

MPI_Count Datatype::basics_in(std::uint64_t bytes) const noexcept {
  if (layout_.size() == 0) return 0;
  std::uint64_t count = bytes / layout_.size() * basics_;
  std::uint64_t left = bytes % layout_.size();
  for (const Part& part : parts_) {
    const std::uint64_t here = std::min(part.repeats * part.type->layout().size(), left);
    const MPI_Count whole = part.type->basics_in(here);
    if (whole == MPI_UNDEFINED) return MPI_UNDEFINED;
    count += static_cast<std::uint64_t>(whole);
    left -= here;
    if (left == 0) break;
  }
  return left == 0 ? static_cast<MPI_Count>(count) : MPI_UNDEFINED;
}

std::uint64_t Datatype::bytes_of_basics(std::uint64_t count) const noexcept {
  if (basics_ == 0 || layout_.size() == 0) return 0;
  std::uint64_t bytes = count / basics_ * layout_.size();
  std::uint64_t left = count % basics_;
  for (const Part& part : parts_) {
    const std::uint64_t here = std::min(part.repeats * part.type->basics(), left);
    bytes += part.type->bytes_of_basics(here);
    left -= here;
    if (left == 0) break;
  }
  return bytes;
}

Status pair_layout(const Datatype& value, const Datatype& index, proto::Layout* out) {
  const auto after = static_cast<std::int64_t>(value.layout().size());
  const std::int64_t place = (after + index.alignment() - 1) / index.alignment() * index.alignment();
  const proto::Layout::Block parts[] = {{&value.layout(), 1, 0}, {&index.layout(), 1, place}};
  return proto::Layout::structure(parts, std::max(value.alignment(), index.alignment()), out);
}

Status make_predefined(const Instance& instance, const PredefinedType& row, Ref<Datatype>* out) {
  proto::Layout layout = proto::Layout::bytes(row.size);
  Parts parts;
  if (row.value != MPI_DATATYPE_NULL) {
    Datatype& value = *instance.table<Datatype>().find(number_of(row.value));
    Datatype& index = *instance.table<Datatype>().find(number_of(row.index));
    PENSTOCK_TRY(pair_layout(value, index, &layout));
    parts = {{Ref<Datatype>::share(value), 1}, {Ref<Datatype>::share(index), 1}};
  }
  *out = Ref<Datatype>::adopt(new Datatype(std::move(layout), row.name, row.element, std::move(parts)));
  return Status::ok();
}

Status dup_datatype(Instance& instance, Datatype& base, Datatype** out) {
  const auto kept = Ref<Datatype>::share(base);
  Attributes copied;
  PENSTOCK_TRY(base.attributes.copy(base.handle, &copied));
  auto made = Ref<Datatype>::adopt(new Datatype(base.layout(), Envelope(MPI_COMBINER_DUP), {{kept, 1}}));
  made->attributes = std::move(copied);
  if (base.committed()) made->commit(instance.job().plans);
  return instance.publish(std::move(made), out);
}

Status clone_datatype(Instance& instance, Datatype& base, Datatype** out) {
  const auto parts = base.parts();
  auto made = Ref<Datatype>::adopt(new Datatype(base.layout(), base.envelope(), {parts.begin(), parts.end()}));
  if (base.committed()) made->commit(instance.job().plans);
  return instance.publish(std::move(made), out);
}

Status free_datatype(Instance& instance, Datatype& datatype) {
  if (datatype.predefined()) {
    return Status::error(Code::kType, "{} is predefined and cannot be freed",
                         datatype.name().empty() ? "an unnamed type" : datatype.name());
  }
  const auto kept = Ref<Datatype>::share(datatype);
  PENSTOCK_TRY(datatype.attributes.clear(datatype.handle));
  instance.withdraw(datatype);
  return Status::ok();
}

}  // namespace penstock::core
