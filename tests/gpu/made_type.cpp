#include "made_type.hpp"

#include <algorithm>

namespace penstock::test {
namespace {

std::string list_text(const std::vector<std::int64_t>& numbers) {
  std::string text = "[";
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    if (i == 8) return text + " ...]";
    text += (i == 0 ? "" : " ") + std::to_string(numbers[i]);
  }
  return text + "]";
}

// Places copies of types at distances in bytes, in the order of the packed form.
struct Sum {
  std::vector<std::int64_t> offsets;
  Bounds bounds{INT64_MAX, INT64_MIN, false};

  void add(const MadeType& of, std::int64_t at) {
    for (const std::int64_t offset : of.offsets()) offsets.push_back(at + offset);
    if (bounds.set && !of.bounds().set) return;
    if (of.bounds().set && !bounds.set) bounds = {INT64_MAX, INT64_MIN, true};
    bounds.lower = std::min(bounds.lower, at + of.bounds().lower);
    bounds.upper = std::max(bounds.upper, at + of.bounds().upper);
  }
  void add(const MadeType& of, std::int64_t at, std::int64_t length) {
    for (std::int64_t i = 0; i < length; ++i) add(of, at + i * of.extent());
  }
  std::unique_ptr<MadeType> made(MPI_Datatype type, std::string text) {
    return std::make_unique<MadeType>(type, std::move(offsets), bounds, std::move(text));
  }
};

std::vector<int> as_ints(const std::vector<std::int64_t>& numbers) {
  return {numbers.begin(), numbers.end()};
}
std::vector<MPI_Aint> as_addresses(const std::vector<std::int64_t>& numbers) {
  return {numbers.begin(), numbers.end()};
}

}  // namespace

MadeType::MadeType(MPI_Datatype type, std::vector<std::int64_t> offsets, const Bounds& bounds, std::string text)
    : type_(type), offsets_(std::move(offsets)), bounds_(bounds), text_(std::move(text)) {
  const auto [low, high] = std::minmax_element(offsets_.begin(), offsets_.end());
  lowest_ = *low;
  highest_ = *high;
  MPI_Type_commit(&type_);
}

MadeType::~MadeType() {
  MPI_Type_free(&type_);
}

std::string MadeType::wrong_bounds() const {
  MPI_Count bytes = 0, low = 0, extent_told = 0, true_low = 0, true_extent = 0;
  MPI_Type_size_c(type_, &bytes);
  MPI_Type_get_extent_c(type_, &low, &extent_told);
  MPI_Type_get_true_extent_c(type_, &true_low, &true_extent);
  const auto check = [&](const char* what, std::int64_t told, std::int64_t expected) {
    return told == expected ? "" : what + (" " + std::to_string(told)) + ", expected " + std::to_string(expected) + "; ";
  };
  return check("size", bytes, size()) + check("lower bound", low, bounds_.lower) + check("extent", extent_told, extent()) +
         check("true lower bound", true_low, lowest_) + check("true extent", true_extent, highest_ + 1 - lowest_);
}

std::int64_t TypeMaker::number(std::int64_t low, std::int64_t high) {
  return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
}

int TypeMaker::times(const MadeType& of, std::int64_t most, int limit) {
  return static_cast<int>(number(1, std::clamp<std::int64_t>(most / of.size(), 1, limit)));
}

TypeMaker::Made TypeMaker::leaf(std::int64_t most) {
  const bool even = number(0, 1) == 0;
  const std::int64_t bytes = std::min(most, even ? std::int64_t{1} << number(0, 9) : number(1, 40));
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(static_cast<int>(bytes), MPI_BYTE, &type);
  std::vector<std::int64_t> offsets(static_cast<std::size_t>(bytes));
  for (std::int64_t i = 0; i < bytes; ++i) offsets[static_cast<std::size_t>(i)] = i;
  return std::make_unique<MadeType>(type, std::move(offsets), Bounds{0, bytes, false},
                                    "contiguous(" + std::to_string(bytes) + ")");
}

TypeMaker::Made TypeMaker::contiguous(const MadeType& of, std::int64_t most) {
  const int count = times(of, most, 50);
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_contiguous(count, of.type(), &type);
  Sum sum;
  sum.add(of, 0, count);
  return sum.made(type, "contiguous(" + std::to_string(count) + ") of " + of.text());
}

