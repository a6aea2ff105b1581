// Describes this ABI (chapter 20), and the types of Fortran compilers in it.
#include <algorithm>
#include <array>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "api/gen/bodies.hpp"
#include "core/object/info.hpp"
#include "core/object/instance.hpp"

namespace penstock::api::body {
namespace {

// The application sets these once, before MPI starts, while it runs, or after its end.
struct Fortran {
  static constexpr int kMostBytes = 16;
  std::mutex mutex;
  std::vector<core::Info::Entry>* sizes = nullptr;  // never destroyed
  int logical_bytes = 0;                            // 0: not set
  std::array<std::byte, kMostBytes> logical_true{};
  std::array<std::byte, kMostBytes> logical_false{};
};
constinit Fortran fortran;

// The sizes of Fortran's datatypes in this library (core/type/predefined_table.cpp).
constexpr std::pair<std::string_view, std::string_view> kSizes[] = {
    {"mpi_logical_size", "4"}, {"mpi_integer_size", "4"}, {"mpi_real_size", "4"}, {"mpi_double_precision_size", "8"}};
constexpr std::string_view kSupported[] = {
    "mpi_logical1_supported",  "mpi_logical2_supported",  "mpi_logical4_supported",      "mpi_logical8_supported",
    "mpi_logical16_supported", "mpi_integer1_supported",  "mpi_integer2_supported",      "mpi_integer4_supported",
    "mpi_integer8_supported",  "mpi_integer16_supported", "mpi_real2_supported",         "mpi_real4_supported",
    "mpi_real8_supported",     "mpi_real16_supported",    "mpi_complex4_supported",      "mpi_complex8_supported",
    "mpi_complex16_supported", "mpi_complex32_supported", "mpi_double_complex_supported"};

// Makes a failure of the class MPI_ERR_ABI.
Status misfit(std::string_view sentence) {
  return Status::user(MPI_ERR_ABI, sentence);
}

Status hand_out(Call& call, std::vector<core::Info::Entry> entries, MPI_Info* info) {
  core::Info* made = nullptr;
  PENSTOCK_TRY(call.instance().publish(core::Ref<core::Info>::adopt(new core::Info(std::move(entries))), &made));
  *info = made->handle;
  return Status::ok();
}

Status check_fortran(const core::Info::Entry& entry) {
  const auto& [key, value] = entry;
  const auto* size = std::ranges::find(kSizes, key, &std::pair<std::string_view, std::string_view>::first);
  if (size != std::end(kSizes)) {
    if (value == size->second) return Status::ok();
    return misfit(fmt::format("{} is {}, and {} here", key, value, size->second));
  }
  if (std::ranges::find(kSupported, key) == std::end(kSupported)) return Status::ok();  // unknown keys are ignored
  if (value == "true" || value == "false") return Status::ok();
  return Status::error(Code::kInfoValue, "{} is '{}'; it must be true or false", key, value);
}

Status check_logical(int bytes, const void* logical_true, const void* logical_false) {
  const bool known = bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8 || bytes == Fortran::kMostBytes;
  if (!known) return Status::error(Code::kArg, "no LOGICAL has {} bytes", bytes);
  if (logical_true == nullptr || logical_false == nullptr) return Status::error(Code::kArg, "a value is a null pointer");
  return Status::ok();
}

// Tells if `value` is `number`: reductions return 1 for .TRUE. and 0 for .FALSE.
bool is_number(const void* value, int bytes, unsigned char number) noexcept {
  std::array<unsigned char, Fortran::kMostBytes> wanted{number};
  return std::memcmp(value, wanted.data(), static_cast<std::size_t>(bytes)) == 0;
}

}  // namespace

Status Abi_get_info(Call& call, MPI_Info* info) {
  const auto size = [](std::size_t bytes) { return std::to_string(bytes); };
  return hand_out(call,
                  {{"mpi_aint_size", size(sizeof(MPI_Aint))},
                   {"mpi_count_size", size(sizeof(MPI_Count))},
                   {"mpi_offset_size", size(sizeof(MPI_Offset))}},
                  info);
}

Status Abi_get_fortran_info(Call& call, MPI_Info* info) {
  const std::scoped_lock lock(fortran.mutex);
  *info = MPI_INFO_NULL;
  if (fortran.sizes == nullptr) return Status::ok();
  return hand_out(call, *fortran.sizes, info);
}

Status Abi_set_fortran_info(Call& /*call*/, core::Info* info) {
  if (info == nullptr) return Status::error(Code::kInfo, "info is MPI_INFO_NULL; make one with MPI_Info_create");
  for (const core::Info::Entry& entry : info->entries()) PENSTOCK_TRY(check_fortran(entry));
  const std::scoped_lock lock(fortran.mutex);
  if (fortran.sizes != nullptr) return misfit("Fortran's types have been told before; that is done once");
  fortran.sizes = new std::vector<core::Info::Entry>(info->entries());
  return Status::ok();
}

Status Abi_set_fortran_booleans(Call& /*call*/, int logical_size, void* logical_true, void* logical_false) {
  PENSTOCK_TRY(check_logical(logical_size, logical_true, logical_false));
  if (!is_number(logical_true, logical_size, 1) || !is_number(logical_false, logical_size, 0)) {
    return misfit("reductions give 1 for .TRUE. and 0 for .FALSE.; tell your compiler so");
  }
  const std::scoped_lock lock(fortran.mutex);
  if (fortran.logical_bytes != 0) return misfit("the values of LOGICAL have been told before; that is done once");
  fortran.logical_bytes = logical_size;
  std::memcpy(fortran.logical_true.data(), logical_true, static_cast<std::size_t>(logical_size));
  std::memcpy(fortran.logical_false.data(), logical_false, static_cast<std::size_t>(logical_size));
  return Status::ok();
}

Status Abi_get_fortran_booleans(Call& /*call*/, int logical_size, void* logical_true, void* logical_false, int* is_set) {
  PENSTOCK_TRY(check_logical(logical_size, logical_true, logical_false));
  const std::scoped_lock lock(fortran.mutex);
  *is_set = fortran.logical_bytes == logical_size ? 1 : 0;
  if (*is_set == 0) return Status::ok();
  std::memcpy(logical_true, fortran.logical_true.data(), static_cast<std::size_t>(logical_size));
  std::memcpy(logical_false, fortran.logical_false.data(), static_cast<std::size_t>(logical_size));
  return Status::ok();
}

}  // namespace penstock::api::body
