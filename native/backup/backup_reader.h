// Reading a backup set from its files, chunk after chunk in their order, some of them ahead.
//
// Owning thread: the engine thread.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "backup/compression.h"
#include "backup/media_set.h"
#include "backup/set_reader.h"
#include "base/result.h"

namespace snapscope::backup {

class BackupReader final : public SetReader {
 public:
  /// Opens the files of one set, in any order. kInvalid for what is no backup, an incomplete one,
  /// or not all files of one set (3132); kNotFound; kIo; kCorruptPage for a damaged directory;
  /// kRefused for a set that is packed, without a codec. The message names the file.
  static Task<Result<std::unique_ptr<BackupReader>>> Open(Worker& worker, MediaSet places,
                                                          storage::Codec* codec = nullptr);
  ~BackupReader() override;

  const BackupSet& set() const override;
  /// The paths of the files, in the order of the set.
  const std::vector<std::string>& paths() const override;
  /// The payload is verified where the set has checksums, and unpacked. Waits on BACKUPIO.
  Task<Result<std::optional<Chunk>>> Next(Worker& worker) override;
  uint32_t permille() const override;

 private:
  struct State;
  explicit BackupReader(std::shared_ptr<State> state);
  std::shared_ptr<State> state_;
};

}  // namespace snapscope::backup
