#include "base/ids.h"

#include <cstdio>

namespace snapscope {
inline namespace base {

std::string ToString(PageId page) {
  return "(" + std::to_string(page.file()) + ":" + std::to_string(page.number()) + ")";
}

std::string ToString(Lsn lsn) {
  char text[24];
  std::snprintf(text, sizeof text, "%08X:%08X:%04X", lsn.vlf(), lsn.block(), lsn.slot());
  return text;
}

}  // namespace base
}  // namespace snapscope
