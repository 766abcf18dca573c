// What a page has that another has not, in words of eight bytes.
//
// Most pages that a run writes have a changed row or two: such a page is kept in some forty bytes,
// beside what it was at first, which is computed. Nothing at all is kept of one that is as it was.
// Where rows were inserted or taken out those behind them have moved: of these it keeps whence.
#pragma once

#include <cstddef>
#include <memory>

#include "base/bytes.h"

namespace snapscope::sim {

class PageDifference {
 public:
  PageDifference() = default;
  /// What makes `page` of `like`, which goes on with zeros if it is shorter. Lengths are whole
  /// words up to 8 KB.
  PageDifference(ConstByteSpan like, ConstByteSpan page);

  /// Makes the page in `into`, of which the first `like` bytes are those of that page.
  void Apply(ByteSpan into, size_t like) const;

  PageDifference Copy() const;

  /// In which it is kept.
  size_t bytes() const;

 private:
  // u16 words of the page | u16 runs | for each: u16 first word, u16 count, the words. A run that
  // has moved has its count marked, and u16 the word of the other page where it was comes instead
  // of the words. Null: the page is as it was.
  std::unique_ptr<std::byte[]> bytes_;
};

}  // namespace snapscope::sim
