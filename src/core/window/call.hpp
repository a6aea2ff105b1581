// One operation of a window in the engine, with what it uses until it is over.
#pragma once

#include <memory>

#include "core/object/ref.hpp"
#include "core/type/datatype.hpp"
#include "proto/layout/layout.hpp"
#include "proto/rma/rma.hpp"

namespace penstock::core {

// The layouts of a part of an operation (window/split.hpp).
struct PartLayouts {
  proto::Layout origin;
  proto::Layout result;
  proto::Layout target;
};

// The window holds it, and so does the request if there is one.
class WindowCall final : public Object {
 public:
  proto::rma::Call call;
  Ref<Datatype> origin;
  Ref<Datatype> result;
  Ref<Datatype> target;
  std::unique_ptr<PartLayouts> parts;  // where it is a part of an operation
  Ref<WindowCall> also;                // another part of the same operation
  bool told = false;                   // somebody has taken its failure

 private:
  ~WindowCall() override = default;
};

}  // namespace penstock::core
