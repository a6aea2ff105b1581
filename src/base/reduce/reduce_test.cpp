// Every kernel of every instruction set is compared bit for bit with the reference.
#include "base/reduce/reduce.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include "base/reduce/reduce_reference.hpp"

namespace penstock::base {
namespace {

constexpr std::uint64_t kMost = 1000;
constexpr Simd kAll[] = {Simd::kNone, Simd::kAvx2, Simd::kAvx512, Simd::kAvx512Fp16};

enum class Alias { kNone, kLeft, kRight };
struct Offsets {
  int out, left, right;
};

// Area holds `bytes` at an offset from an aligned address, with a guard on either side.
class Area {
 public:
  explicit Area(std::size_t most) : memory_(most + 4 * kGuards) {}
  std::byte* clear(int offset, std::size_t bytes) {
    here_ = memory_.data() + kGuards + offset;
    bytes_ = bytes;
    std::memset(here_ - kGuards, static_cast<int>(kGuard), bytes + 2 * kGuards);
    return here_;
  }
  std::byte* fill(int offset, const void* values, std::size_t bytes) {
    clear(offset, bytes);
    if (bytes != 0) std::memcpy(here_, values, bytes);
    return here_;
  }
  [[nodiscard]] bool intact() const {
    for (std::size_t i = 0; i < kGuards; ++i) {
      if (here_[bytes_ + i] != kGuard || *(here_ - 1 - i) != kGuard) return false;
    }
    return true;
  }

 private:
  static constexpr std::byte kGuard{0xa5};
  static constexpr std::size_t kGuards = 64;
  std::vector<std::byte> memory_;
  std::byte* here_ = nullptr;
  std::size_t bytes_ = 0;
};

template <typename T>
std::vector<T> values(reference::Random& random, std::size_t count) {
  std::vector<T> made(count);
  for (T& value : made) reference::fill(random, &value);
  return made;
}

template <typename T>
bool matches(Operation operation, const std::byte* got, const std::vector<T>& want, std::uint64_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    T value;
    std::memcpy(static_cast<void*>(&value), got + i * sizeof(T), sizeof(T));
    if (!reference::same(operation, value, want[i])) return false;
  }
  return true;
}

class Reduce : public testing::Test {
 protected:
  // Calls `check(kernel)` for each available instruction set.
  template <typename Check>
  void each_variant(Operation operation, Element element, const Check& check) {
    for (const Simd simd : kAll) {
      if (simd > best_simd()) continue;
      const ReduceKernel* kernel = find_kernel(simd, operation, element);
      ASSERT_NE(kernel, nullptr);
      SCOPED_TRACE(
          fmt::format("operation {}, element {}, {}", static_cast<int>(operation), static_cast<int>(element), simd_name(simd)));
      check(*kernel);
    }
  }

  template <typename T, typename Apply>
  void combine(Element element, Apply apply) {
    for (int i = 0; i < kOperations; ++i) {
      const auto operation = static_cast<Operation>(i);
      reference::Random random(static_cast<std::uint64_t>(i) + 1);
      const std::vector<T> left = values<T>(random, kMost);
      const std::vector<T> right = values<T>(random, kMost);
      std::vector<T> want(kMost);
      if (!apply(operation, left[0], right[0], want.data())) {
        EXPECT_EQ(find_kernel(best_simd(), operation, element), nullptr) << i;
        continue;
      }
      for (std::size_t k = 0; k < kMost; ++k) apply(operation, left[k], right[k], &want[k]);
      each_variant(operation, element, [&](const ReduceKernel& kernel) { combine_all(operation, kernel, left, right, want); });
    }
  }

  template <typename T, typename Apply>
  void fold_several(Element element, Apply apply) {
    constexpr int kInputs = 9;
    for (int i = 0; i < kOperations; ++i) {
      const auto operation = static_cast<Operation>(i);
      reference::Random random(static_cast<std::uint64_t>(i) + 77);
      std::vector<std::vector<T>> inputs;
      for (int k = 0; k < kInputs; ++k) inputs.push_back(values<T>(random, kLong));
      std::vector<T> want(kLong);
      if (!apply(operation, inputs[0][0], inputs[0][0], want.data())) continue;
      want = inputs[0];
      for (std::size_t n = 1; n <= kInputs; ++n) {
        for (std::size_t k = 0; n > 1 && k < kLong; ++k) {
          const T before = want[k];
          apply(operation, before, inputs[n - 1][k], &want[k]);
        }
        each_variant(operation, element, [&](const ReduceKernel& kernel) {
          for (const std::size_t out : {n, std::size_t{0}, n / 2, n - 1}) fold_once(operation, kernel, inputs, n, out, want);
        });
      }
    }
  }

