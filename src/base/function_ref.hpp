// FunctionRef is a callable argument that a function calls while it runs. The callable is neither copied nor kept, and nothing
// is allocated.
#pragma once

#include <memory>
#include <type_traits>
#include <utility>

namespace penstock::base {

template <typename Signature>
class FunctionRef;

// The callable must outlive its FunctionRef.
template <typename Result, typename... Args>
class FunctionRef<Result(Args...)> {
 public:
  template <typename Callable>
    requires(!std::is_same_v<std::remove_cvref_t<Callable>, FunctionRef>)
  FunctionRef(Callable&& callable) noexcept  // NOLINT(google-explicit-constructor,bugprone-forwarding-reference-overload)
      : object_(const_cast<void*>(static_cast<const void*>(std::addressof(callable)))),
        call_([](void* object, Args... args) -> Result {
          return (*static_cast<std::remove_reference_t<Callable>*>(object))(std::forward<Args>(args)...);
        }) {}

  Result operator()(Args... args) const { return call_(object_, std::forward<Args>(args)...); }

 private:
  void* object_;
  Result (*call_)(void* object, Args... args);
};

}  // namespace penstock::base
