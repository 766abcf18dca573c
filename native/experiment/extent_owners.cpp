#include "experiment/extent_owners.h"

#include <algorithm>
#include <set>
#include <utility>

#include "page/page_buffer.h"
#include "telemetry/json_writer.h"

namespace snapscope::experiment {

using page::ExtentId;

namespace {

constexpr uint8_t kFree = 0;

/// The owner as it is kept.
uint8_t KeptOf(IndexId owner) { return static_cast<uint8_t>(owner.value); }

}  // namespace

ExtentOwners::ExtentOwners(telemetry::Telemetry& telemetry,
                           const database::InitialDatabase& initial,
                           const database::TableNames& tables, uint64_t most_bytes)
    : telemetry_(telemetry),
      initial_(initial),
      tables_(tables),
      most_bytes_(most_bytes),
      extents_(initial.size().file_pages / page::kPagesPerExtent),
      owners_(size_t{extents_} * initial.size().files, kFree) {}

void ExtentOwners::Read(const verification::PageReader& read) {
  std::ranges::fill(owners_, kFree);
  ReadGams(read);
  ReadIams(read);
  changed_.clear();
  Spans spans;
  for (uint32_t place = 0; place < owners_.size(); ++place) {
    if (owners_[place] != kFree) Add(spans, place);
  }
  TellOf(spans, true);
}

// What is not free belongs to an index, whose IAM page says so, or has maps or IAM pages.
void ExtentOwners::ReadGams(const verification::PageReader& read) {
  page::PageBuffer gam;
  for (uint32_t file = 0; file < initial_.size().files; ++file) {
    for (ExtentId extent{page::DataFileId(file), 0}; extent.number < extents_; ++extent.number) {
      if (page::MapSlot(extent) == 0 && !read(page::GamOf(extent), gam.span()).ok()) return;
      if (page::MapEntry(gam.view(), page::MapSlot(extent)) == 0) {
        owners_[PlaceOf(extent)] = KeptOf(btree::kAllocationPages);
      }
    }
  }
}

void ExtentOwners::ReadIams(const verification::PageReader& read) {
  page::PageBuffer buffer;
  if (!read(page::kBootPage, buffer.span()).ok()) return;
  const page::BootRecord boot = page::ReadBoot(buffer.bytes);
  std::set<PageId> seen;
  for (uint16_t index = 1; index <= page::BootRecord::kMaxIndexes; ++index) {
    for (PageId next{boot.first_iams.at(index - 1U)};
         next != PageId{} && seen.insert(next).second;) {
      if (!initial_.size().Has(next) || !read(next, buffer.span()).ok()) break;
      const page::PageView iam = buffer.view();
      if (iam.type() != page::PageType::kIam || iam.index() != IndexId{index}) break;
      ExtentId extent = page::IntervalOf(iam);
      const uint32_t interval = extent.number;
      for (uint32_t slot = page::NextSetBit(iam, 0); slot < page::kMapExtents;
           slot = page::NextSetBit(iam, slot + 1)) {
        extent.number = interval + slot;
        if (extent.number < extents_) owners_[PlaceOf(extent)] = KeptOf(iam.index());
      }
      next = iam.right_sibling();
    }
  }
}

void ExtentOwners::Note(ExtentId extent, IndexId owner) {
  const size_t place = PlaceOf(extent);
  if (std::exchange(owners_.at(place), KeptOf(owner)) == KeptOf(owner) || ended_) return;
  changed_.push_back(static_cast<uint32_t>(place));
}

void ExtentOwners::Tell() {
  std::ranges::sort(changed_);
  const auto again = std::ranges::unique(changed_);
  changed_.erase(again.begin(), again.end());
  Spans spans;
  for (const uint32_t place : std::exchange(changed_, {})) Add(spans, place);
  if (!spans.empty()) TellOf(spans, false);
}

void ExtentOwners::Add(Spans& spans, uint32_t place) const {
  const bool goes_on = !spans.empty() && spans.back().end == place &&
                       owners_[spans.back().first] == owners_[place] && place % extents_ != 0;
  if (goes_on) {
    ++spans.back().end;
  } else {
    spans.push_back({place, place + 1});
  }
}

void ExtentOwners::TellOf(const Spans& spans, bool anew) {
  if (ended_) return;
  std::string list;
  std::set<uint8_t> named;
  for (const Span& span : spans) {
    const uint8_t owner = owners_[span.first];
    if (owner != kFree) named.insert(owner);
    for (const uint32_t number :
         {span.first / extents_, span.first % extents_, span.end - span.first, uint32_t{owner}}) {
      list += (list.empty() ? "" : ",") + std::to_string(number);
    }
  }
  told_bytes_ += list.size();
  ended_ = told_bytes_ > most_bytes_;
  if (ended_) return telemetry_.AddExtentOwnersEvent(false, "[]", "[]", true);
  std::string owners;
  for (const uint8_t owner : named) {
    owners += (owners.empty() ? "" : ",") + NameOf(IndexId{owner});
  }
  telemetry_.AddExtentOwnersEvent(anew, '[' + owners + ']', '[' + list + ']', false);
}

std::string ExtentOwners::NameOf(IndexId owner) const {
  telemetry::JsonWriter json;
  json.BeginObject().Key("number").Integer(owner.value).Key("name");
  if (owner == btree::kAllocationPages) {
    json.String("").Key("kind").String("allocation");
  } else if (owner == btree::kBuildSpace) {
    json.String("").Key("kind").String("build");
  } else if (initial_.warehouses() == 0 && owner.value >= database::kFirstNewTable) {
    const auto number = static_cast<uint16_t>(owner.value - database::kFirstNewTable);
    json.String("dbo." + tables_.NameOf(number)).Key("kind").String("table");
  } else {
    const telemetry::ObjectRef object = initial_.ObjectOf(owner);
    const bool is_table = object.index.empty() || object.index.starts_with("PK_");
    json.String(is_table ? object.table : object.index);
    json.Key("kind").String(is_table ? "table" : "index");
  }
  return json.EndObject().Take();
}

}  // namespace snapscope::experiment
