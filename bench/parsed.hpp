// The result of parsing a command line.
#pragma once

namespace bench {

// kGo: go on. kHelp: `text` is for stdout, exit status 0. kBad: `text` says what is wrong, exit status 2.
enum class Parsed { kGo, kHelp, kBad };

}  // namespace bench
