// A library other than MPI, loaded at run time, and the single stream of its work.
#pragma once

#include <string>

namespace bench {

// Loads the library by dlopen. Throws Failure, which names the places that were searched and the variable to set.
class SharedLibrary {
 public:
  // Loads the file that the environment variable names (null: no variable), else `soname` by the loader's path.
  SharedLibrary(const char* variable, const char* soname);
  SharedLibrary(const SharedLibrary&) = delete;
  SharedLibrary& operator=(const SharedLibrary&) = delete;

  // `out` is a pointer to a function. Throws Failure if the library has no such symbol.
  template <typename Function>
  void find(const char* symbol, Function** out) const {
    *out = reinterpret_cast<Function*>(must_find(symbol));
  }
  // Sets a null pointer if there is no such symbol.
  template <typename Function>
  void find_if_there(const char* symbol, Function** out) const {
    *out = reinterpret_cast<Function*>(look_up(symbol));
  }
  // Returns the file that was loaded.
  [[nodiscard]] std::string path() const;

 private:
  [[nodiscard]] void* must_find(const char* symbol) const;
  [[nodiscard]] void* look_up(const char* symbol) const;

  std::string name_;
  void* handle_ = nullptr;  // never closed: such libraries leave threads behind
};

// Runs `action` on this rank when MPI_Finalize begins, once for each call. It must not throw.
void at_end(void (*action)());

// A stream of the CUDA driver, on the context that is current at its first use. Throws Failure.
class Stream {
 public:
  Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  [[nodiscard]] void* handle() const { return handle_; }
  // Returns when all work on the stream is complete.
  void wait() const;

 private:
  SharedLibrary driver_;
  int (*synchronize_)(void*) = nullptr;
  void* handle_ = nullptr;
};

}  // namespace bench
