// Predefined operations: which datatypes each takes (the standard's section 6.9.2, and what MPICH and Open MPI take besides:
// MPI_CHAR as a number, logical operations on MPI_AINT, MPI_COUNT and MPI_OFFSET), and what comes of it.
#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <ostream>
#include <set>
#include <type_traits>

#include "handle_of.hpp"
#include "mpi_test.hpp"

namespace penstock::test {
namespace {

using Bytes = std::vector<std::uint8_t>;
__extension__ typedef __int128 Int128;  // NOLINT(modernize-use-using)
#if defined(__SIZEOF_FLOAT128__)
__extension__ typedef __float128 Quad;  // NOLINT(modernize-use-using)
#else
using Quad = long double;  // as ARM has it
#endif
using Char = std::conditional_t<std::is_signed_v<char>, signed char, unsigned char>;

// Returns a small integer as IEEE binary16.
struct Half {
  std::uint16_t bits = 0;
  Half() = default;
  explicit Half(int value) {
    const auto magnitude = static_cast<unsigned>(value < 0 ? -value : value);
    if (magnitude == 0) return;
    const auto exponent = static_cast<unsigned>(std::bit_width(magnitude)) - 1;
    bits = static_cast<std::uint16_t>((value < 0 ? 0x8000U : 0U) | (exponent + 15) << 10 |
                                      ((magnitude << (10 - exponent)) & 0x3ffU));
  }
  explicit operator int() const {
    if ((bits & 0x7fffU) == 0) return 0;
    const unsigned exponent = (bits >> 10 & 0x1fU) - 15;
    const auto magnitude = static_cast<int>(((bits & 0x3ffU) | 0x400U) >> (10 - exponent));
    return bits >> 15 != 0 ? -magnitude : magnitude;
  }
};

enum class Group { kNone, kCInteger, kFortranInteger, kFloating, kLogical, kComplex, kByte, kPair };

// The value of an element in small integers, which every type holds exactly. Complex numbers and pairs have two
// parts, the others only the first.
struct Number {
  int first;
  int second;
  friend bool operator==(const Number&, const Number&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Number& number) {
    return out << number.first << '/' << number.second;
  }
};

// Converts to and from elements in the layout of a type.
template <typename T>
struct Scalars {
  static Bytes encode(const std::vector<Number>& numbers) {
    Bytes bytes(numbers.size() * sizeof(T));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const T value = static_cast<T>(numbers[i].first);
      std::memcpy(&bytes[i * sizeof(T)], &value, sizeof(T));
    }
    return bytes;
  }
  static std::vector<Number> decode(const Bytes& bytes) {
    std::vector<Number> numbers;
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(T)) {
      T value;
      std::memcpy(&value, &bytes[at], sizeof(T));
      numbers.push_back({static_cast<int>(value), 0});
    }
    return numbers;
  }
};
template <typename First, typename Second>
struct Pairs {
  struct Pair {
    First first;
    Second second;
  };
  static Bytes encode(const std::vector<Number>& numbers) {
    Bytes bytes(numbers.size() * sizeof(Pair));
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const Pair pair{static_cast<First>(numbers[i].first), static_cast<Second>(numbers[i].second)};
      std::memcpy(&bytes[i * sizeof(Pair)], &pair, sizeof(Pair));
    }
    return bytes;
  }
  static std::vector<Number> decode(const Bytes& bytes) {
    std::vector<Number> numbers;
    for (std::size_t at = 0; at < bytes.size(); at += sizeof(Pair)) {
      Pair pair;
      std::memcpy(&pair, &bytes[at], sizeof(Pair));
      numbers.push_back({static_cast<int>(pair.first), static_cast<int>(pair.second)});
    }
    return numbers;
  }
};

struct Type {
  MPI_Datatype handle;
  const char* name;
  Group group;
  Bytes (*encode)(const std::vector<Number>& numbers);
  std::vector<Number> (*decode)(const Bytes& bytes);
  bool is_unsigned = false;
};

#define TYPE(handle, group, ...) {handle, #handle, Group::group, __VA_ARGS__::encode, __VA_ARGS__::decode}
#define UNSIGNED(handle, type) {handle, #handle, Group::kCInteger, Scalars<type>::encode, Scalars<type>::decode, true}

