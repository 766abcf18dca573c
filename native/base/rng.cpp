#include "base/rng.h"

#include <bit>

#include "base/bytes.h"
#include "base/check.h"
#include "base/checksum.h"

namespace snapscope {
inline namespace base {

Rng::Rng(uint64_t seed, std::string_view actor) {
  uint64_t state = Checksum(std::as_bytes(std::span(actor.data(), actor.size())), seed);
  for (uint64_t& word : state_) {
    state = Mix64(state);
    word = state;
  }
}

uint64_t Rng::Next() {
  const uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const uint64_t t = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= t;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

uint64_t Rng::Below(uint64_t bound) {
  CHECK(bound > 0, "a range cannot be empty");
  // Rejection keeps the draw unbiased: values in the incomplete last stretch are drawn again.
  // That stretch is shorter than the bound: only a draw below it is worth the division.
  for (;;) {
    const uint64_t draw = Next();
    if (draw >= bound || draw >= (0 - bound) % bound) return draw % bound;
  }
}

int64_t Rng::Between(int64_t low, int64_t high) {
  CHECK(low <= high, "range %lld..%lld", static_cast<long long>(low), static_cast<long long>(high));
  return low + static_cast<int64_t>(Below(static_cast<uint64_t>(high - low) + 1));
}

namespace {

// -log2(x / 2^64) in 32.32 fixed point, by repeated squaring: one bit of the logarithm a round.
uint64_t NegativeLog2Fixed(uint64_t x) {
  const int leading = std::countl_zero(x);
  uint64_t mantissa = (x << leading) >> 32;  // in [2^31, 2^32): 1.31 fixed point
  uint64_t fraction = 0;
  for (int bit = 31; bit >= 8; --bit) {
    mantissa = (mantissa * mantissa) >> 31;
    const uint64_t carry = mantissa >> 32;  // no branch: it is a coin that nothing foresees
    mantissa >>= carry;
    fraction |= carry << bit;
  }
  const uint64_t log2_fixed = (static_cast<uint64_t>(63 - leading) << 32) | fraction;
  return (uint64_t{64} << 32) - log2_fixed;
}

}  // namespace

int64_t Rng::Exponential(int64_t mean) {
  CHECK(mean >= 0, "a mean cannot be negative");
  const uint64_t uniform = Next() | 1;  // never zero, whose logarithm does not exist
  // -ln(u) = -log2(u) * ln 2, with ln 2 in 0.32 fixed point.
  constexpr uint64_t kLn2Fixed = 2'977'044'472ULL;
  __extension__ using Wide = unsigned __int128;  // no standard type has 128 bits
  const Wide product =
      static_cast<Wide>(NegativeLog2Fixed(uniform)) * kLn2Fixed * static_cast<uint64_t>(mean);
  return static_cast<int64_t>(product >> 64);
}

}  // namespace base
}  // namespace snapscope
