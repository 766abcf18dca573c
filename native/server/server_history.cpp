#include "server/server_history.h"

#include <utility>

#include "database/file_names.h"

namespace snapscope::server {

FileAccount AccountOf(std::string name, const storage::FilePlace& place, storage::File& file) {
  const Result<uint64_t> size_on_disk = file.SizeOnDisk();
  return {.name = std::move(name),
          .volume = place.volume->name(),
          .path = file.path(),
          .io = file.statistics(),
          .size = file.size(),
          .size_on_disk = size_on_disk.ok() ? size_on_disk.value() : 0};
}

SnapshotAccount AccountOf(snapshot::Snapshot& snapshot) {
  SnapshotAccount account;
  account.name = snapshot.name();
  account.state = snapshot.state();
  account.split = snapshot.split();
  account.as_of = snapshot.as_of();
  account.created = snapshot.created;
  account.completed = snapshot.completed;
  // What is lost before it is complete was never created: its creation has failed.
  if (snapshot.completed != 0) account.loss = snapshot.loss;
  account.figures = snapshot.figures();
  account.region_bytes = snapshot.region_bytes();
  for (const snapshot::SparseFile& file : snapshot.files()) {
    std::string name =
        database::SparseFileLogicalName(snapshot.name(), page::DataFilePosition(file.id()));
    const snapshot::SparseFileFigures figures = file.figures();
    account.files.push_back({.name = std::move(name),
                             .volume = file.place().volume->name(),
                             .path = file.path(),
                             .io = figures.io,
                             .size = figures.size,
                             .size_on_disk = figures.size_on_disk});
  }
  return account;
}

uint64_t SnapshotAccount::size() const {
  uint64_t bytes = 0;
  for (const FileAccount& file : files) bytes += file.size;
  return bytes;
}

uint64_t SnapshotAccount::size_on_disk() const {
  uint64_t bytes = 0;
  for (const FileAccount& file : files) bytes += file.size_on_disk;
  return bytes;
}

storage::FileStatistics ServerHistory::Total(const std::string& path,
                                             storage::FileStatistics now) const {
  const auto earlier = io.find(path);
  if (earlier != io.end()) now += earlier->second;
  return now;
}

}  // namespace snapscope::server