const std::vector<Type>& types() {
  static const std::vector<Type> kTypes = {
      TYPE(MPI_INT, kCInteger, Scalars<int>),
      TYPE(MPI_LONG, kCInteger, Scalars<long>),
      TYPE(MPI_SHORT, kCInteger, Scalars<short>),
      TYPE(MPI_LONG_LONG, kCInteger, Scalars<long long>),
      {MPI_CHAR, "MPI_CHAR", Group::kCInteger, Scalars<Char>::encode, Scalars<Char>::decode, std::is_unsigned_v<char>},
      TYPE(MPI_SIGNED_CHAR, kCInteger, Scalars<signed char>),
      TYPE(MPI_INT8_T, kCInteger, Scalars<std::int8_t>),
      TYPE(MPI_INT16_T, kCInteger, Scalars<std::int16_t>),
      TYPE(MPI_INT32_T, kCInteger, Scalars<std::int32_t>),
      TYPE(MPI_INT64_T, kCInteger, Scalars<std::int64_t>),
      UNSIGNED(MPI_UNSIGNED_SHORT, unsigned short),
      UNSIGNED(MPI_UNSIGNED, unsigned),
      UNSIGNED(MPI_UNSIGNED_LONG, unsigned long),
      UNSIGNED(MPI_UNSIGNED_LONG_LONG, unsigned long long),
      UNSIGNED(MPI_UNSIGNED_CHAR, unsigned char),
      UNSIGNED(MPI_UINT8_T, std::uint8_t),
      UNSIGNED(MPI_UINT16_T, std::uint16_t),
      UNSIGNED(MPI_UINT32_T, std::uint32_t),
      UNSIGNED(MPI_UINT64_T, std::uint64_t),
      TYPE(MPI_INTEGER, kFortranInteger, Scalars<std::int32_t>),
      TYPE(MPI_INTEGER1, kFortranInteger, Scalars<std::int8_t>),
      TYPE(MPI_INTEGER2, kFortranInteger, Scalars<std::int16_t>),
      TYPE(MPI_INTEGER4, kFortranInteger, Scalars<std::int32_t>),
      TYPE(MPI_INTEGER8, kFortranInteger, Scalars<std::int64_t>),
      TYPE(MPI_INTEGER16, kFortranInteger, Scalars<Int128>),
      TYPE(MPI_FLOAT, kFloating, Scalars<float>),
      TYPE(MPI_DOUBLE, kFloating, Scalars<double>),
      TYPE(MPI_LONG_DOUBLE, kFloating, Scalars<long double>),
      TYPE(MPI_REAL, kFloating, Scalars<float>),
      TYPE(MPI_DOUBLE_PRECISION, kFloating, Scalars<double>),
      TYPE(MPI_REAL2, kFloating, Scalars<Half>),
      TYPE(MPI_REAL4, kFloating, Scalars<float>),
      TYPE(MPI_REAL8, kFloating, Scalars<double>),
      TYPE(MPI_REAL16, kFloating, Scalars<Quad>),
      TYPE(MPI_LOGICAL, kLogical, Scalars<std::int32_t>),
      TYPE(MPI_C_BOOL, kLogical, Scalars<bool>),
      TYPE(MPI_CXX_BOOL, kLogical, Scalars<bool>),
      TYPE(MPI_LOGICAL1, kLogical, Scalars<std::int8_t>),
      TYPE(MPI_LOGICAL2, kLogical, Scalars<std::int16_t>),
      TYPE(MPI_LOGICAL4, kLogical, Scalars<std::int32_t>),
      TYPE(MPI_LOGICAL8, kLogical, Scalars<std::int64_t>),
      TYPE(MPI_LOGICAL16, kLogical, Scalars<Int128>),
      TYPE(MPI_COMPLEX, kComplex, Pairs<float, float>),
      TYPE(MPI_DOUBLE_COMPLEX, kComplex, Pairs<double, double>),
      TYPE(MPI_C_FLOAT_COMPLEX, kComplex, Pairs<float, float>),
      TYPE(MPI_C_DOUBLE_COMPLEX, kComplex, Pairs<double, double>),
      TYPE(MPI_C_LONG_DOUBLE_COMPLEX, kComplex, Pairs<long double, long double>),
      TYPE(MPI_CXX_FLOAT_COMPLEX, kComplex, Pairs<float, float>),
      TYPE(MPI_CXX_DOUBLE_COMPLEX, kComplex, Pairs<double, double>),
      TYPE(MPI_CXX_LONG_DOUBLE_COMPLEX, kComplex, Pairs<long double, long double>),
      TYPE(MPI_COMPLEX4, kComplex, Pairs<Half, Half>),
      TYPE(MPI_COMPLEX8, kComplex, Pairs<float, float>),
      TYPE(MPI_COMPLEX16, kComplex, Pairs<double, double>),
      TYPE(MPI_COMPLEX32, kComplex, Pairs<Quad, Quad>),
      TYPE(MPI_BYTE, kByte, Scalars<std::uint8_t>),
      TYPE(MPI_AINT, kCInteger, Scalars<MPI_Aint>),
      TYPE(MPI_OFFSET, kCInteger, Scalars<MPI_Offset>),
      TYPE(MPI_COUNT, kCInteger, Scalars<MPI_Count>),
      TYPE(MPI_FLOAT_INT, kPair, Pairs<float, int>),
      TYPE(MPI_DOUBLE_INT, kPair, Pairs<double, int>),
      TYPE(MPI_LONG_INT, kPair, Pairs<long, int>),
      TYPE(MPI_2INT, kPair, Pairs<int, int>),
      TYPE(MPI_SHORT_INT, kPair, Pairs<short, int>),
      TYPE(MPI_LONG_DOUBLE_INT, kPair, Pairs<long double, int>),
      TYPE(MPI_2REAL, kPair, Pairs<float, float>),
      TYPE(MPI_2DOUBLE_PRECISION, kPair, Pairs<double, double>),
      TYPE(MPI_2INTEGER, kPair, Pairs<int, int>),
      TYPE(MPI_WCHAR, kNone, Scalars<wchar_t>),
      TYPE(MPI_CHARACTER, kNone, Scalars<char>),
      TYPE(MPI_PACKED, kNone, Scalars<char>),
  };
  return kTypes;
}

