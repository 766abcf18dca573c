// What the codec makes of rows of each content, and what it takes of a processor: the figures of
// app/contract/compression-costs.json, each beside the one that is charged in virtual mode.
//
// One chunk of leaves is packed and unpacked many times; the cheapest round counts, since what else
// runs on the machine takes caches and cores away, and only ever adds.
#include <algorithm>
#include <limits>
#include <memory>

#include "backup/compression_costs_generated.h"
#include "base/aligned_buffer.h"
#include "bench/benchmark.h"
#include "os/real_clock.h"
#include "os/zstd_codec.h"
#include "page/layout.h"

namespace snapscope::bench {
namespace {

using page::RowContent;

constexpr size_t kBytes = 1 << 20;
constexpr uint16_t kRowBytes = 256;
constexpr uint16_t kRowsOfPage = 28;  // 90 % of those that fit

void FillPages(RowContent content, ByteSpan bytes) {
  uint64_t key = 0;
  for (size_t at = 0; at < bytes.size(); at += page::kPageSize) {
    page::PageView view(page::PageSpan(bytes.data() + at, page::kPageSize));
    const auto number = static_cast<uint32_t>(100 + at / page::kPageSize);
    view.Format(PageId::Of(1, number), page::PageType::kLeaf, IndexId{1}, 0, kRowBytes);
    view.set_lsn(Lsn::Of(30, number, 1));
    view.set_right_sibling(PageId::Of(1, number + 1));
    view.AppendEach(kRowsOfPage, [&](uint16_t) {
      key += 16;
      return page::Row{.key = key,
                       .value = static_cast<int64_t>(key * 0x9E37'79B9 % 1'000'000),
                       .version = 1,
                       .content = content};
    });
    page::SealPage(view.bytes());
  }
}

struct Figures {
  uint64_t packed_bytes = 0;
  double pack_ns = std::numeric_limits<double>::max();  ///< of a KiB
  double unpack_ns = std::numeric_limits<double>::max();
};

runtime::Task<void> Measure(runtime::Executor* executor, storage::Codec* codec, RowContent content,
                            int rounds, Figures* figures, Status* ended) {
  AlignedBuffer pages(kBytes);
  AlignedBuffer packed(kBytes);
  AlignedBuffer again(kBytes);
  FillPages(content, pages.span());
  constexpr double kNsOfKiB = 1e9 * 1024 / kBytes;
  for (int round = 0; round < rounds && ended->ok(); ++round) {
    const ProcessorTime packing;
    figures->packed_bytes = co_await codec->Pack(*executor, pages.span(), packed.span());
    figures->pack_ns = std::min(figures->pack_ns, packing.Seconds() * kNsOfKiB);
    const ProcessorTime unpacking;
    *ended =
        co_await codec->Unpack(*executor, packed.span().first(figures->packed_bytes), again.span());
    figures->unpack_ns = std::min(figures->unpack_ns, unpacking.Seconds() * kNsOfKiB);
  }
  if (ended->ok() && !std::ranges::equal(pages.span(), again.span())) {
    *ended = Error{ErrorCode::kCorruptPage, "what was unpacked is something else"};
  }
  executor->Stop();
}

Result<Measurement> MeasureCodec(const Settings& settings) {
  os::IoThreads threads(1);
  const std::unique_ptr<storage::Codec> codec = os::CreateZstdCodec(threads);
  if (!codec) return Error{ErrorCode::kRefused, "this build has no zstd library"};
  Measurement measured;
  measured.configuration = {{"bytes", kBytes}, {"rowBytes", kRowBytes}};
  for (const backup::CompressionCost& charged : backup::kCompressionCosts) {
    const auto content = static_cast<RowContent>(&charged - backup::kCompressionCosts.data());
    os::RealClock clock(nullptr);
    runtime::Executor executor(clock);
    Figures figures;
    Status ended;
    executor.Spawn("codec", Measure(&executor, codec.get(), content, settings.quick ? 5 : 60,
                                    &figures, &ended));
    executor.Run();
    threads.Drain();
    TRY(ended);
    measured.results[std::string(charged.content)] = {
        {"packedPermille", figures.packed_bytes * 1000 / kBytes},
        {"packNsPerKiB", figures.pack_ns},
        {"unpackNsPerKiB", figures.unpack_ns},
        {"charged",
         {{"packedPermille", charged.packed_permille},
          {"packNsPerKiB", charged.pack_kib},
          {"unpackNsPerKiB", charged.unpack_kib}}}};
    measured.headline += (measured.headline.empty() ? "" : ", ") + std::string(charged.content) +
                         " to " + std::to_string(figures.packed_bytes * 1000 / kBytes) + " ‰";
  }
  return measured;
}

}  // namespace

std::vector<Benchmark> CompressionBenchmarks() {
  return {{.name = "compression", .run = MeasureCodec}};
}

}  // namespace snapscope::bench
