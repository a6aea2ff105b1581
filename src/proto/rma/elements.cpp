#include "proto/rma/elements.hpp"

#include <atomic>
#include <bit>
#include <cstring>
#include <type_traits>

#include "kernels/accumulate/accumulate.hpp"

namespace penstock::proto::rma {
namespace {

using base::Element;

// Every pair with padding has an index of this many bytes.
constexpr std::uint32_t kIndexBytes = 4;

struct Pair {
  std::uint32_t value;
  std::uint32_t index_at;
};
// The packed form of these pairs is shorter than the pair.
Pair pair_of(Element element) noexcept {
  switch (element) {
    case Element::kShortInt: return {2, 4};
    case Element::kDoubleInt:
    case Element::kLongInt: return {8, 8};
    case Element::kLongDoubleInt: return {16, 16};
    default: return {0, 0};
  }
}

template <typename T>
T load(const std::byte* from) noexcept {
  T out;
  std::memcpy(&out, from, sizeof out);
  return out;
}

// Uses the processor's own operation if there is one: for wrapping integers, and for bitwise operations on any element.
template <typename T>
bool by_processor(AccumulateOp op, std::atomic_ref<T> word, T operand, T* old) noexcept {
  switch (op) {
    case AccumulateOp::kSum: *old = word.fetch_add(operand); return true;
    case AccumulateOp::kBand: *old = word.fetch_and(operand); return true;
    case AccumulateOp::kBor: *old = word.fetch_or(operand); return true;
    case AccumulateOp::kBxor: *old = word.fetch_xor(operand); return true;
    case AccumulateOp::kReplace: *old = word.exchange(operand); return true;
    default: return false;
  }
}

// Integers are typically counters that many ranks update. Other elements come in arrays, which vector
// instructions add many times as fast under one lock. All operations on elements of a kind must use the same
// method, so it does not depend on the count.
bool goes_by_atomics(Element element, std::uint32_t bytes) noexcept {
  const bool integer = (element >= Element::kInt8 && element <= Element::kUint64) || element == Element::kNone ||
                       (element >= Element::kLogical8 && element <= Element::kByte);
  return integer && (bytes == kNarrowestAtomic || bytes == 8);
}

bool sums_wrap(Element element) noexcept {
  return element >= Element::kInt8 && element <= Element::kUint64 && element != Element::kPlainInt128;
}

template <typename T>
T compute(const Fold& fold, T old, T operand) noexcept {
  T made{};
  fold.kernel->combine(&made, &old, &operand, 1);
  return made;
}

template <typename T>
T one(const Fold& fold, bool native, std::byte* place, const std::byte* operand, const std::byte* compare) noexcept {
  std::atomic_ref<T> word(*reinterpret_cast<T*>(place));
  if (fold.reads_only()) return word.load();
  const T value = load<T>(operand);
  T old{};
  if (compare != nullptr) {
    old = load<T>(compare);
    word.compare_exchange_strong(old, value);
    return old;
  }
  if (native && by_processor(fold.op, word, value, &old)) return old;
  old = word.load();
  while (!word.compare_exchange_weak(old, compute(fold, old, value))) {
  }
  return old;
}

template <typename T>
void each(const Fold& fold, std::byte* place, const Elements& elements) noexcept {
  const bool native = fold.op != AccumulateOp::kSum || sums_wrap(fold.element);
  for (std::uint64_t i = 0; i < elements.count; ++i) {
    const std::uint64_t at = i * sizeof(T);
    const std::byte* const compare = elements.compare == nullptr ? nullptr : elements.compare + at;
    const std::byte* const operand = elements.operand == nullptr ? nullptr : elements.operand + at;
    const T old = one<T>(fold, native, place + at, operand, compare);
    if (elements.result != nullptr) std::memcpy(elements.result + at, &old, sizeof old);
  }
}

// Computes a pair in the padded form that the kernel knows.
void fold_pair(const Fold& fold, std::byte* place, const std::byte* operand) noexcept {
  alignas(16) std::byte padded[3][2 * kMostElementBytes] = {};
  const auto widen = [&](std::byte* to, const std::byte* packed) {
    std::memcpy(to, packed, fold.value);
    std::memcpy(to + fold.index_at, packed + fold.value, kIndexBytes);
  };
  widen(padded[0], place);
  widen(padded[1], operand);
  fold.kernel->combine(padded[2], padded[0], padded[1], 1);
  std::memcpy(place, padded[2], fold.value);
  std::memcpy(place + fold.value, padded[2] + fold.index_at, kIndexBytes);
}

}  // namespace

Status Fold::of(const Accumulation& wanted, base::Simd simd, Fold* out) {
  Fold made;
  made.op = wanted.op;
  made.element = wanted.element;
  made.bytes = wanted.element_bytes;
  if (wanted.op > AccumulateOp::kNoOp || wanted.element > Element::kTwoInteger) {
    return Status::error(Code::kOp, "there is no accumulate operation {} on elements of kind {}", static_cast<int>(wanted.op),
                         static_cast<int>(wanted.element));
  }
  if (made.bytes == 0 || made.bytes > kMostElementBytes) {
    return Status::error(Code::kType, "elements of {} bytes are not predefined ones", made.bytes);
  }
  const Pair pair = pair_of(wanted.element);
  if (wanted.op < AccumulateOp::kReplace) {
    made.kernel = base::find_kernel(simd, static_cast<base::Operation>(wanted.op), wanted.element);
    if (made.kernel == nullptr) {
      return Status::error(Code::kOp, "accumulate operation {} is not defined on elements of kind {}",
                           static_cast<int>(wanted.op), static_cast<int>(wanted.element));
    }
    const std::uint32_t packed = pair.value != 0 ? pair.value + kIndexBytes : made.kernel->extent;
    if (packed != made.bytes) {
      return Status::error(Code::kType, "elements of that kind are of {} bytes, not {}", packed, made.bytes);
    }
    made.value = pair.value;
    made.index_at = pair.index_at;
  }
  made.native = goes_by_atomics(made.element, made.bytes);
  made.by_kernels = kernels::accumulates(made.bytes);
  *out = made;
  return Status::ok();
}

Status Fold::compare_and_swap(std::uint32_t bytes, Fold* out) {
  PENSTOCK_TRY(of({AccumulateOp::kReplace, Element::kNone, bytes}, base::Simd::kNone, out));
  out->compares = true;
  return Status::ok();
}

void fold_atomically(const Fold& fold, std::byte* place, const Elements& elements) noexcept {
  if (fold.bytes == 4) return each<std::uint32_t>(fold, place, elements);
  each<std::uint64_t>(fold, place, elements);
}

void fold_alone(const Fold& fold, std::byte* place, const Elements& elements) noexcept {
  const std::uint64_t bytes = elements.count * fold.bytes;
  if (elements.result != nullptr) std::memcpy(elements.result, place, bytes);
  if (fold.reads_only()) return;
  if (fold.compares) {
    for (std::uint64_t at = 0; at < bytes; at += fold.bytes) {
      if (std::memcmp(place + at, elements.compare + at, fold.bytes) == 0) {
        std::memcpy(place + at, elements.operand + at, fold.bytes);
      }
    }
    return;
  }
  if (fold.kernel == nullptr) return static_cast<void>(std::memcpy(place, elements.operand, bytes));
  if (fold.value == 0) return fold.kernel->combine(place, place, elements.operand, elements.count);
  for (std::uint64_t at = 0; at < bytes; at += fold.bytes) fold_pair(fold, place + at, elements.operand + at);
}

}  // namespace penstock::proto::rma