#undef TYPE
#undef UNSIGNED

struct Operation {
  MPI_Op handle;
  const char* name;
  std::set<Group> groups;
  std::function<Number(Number, Number)> value;
};

template <typename Function>
std::function<Number(Number, Number)> by_first(Function function) {
  return [function](Number a, Number b) { return Number{static_cast<int>(function(a.first, b.first)), 0}; };
}

Number located(Number a, Number b, bool a_wins) {
  if (a.first == b.first) return {a.first, std::min(a.second, b.second)};
  return a_wins ? a : b;
}

std::vector<Operation> operations() {
  using enum Group;
  const std::set<Group> ordered = {kCInteger, kFortranInteger, kFloating};
  const std::set<Group> numbers = {kCInteger, kFortranInteger, kFloating, kComplex};
  const std::set<Group> truth = {kCInteger, kLogical};
  const std::set<Group> bits = {kCInteger, kFortranInteger, kByte};
  return {
      {MPI_MAX, "MPI_MAX", ordered, by_first([](int a, int b) { return std::max(a, b); })},
      {MPI_MIN, "MPI_MIN", ordered, by_first([](int a, int b) { return std::min(a, b); })},
      {MPI_SUM, "MPI_SUM", numbers, [](Number a, Number b) { return Number{a.first + b.first, a.second + b.second}; }},
      {MPI_PROD, "MPI_PROD", numbers,
       [](Number a, Number b) {
         return Number{a.first * b.first - a.second * b.second, a.first * b.second + a.second * b.first};
       }},
      {MPI_LAND, "MPI_LAND", truth, by_first([](int a, int b) { return a != 0 && b != 0; })},
      {MPI_LOR, "MPI_LOR", truth, by_first([](int a, int b) { return a != 0 || b != 0; })},
      {MPI_LXOR, "MPI_LXOR", truth, by_first([](int a, int b) { return (a != 0) != (b != 0); })},
      {MPI_BAND, "MPI_BAND", bits, by_first([](int a, int b) { return a & b; })},
      {MPI_BOR, "MPI_BOR", bits, by_first([](int a, int b) { return a | b; })},
      {MPI_BXOR, "MPI_BXOR", bits, by_first([](int a, int b) { return a ^ b; })},
      {MPI_MINLOC, "MPI_MINLOC", {kPair}, [](Number a, Number b) { return located(a, b, a.first < b.first); }},
      {MPI_MAXLOC, "MPI_MAXLOC", {kPair}, [](Number a, Number b) { return located(a, b, a.first > b.first); }},
      {MPI_REPLACE, "MPI_REPLACE", {}, {}},
      {MPI_NO_OP, "MPI_NO_OP", {}, {}},
  };
}

// Makes every combination of some values that the type holds; products stay small enough for a byte.
void operands(const Type& type, std::vector<Number>* in, std::vector<Number>* inout) {
  std::vector<Number> values;
  const bool two = type.group == Group::kComplex || type.group == Group::kPair;
  const bool negative = !type.is_unsigned && type.group != Group::kByte && type.group != Group::kLogical;
  for (const int first : {0, 1, 2, 3, 5, 7, -1, -6}) {
    if (first < 0 && !negative) continue;
    if (first > 1 && type.group == Group::kLogical) continue;
    values.push_back({first, two ? 4 : 0});
    if (two) values.push_back({first, 2});
  }
  for (const Number a : values) {
    for (const Number b : values) {
      in->push_back(a);
      inout->push_back(b);
    }
  }
}

