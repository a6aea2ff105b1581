#include "kernels/names.hpp"

namespace penstock::kernels {

std::span<const std::string_view> names() noexcept {
#define PENSTOCK_KERNEL(name, ...) #name,
#define PENSTOCK_KERNEL_OF(threads, name, ...) #name,
  static constexpr std::string_view kNames[] = {
#include "kernels/accumulate/accumulate_list.inc"
#include "kernels/copy/flat_list.inc"
#include "kernels/copy/resident_list.inc"
#include "kernels/copy/strided_list.inc"
#include "kernels/fold/fold_list.inc"
#include "kernels/ll/ll_list.inc"
#include "kernels/ll/message_list.inc"
#include "kernels/ll/team_list.inc"
#include "kernels/pack/list_list.inc"
#include "kernels/pack/places_list.inc"
#include "kernels/pipeline/pipeline_list.inc"
#include "kernels/sync/flag_list.inc"
  };
#undef PENSTOCK_KERNEL
#undef PENSTOCK_KERNEL_OF
  return kNames;
}

}  // namespace penstock::kernels
