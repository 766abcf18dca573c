// Checksums of pages and log blocks, and the streaming hash behind telemetryHash (XXH3, 64 bits).
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>

#include "base/bytes.h"

namespace snapscope {
inline namespace base {

/// 64-bit hash of `bytes`; `seed` ties it to an identity (a page id), so that a misplaced write
/// shows.
uint64_t Checksum(ConstByteSpan bytes, uint64_t seed);

/// Hash of a sequence of values; independent of how the sequence is cut into calls per value.
class StreamHash {
 public:
  StreamHash();
  ~StreamHash();
  StreamHash(const StreamHash&) = delete;
  StreamHash& operator=(const StreamHash&) = delete;

  void Add(int64_t value);
  /// Adds the length, then the characters: "ab","c" differs from "a","bc".
  void Add(std::string_view text);
  uint64_t Digest() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace base
}  // namespace snapscope