  long cases_ = 0;

 private:
  static constexpr std::uint64_t kLong = 1500;  // longer than a block of fold() for every type

  template <typename T>
  void combine_all(Operation operation, const ReduceKernel& kernel, const std::vector<T>& left, const std::vector<T>& right,
                   const std::vector<T>& want) {
    constexpr Offsets kOffsets[] = {{0, 0, 0}, {1, 0, 0}, {4, 8, 12}, {3, 5, 7}};
    EXPECT_EQ(kernel.extent, sizeof(T));
    for (std::uint64_t count = 0; count <= 71; ++count) {
      const std::uint64_t length = count <= 70 ? count : kMost;
      for (const Offsets& offsets : kOffsets) {
        for (const Alias alias : {Alias::kNone, Alias::kLeft, Alias::kRight}) {
          ++cases_;
          if (combine_once(operation, kernel, left, right, want, length, offsets, alias)) continue;
          FAIL() << length << " elements, offsets " << offsets.out << ' ' << offsets.left << ' ' << offsets.right << ", alias "
                 << static_cast<int>(alias);
        }
      }
    }
  }

  template <typename T>
  bool combine_once(Operation operation, const ReduceKernel& kernel, const std::vector<T>& left, const std::vector<T>& right,
                    const std::vector<T>& want, std::uint64_t count, Offsets offsets, Alias alias) {
    const std::size_t bytes = count * sizeof(T);
    std::byte* a = areas_[0].fill(offsets.left, left.data(), bytes);
    std::byte* b = areas_[1].fill(offsets.right, right.data(), bytes);
    std::byte* out = alias == Alias::kLeft ? a : alias == Alias::kRight ? b : areas_[2].clear(offsets.out, bytes);
    kernel.combine(out, a, b, count);
    return areas_[alias == Alias::kLeft ? 0 : alias == Alias::kRight ? 1 : 2].intact() && matches(operation, out, want, count);
  }

  // The result is written to the out-th input or, if `out` is past the last, to a separate buffer.
  template <typename T>
  void fold_once(Operation operation, const ReduceKernel& kernel, const std::vector<std::vector<T>>& inputs, std::size_t n,
                 std::size_t out, const std::vector<T>& want) {
    for (const std::uint64_t count : {std::uint64_t{1}, std::uint64_t{37}, kLong}) {
      ++cases_;
      std::vector<T> result = out < n ? inputs[out] : std::vector<T>(kLong);
      std::vector<const void*> from;
      for (std::size_t k = 0; k < n; ++k) from.push_back(k == out ? result.data() : inputs[k].data());
      fold(kernel, result.data(), from, count);
      EXPECT_TRUE(matches(operation, reinterpret_cast<const std::byte*>(result.data()), want, count))
          << count << " elements of " << n << " inputs, result in " << out;
    }
  }

