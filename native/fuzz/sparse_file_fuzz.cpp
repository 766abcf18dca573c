// Any file as that of a snapshot: reloaded as after a restart, every page read through it, and
// copied back as a revert does.
#include <cstdint>
#include <memory>

#include "fuzz/sparse_image.h"
#include "sim/virtual_clock.h"
#include "snapshot/revert.h"
#include "snapshot/snapshot.h"
#include "telemetry/telemetry.h"

namespace snapscope::fuzz {
namespace {

void FillSource(ImageFile& file) {
  alignas(4096) std::array<std::byte, page::kPageSize> bytes;
  for (uint32_t number = 0; number < kMostPages; ++number) {
    page::PageView view(bytes);
    view.Format(PageId::Of(1, number), page::PageType::kLeaf, IndexId{1}, 0, 100);
    view.set_lsn(Lsn::Of(1, number, 1));
    page::SealPage(bytes);
    file.Put(uint64_t{number} * page::kPageSize, bytes);
  }
}

void ReadAll(snapshot::Snapshot& snapshot) {
  alignas(4096) std::array<std::byte, page::kPageSize> bytes;
  for (uint32_t number = 1; number < snapshot.files().front().page_count(); ++number) {
    const PageId page = PageId::Of(1, number);
    if (snapshot.ReadNow(page, bytes).ok()) {
      CHECK(page::VerifyPage(bytes, page).ok(), "a damaged page is read as good");
    }
  }
}

runtime::Task<void> ReloadAndCopyBack(runtime::Worker& worker, snapshot::Snapshot& snapshot,
                                      ImageFile& data) {
  co_await worker.Start();
  const Status reloaded = co_await snapshot.Reload(worker);
  if (!reloaded.ok()) co_return;
  ReadAll(snapshot);
  const std::vector<storage::File*> files{&data};
  const auto copied = co_await snapshot::CopyBack(worker, snapshot, files);
  CHECK(copied.ok(), "a page that is copied cannot be copied back: %s",
        copied.ok() ? "" : copied.error().message.c_str());
  co_await worker.End();
}

}  // namespace
}  // namespace snapscope::fuzz

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  using namespace snapscope;
  fuzz::ByteSource text(data, size);
  sim::VirtualClock clock;
  runtime::Executor executor(clock);
  runtime::CpuModel cpu(executor, 1);
  telemetry::Telemetry telemetry(executor, {}, [](std::vector<std::byte>) {});
  fuzz::ImageFile source_file(executor, "data", {.size = fuzz::kMostPages * page::kPageSize});
  fuzz::FillSource(source_file);
  snapshot::SourceStore source(executor, {&source_file});
  auto file = std::make_unique<fuzz::ImageFile>(
      executor, "snap.ss",
      storage::FileOptions{.size = fuzz::SparseFileBytes(text.Take<uint8_t>()), .sparse = true});
  fuzz::BuildSparseFile(text, *file);
  snapshot::Snapshot snapshot(executor, "snap", DbId{6}, source);
  snapshot.files().Add(
      snapshot::SparseFile(1, {.volume = nullptr, .path = "snap.ss"}, std::move(file)));
  runtime::Worker worker(cpu, &telemetry, "spid7s");
  executor.Spawn("revert", fuzz::ReloadAndCopyBack(worker, snapshot, source_file));
  executor.Run();
  executor.DestroyTasks();
  return 0;
}
