// Reference counting of MPI objects: a handle holds one reference, and each user of the object holds another.
#pragma once

#include <utility>

namespace penstock::core {

// Counts are not atomic: the caller holds the engine's lock, or is the process's only thread in the library.
class Object {
 public:
  Object() noexcept = default;
  Object(const Object&) = delete;
  Object& operator=(const Object&) = delete;

  void retain() noexcept { ++references_; }
  // Called when a handle is made, which holds a reference of its own.
  virtual void published() noexcept { retain(); }
  // Drops a reference; the last one deletes the object.
  void release() noexcept {
    if (--references_ == 0) delete this;
  }

 protected:
  virtual ~Object() = default;

 private:
  int references_ = 1;
};

// Holds one reference. T derives from Object.
template <typename T>
class Ref {
 public:
  Ref() noexcept = default;
  // Takes over the reference that a new object starts with.
  static Ref adopt(T* object) noexcept { return Ref(object); }
  // Adds a reference.
  static Ref share(T& object) noexcept {
    object.retain();
    return Ref(&object);
  }
  Ref(const Ref& other) noexcept : object_(other.object_) {
    if (object_ != nullptr) object_->retain();
  }
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() { reset(); }

  void reset() noexcept {
    if (T* object = std::exchange(object_, nullptr); object != nullptr) object->release();
  }
  [[nodiscard]] T* get() const noexcept { return object_; }
  T& operator*() const noexcept { return *object_; }
  T* operator->() const noexcept { return object_; }
  explicit operator bool() const noexcept { return object_ != nullptr; }

 private:
  explicit Ref(T* object) noexcept : object_(object) {}
  T* object_ = nullptr;
};

}  // namespace penstock::core
