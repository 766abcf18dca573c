#include "base/checksum.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace snapscope {
inline namespace base {

uint64_t Checksum(ConstByteSpan bytes, uint64_t seed) {
  return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

struct StreamHash::State {
  XXH3_state_t* xxh = XXH3_createState();
  ~State() { XXH3_freeState(xxh); }
};

StreamHash::StreamHash() : state_(std::make_unique<State>()) { XXH3_64bits_reset(state_->xxh); }
StreamHash::~StreamHash() = default;

void StreamHash::Add(int64_t value) { XXH3_64bits_update(state_->xxh, &value, sizeof value); }

void StreamHash::Add(std::string_view text) {
  Add(static_cast<int64_t>(text.size()));
  XXH3_64bits_update(state_->xxh, text.data(), text.size());
}

uint64_t StreamHash::Digest() const { return XXH3_64bits_digest(state_->xxh); }

}  // namespace base
}  // namespace snapscope
