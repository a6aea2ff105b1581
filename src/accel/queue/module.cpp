#include "accel/queue/module.hpp"

#include <algorithm>
#include <utility>

namespace penstock::accel {
namespace {

bool has_kernel(const Image& image, std::string_view name) noexcept {
  return std::ranges::any_of(image.prefixes, [&](std::string_view each) { return !each.empty() && name.starts_with(each); });
}

}  // namespace

bool Module::known(std::string_view name, const Kernel** out) const noexcept {
  const auto found = by_name_.find(name);
  if (found == by_name_.end()) return false;
  *out = found->second;
  return true;
}

Status Module::load(std::string_view name, CUmodule* out) {
  const auto image = std::ranges::find_if(images_, [&](const Image& each) { return has_kernel(each, name); });
  if (image == images_.end()) {
    return Status::error(Code::kUnsupported, "no GPU kernel {} in this build; build with PENSTOCK_CUDA=ON", name);
  }
  CUmodule& module = modules_[static_cast<std::size_t>(image - images_.begin())];
  if (module == nullptr) PENSTOCK_TRY(driver_.cuModuleLoadData(&module, static_cast<const void*>(image->bytes.data())));
  *out = module;
  return {};
}

Status Module::find(std::string_view name, const Kernel** out) {
  if (known(name, out)) return {};
  CUmodule module = nullptr;
  PENSTOCK_TRY(load(name, &module));
  auto kernel = std::make_unique<Kernel>();
  kernel->name = name;
  PENSTOCK_TRY(driver_.cuModuleGetFunction(&kernel->function, module, kernel->name.c_str()));
  // The query makes the driver load a kernel that it would otherwise load at the first launch, perhaps in the middle of a
  // capture.
  PENSTOCK_TRY(driver_.cuFuncGetAttribute(&kernel->block_threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, kernel->function));
  *out = kernel.get();
  by_name_.emplace(kernel->name, kernel.get());
  kernels_.push_back(std::move(kernel));
  return {};
}

Status Module::Kernel::check(Extent3 block) const {
  const unsigned threads = block.x * block.y * block.z;
  if (threads <= static_cast<unsigned>(block_threads)) return {};
  return Status::error(Code::kConfig, "{} runs with at most {} threads a block here, not {}; lower PENSTOCK_KERNEL_BLOCK", name,
                       block_threads, threads);
}

Status Module::unload() {
  by_name_.clear();
  kernels_.clear();
  Status first;
  for (CUmodule& module : modules_) {
    if (module == nullptr) continue;
    Status done = driver_.cuModuleUnload(std::exchange(module, nullptr));
    if (first.is_ok()) first = std::move(done);
  }
  return first;
}

}  // namespace penstock::accel
