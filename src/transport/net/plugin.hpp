// This is the interface of a network plug-in. A plug-in is a shared library, so that no network library is linked or loaded if
// a job stays on one host. The interface has plain functions and structures, because the two may be built by different
// compilers.
//
// It is used by one thread at a time, not always the same one. Only open(), close() and cancel() may block. A call that fails
// writes one sentence with cause and remedy to `why`.
#pragma once

#include <cstddef>
#include <cstdint>

inline constexpr std::uint32_t kPenstockNetVersion = 4;
// A plug-in exports this one symbol: a penstock_net_entry.
inline constexpr const char* kPenstockNetEntry = "penstock_net_plugin_table";

enum penstock_net_result : std::int32_t {
  PENSTOCK_NET_DONE = 0,
  PENSTOCK_NET_PENDING = 1,  // not yet: call it again after progress()
  PENSTOCK_NET_ERROR = 2,
  PENSTOCK_NET_PEER_LOST = 3,    // the peer's process, or the path to it, is gone for good
  PENSTOCK_NET_UNSUPPORTED = 4,  // this machine lacks what the plug-in needs
};

struct penstock_net_why {
  char text[512];
};

// This is the kind of memory of a stream.
enum penstock_net_memory : std::int32_t { PENSTOCK_NET_HOST = 0, PENSTOCK_NET_CUDA = 1 };

struct penstock_net_options {
  int rank;
  int size;
  std::size_t max_message;  // bytes of one send()
  int window;               // most send()s under way; further ones are PENDING
  const char* library;      // file of the network library; empty: it is searched for
  int allow_shared_memory;  // also between processes of this host; 0: other transports serve these
  const char* devices;      // names of the library, separated by commas; empty: its choice
  int one_device;           // not 0: this rank uses only one of them
  int rails;                // most devices for a peer's large messages; 0: the library's choice
  int silence_seconds;      // a peer that has not answered for so long is lost
  const char* congestion;   // of TCP connections: an algorithm's name, "keep" or "auto"
  int gpu;                  // not 0: streams may use GPU memory if the network's devices can access it
};

struct penstock_net_moved {
  int delivered;  // number of messages
  int lost;       // the peer, with PEER_LOST
  int worked;     // not 0: some work was done, if only inside the network's library
};

struct penstock_net;         // an open network
struct penstock_net_op;      // one end of a stream, or an operation on memory of a peer
struct penstock_net_region;  // memory of this process that peers may access
struct penstock_net_rkey;    // access to one peer's region

// This says who executes operations on memory of a peer.
enum penstock_net_reach : std::int32_t {
  PENSTOCK_NET_BY_LIBRARY = 0,  // the library in the peer's process, when that process makes progress
  PENSTOCK_NET_BY_DEVICE = 1,   // the network's devices, if both ends have them
};

// The operands are unsigned integers of 4 or 8 bytes.
enum penstock_net_atomic : std::int32_t {
  PENSTOCK_NET_ADD = 0,
  PENSTOCK_NET_AND = 1,
  PENSTOCK_NET_OR = 2,
  PENSTOCK_NET_XOR = 3,
  PENSTOCK_NET_SWAP = 4,
  PENSTOCK_NET_COMPARE_SWAP = 5,
};
struct penstock_net_atomic_call {
  penstock_net_atomic op;
  std::uint32_t width;
  std::uint64_t remote;  // address in the peer's process, a multiple of the width
  std::uint64_t operand;
  std::uint64_t compare;
  void* result;  // gets the old value; must stay valid until the operation is over
};

// Delivers one whole message, in its sender's order. `data` is valid during the call. send() may be called.
using penstock_net_deliver = void (*)(void* context, int peer, const void* data, std::size_t bytes);

struct penstock_net_plugin {
  std::uint32_t version;  // kPenstockNetVersion
  const char* name;       // "ucx"

  penstock_net_result (*open)(const penstock_net_options* options, penstock_net** out, penstock_net_why* why);
  void (*close)(penstock_net* net);
  // Returns the library, its version and its file, for the log. The text is valid until close().
  const char* (*description)(const penstock_net* net);
  // Returns the data that peers need to connect. They are valid until close().
  penstock_net_result (*address)(penstock_net* net, const void** data, std::size_t* bytes, penstock_net_why* why);
  // Introduces the peer, once, before the first message or stream to it; the connection is made in the background.
  penstock_net_result (*connect)(penstock_net* net, int peer, const void* address, std::size_t bytes, penstock_net_why* why);

