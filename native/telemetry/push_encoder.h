// Push records as a batch has them: which page got into the sparse files of which snapshot, when
// and why. Differences to the record before, so that most take 4 or 5 bytes.
//
//   u32 records r | u32 flags | i64 time of the first record, us
//   r times: varint time since the record before, us, times 4; plus the place of cause and target
//            among the last three that differ, the last one first, or 3 where they follow
//            [u8 cause | target * 8; from target 31 on: 31 * 8, then varint target - 31]
//            varint zigzag(page - page of the record before)
//
// A section is read by itself: before its first record there is page 0, and no cause and target. A
// page is its place in the database, file after file.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/ids.h"
#include "runtime/push_cause_generated.h"

namespace snapscope::telemetry {

struct PushRecord {
  uint32_t target = 0;  ///< the number that an event has given to a snapshot's files
  uint64_t page = 0;    ///< its place in the database
  runtime::PushCause cause{};
};

/// What of the pushes is told; a section is of one detail.
enum class PushDetail : uint32_t {
  kPages = 0,
  kExtents = 1,  ///< the first of each extent
  kNothing = 2,
};

inline constexpr size_t kPushHeaderBytes = 16;

class PushEncoder {
 public:
  /// Times do not fall.
  void Add(TimeNs at, const PushRecord& record);
  /// From here on, which is now: the section so far has been taken.
  void SetDetail(PushDetail detail, TimeNs now);

  /// True if there is nothing to be told.
  bool empty() const { return records_ == 0 && !detail_changed_; }
  /// Of the section so far.
  size_t bytes() const { return kPushHeaderBytes + body_.size(); }
  /// Of all sections.
  uint64_t total_bytes() const { return taken_bytes_ + bytes(); }
  /// Ends the section, and begins another one; nothing if it is empty.
  std::vector<std::byte> Take();

 private:
  struct Origin {
    uint32_t target = 0;  ///< 0: none
    runtime::PushCause cause{};

    bool operator==(const Origin&) const = default;
  };

  void PutByte(uint64_t value) { body_.push_back(static_cast<std::byte>(value)); }
  void PutVarint(uint64_t value);
  void PutOrigin(const Origin& origin);

  PushDetail detail_ = PushDetail::kPages;
  bool detail_changed_ = false;
  uint32_t records_ = 0;
  int64_t first_us_ = 0;
  int64_t last_us_ = 0;
  uint64_t last_page_ = 0;
  std::array<Origin, 3> recent_{};  ///< the last one first
  std::vector<std::byte> body_;
  uint64_t taken_bytes_ = 0;
};

}  // namespace snapscope::telemetry