TypeMaker::Made TypeMaker::vector(const MadeType& of, std::int64_t most, bool in_bytes) {
  const int length = times(of, most, 6);
  const int count = times(of, most / length, 200);
  const std::int64_t sign = number(0, 4) == 0 ? -1 : 1;
  const std::int64_t step =
      sign * (in_bytes ? length * of.extent() + number(0, 5) * unit() : static_cast<std::int64_t>(length) + number(0, 3));
  MPI_Datatype type = MPI_DATATYPE_NULL;
  if (in_bytes) {
    MPI_Type_create_hvector(count, length, static_cast<MPI_Aint>(step), of.type(), &type);
  } else {
    MPI_Type_vector(count, length, static_cast<int>(step), of.type(), &type);
  }
  Sum sum;
  for (std::int64_t i = 0; i < count; ++i) sum.add(of, i * step * (in_bytes ? 1 : of.extent()), length);
  const std::string numbers = std::to_string(count) + ", " + std::to_string(length) + ", " + std::to_string(step);
  return sum.made(type, (in_bytes ? "hvector(" : "vector(") + numbers + ") of " + of.text());
}

TypeMaker::Made TypeMaker::blocks(const MadeType& of, std::int64_t most, bool in_bytes) {
  const int length = times(of, most, 5);
  const int count = times(of, most / length, 300);
  const std::int64_t extent = in_bytes ? 1 : of.extent();
  const std::int64_t distance = in_bytes ? unit() : 1;
  std::vector<std::int64_t> places;
  std::int64_t at = number(-20, 20) * distance;
  for (int i = 0; i < count; ++i) {
    places.push_back(at);
    at += length * of.extent() / extent + number(0, 3) * distance;
  }
  if (number(0, 1) == 0) std::shuffle(places.begin(), places.end(), random_);
  MPI_Datatype type = MPI_DATATYPE_NULL;
  if (in_bytes) {
    MPI_Type_create_hindexed_block(count, length, as_addresses(places).data(), of.type(), &type);
  } else {
    MPI_Type_create_indexed_block(count, length, as_ints(places).data(), of.type(), &type);
  }
  Sum sum;
  for (const std::int64_t place : places) sum.add(of, place * extent, length);
  const std::string name = in_bytes ? "hindexed_block(" : "indexed_block(";
  return sum.made(type, name + std::to_string(length) + ", " + list_text(places) + ") of " + of.text());
}

TypeMaker::Made TypeMaker::indexed(const MadeType& of, std::int64_t most, bool in_bytes) {
  const int count = times(of, most, 150);
  const std::int64_t extent = in_bytes ? 1 : of.extent();
  const std::int64_t distance = in_bytes ? unit() : 1;
  struct Block {
    std::int64_t place, length;
  };
  std::vector<Block> found;
  std::int64_t at = number(-20, 20) * distance;
  std::int64_t left = most / of.size();
  for (int i = 0; i < count; ++i) {
    const std::int64_t length = number(i == 0 ? 1 : 0, std::clamp<std::int64_t>(left, 1, 9));
    found.push_back({at, length});
    left -= length;
    at += length * of.extent() / extent + number(0, 3) * distance;
  }
  if (number(0, 1) == 0) std::shuffle(found.begin(), found.end(), random_);
  std::vector<std::int64_t> places, lengths;
  Sum sum;
  for (const Block& block : found) {
    places.push_back(block.place);
    lengths.push_back(block.length);
    sum.add(of, block.place * extent, block.length);
  }
  MPI_Datatype type = MPI_DATATYPE_NULL;
  if (in_bytes) {
    MPI_Type_create_hindexed(count, as_ints(lengths).data(), as_addresses(places).data(), of.type(), &type);
  } else {
    MPI_Type_indexed(count, as_ints(lengths).data(), as_ints(places).data(), of.type(), &type);
  }
  return sum.made(type,
                  (in_bytes ? "hindexed(" : "indexed(") + list_text(lengths) + ", " + list_text(places) + ") of " + of.text());
}