  // Accepts header and payload at once, or nothing (PENDING).
  penstock_net_result (*send)(penstock_net* net, int peer, const void* header, std::size_t header_bytes, const void* payload,
                              std::size_t payload_bytes, penstock_net_why* why);
  // Delivers arrived messages. PEER_LOST is returned once for each peer; the others are not affected.
  penstock_net_result (*progress)(penstock_net* net, penstock_net_deliver deliver, void* context, penstock_net_moved* moved,
                                  penstock_net_why* why);
  // Returns DONE once no message that send() accepted, and that its peer receives, is in this process any more. Its time is
  // bounded.
  penstock_net_result (*drain)(penstock_net* net);

  // Returns true if streams may use GPU memory, by the options and the capabilities of this machine.
  int (*streams_device)(const penstock_net* net);
  // A stream moves `bytes` of contiguous memory to the buffer for which the receiver has called receive() with an equal token
  // before the sender learns of it. Tokens are the receiver's, unique among its streams under way. The memory must stay valid
  // until test() returns DONE or an error, or cancel() returns; either ends the operation.
  penstock_net_result (*receive)(penstock_net* net, int peer, std::uint64_t token, void* to, std::size_t bytes,
                                 penstock_net_memory memory, penstock_net_op** out, penstock_net_why* why);
  penstock_net_result (*stream)(penstock_net* net, int peer, std::uint64_t token, const void* from, std::size_t bytes,
                                penstock_net_memory memory, penstock_net_op** out, penstock_net_why* why);
  penstock_net_result (*test)(penstock_net* net, penstock_net_op* op, penstock_net_why* why);
  void (*cancel)(penstock_net* net, penstock_net_op* op);

  // Registers memory that peers may access, until mem_unmap(), when no peer may have its key.
  penstock_net_result (*mem_map)(penstock_net* net, void* address, std::size_t bytes, penstock_net_memory memory,
                                 penstock_net_region** out, penstock_net_why* why);
  void (*mem_unmap)(penstock_net* net, penstock_net_region* region);
  // Returns the data that peers need to access the region. They are valid until mem_unmap().
  penstock_net_result (*rkey_pack)(penstock_net* net, penstock_net_region* region, const void** data, std::size_t* bytes,
                                   penstock_net_why* why);
  // Unpacks a connected peer's key. The bytes must be those that the peer's rkey_pack() returned: the caller has checked them.
  penstock_net_result (*rkey_unpack)(penstock_net* net, int peer, const void* data, std::size_t bytes, penstock_net_rkey** out,
                                     penstock_net_why* why);
  void (*rkey_destroy)(penstock_net* net, penstock_net_rkey* key);
  penstock_net_reach (*reach)(const penstock_net* net);
  // DONE: local memory may be reused, and the bytes of a get, or the old value of an atomic, have arrived; flush() makes the
  // rest visible. PENDING: not yet, and `out` is for test(); the memory must stay valid until then. cancel() cannot undo an
  // operation and waits for it.
  penstock_net_result (*put)(penstock_net* net, penstock_net_rkey* key, std::uint64_t remote, const void* from,
                             std::size_t bytes, penstock_net_memory memory, penstock_net_op** out, penstock_net_why* why);
  penstock_net_result (*get)(penstock_net* net, penstock_net_rkey* key, std::uint64_t remote, void* to, std::size_t bytes,
                             penstock_net_memory memory, penstock_net_op** out, penstock_net_why* why);
  penstock_net_result (*atomic)(penstock_net* net, penstock_net_rkey* key, const penstock_net_atomic_call* call,
                                penstock_net_op** out, penstock_net_why* why);
  // All earlier puts and atomics to the peer are visible there once flush() is DONE, or `out` is. fence() orders them before
  // later ones.
  penstock_net_result (*flush)(penstock_net* net, int peer, penstock_net_op** out, penstock_net_why* why);
  penstock_net_result (*fence)(penstock_net* net, penstock_net_why* why);

  // event_fd() returns a descriptor that becomes readable when progress() has work; arm() arms it. arm() returns PENDING if
  // there is work already, and the descriptor is then not armed.
  int (*event_fd)(penstock_net* net);
  penstock_net_result (*arm)(penstock_net* net, penstock_net_why* why);
};

using penstock_net_entry = const penstock_net_plugin* (*)();
