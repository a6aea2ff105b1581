#include "fibre.hpp"

#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <new>

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#if defined(__SANITIZE_THREAD__)
#include <sanitizer/tsan_interface.h>
#endif

#if !defined(__x86_64__)
#error "the switch between fibres is written for x86-64 only; add this machine's below"
#endif

// switch(save, load) keeps the registers that a call preserves on the stack, exchanges the stacks, and returns on the other
// one. It is not swapcontext, which makes a system call for the signal mask each time and about which AddressSanitizer warns.
asm(R"(
  .text
  .hidden penstock_fibre_switch
  .globl penstock_fibre_switch
  .type penstock_fibre_switch, @function
penstock_fibre_switch:
  pushq %rbp
  pushq %rbx
  pushq %r12
  pushq %r13
  pushq %r14
  pushq %r15
  movq %rsp, (%rdi)
  movq %rsi, %rsp
  popq %r15
  popq %r14
  popq %r13
  popq %r12
  popq %rbx
  popq %rbp
  ret
  .size penstock_fibre_switch, .-penstock_fibre_switch

  .hidden penstock_fibre_start
  .globl penstock_fibre_start
  .type penstock_fibre_start, @function
penstock_fibre_start:
  .cfi_startproc
  .cfi_undefined rip
  movq %r12, %rdi
  call *%r13
  ud2
  .cfi_endproc
  .size penstock_fibre_start, .-penstock_fibre_start
)");

extern "C" void penstock_fibre_switch(void** save, void* load);
extern "C" void penstock_fibre_start();

namespace penstock::fakecuda {
namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr std::size_t kStackBytes = 256 << 10;
#else
constexpr std::size_t kStackBytes = 64 << 10;
#endif
constexpr std::size_t kGuardBytes = 4096;

}  // namespace

Fibre::Fibre() {
  const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK;
  void* memory = mmap(nullptr, kGuardBytes + kStackBytes, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (memory == MAP_FAILED) throw std::bad_alloc();
  if (mprotect(memory, kGuardBytes, PROT_NONE) != 0) {
    munmap(memory, kGuardBytes + kStackBytes);
    throw std::bad_alloc();
  }
  stack_ = static_cast<std::byte*>(memory) + kGuardBytes;
  // The stack has the form in which penstock_fibre_switch leaves a suspended one: r15, r14, r13, r12, rbx, rbp, return address.
  auto* top = reinterpret_cast<std::uintptr_t*>(stack_ + kStackBytes) - 9;
  top[2] = reinterpret_cast<std::uintptr_t>(&Fibre::enter);
  top[3] = reinterpret_cast<std::uintptr_t>(this);
  top[6] = reinterpret_cast<std::uintptr_t>(&penstock_fibre_start);
  own_ = top;
#if defined(__SANITIZE_THREAD__)
  tsan_ = __tsan_create_fiber(0);
#endif
}

Fibre::~Fibre() {
#if defined(__SANITIZE_THREAD__)
  __tsan_destroy_fiber(tsan_);
#endif
#if defined(__SANITIZE_ADDRESS__)
  __asan_unpoison_memory_region(stack_, kStackBytes);
#endif
  munmap(stack_ - kGuardBytes, kGuardBytes + kStackBytes);
}

void Fibre::begin(Body body, void* argument) {
  body_ = body;
  argument_ = argument;
}

void Fibre::resume() {
#if defined(__SANITIZE_ADDRESS__)
  void* fake = nullptr;
  __sanitizer_start_switch_fiber(&fake, stack_, kStackBytes);
#endif
#if defined(__SANITIZE_THREAD__)
  tsan_caller_ = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(tsan_, 0);
#endif
  penstock_fibre_switch(&caller_, own_);
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(fake, nullptr, nullptr);
#endif
}

void Fibre::yield() {
  switch_out();
}

void Fibre::switch_out() {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_start_switch_fiber(&own_fake_, caller_bottom_, caller_bytes_);
#endif
#if defined(__SANITIZE_THREAD__)
  __tsan_switch_to_fiber(tsan_caller_, 0);
#endif
  penstock_fibre_switch(&own_, caller_);
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(own_fake_, &caller_bottom_, &caller_bytes_);
#endif
}

void Fibre::enter(Fibre* self) {
#if defined(__SANITIZE_ADDRESS__)
  __sanitizer_finish_switch_fiber(nullptr, &self->caller_bottom_, &self->caller_bytes_);
#endif
  for (;;) {
    self->body_(self->argument_);
    self->body_ = nullptr;
    self->switch_out();
  }
}

std::unique_ptr<Fibre> FibrePool::get() {
  if (idle_.empty()) return std::make_unique<Fibre>();
  std::unique_ptr<Fibre> fibre = std::move(idle_.back());
  idle_.pop_back();
  return fibre;
}

void FibrePool::put(std::unique_ptr<Fibre> fibre) {
  if (fibre->idle()) idle_.push_back(std::move(fibre));
}

}  // namespace penstock::fakecuda
