#include "snapshot/catalog_format.h"

#include <limits>
#include <optional>
#include <string_view>
#include <utility>

#include "base/checksum.h"

namespace snapscope::snapshot {

namespace {

constexpr uint64_t kCatalogMagic = 0x31'54'41'43'53'50'4E'53ULL;  // "SNPSCAT1"

struct CatalogHeader {
  uint64_t magic;
  uint64_t checksum;
  uint32_t bytes;
  uint32_t entries;
  uint64_t sequence;
};
static_assert(sizeof(CatalogHeader) == 32);
static_assert(offsetof(CatalogHeader, magic) == 0);
static_assert(offsetof(CatalogHeader, checksum) == 8);
static_assert(offsetof(CatalogHeader, bytes) == 16);
static_assert(offsetof(CatalogHeader, entries) == 20);
static_assert(offsetof(CatalogHeader, sequence) == 24);
static_assert(sizeof(EntryState) == 1);
static_assert(kCatalogCopyBytes % kCatalogBlockBytes == 0);

constexpr size_t kChecked = offsetof(CatalogHeader, bytes);  ///< the checksum is of the rest
constexpr size_t kMostFiles = std::numeric_limits<uint8_t>::max();
constexpr size_t kLongestText = std::numeric_limits<uint16_t>::max();

Error NotWhole() { return {ErrorCode::kInvalid, "it is no whole copy"}; }

class CatalogWriter {
 public:
  template <typename T>
  void Put(T value) {
    bytes_.resize(bytes_.size() + sizeof(T));
    Store(bytes_, bytes_.size() - sizeof(T), value);
  }
  void Put(std::string_view text) {
    Put(static_cast<uint16_t>(text.size()));
    const ConstByteSpan bytes = std::as_bytes(std::span(text));
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  std::vector<std::byte>& bytes() { return bytes_; }

 private:
  std::vector<std::byte> bytes_;
};

/// Takes what is there; from the first thing on that is not, nothing.
class CatalogReader {
 public:
  explicit CatalogReader(ConstByteSpan bytes) : bytes_(bytes) {}

  uint64_t TakeNumber(size_t width) {
    uint64_t value = 0;
    const ConstByteSpan from = TakeBytes(width);
    for (size_t at = 0; at < from.size(); ++at)
      value |= std::to_integer<uint64_t>(from[at]) << 8 * at;
    return value;
  }
  std::string TakeText() {
    const ConstByteSpan text = TakeBytes(TakeNumber(sizeof(uint16_t)));
    return {reinterpret_cast<const char*>(text.data()), text.size()};
  }
  bool failed() const { return failed_; }
  bool AtEnd() const { return bytes_.empty(); }

 private:
  ConstByteSpan TakeBytes(size_t count) {
    failed_ = failed_ || count > bytes_.size();
    if (failed_) return {};
    const ConstByteSpan taken = bytes_.first(count);
    bytes_ = bytes_.subspan(count);
    return taken;
  }

  ConstByteSpan bytes_;
  bool failed_ = false;
};

std::optional<CatalogEntry> TakeEntry(CatalogReader& reader) {
  CatalogEntry entry;
  const uint64_t state = reader.TakeNumber(sizeof(uint8_t));
  if (state < static_cast<uint64_t>(EntryState::kCreating) ||
      state > static_cast<uint64_t>(EntryState::kCopyingBack)) {
    return std::nullopt;
  }
  entry.state = static_cast<EntryState>(state);
  const uint64_t files = reader.TakeNumber(sizeof(uint8_t));
  entry.name = reader.TakeText();
  entry.source = reader.TakeText();
  for (uint64_t file = 0; file < files && !reader.failed(); ++file) {
    CatalogFile& place = entry.files.emplace_back();
    place.volume = reader.TakeText();
    place.path = reader.TakeText();
  }
  if (reader.failed()) return std::nullopt;
  return entry;
}

/// True if every text and number of files fits the field that says how long it is.
bool IsEncodable(const CatalogEntry& entry) {
  const auto is_long = [](const std::string& text) { return text.size() > kLongestText; };
  if (is_long(entry.name) || is_long(entry.source) || entry.files.size() > kMostFiles) return false;
  for (const CatalogFile& file : entry.files) {
    if (is_long(file.volume) || is_long(file.path)) return false;
  }
  return true;
}

}  // namespace

Result<std::vector<std::byte>> EncodeCatalog(const CatalogCopy& copy) {
  CatalogWriter writer;
  writer.Put(CatalogHeader{kCatalogMagic, 0, 0, static_cast<uint32_t>(copy.entries.size()),
                           copy.sequence});
  bool fits = true;
  for (const CatalogEntry& entry : copy.entries) {
    fits = fits && IsEncodable(entry) && writer.bytes().size() <= kCatalogCopyBytes;
    if (!fits) break;
    writer.Put(entry.state);
    writer.Put(static_cast<uint8_t>(entry.files.size()));
    writer.Put(std::string_view(entry.name));
    writer.Put(std::string_view(entry.source));
    for (const CatalogFile& file : entry.files) {
      writer.Put(std::string_view(file.volume));
      writer.Put(std::string_view(file.path));
    }
  }
  std::vector<std::byte>& bytes = writer.bytes();
  if (!fits || bytes.size() > kCatalogCopyBytes) {
    return Error{ErrorCode::kRefused,
                 "there is no room for another snapshot: the names and paths of " +
                     std::to_string(copy.entries.size()) + " take more than the " +
                     std::to_string(kCatalogCopyBytes) + " bytes of the catalogue; drop one first"};
  }
  Store(bytes, offsetof(CatalogHeader, bytes), static_cast<uint32_t>(bytes.size()));
  SealCatalog(bytes);
  bytes.resize((bytes.size() + kCatalogBlockBytes - 1) / kCatalogBlockBytes * kCatalogBlockBytes);
  return std::move(bytes);
}

void SealCatalog(ByteSpan bytes) {
  if (bytes.size() < sizeof(CatalogHeader)) return;
  const auto length = Load<uint32_t>(bytes, offsetof(CatalogHeader, bytes));
  if (length < sizeof(CatalogHeader) || length > bytes.size()) return;
  const ConstByteSpan checked = ConstByteSpan(bytes).first(length).subspan(kChecked);
  Store(bytes, offsetof(CatalogHeader, checksum), Checksum(checked, kCatalogMagic));
}

Result<CatalogCopy> DecodeCatalog(ConstByteSpan bytes) {
  if (bytes.size() < sizeof(CatalogHeader)) return NotWhole();
  const auto header = Load<CatalogHeader>(bytes, 0);
  if (header.magic != kCatalogMagic || header.bytes < sizeof(CatalogHeader) ||
      header.bytes > bytes.size()) {
    return NotWhole();
  }
  bytes = bytes.first(header.bytes);
  if (Checksum(bytes.subspan(kChecked), kCatalogMagic) != header.checksum) return NotWhole();
  CatalogCopy copy{header.sequence, {}};
  CatalogReader reader(bytes.subspan(sizeof(CatalogHeader)));
  for (uint32_t number = 0; number < header.entries; ++number) {
    std::optional<CatalogEntry> entry = TakeEntry(reader);
    if (!entry) return NotWhole();
    copy.entries.push_back(std::move(*entry));
  }
  if (!reader.AtEnd()) return NotWhole();
  return copy;
}

}  // namespace snapscope::snapshot
