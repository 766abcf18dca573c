// Has telemetry tell which object owns each extent of the source: all of them when the database is
// opened, as its allocation maps say, then what has changed, with each sample.
//
//   extent -> owner: 0 free, an index by its number, kBuildSpace, kAllocationPages
//
// Owning thread: the engine thread.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "btree/page_allocator.h"
#include "database/initial_database.h"
#include "database/table_names.h"
#include "telemetry/telemetry.h"
#include "verification/page_reader.h"

namespace snapscope::experiment {

/// How many bytes of spans a run may have; beyond them no change is told.
inline constexpr uint64_t kOwnerBytes = 8 * kMiB;

class ExtentOwners {
 public:
  /// All of it outlives the object.
  ExtentOwners(telemetry::Telemetry& telemetry, const database::InitialDatabase& initial,
               const database::TableNames& tables, uint64_t most_bytes = kOwnerBytes);

  /// Reads the maps, and tells what they say. Where a page of them cannot be read, what only that
  /// page says is told as free.
  void Read(const verification::PageReader& read);
  /// The extent has another owner from now on, none if it is free.
  void Note(page::ExtentId extent, IndexId owner);
  /// Tells what has changed since the last time.
  void Tell();

  IndexId OwnerOf(page::ExtentId extent) const { return IndexId{owners_[PlaceOf(extent)]}; }

 private:
  /// Neighbours of one file that have one owner, by their places.
  struct Span {
    uint32_t first;
    uint32_t end;
  };
  using Spans = std::vector<Span>;

  size_t PlaceOf(page::ExtentId extent) const {
    return size_t{page::DataFilePosition(extent.file)} * extents_ + extent.number;
  }
  void ReadGams(const verification::PageReader& read);
  void ReadIams(const verification::PageReader& read);
  /// Adds the next extent to the last span, or begins another one.
  void Add(Spans& spans, uint32_t place) const;
  void TellOf(const Spans& spans, bool anew);
  /// JSON: what a reader calls the owner.
  std::string NameOf(IndexId owner) const;

  telemetry::Telemetry& telemetry_;
  const database::InitialDatabase& initial_;
  const database::TableNames& tables_;
  const uint64_t most_bytes_;
  const uint32_t extents_;  ///< of each file
  std::vector<uint8_t> owners_;
  std::vector<uint32_t> changed_;  ///< since the last time, perhaps again and again
  uint64_t told_bytes_ = 0;
  bool ended_ = false;
};

}  // namespace snapscope::experiment
