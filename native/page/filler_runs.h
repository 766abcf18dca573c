// Bytes of pages and log records without the fillers of rows and without zeros.
//
// The words of a generated filler follow one another (row_filler.h), so the first tells the others.
// Packed bytes have of each run of such words the first and how many there are, and of a run of
// zeros how many; of any other word a byte that says which of its bytes are not zero, and these.
// Packing asks nothing about what the bytes are: any come back as they were. What pays is log,
// where a row's image is mostly filler, and lengths, ids and LSNs are mostly small.
#pragma once

#include <cstddef>

#include "base/bytes.h"

namespace snapscope::page {

/// Packs whole words of eight bytes, 128 KB of them at most, into `into`. Returns how many bytes it
/// took; 0 if it is not more than `into` has, nor fewer than there were.
size_t PackFillers(ConstByteSpan bytes, ByteSpan into);

/// The bytes that were packed; `into` has as many as they were.
void UnpackFillers(ConstByteSpan packed, ByteSpan into);

}  // namespace snapscope::page
