// What is packed comes back, on threads beside the engine's; what is not packed is refused.
#include "os/zstd_codec.h"

#include <functional>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "os/real_clock.h"

namespace snapscope::os::zstd_codec_test {
namespace {

class ZstdCodec : public testing::Test {
 protected:
  void SetUp() override {
    if (!codec_) GTEST_SKIP() << "this build has no zstd library";
  }

  uint64_t Pack(ConstByteSpan bytes, ByteSpan into) {
    uint64_t packed = 0;
    Run([&]() -> runtime::Task<void> { return PackInto(bytes, into, &packed); });
    return packed;
  }
  Status Unpack(ConstByteSpan packed, ByteSpan into) {
    Status unpacked;
    Run([&]() -> runtime::Task<void> { return UnpackInto(packed, into, &unpacked); });
    return unpacked;
  }

 private:
  runtime::Task<void> PackInto(ConstByteSpan bytes, ByteSpan into, uint64_t* packed) {
    *packed = co_await codec_->Pack(executor_, bytes, into);
    executor_.Stop();
  }
  runtime::Task<void> UnpackInto(ConstByteSpan packed, ByteSpan into, Status* unpacked) {
    *unpacked = co_await codec_->Unpack(executor_, packed, into);
    executor_.Stop();
  }
  void Run(const std::function<runtime::Task<void>()>& task) {
    executor_.Spawn("codec", task());
    executor_.Run();
    threads_.Drain();
  }

  RealClock clock_;
  runtime::Executor executor_{clock_};
  IoThreads threads_{2};
  const std::unique_ptr<storage::Codec> codec_ = CreateZstdCodec(threads_);
};

std::vector<std::byte> Mixed(size_t size, uint64_t seed) {
  Rng rng(seed, "bytes");
  std::vector<std::byte> bytes(size);
  for (size_t at = 0; at < size; at += 1 + rng.Below(40)) bytes[at] = std::byte(rng.Below(256));
  return bytes;
}

TEST_F(ZstdCodec, BringsEverythingBack) {
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    const std::vector<std::byte> bytes = Mixed(8192 * (1 + seed), seed);
    std::vector<std::byte> packed(bytes.size());
    const uint64_t length = Pack(bytes, packed);
    ASSERT_GT(length, 0);
    ASSERT_LT(length, bytes.size());
    std::vector<std::byte> again(bytes.size());
    ASSERT_TRUE(Unpack(ConstByteSpan(packed).first(length), again).ok());
    EXPECT_EQ(again, bytes);
  }
}

TEST_F(ZstdCodec, PacksNothingThatDoesNotFit) {
  const std::vector<std::byte> bytes = Mixed(65'536, 1);
  std::vector<std::byte> little(100);
  EXPECT_EQ(Pack(bytes, little), 0);
}

TEST_F(ZstdCodec, RefusesWhatItHasNotPacked) {
  const std::vector<std::byte> bytes = Mixed(65'536, 1);
  std::vector<std::byte> packed(bytes.size());
  packed.resize(Pack(bytes, packed));
  std::vector<std::byte> again(bytes.size());
  std::vector<std::byte> other(bytes.size() + 1);
  EXPECT_FALSE(Unpack(packed, other).ok()) << "it is shorter";
  EXPECT_FALSE(Unpack(packed, ByteSpan(again).first(4096)).ok()) << "it is longer";
  EXPECT_FALSE(Unpack(ConstByteSpan(packed).first(packed.size() / 2), again).ok());
  EXPECT_FALSE(Unpack(bytes, again).ok()) << "never packed";
}

}  // namespace
}  // namespace snapscope::os::zstd_codec_test
