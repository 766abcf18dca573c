#include "os/zstd_codec.h"

#ifdef SNAPSCOPE_ZSTD
#include <zstd.h>
#endif

namespace snapscope::os {

#ifdef SNAPSCOPE_ZSTD

namespace {

constexpr int kLevel = 1;  ///< LOW

struct FreeContext {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

// The calls made on the threads, each of which keeps a context.

struct PackCall {
  ConstByteSpan bytes;
  ByteSpan into;
  uint64_t operator()() const {
    thread_local const std::unique_ptr<ZSTD_CCtx, FreeContext> context(ZSTD_createCCtx());
    const size_t packed = ZSTD_compressCCtx(context.get(), into.data(), into.size(), bytes.data(),
                                            bytes.size(), kLevel);
    return ZSTD_isError(packed) != 0 ? 0 : packed;
  }
};

struct UnpackCall {
  ConstByteSpan packed;
  ByteSpan into;
  Status operator()() const {
    thread_local const std::unique_ptr<ZSTD_DCtx, FreeContext> context(ZSTD_createDCtx());
    const size_t bytes =
        ZSTD_decompressDCtx(context.get(), into.data(), into.size(), packed.data(), packed.size());
    if (ZSTD_isError(bytes) == 0 && bytes == into.size()) return Status();
    return Error{ErrorCode::kCorruptPage, "what is packed cannot be unpacked (3203)"};
  }
};

class ZstdCodec final : public storage::Codec {
 public:
  explicit ZstdCodec(IoThreads& threads) : threads_(threads) {}

  runtime::Task<uint64_t> Pack(runtime::Executor& executor, ConstByteSpan bytes,
                               ByteSpan into) override {
    co_return co_await Blocking(threads_, executor, PackCall{bytes, into});
  }
  runtime::Task<Status> Unpack(runtime::Executor& executor, ConstByteSpan packed,
                               ByteSpan into) override {
    co_return co_await Blocking(threads_, executor, UnpackCall{packed, into});
  }

 private:
  IoThreads& threads_;
};

}  // namespace

std::unique_ptr<storage::Codec> CreateZstdCodec(IoThreads& threads) {
  return std::make_unique<ZstdCodec>(threads);
}

#else

std::unique_ptr<storage::Codec> CreateZstdCodec(IoThreads& /*threads*/) { return nullptr; }

#endif

}  // namespace snapscope::os
