// Kinds of error handlers, declared apart from their class for headers that need only the name.
#pragma once

namespace penstock::core {

enum class ErrhandlerKind { kFatal, kAbort, kReturn, kUser };

}  // namespace penstock::core
