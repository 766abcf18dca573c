#include "scenario/fields_json.h"

#include <algorithm>

namespace snapscope::scenario {

size_t PlaceAmong(std::span<const char* const> names, const std::string& name,
                  const std::string& place) {
  const auto found = std::ranges::find(names, name);
  if (found != names.end()) return static_cast<size_t>(found - names.begin());
  std::string allowed;
  for (const char* one : names) allowed += (allowed.empty() ? "" : ", ") + std::string(one);
  throw std::invalid_argument(place + ": '" + name + "' is not allowed; allowed: " + allowed);
}

void FieldReader::Read(const char* name, const Json& json, bool& value) {
  if (!json.is_boolean()) {
    throw std::invalid_argument(std::string(name) + ": " + json.dump() +
                                " is not allowed; allowed: true, false");
  }
  value = json;
}

/// A page is written file:page here, in the ERRORLOG with parentheses around it.
void FieldReader::Read(const char* name, const Json& json, PageId& page) {
  const std::string text = json;
  unsigned file = 0;
  unsigned number = 0;
  int read = 0;
  const int fields = std::sscanf(text.c_str(), "%5u:%10u%n", &file, &number, &read);
  if (fields != 2 || static_cast<size_t>(read) != text.size() ||
      file >= uint32_t{1} << PageId::kFileBits) {
    throw std::invalid_argument(std::string(name) + ": '" + text +
                                "' is not a page; allowed: null, or its file and number, 1:345");
  }
  page = PageId::Of(file, number);
}

/// An LSN is written as the ERRORLOG has it, VVVVVVVV:BBBBBBBB:SSSS, in hexadecimal digits.
void FieldReader::Read(const char* name, const Json& json, Lsn& lsn) {
  const std::string text = json;
  unsigned vlf = 0;
  unsigned block = 0;
  unsigned slot = 0;
  int read = 0;
  const int fields = std::sscanf(text.c_str(), "%8x:%8x:%4x%n", &vlf, &block, &slot, &read);
  lsn = Lsn::Of(vlf, block, slot);
  const bool is_lsn = fields == 3 && static_cast<size_t>(read) == text.size() && lsn.vlf() == vlf &&
                      lsn.block() == block && lsn.slot() == slot;
  if (!is_lsn || lsn.IsNone()) {
    throw std::invalid_argument(std::string(name) + ": '" + text +
                                "' is not an LSN; allowed: one as the ERRORLOG has it, "
                                "00000001:000048FD:0001");
  }
}

}  // namespace snapscope::scenario
