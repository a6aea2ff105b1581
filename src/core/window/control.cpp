#include "core/window/control.hpp"

#include <atomic>

namespace penstock::core {
namespace {

using transport::AtomicOp;

std::atomic_ref<std::uint64_t> at(std::uint64_t* word) noexcept {
  return std::atomic_ref<std::uint64_t>(*word);
}

}  // namespace

std::uint64_t* ControlWord::direct() const noexcept {
  return region_.words != nullptr ? reinterpret_cast<std::uint64_t*>(region_.words + offset_) : nullptr;
}

Status ControlWord::operate(int op, std::uint64_t operand, std::uint64_t compare, std::uint64_t* old) {
  transport::Atomic atomic;
  atomic.op = static_cast<AtomicOp>(op);
  atomic.offset = offset_;
  atomic.operand = operand;
  atomic.compare = compare;
  atomic.result = old;
  rma::Call call;
  core_.rma().atomic(region_.target, atomic, &call);
  core_.finish(call);
  return call.status().is_ok() ? Status::ok() : call.status().clone();
}

Status ControlWord::load(std::uint64_t* out) {
  if (std::uint64_t* const word = direct()) return *out = at(word).load(std::memory_order_seq_cst), Status::ok();
  return operate(static_cast<int>(AtomicOp::kFetch), 0, 0, out);
}

Status ControlWord::store(std::uint64_t value) {
  if (std::uint64_t* const word = direct()) return at(word).store(value, std::memory_order_seq_cst), Status::ok();
  std::uint64_t old = 0;
  return operate(static_cast<int>(AtomicOp::kSwap), value, 0, &old);
}

Status ControlWord::add(std::uint64_t value) {
  std::uint64_t old = 0;
  return fetch_add(value, &old);
}

Status ControlWord::fetch_add(std::uint64_t value, std::uint64_t* old) {
  if (std::uint64_t* const word = direct()) return *old = at(word).fetch_add(value, std::memory_order_seq_cst), Status::ok();
  return operate(static_cast<int>(AtomicOp::kAdd), value, 0, old);
}

Status ControlWord::compare_swap(std::uint64_t expected, std::uint64_t desired, std::uint64_t* seen) {
  *seen = expected;
  if (std::uint64_t* const word = direct()) {
    at(word).compare_exchange_strong(*seen, desired, std::memory_order_seq_cst);
    return Status::ok();
  }
  return operate(static_cast<int>(AtomicOp::kCompareSwap), desired, expected, seen);
}

}  // namespace penstock::core
