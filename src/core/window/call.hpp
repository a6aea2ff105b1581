// A WindowCall describes one operation of a window in the engine. It keeps the objects that the operation uses until it is
// over.
#pragma once

#include <memory>

#include "core/object/ref.hpp"
#include "core/type/datatype.hpp"
#include "proto/layout/layout.hpp"
#include "proto/rma/rma.hpp"

namespace penstock::core {

// A part of a split operation (window/split.hpp) has layouts of its own.
struct PartLayouts {
  proto::Layout origin;
  proto::Layout result;
  proto::Layout target;
};

// The window holds the descriptor, and so does the request if there is one.
class WindowCall final : public Object {
 public:
  proto::rma::Call call;
  Ref<Datatype> origin;
  Ref<Datatype> result;
  Ref<Datatype> target;
  std::unique_ptr<PartLayouts> parts;  // It is set where the call is a part of a split operation.
  Ref<WindowCall> also;                // It is another part of the same operation.
  bool reported = false;               // A request or a completing call has returned its failure.

 private:
  ~WindowCall() override = default;
};

}  // namespace penstock::core
