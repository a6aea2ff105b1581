#include "core/type/signature.hpp"

#include <algorithm>
#include <string_view>

namespace penstock::core {
namespace {

// Texts are cut to fit, and end with 0.
template <std::size_t N>
void put(std::string_view text, char (&out)[N]) noexcept {
  const std::string_view fits = text.substr(0, N - 1);
  *std::ranges::copy(fits, out).out = '\0';
}

// A polynomial over the elements of a sequence, modulo 2^64, with the power that joining two of them needs.
struct Signature {
  static constexpr std::uint64_t kBase = 0x9e3779b97f4a7c15U;

  std::uint64_t value = 0;
  std::uint64_t power = 1;  // kBase to the length
};

Signature join(const Signature& first, const Signature& then) noexcept {
  return {first.value * then.power + then.value, first.power * then.power};
}

Signature repeat(Signature once, std::uint64_t times) noexcept {
  Signature all;
  for (; times != 0; times /= 2) {
    if (times % 2 != 0) all = join(all, once);
    once = join(once, once);
  }
  return all;
}

// Types of different languages with equal contents have one element for reductions, and here. Types that reductions accept
// beyond the standard match no other type.
std::uint64_t key_of(const Datatype& type) noexcept {
  const bool counts = type.handle == MPI_AINT || type.handle == MPI_COUNT || type.handle == MPI_OFFSET;
  const Element element = counts ? Element::kPlainInt64 : type.element();
  if (element != Element::kNone && type.handle != MPI_CHAR) return 1 + static_cast<std::uint64_t>(element);
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : type.name()) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash;
}

Signature signature_of(const Datatype& type) noexcept {
  if (type.layout().size() == 0) return {};
  if (type.parts().empty()) return {key_of(type), Signature::kBase};
  Signature all;
  for (const Datatype::Part& part : type.parts()) all = join(all, repeat(signature_of(*part.type), part.repeats));
  return all;
}

// Returns the signature of the first `elements` predefined elements of a sequence of the type.
Signature first_of(const Datatype& type, std::uint64_t elements) noexcept {
  const std::uint64_t each = type.basics();
  if (elements == 0 || each == 0 || type.layout().size() == 0) return {};
  Signature all = repeat(signature_of(type), elements / each);
  std::uint64_t left = elements % each;
  for (const Datatype::Part& part : type.parts()) {
    const std::uint64_t its = part.repeats * part.type->basics();
    if (left == 0) break;
    all = join(all, first_of(*part.type, std::min(left, its)));
    left -= std::min(left, its);
  }
  return all;
}

bool is_packed(const Datatype& type) noexcept {
  return type.handle == MPI_PACKED;
}

}  // namespace

Piece piece_of(const Datatype& type, MPI_Count count) {
  Piece piece;
  const auto times = static_cast<std::uint64_t>(count);
  piece.bytes = times * type.layout().size();
  piece.elements = piece.bytes == 0 ? 0 : times * type.basics();
  piece.signature = repeat(signature_of(type), times).value;
  piece.packed = is_packed(type) ? 1 : 0;
  put(type.name().empty() ? std::string_view("a derived type") : std::string_view(type.name()), piece.type);
  return piece;
}

std::string text_of(const Piece& piece) {
  return fmt::format("{} element{} of {} ({} bytes)", piece.elements, piece.elements == 1 ? "" : "s", piece.type, piece.bytes);
}

bool matches(const Piece& sent, const Datatype& type, MPI_Count count) {
  if (sent.bytes == 0 || sent.packed != 0 || is_packed(type)) return true;
  const std::uint64_t room = static_cast<std::uint64_t>(count) * type.basics();
  return sent.elements <= room && first_of(type, sent.elements).value == sent.signature;
}

}  // namespace penstock::core
