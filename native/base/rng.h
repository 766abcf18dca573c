// Random numbers that are the same on every platform and compiler: own generator, integers only.
// One stream per actor, derived from the run's seed and the actor's name, so that adding an actor
// does not disturb the draws of another.
#pragma once

#include <cstdint>
#include <string_view>

namespace snapscope {
inline namespace base {

class Rng {
 public:
  Rng(uint64_t seed, std::string_view actor);

  /// Next 64 random bits (xoshiro256**, Blackman and Vigna).
  uint64_t Next();
  /// Uniform in [0, bound); bound > 0. Unbiased.
  uint64_t Below(uint64_t bound);
  /// Uniform in [low, high].
  int64_t Between(int64_t low, int64_t high);
  /// True with probability `percent` / 100.
  bool Percent(uint32_t percent) { return Below(100) < percent; }
  /// Exponential with the given mean, integer arithmetic only; at most about 44 times the mean.
  int64_t Exponential(int64_t mean);

 private:
  uint64_t state_[4];
};

/// One step of SplitMix64: a cheap mixing function for values derived from ids.
inline uint64_t Mix64(uint64_t value) {
  value += 0x9E37'79B9'7F4A'7C15ULL;
  value = (value ^ (value >> 30)) * 0xBF58'476D'1CE4'E5B9ULL;
  value = (value ^ (value >> 27)) * 0x94D0'49BB'1331'11EBULL;
  return value ^ (value >> 31);
}

}  // namespace base
}  // namespace snapscope
