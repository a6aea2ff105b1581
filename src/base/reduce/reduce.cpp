#include "base/reduce/reduce.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

#include "base/reduce/table.hpp"

namespace penstock::base {
namespace {

// A fold makes one pass over memory: it folds a block of this size of all inputs before the next block, so intermediate results
// stay in the L1 cache.
constexpr std::uint64_t kBlockBytes = 4096;

const std::byte* at(const void* base, std::uint64_t byte) noexcept {
  return static_cast<const std::byte*>(base) + byte;
}

// `out` is the first or the second input, or overlaps none.
void fold_block(const ReduceKernel& kernel, std::byte* out, std::span<const void* const> inputs, std::uint64_t byte,
                std::uint64_t count) noexcept {
  const void* value = at(inputs[0], byte);
  for (std::size_t i = 1; i < inputs.size();) {
    if (kernel.combine_four != nullptr && inputs.size() - i >= 3) {
      kernel.combine_four(out, value, at(inputs[i], byte), at(inputs[i + 1], byte), at(inputs[i + 2], byte), count);
      i += 3;
    } else {
      kernel.combine(out, value, at(inputs[i], byte), count);
      ++i;
    }
    value = out;
  }
}

}  // namespace

std::string_view simd_name(Simd simd) noexcept {
  switch (simd) {
    case Simd::kNone: return "none";
    case Simd::kAvx2: return "avx2";
    case Simd::kAvx512: return "avx512";
    case Simd::kAvx512Fp16: return "avx512 with fp16";
  }
  return "unknown";
}

// __builtin_cpu_supports also checks which registers the operating system saves.
Simd best_simd() noexcept {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("f16c")) return Simd::kNone;
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") || !__builtin_cpu_supports("avx512dq") ||
      !__builtin_cpu_supports("avx512vl")) {
    return Simd::kAvx2;
  }
  return __builtin_cpu_supports("avx512fp16") ? Simd::kAvx512Fp16 : Simd::kAvx512;
#else
  return Simd::kNone;
#endif
}

Status choose_simd(const Config& config, Simd* out) {
  const Simd best = best_simd();
  switch (config.simd) {
    case Config::Simd::kAuto: *out = best; return Status::ok();
    case Config::Simd::kNone: *out = Simd::kNone; return Status::ok();
    case Config::Simd::kAvx2: *out = Simd::kAvx2; break;
    case Config::Simd::kAvx512: *out = std::max(Simd::kAvx512, best); break;
  }
  if (*out <= best) return Status::ok();
  return Status::error(Code::kConfig,
                       "PENSTOCK_SIMD={}: this processor has no such instructions, its best is {}; leave it at auto",
                       config.get("PENSTOCK_SIMD"), simd_name(best));
}

const ReduceKernel* find_kernel(Simd simd, Operation operation, Element element) noexcept {
  for (int i = static_cast<int>(simd); i >= 0; --i) {
    const ReduceKernel& row = kTables[i]->rows[static_cast<std::size_t>(operation)][static_cast<std::size_t>(element)];
    if (row.combine != nullptr) return &row;
  }
  return nullptr;
}

void fold(const ReduceKernel& kernel, void* out, std::span<const void* const> inputs, std::uint64_t count) noexcept {
  const std::uint64_t step = kBlockBytes / kernel.extent;
  // If `out` is a later input, it is still to be read when the first inputs are folded, so intermediate results go to a
  // separate buffer.
  const bool apart = inputs.size() > 2 && std::find(inputs.begin() + 2, inputs.end(), out) != inputs.end();
  alignas(64) std::byte made[kBlockBytes];
  for (std::uint64_t done = 0; done < count; done += step) {
    const std::uint64_t length = std::min(step, count - done);
    const std::uint64_t byte = done * kernel.extent;
    std::byte* here = static_cast<std::byte*>(out) + byte;
    if (inputs.size() == 1) {
      std::memmove(here, at(inputs[0], byte), length * kernel.extent);
      continue;
    }
    fold_block(kernel, apart ? made : here, inputs, byte, length);
    if (apart) std::memcpy(here, made, length * kernel.extent);
  }
}

}  // namespace penstock::base