TypeMaker::Made TypeMaker::structure(const MadeType& of, int depth, std::int64_t most) {
  const Made other = make(depth - 1, std::max<std::int64_t>(1, most / 4));
  const MadeType* const parts[] = {&of, other.get(), &of};
  const std::int64_t pieces = number(2, 3);
  std::vector<std::int64_t> lengths, places;
  std::vector<MPI_Datatype> types;
  std::int64_t at = number(0, 9) * unit();
  Sum sum;
  std::string text = "struct(";
  for (std::int64_t i = 0; i < pieces; ++i) {
    const MadeType& part = *parts[i];
    lengths.push_back(times(part, most / 3, 4));
    places.push_back(at - part.lowest());
    types.push_back(part.type());
    sum.add(part, places.back(), lengths.back());
    at += part.span(lengths.back()) + number(0, 4) * unit();
    text += std::to_string(lengths.back()) + " at " + std::to_string(places.back()) + ": " + part.text() + "; ";
  }
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_create_struct(static_cast<int>(pieces), as_ints(lengths).data(), as_addresses(places).data(), types.data(), &type);
  Made made = sum.made(type, text + ")");
  // Bounds that were set for a part may exclude the other parts: elements would overlap.
  return made->extent() < made->span(1) ? resized(*made, made->span(1)) : std::move(made);
}

TypeMaker::Made TypeMaker::subarray(const MadeType& of, std::int64_t most) {
  const auto dims = static_cast<int>(number(1, 3));
  std::vector<int> sizes, inner, begin;
  std::int64_t left = most;
  for (int d = 0; d < dims; ++d) {
    inner.push_back(times(of, left, 12));
    left = std::max<std::int64_t>(1, left / inner.back());
    begin.push_back(static_cast<int>(number(0, 3)));
    sizes.push_back(begin.back() + inner.back() + static_cast<int>(number(0, 3)));
  }
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_create_subarray(dims, sizes.data(), inner.data(), begin.data(), MPI_ORDER_C, of.type(), &type);
  sizes.resize(3, 1);
  inner.resize(3, 1);
  begin.resize(3, 0);
  // The last dimension is contiguous; added dimensions change nothing.
  Sum sum;
  for (int i = begin[0]; i < begin[0] + inner[0]; ++i) {
    for (int j = begin[1]; j < begin[1] + inner[1]; ++j) {
      const std::int64_t row = static_cast<std::int64_t>(i) * sizes[1] + j;
      sum.add(of, (row * sizes[2] + begin[2]) * of.extent(), inner[2]);
    }
  }
  // The type covers the whole array: its bounds begin at 0, whatever the bounds of its elements are.
  sum.bounds = {0, static_cast<std::int64_t>(sizes[0]) * sizes[1] * sizes[2] * of.extent(), true};
  return sum.made(type, "subarray(" + std::to_string(inner[0]) + "x" + std::to_string(inner[1]) + "x" +
                            std::to_string(inner[2]) + " of " + std::to_string(sizes[0]) + "x" + std::to_string(sizes[1]) +
                            "x" + std::to_string(sizes[2]) + ") of " + of.text());
}

TypeMaker::Made TypeMaker::resized(const MadeType& of, std::int64_t extent) {
  const std::int64_t lower = of.bounds().lower - number(0, 5) * unit();
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Type_create_resized(of.type(), static_cast<MPI_Aint>(lower), static_cast<MPI_Aint>(extent), &type);
  return std::make_unique<MadeType>(type, of.offsets(), Bounds{lower, lower + extent, true},
                                    "resized(" + std::to_string(lower) + ", " + std::to_string(extent) + ") of " + of.text());
}

TypeMaker::Made TypeMaker::make(int depth, std::int64_t most) {
  if (depth <= 0) return leaf(most);
  const Made inner = make(depth - 1, std::max<std::int64_t>(1, most / number(2, 64)));
  switch (number(0, 9)) {
    case 0: return contiguous(*inner, most);
    case 1: return vector(*inner, most, false);
    case 2: return vector(*inner, most, true);
    case 3: return blocks(*inner, most, false);
    case 4: return blocks(*inner, most, true);
    case 5: return indexed(*inner, most, false);
    case 6: return indexed(*inner, most, true);
    case 7: return structure(*inner, depth, most);
    case 8: return subarray(*inner, most);
    default: return resized(*inner, inner->extent() + number(0, 5) * unit());
  }
}

}  // namespace penstock::test