class Operations : public Mpi {};

TEST_F(Operations, EveryPredefinedDatatypeIsListedHere) {
  struct Constant {
    const char* name;
    std::uintptr_t value;
    bool datatype;
  };
#define NUMBER(name, value)
#define ADDRESS(type, name, value) {#name, static_cast<std::uintptr_t>(value), std::string_view(#type) == "MPI_Datatype"},
  static const Constant kConstants[] = {
#include "../abi/constants.inc"
  };
#undef NUMBER
#undef ADDRESS
  std::set<MPI_Datatype> listed;
  for (const Type& type : types()) listed.insert(type.handle);
  EXPECT_EQ(listed.size(), types().size());
  std::set<MPI_Datatype> known;
  for (const Constant& constant : kConstants) {
    const auto handle = handle_of<MPI_Datatype>(constant.value);
    if (!constant.datatype || handle == MPI_DATATYPE_NULL) continue;
    known.insert(handle);
    EXPECT_TRUE(listed.contains(handle)) << constant.name;
    int size = 0;
    EXPECT_MPI(MPI_Type_size(handle, &size));
    EXPECT_GT(size, 0) << constant.name;
  }
  EXPECT_EQ(known, listed);
  // No other number of the range names a type.
  for (std::uintptr_t number = 0x200; number < 0x300; ++number) {
    const auto handle = handle_of<MPI_Datatype>(number);
    int size = 0;
    if (!known.contains(handle)) EXPECT_CLASS(MPI_Type_size(handle, &size), MPI_ERR_TYPE);
  }
}

TEST_F(Operations, EveryPairOfOperationAndDatatype) {
  int allowed = 0;
  int refused = 0;
  for (const Type& type : types()) {
    std::vector<Number> in;
    std::vector<Number> inout;
    operands(type, &in, &inout);
    const Array<std::uint8_t> left(type.encode(in));
    const auto count = static_cast<int>(in.size());
    for (const Operation& operation : operations()) {
      SCOPED_TRACE(std::string(operation.name) + " of " + type.name);
      const Array<std::uint8_t> right(type.encode(inout));
      if (!operation.groups.contains(type.group)) {
        ++refused;
        EXPECT_CLASS(MPI_Reduce_local(left.data(), right.data(), count, type.handle, operation.handle), MPI_ERR_OP);
        EXPECT_EQ(type.decode(right.get()), inout);
        continue;
      }
      ++allowed;
      EXPECT_MPI(MPI_Reduce_local(left.data(), right.data(), count, type.handle, operation.handle));
      std::vector<Number> expected(in.size());
      std::ranges::transform(in, inout, expected.begin(), operation.value);
      EXPECT_EQ(type.decode(right.get()), expected);
      EXPECT_EQ(type.decode(left.get()), in);
    }
  }
  // 22 C integers x 10, 6 of Fortran x 7, 9 floating x 4, 8 logical x 3, 12 complex x 2, byte x 3, 9 pairs x 2.
  EXPECT_EQ(allowed, 220 + 42 + 36 + 24 + 24 + 3 + 18);
  EXPECT_EQ(allowed + refused, static_cast<int>(types().size()) * 14);
}

// Benchmarks reduce MPI_CHAR by default, with all lengths and kinds of memory.
TEST_F(Operations, CharactersAreSignedBytesInCollectives) {
  using Signed = std::vector<std::int8_t>;
  for (const std::size_t count : {std::size_t{1}, std::size_t{100}, std::size_t{70000}}) {
    Signed values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<std::int8_t>(static_cast<int>(i % 13) - 6 + rank());
    const Array<std::int8_t> mine(values);
    const Array<std::int8_t> out(Signed(count, 99));
    const auto expect = [&](MPI_Op op, auto fold) {
      EXPECT_MPI(MPI_Allreduce(mine.data(), out.data(), static_cast<int>(count), MPI_CHAR, op, MPI_COMM_WORLD));
      Signed expected(count);
      for (std::size_t i = 0; i < count; ++i) {
        int value = static_cast<int>(i % 13) - 6;
        for (int r = 1; r < size(); ++r) value = fold(value, static_cast<int>(i % 13) - 6 + r);
        expected[i] = static_cast<std::int8_t>(value);
      }
      EXPECT_EQ(out.get(), expected) << count;
    };
    expect(MPI_SUM, std::plus<>());
    expect(MPI_MIN, [](int a, int b) { return std::min(a, b); });
    expect(MPI_MAX, [](int a, int b) { return std::max(a, b); });
    expect(MPI_BXOR, std::bit_xor<>());
    if (size() > 1) expect(MPI_LAND, [](int a, int b) { return static_cast<int>(a != 0 && b != 0); });
  }
}

