// The push records of a run, as a reader of its batches has them.
#pragma once

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/bytes.h"
#include "telemetry/push_encoder.h"
#include "test/support/batch_sections.h"

namespace snapscope::test {

using runtime::PushCause;

struct ToldPush {
  int64_t us = 0;
  telemetry::PushRecord record;
  telemetry::PushDetail detail{};
};

/// Reads one section.
class SectionReader {
 public:
  explicit SectionReader(ConstByteSpan bytes) : bytes_(bytes) {}

  std::vector<ToldPush> Read() {
    const auto count = Load<uint32_t>(bytes_, 0);
    const auto detail = Load<telemetry::PushDetail>(bytes_, 4);
    ToldPush push{.us = Load<int64_t>(bytes_, 8), .record = {}, .detail = detail};
    at_ = telemetry::kPushHeaderBytes;
    std::vector<std::pair<uint32_t, PushCause>> recent(3);
    std::vector<ToldPush> pushes;
    for (uint32_t i = 0; i < count; ++i) {
      const uint64_t time = Varint();
      push.us += static_cast<int64_t>(time / 4);
      if (time % 4 < recent.size()) {
        const auto place = recent.begin() + static_cast<ptrdiff_t>(time % 4);
        std::tie(push.record.target, push.record.cause) = *place;
        recent.erase(place);
      } else {
        const uint8_t both = Byte();
        push.record.cause = static_cast<PushCause>(both % 8);
        push.record.target = both / 8;
        if (both / 8 == 31) push.record.target += static_cast<uint32_t>(Varint());
        recent.pop_back();
      }
      recent.emplace(recent.begin(), push.record.target, push.record.cause);
      const uint64_t zigzag = Varint();
      push.record.page += (zigzag >> 1) ^ (~(zigzag & 1) + 1);
      pushes.push_back(push);
    }
    EXPECT_EQ(at_, bytes_.size()) << "bytes behind the last record";
    return pushes;
  }

 private:
  uint8_t Byte() { return Load<uint8_t>(bytes_, at_++); }
  uint64_t Varint() {
    uint64_t value = 0;
    for (int shift = 0;; shift += 7) {
      const uint8_t byte = Byte();
      value |= uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return value;
    }
  }

  ConstByteSpan bytes_;
  size_t at_ = 0;
};

struct PushRecords {
  std::vector<ToldPush> pushes;
  std::map<uint32_t, Json> targets;  ///< the events that explain the numbers
  std::set<uint32_t> ended;          ///< numbers of files that were closed
  std::vector<std::vector<std::byte>> sections;

  void Take(const std::vector<std::byte>& batch) {
    for (const Json& event : EventsOf(batch)) {
      if (event.at("kind") == "pushTarget") targets[event.at("number")] = event;
      if (event.at("kind") == "pushTargetEnd") ended.insert(event.at("number").get<uint32_t>());
    }
    const ConstByteSpan section = PushesOf(batch);
    if (section.empty()) return;
    sections.emplace_back(section.begin(), section.end());
    for (const ToldPush& push : SectionReader(section).Read()) {
      EXPECT_TRUE(targets.contains(push.record.target)) << push.record.target;
      EXPECT_TRUE(pushes.empty() || pushes.back().us <= push.us);
      pushes.push_back(push);
    }
  }

  size_t bytes() const {
    size_t sum = 0;
    for (const auto& section : sections) sum += section.size();
    return sum;
  }
  /// The last number of that snapshot; 0 if it has none.
  uint32_t LastOf(const std::string& snapshot) const {
    uint32_t last = 0;
    for (const auto& [number, event] : targets) {
      if (event.at("snapshot") == snapshot) last = number;
    }
    return last;
  }
  /// The pages of a number, each with its cause; a page that was told of twice fails the test.
  std::map<uint64_t, PushCause> PagesOf(uint32_t target) const {
    std::map<uint64_t, PushCause> pages;
    for (const ToldPush& push : pushes) {
      if (push.record.target != target) continue;
      EXPECT_TRUE(pages.emplace(push.record.page, push.record.cause).second)
          << "page " << push.record.page << " was told of twice";
    }
    return pages;
  }
  uint64_t Count(uint32_t target, PushCause cause) const {
    uint64_t count = 0;
    for (const auto& [page, told] : PagesOf(target)) count += told == cause ? 1 : 0;
    return count;
  }
};

}  // namespace snapscope::test
