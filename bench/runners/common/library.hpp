// A library that is not MPI, found at run time, and the one stream that its work is put on.
#pragma once

#include <string>

namespace bench {

// dlopen. Throws Failure, which says where it looked and what to set.
class SharedLibrary {
 public:
  // The file that the environment variable names (null: none does), else `soname` by the loader's path.
  SharedLibrary(const char* variable, const char* soname);
  SharedLibrary(const SharedLibrary&) = delete;
  SharedLibrary& operator=(const SharedLibrary&) = delete;

  // `out` is a pointer to a function. Throws Failure where the library has no such symbol.
  template <typename Function>
  void find(const char* symbol, Function** out) const {
    *out = reinterpret_cast<Function*>(must_find(symbol));
  }
  // Null where there is none.
  template <typename Function>
  void find_if_there(const char* symbol, Function** out) const {
    *out = reinterpret_cast<Function*>(look_up(symbol));
  }
  // The file that was loaded.
  [[nodiscard]] std::string path() const;

 private:
  [[nodiscard]] void* must_find(const char* symbol) const;
  [[nodiscard]] void* look_up(const char* symbol) const;

  std::string name_;
  void* handle_ = nullptr;  // never closed: such libraries leave threads behind
};

// `action` runs on this rank when MPI_Finalize begins, once for each call. It throws nothing.
void at_end(void (*action)());

// A stream of the CUDA driver, on the context that is current when it is first used. Throws Failure.
class Stream {
 public:
  Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  [[nodiscard]] void* handle() const { return handle_; }
  // Returns when all work on it is complete.
  void wait() const;

 private:
  SharedLibrary driver_;
  int (*synchronize_)(void*) = nullptr;
  void* handle_ = nullptr;
};

}  // namespace bench
