// Random datatypes, each with a byte-by-byte model of its definition.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "proto/layout/layout.hpp"

namespace penstock::proto::testing {

// A type by its definition, without any optimisation: one offset for each packed byte.
struct Model {
  std::vector<std::int64_t> bytes;
  std::int64_t lower = 0;
  std::int64_t extent = 0;
  bool set = false;  // its bounds were set explicitly
};

struct Pair {
  Layout layout;
  Model model;
};

struct ModelBlock {
  const Model* element = nullptr;
  std::int64_t blocklength = 0;
  std::int64_t offset = 0;
};
[[nodiscard]] Model model_of(const std::vector<ModelBlock>& blocks);

class TypeMaker {
 public:
  explicit TypeMaker(unsigned seed) : random_(seed) {}
  [[nodiscard]] std::int64_t upto(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(random_);
  }
  // Makes a type nested to at most that depth.
  [[nodiscard]] Pair make(int depth);

 private:
  [[nodiscard]] Pair leaf();
  [[nodiscard]] Pair vector(const Pair& element);
  [[nodiscard]] Pair blocks(const Pair& element);
  [[nodiscard]] Pair indexed(const Pair& element);
  [[nodiscard]] Pair structure(const Pair& first, const Pair& second);
  [[nodiscard]] Pair subarray(const Pair& element);
  [[nodiscard]] Pair resized(const Pair& element);
  [[nodiscard]] std::vector<std::int64_t> places(std::int64_t extent, std::int64_t block);

  std::mt19937 random_;
};

}  // namespace penstock::proto::testing