TEST_F(Operations, LogicalOnAddresses) {
  const Array<MPI_Aint> mine(std::vector<MPI_Aint>{MPI_Aint{1} << 40, 0, rank() == 0 ? 7 : 0});
  const Array<MPI_Aint> out(std::size_t{3});
  for (const MPI_Datatype type : {MPI_AINT, MPI_COUNT, MPI_OFFSET}) {
    EXPECT_MPI(MPI_Allreduce(mine.data(), out.data(), 3, type, MPI_LOR, MPI_COMM_WORLD));
    const MPI_Aint first = size() > 1 ? 1 : out.get()[0];  // one rank's own value may stay as it is
    EXPECT_EQ(out.get(), (std::vector<MPI_Aint>{first, 0, size() > 1 ? 1 : out.get()[2]}));
  }
}

// The collectives check the same table, before anything is sent.
TEST_F(Operations, CollectivesRefuseWhatIsNotDefined) {
  const Array<double> mine(std::vector<double>{1.0});
  const Array<double> sum(std::vector<double>{-1.0});
  const MPI_Comm comm = MPI_COMM_WORLD;
  EXPECT_CLASS(MPI_Allreduce(mine.data(), sum.data(), 1, MPI_DOUBLE, MPI_BAND, comm), MPI_ERR_OP);
  EXPECT_CLASS(MPI_Allreduce(mine.data(), sum.data(), 1, MPI_DOUBLE, MPI_OP_NULL, comm), MPI_ERR_OP);
  EXPECT_CLASS(MPI_Reduce(mine.data(), sum.data(), 1, MPI_CHARACTER, MPI_SUM, 0, comm), MPI_ERR_OP);
  EXPECT_CLASS(MPI_Scan(mine.data(), sum.data(), 1, MPI_DOUBLE, MPI_REPLACE, comm), MPI_ERR_OP);
  EXPECT_CLASS(MPI_Exscan(mine.data(), sum.data(), 1, MPI_DOUBLE, MPI_NO_OP, comm), MPI_ERR_OP);
  EXPECT_CLASS(MPI_Reduce_scatter_block(mine.data(), sum.data(), 0, MPI_2INT, MPI_SUM, comm), MPI_ERR_OP);
  MPI_Datatype two = MPI_DATATYPE_NULL;
  EXPECT_MPI(MPI_Type_contiguous(2, MPI_DOUBLE, &two));
  EXPECT_MPI(MPI_Type_commit(&two));
  EXPECT_CLASS(MPI_Allreduce(mine.data(), sum.data(), 0, two, MPI_SUM, comm), MPI_ERR_OP);
  EXPECT_MPI(MPI_Type_free(&two));
  EXPECT_EQ(sum.get()[0], -1.0);
  EXPECT_MPI(MPI_Allreduce(mine.data(), sum.data(), 1, MPI_DOUBLE, MPI_SUM, comm));
  EXPECT_EQ(sum.get()[0], size());
}

TEST_F(Operations, PredefinedOnesStay) {
  for (const Operation& operation : operations()) {
    int commute = -1;
    EXPECT_MPI(MPI_Op_commutative(operation.handle, &commute));
    EXPECT_EQ(commute, operation.groups.empty() ? 0 : 1) << operation.name;
    MPI_Op op = operation.handle;
    EXPECT_CLASS(MPI_Op_free(&op), MPI_ERR_OP);
    EXPECT_EQ(op, operation.handle);
  }
}

TEST_F(Operations, LocalReductionRefusesWhatIsNoBuffer) {
  const Array<int> data(std::vector<int>{4});
  EXPECT_CLASS(MPI_Reduce_local(MPI_IN_PLACE, data.data(), 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
  EXPECT_CLASS(MPI_Reduce_local(data.data(), nullptr, 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
  EXPECT_CLASS(MPI_Reduce_local(data.data(), data.data(), 1, MPI_INT, MPI_SUM), MPI_ERR_BUFFER);
  EXPECT_CLASS(MPI_Reduce_local(data.data(), data.data(), -1, MPI_INT, MPI_SUM), MPI_ERR_COUNT);
  EXPECT_MPI(MPI_Reduce_local(nullptr, nullptr, 0, MPI_INT, MPI_SUM));
  EXPECT_EQ(data.get()[0], 4);
}

}  // namespace
}  // namespace penstock::test
