#include "experiment/push_recorder.h"

#include <algorithm>
#include <utility>

#include "database/file_names.h"

namespace snapscope::experiment {

using runtime::PushCause;
using telemetry::PushDetail;

namespace {

/// A reader keeps a target in 16 bits.
constexpr uint32_t kMostTargets = UINT16_MAX;

page::DatabaseSize SizeOf(const snapshot::SnapshotFiles& files) {
  return {.files = static_cast<uint32_t>(files.size()), .file_pages = files.front().page_count()};
}

page::PageSet CopiedOf(const snapshot::SnapshotFiles& files) {
  page::PageSet copied(SizeOf(files));
  files.AddCopiedTo(copied);
  return copied;
}

bool HasAll(const page::PageSet& copied, const page::PageSet& known) {
  bool has_all = true;
  known.ForEach([&](PageId page) { has_all = has_all && copied.Has(page); });
  return has_all;
}

bool IsFirstOfExtent(const page::PageSet& known, PageId page) {
  const auto extent = static_cast<uint32_t>(page.number() / page::kPagesPerRegion);
  const auto first = static_cast<uint32_t>(extent * page::kPagesPerRegion);
  const auto end = std::min<uint32_t>(first + page::kPagesPerRegion, known.size().file_pages);
  for (uint32_t number = first; number < end; ++number) {
    if (known.Has(PageId::Of(page.file(), number))) return false;
  }
  return true;
}

}  // namespace

std::shared_ptr<PushRecorder::Target> PushRecorder::NewTarget(const snapshot::Snapshot& snapshot) {
  OnClosed(snapshot.name());
  auto target = std::make_shared<Target>(++targets_, page::PageSet(SizeOf(snapshot.files())));
  by_name_[snapshot.name()] = target;
  if (targets_ > kMostTargets) {
    if (detail_ != PushDetail::kNothing) TellLess(PushDetail::kNothing);
    return target;
  }
  std::vector<telemetry::PushedFile> files;
  for (const snapshot::SparseFile& file : snapshot.files()) {
    const uint32_t position = page::DataFilePosition(file.id());
    files.push_back({.id = file.id(),
                     .name = database::DataFileName(database_, position),
                     .pages = file.page_count()});
  }
  telemetry_.AddPushTargetEvent(target->number, snapshot.name(), snapshot.hidden(), files);
  return target;
}

void PushRecorder::OnOpened(const snapshot::Snapshot& snapshot) {
  const auto known = by_name_.find(snapshot.name());
  const bool is_created = snapshot.split().IsNone();
  const bool goes_on = !is_created && known != by_name_.end() &&
                       HasAll(CopiedOf(snapshot.files()), known->second->known);
  const std::shared_ptr<Target> target = goes_on ? known->second : NewTarget(snapshot);
  open_[snapshot.db()] = target;
  if (!is_created) TellFound(snapshot, *target);
}

void PushRecorder::TellFound(const snapshot::Snapshot& snapshot, Target& target) {
  CopiedOf(snapshot.files()).ForEach([this, &target](PageId page) {
    if (!target.known.Has(page)) Tell(target, page, PushCause::kRestart);
  });
}

void PushRecorder::OnPushed(const snapshot::Snapshot& snapshot, PageId page, PushCause cause) {
  Tell(*open_.at(snapshot.db()), page, cause);
}

void PushRecorder::OnClosed(const std::string& name) {
  const auto closed = by_name_.extract(name);
  if (closed.empty()) return;  // it was never armed
  const uint32_t number = closed.mapped()->number;
  if (number <= kMostTargets) telemetry_.AddPushTargetEndEvent(number);
  std::erase_if(open_, [&closed](const auto& open) { return open.second == closed.mapped(); });
}

void PushRecorder::Tell(Target& target, PageId page, PushCause cause) {
  const bool is_told = detail_ == PushDetail::kPages ||
                       (detail_ == PushDetail::kExtents && IsFirstOfExtent(target.known, page));
  target.known.Add(page);
  if (!is_told) return;
  telemetry_.AddPush(
      {.target = target.number, .page = target.known.size().PositionOf(page), .cause = cause});
  TellLessAtLimits();
}

void PushRecorder::TellLessAtLimits() {
  const uint64_t bytes = telemetry_.push_bytes();
  if (detail_ == PushDetail::kPages && bytes < limits_.page_bytes) return;
  if (detail_ == PushDetail::kExtents && bytes < limits_.extent_bytes) return;
  TellLess(detail_ == PushDetail::kPages ? PushDetail::kExtents : PushDetail::kNothing);
}

void PushRecorder::TellLess(PushDetail detail) {
  detail_ = detail;
  telemetry_.SetPushDetail(detail);
}

}  // namespace snapscope::experiment
