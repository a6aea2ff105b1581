// Finding entry points and naming errors.
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>

#include "entry.hpp"

namespace penstock::fakecuda {
namespace {

struct Row {
  const char* name;
  int version;
  void* function;
};

const Row kRows[] = {
#define PENSTOCK_FAKECUDA_ENTRY(name, version, needs) {#name, version, reinterpret_cast<void*>(&name)},
#include "entries.inc"
#undef PENSTOCK_FAKECUDA_ENTRY
};

struct ErrorRow {
  CUresult result;
  const char* name;
};

constexpr ErrorRow kErrors[] = {
#define PENSTOCK_FAKECUDA_ERROR(name) {name, #name},
#include "errors.inc"
#undef PENSTOCK_FAKECUDA_ERROR
};

const ErrorRow* find(CUresult result) {
  const auto* row = std::ranges::find(kErrors, result, &ErrorRow::result);
  return row == std::end(kErrors) ? nullptr : row;
}

// Returns "out of memory" for CUDA_ERROR_OUT_OF_MEMORY.
std::string words(const char* name) {
  const std::string_view text(name);
  constexpr std::string_view kPrefix = "CUDA_ERROR_";
  std::string out(text.starts_with(kPrefix) ? text.substr(kPrefix.size()) : "no error");
  for (char& letter : out) letter = letter == '_' ? ' ' : static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return out;
}

const char* text_of(const ErrorRow& row) {
  static const auto* const texts = [] {
    auto* map = new std::map<CUresult, std::string>;  // never destroyed: used during exit
    for (const ErrorRow& each : kErrors) map->emplace(each.result, words(each.name));
    return map;
  }();
  return texts->at(row.result).c_str();
}

CUresult found(void** function, void* value, CUdriverProcAddressQueryResult* status, CUdriverProcAddressQueryResult is) {
  *function = value;
  if (status != nullptr) *status = is;
  return value != nullptr || status != nullptr ? CUDA_SUCCESS : CUDA_ERROR_NOT_FOUND;
}

}  // namespace

CUresult error_named(const char* name) noexcept {
  if (std::isdigit(static_cast<unsigned char>(*name)) != 0) return static_cast<CUresult>(std::atoi(name));
  for (const ErrorRow& row : kErrors) {
    if (std::strcmp(row.name, name) == 0) return row.result;
  }
  return CUDA_ERROR_UNKNOWN;
}

}  // namespace penstock::fakecuda

using namespace penstock::fakecuda;

extern "C" {

CUresult CUDAAPI cuGetProcAddress(const char* symbol, void** pfn, int cudaVersion, cuuint64_t flags,
                                  CUdriverProcAddressQueryResult* symbolStatus) {
  return call(Entry::cuGetProcAddress, [&] {
    if (symbol == nullptr || pfn == nullptr) return CUDA_ERROR_INVALID_VALUE;
    // The forms that use the per-thread default stream are not provided.
    if ((flags & CU_GET_PROC_ADDRESS_PER_THREAD_DEFAULT_STREAM) != 0) return CUDA_ERROR_NOT_SUPPORTED;
    const auto* row = std::ranges::find_if(kRows, [&](const Row& each) { return std::strcmp(each.name, symbol) == 0; });
    if (row == std::end(kRows)) return found(pfn, nullptr, symbolStatus, CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND);
    if (cudaVersion < row->version) return found(pfn, nullptr, symbolStatus, CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT);
    return found(pfn, row->function, symbolStatus, CU_GET_PROC_ADDRESS_SUCCESS);
  });
}

CUresult CUDAAPI cuGetErrorName(CUresult error, const char** pStr) {
  return call(Entry::cuGetErrorName, [&] {
    if (pStr == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const ErrorRow* row = find(error);
    *pStr = row == nullptr ? nullptr : row->name;
    return row == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
  });
}

CUresult CUDAAPI cuGetErrorString(CUresult error, const char** pStr) {
  return call(Entry::cuGetErrorString, [&] {
    if (pStr == nullptr) return CUDA_ERROR_INVALID_VALUE;
    const ErrorRow* row = find(error);
    *pStr = row == nullptr ? nullptr : text_of(*row);
    return row == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
  });
}
}
