#include "local.hpp"

#include <algorithm>
#include <complex>
#include <cstdint>
#include <cstring>
#include <functional>

#include "mpi_call.hpp"
#include "scene.hpp"

namespace bench {
namespace {

// An IEEE binary16 number, for small whole numbers alone.
struct Half {
  std::uint16_t bits;
  friend Half operator+(Half a, Half b) { return of(a.whole() + b.whole()); }
  friend bool operator<(Half a, Half b) { return a.whole() < b.whole(); }
  static Half of(int whole) {
    constexpr std::uint16_t kBits[] = {0, 0x3c00, 0x4000, 0x4200, 0x4400, 0x4500, 0x4600, 0x4700, 0x4800};
    return {kBits[whole]};
  }
  [[nodiscard]] int whole() const {
    int whole = 0;
    while (of(whole).bits != bits) ++whole;
    return whole;
  }
};
template <typename Value>
struct Located {
  Value value;
  int index;
};

template <typename T>
struct Make {
  static T of(int whole, int /*other*/) { return static_cast<T>(whole); }
};
template <>
struct Make<Half> {
  static Half of(int whole, int /*other*/) { return Half::of(whole); }
};
template <typename T>
struct Make<std::complex<T>> {
  static std::complex<T> of(int whole, int other) { return {static_cast<T>(whole), static_cast<T>(other)}; }
};
template <typename T>
struct Make<Located<T>> {
  static Located<T> of(int whole, int other) { return {static_cast<T>(whole), other}; }
};

template <typename T>
T operand(std::size_t i, unsigned seed, bool second) {
  if (seed == 0) return Make<T>::of(1, 0);
  const auto mixed = static_cast<unsigned>((i + (second ? 7919 : 0) + seed) * 2654435761U);
  return Make<T>::of(static_cast<int>(mixed >> 30) + 1, static_cast<int>(mixed >> 27 & 3U));
}

template <typename T>
void fill(unsigned char* out, std::size_t count, unsigned seed, bool second) {
  for (std::size_t i = 0; i < count; ++i) {
    const T value = operand<T>(i, seed, second);
    std::memcpy(out + i * sizeof(T), &value, sizeof(T));
  }
}

template <typename T>
bool same(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}
template <typename T>
bool same(const Located<T>& a, const Located<T>& b) {
  return a.value == b.value && a.index == b.index;  // not their padding
}

template <typename T, typename Combine>
bool right(const unsigned char* found, std::size_t count, unsigned seed) {
  for (std::size_t i = 0; i < count; ++i) {
    T got;
    std::memcpy(static_cast<void*>(&got), found + i * sizeof(T), sizeof(T));
    if (!same(got, static_cast<T>(Combine()(operand<T>(i, seed, false), operand<T>(i, seed, true))))) return false;
  }
  return true;
}

struct Min {
  template <typename T>
  T operator()(const T& a, const T& b) const {
    return std::min(a, b);
  }
};
struct Max {
  template <typename T>
  T operator()(const T& a, const T& b) const {
    return std::max(a, b);
  }
};
struct Minloc {
  template <typename T>
  T operator()(const T& a, const T& b) const {
    if (a.value != b.value) return a.value < b.value ? a : b;
    return a.index < b.index ? a : b;
  }
};

template <typename T, typename Combine>
Local row(const char* words, MPI_Op op, MPI_Datatype type) {
  return {std::string("reduce_local") + words, op, {type, sizeof(T)}, fill<T>, right<T, Combine>};
}

// The type is optional, and Open MPI does not even name it if it lacks it.
#ifdef MPI_REAL2
const MPI_Datatype kReal2 = MPI_REAL2;
#else
const MPI_Datatype kReal2 = MPI_DATATYPE_NULL;
#endif

}  // namespace

// The first row is the default.
const std::vector<Local>& locals() {
  static const std::vector<Local> rows = {
      row<float, std::plus<>>("", MPI_SUM, MPI_FLOAT),
      row<std::int8_t, std::plus<>>("_sum_int8", MPI_SUM, MPI_INT8_T),
      row<std::int16_t, std::plus<>>("_sum_int16", MPI_SUM, MPI_INT16_T),
      row<std::int32_t, std::plus<>>("_sum_int32", MPI_SUM, MPI_INT32_T),
      row<std::int64_t, std::plus<>>("_sum_int64", MPI_SUM, MPI_INT64_T),
      row<Half, std::plus<>>("_sum_half", MPI_SUM, kReal2),
      row<double, std::plus<>>("_sum_double", MPI_SUM, MPI_DOUBLE),
      row<std::complex<double>, std::plus<>>("_sum_complex_double", MPI_SUM, MPI_C_DOUBLE_COMPLEX),
      row<std::int64_t, std::multiplies<>>("_prod_int64", MPI_PROD, MPI_INT64_T),
      row<double, std::multiplies<>>("_prod_double", MPI_PROD, MPI_DOUBLE),
      row<std::complex<float>, std::multiplies<>>("_prod_complex_float", MPI_PROD, MPI_C_FLOAT_COMPLEX),
      row<std::int32_t, Max>("_max_int32", MPI_MAX, MPI_INT32_T),
      row<float, Max>("_max_float", MPI_MAX, MPI_FLOAT),
      row<double, Min>("_min_double", MPI_MIN, MPI_DOUBLE),
      row<std::uint8_t, std::bit_and<>>("_band_byte", MPI_BAND, MPI_BYTE),
      row<std::uint64_t, std::bit_xor<>>("_bxor_uint64", MPI_BXOR, MPI_UINT64_T),
      row<std::int32_t, std::logical_and<>>("_land_int32", MPI_LAND, MPI_INT32_T),
      row<Located<int>, Minloc>("_minloc_2int", MPI_MINLOC, MPI_2INT),
      row<Located<double>, Minloc>("_minloc_double_int", MPI_MINLOC, MPI_DOUBLE_INT),
  };
  return rows;
}

namespace {

// A library may lack an optional type, or an operation over it.
void reduce(const Scene& scene, const void* in, void* inout) {
  const Local& local = *scene.which.local;
  if (local.element.type == MPI_DATATYPE_NULL) throw Unsupported("the library has no such type");
  const int code = MPI_Reduce_local(in, inout, scene.layout().count(), local.element.type, local.op);
  if (code == MPI_SUCCESS) return;
  int error_class = code;
  check(MPI_Error_class(code, &error_class), "MPI_Error_class");
  if (error_class == MPI_ERR_OP || error_class == MPI_ERR_TYPE) {
    throw Unsupported("MPI_Reduce_local does not take this operation over this type");
  }
  raise(code, "MPI_Reduce_local");
}

void give(Buffer& buffer, const Local& local, std::size_t count, unsigned seed, bool second) {
  std::vector<unsigned char> operand(count * local.element.bytes);
  local.fill(operand.data(), count, seed, second);
  buffer.write(operand.data(), operand.size());
}

bool is_right(Scene& scene) {
  const Local& local = *scene.which.local;
  const auto count = static_cast<std::size_t>(scene.layout().count());
  const unsigned seed = scene.next_seed();
  give(scene.send(), local, count, seed, false);
  give(scene.recv(), local, count, seed, true);
  reduce(scene, scene.send().data(), scene.recv().data());
  std::vector<unsigned char> found(count * local.element.bytes);
  scene.recv().read(found.data(), found.size());
  if (scene.options.plant_error) found[0] ^= 1;
  return scene.agree(local.right(found.data(), count, seed));
}

}  // namespace

// Every rank checks its result; rank 0 alone is timed and the others wait, so that cores and memory are its own.
Row local_reductions(Scene& scene) {
  if (scene.datatype != "contiguous") throw Unsupported("MPI_Reduce_local takes predefined datatypes only");
  const bool good = is_right(scene);
  const bool works = scene.team.rank == 0;
  const auto count = static_cast<std::size_t>(scene.layout().count());
  give(scene.send(), *scene.which.local, count, 0, false);
  give(scene.recv(), *scene.which.local, count, 0, true);
  Samples samples;
  repeat(
      scene, true, works, &samples, [&] { scene.restless() ? scene.renew() : void(); },
      [&] {
        if (works) reduce(scene, scene.send().data(), scene.recv().data());
      });
  Row row = summarise(scene, samples, static_cast<double>(scene.layout().payload()) / 1e6, true, Combine::kMean);
  row.checked = good;
  return row;
}

}  // namespace bench
