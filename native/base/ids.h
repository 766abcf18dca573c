// Strong identifiers. Each is its own type so that a page number can never be passed for an LSN.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <string>

namespace snapscope {
inline namespace base {

/// Engine time and durations: integer nanoseconds. Time zero is the origin of the run.
using TimeNs = int64_t;
inline constexpr TimeNs kMicrosecond = 1'000;
inline constexpr TimeNs kMillisecond = 1'000'000;
inline constexpr TimeNs kSecond = 1'000'000'000;
inline constexpr TimeNs kNever = INT64_MAX;

inline constexpr uint64_t kKiB = 1024;
inline constexpr uint64_t kMiB = 1024 * kKiB;
inline constexpr uint64_t kGiB = 1024 * kMiB;

/// A page of a database: data file id in the upper 32 bits, page number in that file below.
struct PageId {
  /// A file's id has as many, as in the product: whoever keeps pages by their id counts on it.
  static constexpr uint32_t kFileBits = 16;

  uint64_t value = 0;

  static constexpr PageId Of(uint32_t file, uint32_t number) {
    return PageId{(uint64_t{file} << 32) | number};
  }
  constexpr uint32_t file() const { return static_cast<uint32_t>(value >> 32); }
  constexpr uint32_t number() const { return static_cast<uint32_t>(value); }
  constexpr PageId Next() const { return PageId{value + 1}; }
  auto operator<=>(const PageId&) const = default;
};

/// The product's printed form (file:page), as in "(1:153)".
std::string ToString(PageId page);

/// A log sequence number: VLF sequence (24 bits), 512-byte block within the VLF (28), slot in the
/// block (12), as the product composes it. Ordered by position in the log. Zero means "none".
/// Distances in bytes come from the log, never from subtracting two of these.
struct Lsn {
  uint64_t value = 0;

  static constexpr Lsn Of(uint32_t vlf, uint32_t block, uint32_t slot) {
    return Lsn{(uint64_t{vlf} << 40) | (uint64_t{block} << 12) | slot};
  }
  constexpr uint32_t vlf() const { return static_cast<uint32_t>(value >> 40); }
  constexpr uint32_t block() const { return static_cast<uint32_t>(value >> 12) & 0x0FFF'FFFF; }
  constexpr uint32_t slot() const { return static_cast<uint32_t>(value) & 0xFFF; }
  constexpr bool IsNone() const { return value == 0; }
  auto operator<=>(const Lsn&) const = default;
};

/// The printed form VVVVVVVV:BBBBBBBB:SSSS (hexadecimal), used at the edges only.
std::string ToString(Lsn lsn);

/// A transaction. Zero is "no transaction": a single-record, redo-only system action.
struct TxnId {
  uint64_t value = 0;
  auto operator<=>(const TxnId&) const = default;
};

/// A database attached to the buffer pool: the source or one snapshot (database_id in the product).
struct DbId {
  uint32_t value = 0;
  auto operator<=>(const DbId&) const = default;
};

/// An index of the source database.
struct IndexId {
  uint16_t value = 0;
  auto operator<=>(const IndexId&) const = default;
};

}  // namespace base
}  // namespace snapscope

template <>
struct std::hash<snapscope::PageId> {
  size_t operator()(const snapscope::PageId& id) const noexcept {
    return static_cast<size_t>(id.value * 0x9E37'79B9'7F4A'7C15ULL >> 7);
  }
};
