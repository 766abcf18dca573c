// What each type of log record carries: the sizes of its before and after bytes and its flags.
// Both encoding and decoding ask here, so nothing is written that could not be read again, and redo
// and undo need not fear a payload that is too short for its type.
#pragma once

#include "page/log_record.h"

namespace snapscope::page {

/// What is wrong with the record by itself, null if nothing is.
const char* ShapeFlaw(const LogRecord& record);

/// The page id in a page image.
inline PageId ImagePage(ConstByteSpan image) {
  constexpr size_t kIdInImage = 8;
  return Load<PageId>(image, kIdInImage);
}

inline constexpr size_t kImageOffset = 8;  ///< an image leaves out the checksum
inline constexpr size_t kMinImageSize = kHeaderSize - kImageOffset;
inline constexpr size_t kMaxImageSize = kPageSize - kImageOffset;

}  // namespace snapscope::page
