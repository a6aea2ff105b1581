// These are the operations on two elements, with the results of base/reduce/bodies.inc.
#pragma once

#include <cstdint>
#include <type_traits>

#include "kernels/fold/fold_elements.hpp"

namespace penstock::kernels::fold_operation {

// kBitwise: the result does not depend on the elements that make up a word.
struct OfElements {
  static constexpr bool kBitwise = false;
};
struct OfBits {
  static constexpr bool kBitwise = true;
};

// Integers are unsigned and wrap; narrow integers would be promoted to a signed type, which may not overflow.
template <typename T>
using Wide = std::conditional_t<std::is_integral_v<T> && sizeof(T) < sizeof(std::uint32_t), std::uint32_t, T>;

struct Sum : OfElements {
  template <typename T>
  PENSTOCK_DEVICE T operator()(T a, T b) const {
    return static_cast<T>(static_cast<Wide<T>>(a) + static_cast<Wide<T>>(b));
  }
};
struct Prod : OfElements {
  template <typename T>
  PENSTOCK_DEVICE T operator()(T a, T b) const {
    if constexpr (std::is_integral_v<T>) {
      return static_cast<T>(static_cast<Wide<T>>(a) * static_cast<Wide<T>>(b));
    } else {
      return times(a, b);
    }
  }
};
struct Min : OfElements {
  template <typename T>
  PENSTOCK_DEVICE T operator()(T a, T b) const {
    return b < a ? b : a;
  }
};
struct Max : OfElements {
  template <typename T>
  PENSTOCK_DEVICE T operator()(T a, T b) const {
    return a < b ? b : a;
  }
};
struct Band : OfBits {
  template <typename T>
  PENSTOCK_DEVICE T operator()(T a, T b) const {
    return static_cast<T>(a & b);
  }
};
struct Bor : OfBits {
  template <typename T>
  PENSTOCK_DEVICE T operator()(T a, T b) const {
    return static_cast<T>(a | b);
  }
};
struct Bxor : OfBits {
  template <typename T>
  PENSTOCK_DEVICE T operator()(T a, T b) const {
    return static_cast<T>(a ^ b);
  }
};
struct Land : OfElements {
  template <typename T>
  PENSTOCK_DEVICE T operator()(T a, T b) const {
    return static_cast<T>(a != 0 && b != 0);
  }
};
struct Lor : OfElements {
  template <typename T>
  PENSTOCK_DEVICE T operator()(T a, T b) const {
    return static_cast<T>((a | b) != 0);
  }
};
struct Lxor : OfElements {
  template <typename T>
  PENSTOCK_DEVICE T operator()(T a, T b) const {
    return static_cast<T>((a != 0) != (b != 0));
  }
};

// Between equal values, and if one is a NaN, the lower index wins.
struct Minloc : OfElements {
  template <typename T>
  PENSTOCK_DEVICE T operator()(const T& a, const T& b) const {
    return b.value() < a.value() || (!(a.value() < b.value()) && b.index() < a.index()) ? b : a;
  }
};
struct Maxloc : OfElements {
  template <typename T>
  PENSTOCK_DEVICE T operator()(const T& a, const T& b) const {
    return a.value() < b.value() || (!(b.value() < a.value()) && b.index() < a.index()) ? b : a;
  }
};

// None is the operation of a copy, which has one source.
struct None : OfBits {
  template <typename T>
  PENSTOCK_DEVICE T operator()(T a, T /*b*/) const {
    return a;
  }
};

}  // namespace penstock::kernels::fold_operation
