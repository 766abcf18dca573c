// Where the pages of a volume lie on an array that takes snapshots of it, and how many of them are
// the snapshots' alone.
//
// An array changes its tables in whole pages, from 64 KiB to 16 MiB. Each snapshot has a layer: the
// array pages that have changed since, until the next snapshot was taken. Each page of a layer
// takes one page of the reserve, and is where the scheme has it:
//   redirect on write   what was written since. It goes to the lowest free page, at first one
//                       behind the volume; blocks that were not written stay where they were. So
//                       nothing is read, nothing is written twice, and what was sequential
//                       scatters.
//   copy on write       what was there before. The volume stays where it is.
// When a snapshot goes, its layer joins the one before; of a page that both have one is free. What
// an array then moves, so that each page lies in one place again, is not counted as I/O.
//
// Knows addresses and no bytes: those are PageStore's.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/id_table.h"
#include "sim/devices/ordered_ids.h"
#include "storage/device_description.h"

namespace snapscope::sim {

using storage::ArraySnapshotOptions;
using storage::SnapshotScheme;

class ArrayPages {
 public:
  /// Array pages that have changed, or were written to files mounted from a snapshot.
  class Layer {
    friend class ArrayPages;

   public:
    /// Pages that go with it: no other snapshot has them.
    uint64_t own() const { return own_; }
    /// Pages of its snapshot that the volume has not any more, those of others among them.
    uint64_t held() const { return held_; }

    bool borrows = false;  ///< some of them were taken when the reserve was full

   private:
    OrderedIds pages_;
    IdTable<uint32_t> places_;  ///< by array page
    OrderedIds blocks_;         ///< that were written
    uint64_t own_ = 0;
    uint64_t held_ = 0;
  };
  struct Run {
    uint64_t address = 0;
    uint64_t bytes = 0;
  };

  /// `options` say how large the volume is.
  explicit ArrayPages(const ArraySnapshotOptions& options);

  uint64_t page_bytes() const { return options_.page_bytes; }
  /// Pages that snapshots take of the reserve.
  uint64_t used() const { return used_; }
  /// Everything lies where its address says.
  bool IsPlain() const { return home_.size() == 0 && (layers_.empty() || copies_); }
  bool copies() const { return copies_; }
  size_t snapshots() const { return layers_.size(); }
  /// Null if there is no snapshot.
  Layer* newest() const { return layers_.empty() ? nullptr : layers_.back().get(); }

  /// A snapshot is taken: returns its layer.
  Layer* Add();
  void Drop(const Layer* layer);

  /// A write to the array page takes another one. `layer`: the newest snapshot's, or that of a file
  /// that is mounted from one; null: none is there.
  static bool Takes(const Layer* layer, uint64_t page) {
    return layer != nullptr && !layer->pages_.Has(page);
  }
  /// Takes one; returns where it is.
  Run Take(Layer& layer, uint64_t page);
  /// The range has been written, after Take() of its pages.
  static void NoteWritten(Layer& layer, uint64_t address, uint64_t bytes);
  /// The pages of a layer that is no snapshot's are free.
  void Release(const Layer& layer);

  /// Where the volume's bytes lie, in order.
  void Locate(uint64_t address, uint64_t bytes, std::vector<Run>& runs) const;
  /// Where those of a file mounted from the snapshot lie, what was written to it in `written`.
  void LocateMounted(const Layer* snapshot, const Layer& written, uint64_t address, uint64_t bytes,
                     std::vector<Run>& runs) const;

 private:
  /// A page that has the blocks of an array page, or those of them that were written.
  struct Candidate {
    uint64_t place = 0;
    const OrderedIds* blocks = nullptr;  ///< null: all
  };
  using Candidates = std::vector<Candidate>;

  /// The layers before `end`, and the page that they lie over.
  void AddCandidates(uint64_t page, size_t end, Candidates& candidates) const;
  void AddFormer(uint64_t page, size_t snapshot, Candidates& candidates) const;
  template <typename CandidatesOf>
  void LocateBy(CandidatesOf candidates_of, uint64_t address, uint64_t bytes,
                std::vector<Run>& runs) const;
  /// A page of the layer at `index` is one that the volume has no more.
  void Count(size_t index, uint64_t page);
  uint32_t TakePlace();
  void Free(uint32_t place);

  const ArraySnapshotOptions options_;
  const bool copies_;
  std::vector<std::unique_ptr<Layer>> layers_;  ///< of snapshots, the oldest first
  IdTable<uint32_t> home_;  ///< of pages that do not lie where their address says
  OrderedIds free_;         ///< places
  uint32_t next_place_;
  uint64_t used_ = 0;
};

}  // namespace snapscope::sim
