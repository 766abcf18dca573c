// Who is told of each page that gets into a sparse file.
#pragma once

#include <string>

#include "base/ids.h"
#include "runtime/push_cause_generated.h"

namespace snapscope::snapshot {

using runtime::PushCause;

class Snapshot;

/// Is told in the same step as it happens. At any instant the pages that were told of, those that
/// the files had when they were opened among them, are those that the files have: all that are
/// copied but for what is held in memory alone.
class PushListener {
 public:
  virtual ~PushListener() = default;
  /// From here on pages get into the snapshot's files: it is created, and has none, or a restart
  /// has found it.
  virtual void OnOpened(const Snapshot& /*snapshot*/) {}
  /// The files have the page, or its copy is claimed for them: it has just been counted.
  virtual void OnPushed(const Snapshot& /*snapshot*/, PageId /*page*/, PushCause /*cause*/) {}
  /// The files of that name are closed for good, or a restart removes them: no page is under way to
  /// them.
  virtual void OnClosed(const std::string& /*name*/) {}
};

}  // namespace snapscope::snapshot