  std::array<Area, 3> areas_{Area(kMost * 32), Area(kMost * 32), Area(kMost * 32)};
};

void print_cases(long cases) {
  std::string without;
  int skipped = 0;
  for (const Simd simd : kAll) {
    if (simd <= best_simd()) continue;
    without += fmt::format("{}{}", without.empty() ? " (this processor has no " : ", ", simd_name(simd));
    ++skipped;
  }
  fmt::print("{} cases, {} instruction sets skipped{}{}\n", cases, skipped, without, without.empty() ? "" : ")");
}

// Calls `check.operator()<T>(element, reference)` for every element that a reduction takes.
template <typename Check>
void integers(const Check& check) {
  namespace r = reference;
  check.template operator()<std::int8_t>(Element::kInt8, r::integer<std::int8_t>);
  check.template operator()<std::int16_t>(Element::kInt16, r::integer<std::int16_t>);
  check.template operator()<std::int32_t>(Element::kInt32, r::integer<std::int32_t>);
  check.template operator()<std::int64_t>(Element::kInt64, r::integer<std::int64_t>);
  check.template operator()<std::uint8_t>(Element::kUint8, r::integer<std::uint8_t>);
  check.template operator()<std::uint16_t>(Element::kUint16, r::integer<std::uint16_t>);
  check.template operator()<std::uint32_t>(Element::kUint32, r::integer<std::uint32_t>);
  check.template operator()<std::uint64_t>(Element::kUint64, r::integer<std::uint64_t>);
  check.template operator()<std::int8_t>(Element::kPlainInt8, r::plain_integer<std::int8_t>);
  check.template operator()<std::int16_t>(Element::kPlainInt16, r::plain_integer<std::int16_t>);
  check.template operator()<std::int32_t>(Element::kPlainInt32, r::plain_integer<std::int32_t>);
  check.template operator()<std::int64_t>(Element::kPlainInt64, r::plain_integer<std::int64_t>);
  check.template operator()<r::Int128>(Element::kPlainInt128, r::plain_integer<r::Int128>);
  check.template operator()<std::uint8_t>(Element::kByte, r::bitwise<std::uint8_t>);
  check.template operator()<std::int8_t>(Element::kLogical8, r::logical<std::int8_t>);
  check.template operator()<std::int16_t>(Element::kLogical16, r::logical<std::int16_t>);
  check.template operator()<std::int32_t>(Element::kLogical32, r::logical<std::int32_t>);
  check.template operator()<std::int64_t>(Element::kLogical64, r::logical<std::int64_t>);
  check.template operator()<r::Int128>(Element::kLogical128, r::logical<r::Int128>);
}
template <typename Check>
void floats(const Check& check) {
  namespace r = reference;
  check.template operator()<r::Half>(Element::kHalf, r::arithmetic<r::Half>);
  check.template operator()<r::Bfloat16>(Element::kBfloat16, r::arithmetic<r::Bfloat16>);
  check.template operator()<r::Float8E4M3>(Element::kFloat8E4M3, r::arithmetic<r::Float8E4M3>);
  check.template operator()<r::Float8E5M2>(Element::kFloat8E5M2, r::arithmetic<r::Float8E5M2>);
  check.template operator()<float>(Element::kFloat, r::arithmetic<float>);
  check.template operator()<double>(Element::kDouble, r::arithmetic<double>);
  check.template operator()<long double>(Element::kLongDouble, r::arithmetic<long double>);
  check.template operator()<r::Quad>(Element::kQuad, r::arithmetic<r::Quad>);
  check.template operator()<r::Complex<r::Half>>(Element::kComplexHalf, r::complex<r::Half>);
  check.template operator()<r::Complex<float>>(Element::kComplexFloat, r::complex<float>);
  check.template operator()<r::Complex<double>>(Element::kComplexDouble, r::complex<double>);
  check.template operator()<r::Complex<long double>>(Element::kComplexLongDouble, r::complex<long double>);
  check.template operator()<r::Complex<r::Quad>>(Element::kComplexQuad, r::complex<r::Quad>);
}
template <typename Check>
void pairs(const Check& check) {
  namespace r = reference;
  check.template operator()<r::Pair<float, int>>(Element::kFloatInt, r::located<float, int>);
  check.template operator()<r::Pair<double, int>>(Element::kDoubleInt, r::located<double, int>);
  check.template operator()<r::Pair<long, int>>(Element::kLongInt, r::located<long, int>);
  check.template operator()<r::Pair<int, int>>(Element::kTwoInt, r::located<int, int>);
  check.template operator()<r::Pair<short, int>>(Element::kShortInt, r::located<short, int>);
  check.template operator()<r::Pair<long double, int>>(Element::kLongDoubleInt, r::located<long double, int>);
  check.template operator()<r::Pair<float, float>>(Element::kTwoReal, r::located<float, float>);
  check.template operator()<r::Pair<double, double>>(Element::kTwoDouble, r::located<double, double>);
  check.template operator()<r::Pair<int, int>>(Element::kTwoInteger, r::located<int, int>);
}

TEST_F(Reduce, OfTwo) {
  const auto check = [&]<typename T>(Element element, auto apply) { combine<T>(element, apply); };
  integers(check);
  floats(check);
  pairs(check);
  print_cases(cases_);
}

TEST_F(Reduce, OfSeveralInOrder) {
  const auto check = [&]<typename T>(Element element, auto apply) { fold_several<T>(element, apply); };
  integers(check);
  floats(check);
  pairs(check);
  print_cases(cases_);
}

TEST(Simd, IsChosenByTheTunable) {
  Config config;
  Simd chosen = Simd::kNone;
  ASSERT_TRUE(choose_simd(config, &chosen).is_ok());
  EXPECT_EQ(chosen, best_simd());
  config.simd = Config::Simd::kNone;
  ASSERT_TRUE(choose_simd(config, &chosen).is_ok());
  EXPECT_EQ(chosen, Simd::kNone);
  config.simd = Config::Simd::kAvx512;
  const Status status = choose_simd(config, &chosen);
  EXPECT_EQ(status.is_ok(), best_simd() >= Simd::kAvx512);
  if (!status.is_ok()) {
    EXPECT_EQ(status.code(), Code::kConfig);
  }
}

TEST(Simd, NothingForNoElement) {
  EXPECT_EQ(find_kernel(best_simd(), Operation::kSum, Element::kNone), nullptr);
}

}  // namespace
}  // namespace penstock::base
