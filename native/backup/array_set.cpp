#include "backup/array_set.h"

#include <algorithm>
#include <utility>

#include "base/mutation.h"
#include "wal/log_blocks.h"

namespace snapscope::backup {

MUTATION(kArraySetNotRedone, "a database is opened from an array snapshot without redo of its log");

namespace {

class ArraySetReader final : public SetReader {
 public:
  ArraySetReader(ArraySet array, std::unique_ptr<wal::LogFileReader> log)
      : array_(std::move(array)), log_(std::move(log)), paths_{array_.set.name} {}

  const BackupSet& set() const override { return array_.set; }
  const std::vector<std::string>& paths() const override { return paths_; }
  bool has_pages_in_place() const override { return true; }
  bool has_log_in_place() const override { return array_.log_in_place; }

  Task<Result<std::optional<Chunk>>> Next(Worker& worker) override {
    CO_TRY_ASSIGN(const auto block, co_await log_->Next(worker));
    if (!block.has_value()) co_return std::optional<Chunk>();
    ChunkHeader header;
    header.kind = ChunkKind::kLog;
    header.set = array_.set.id;
    header.payload_bytes = block->bytes();
    co_return std::optional<Chunk>(Chunk{std::move(header), block->whole(), nullptr});
  }

  uint32_t permille() const override {
    const wal::LogGeometry geometry = log_->geometry();
    const uint64_t first = geometry.PositionOf(log_->first());
    const uint64_t last = geometry.PositionOf(std::max(array_.set.last, log_->next()));
    const uint64_t read = geometry.PositionOf(log_->next()) - first;
    return static_cast<uint32_t>(read * 1000 / std::max<uint64_t>(last - first, 1));
  }

 private:
  const ArraySet array_;
  const std::unique_ptr<wal::LogFileReader> log_;
  const std::vector<std::string> paths_;
};

}  // namespace

Task<Result<std::unique_ptr<SetReader>>> OpenArraySet(Worker& worker, ArraySet array) {
  CO_TRY_ASSIGN(auto log, co_await wal::LogFileReader::Open(worker, *array.log, array.set.last));
  BackupSet& set = array.set;
  if (!set.complete) {
    set.checkpoint = log->mark().begin;
    set.first = log->first();
  } else if (set.checkpoint != log->mark().begin) {
    co_return Error{ErrorCode::kCorruptLog,
                    "the log of the array snapshot " + set.name + " has its newest checkpoint at " +
                        ToString(log->mark().begin) + ", and should have it at " +
                        ToString(set.checkpoint)};
  }
  set.log = log->geometry();
  if (Mutated(kArraySetNotRedone)) set.checkpoint = set.last;
  co_return std::unique_ptr<SetReader>(
      std::make_unique<ArraySetReader>(std::move(array), std::move(log)));
}

}  // namespace snapscope::backup
