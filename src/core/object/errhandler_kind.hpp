// Kinds of error handlers, apart from their class for pages that know it by name alone.
#pragma once

namespace penstock::core {

enum class ErrhandlerKind { kFatal, kAbort, kReturn, kUser };

}  // namespace penstock::core
