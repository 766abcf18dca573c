#include "sim/array/page_copies.h"

#include <utility>

namespace snapscope::sim {

class PageCopies::UnderWay {
 public:
  UnderWay(PageCopies& copies, std::vector<ArrayVolume::PageCopy> due)
      : copies_(copies), due_(std::move(due)) {
    copies_.ChangeMaking(1);
    for (const ArrayVolume::PageCopy& copy : due_) copies_.under_way_.insert(copy.page);
  }
  ~UnderWay() {
    for (const ArrayVolume::PageCopy& copy : due_) copies_.under_way_.erase(copy.page);
    copies_.ChangeMaking(-1);
  }
  UnderWay(const UnderWay&) = delete;
  UnderWay& operator=(const UnderWay&) = delete;

  const std::vector<ArrayVolume::PageCopy>& due() const { return due_; }

 private:
  PageCopies& copies_;
  const std::vector<ArrayVolume::PageCopy> due_;
};

runtime::Task<void> PageCopies::Make(std::vector<ArrayVolume::PageCopy> due, uint64_t first,
                                     uint64_t last) {
  const bool made_any = !due.empty();
  const TimeNs asked = executor_.Now();
  if (made_any) {
    const UnderWay under_way(*this, std::move(due));
    for (const ArrayVolume::PageCopy& copy : under_way.due()) {
      for (const bool is_write : {false, true}) {
        const ArrayPages::Run& run = is_write ? copy.to : copy.from;
        co_await driver_.Finished(driver_.Issue({.is_write = is_write,
                                                 .address = run.address,
                                                 .bytes = run.bytes,
                                                 .skips_link = true}));
      }
      ++made_;
    }
  }
  if (made_any) ended_.NotifyAll();
  for (;;) {
    const auto next = under_way_.lower_bound(first);
    if (next == under_way_.end() || *next > last) break;
    co_await ended_.Wait();
  }
  waited_ += executor_.Now() - asked;
}

}  // namespace snapscope::sim
