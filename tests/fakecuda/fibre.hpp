// Fibres are stacks that one system thread switches between. Each GPU thread that waits has one.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace penstock::fakecuda {

// A fibre is bound to the system thread that resumes it.
class Fibre {
 public:
  using Body = void (*)(void* argument);

  Fibre();
  ~Fibre();
  Fibre(const Fibre&) = delete;
  Fibre& operator=(const Fibre&) = delete;

  // Sets the body that the next resume() begins. The fibre must be idle.
  void begin(Body body, void* argument);
  // Runs the fibre until it yields or its body returns. It must not be called from within a fibre.
  void resume();
  // Returns to the caller of resume(). It is called from within the fibre.
  void yield();
  [[nodiscard]] bool idle() const { return body_ == nullptr; }

 private:
  static void enter(Fibre* self);
  void switch_out();

  std::byte* stack_ = nullptr;
  void* own_ = nullptr;     // stack pointer while suspended
  void* caller_ = nullptr;  // the resumer's
  Body body_ = nullptr;
  void* argument_ = nullptr;
  // These are for the sanitizers, which follow the switches.
  void* own_fake_ = nullptr;
  const void* caller_bottom_ = nullptr;
  std::size_t caller_bytes_ = 0;
  void* tsan_ = nullptr;
  void* tsan_caller_ = nullptr;
};

// The idle fibres of one system thread.
class FibrePool {
 public:
  std::unique_ptr<Fibre> get();
  // A fibre that is not idle is destroyed, and its work is abandoned.
  void put(std::unique_ptr<Fibre> fibre);

 private:
  std::vector<std::unique_ptr<Fibre>> idle_;
};

}  // namespace penstock::fakecuda
