// A volume of the simulated machine: files of a Disk, timed by a Device. Several volumes may share
// a disk (their files then lose power together); each has a device of its own.
//
// Time of an I/O:
//   read          queue and service of the device
//   write call    a small submission cost; but a first write to a region of a sparse file returns
//                 only when the region is allocated and the device has the bytes, as NTFS does;
//                 what the file system writes of its own for the region (FileCosts), it writes
//                 before; on a device that has to be flushed, when the device is done; where
//                 allocations exclude each other, one such write of a file after another
//   durable wait  until the device has the bytes; on a device that has to be flushed, until the end
//                 of a flush that began after it: one at a time for each file, shared by all who
//                 wait for it, as those of real files are (os/real_file.h)
//   create        one write of the device (the file's record)
// On a volume that an array takes snapshots of, an I/O is one of the device for each place where
// the array has a part of it (array/array_pages.h), and a write may have to wait until an old page
// is copied (array/page_copies.h). Files lie one after another, so that an offset is an address of
// the device: an elevator sees how far data and log are apart, and what follows in a file follows
// on the disk. Buffers are copied at the write call, before it first suspends. Owning thread: the
// engine's.
#pragma once

#include <memory>
#include <string>

#include "sim/array/page_copies.h"
#include "sim/device.h"
#include "sim/device_driver.h"
#include "sim/disk.h"
#include "sim/queue_device.h"
#include "storage/file.h"

namespace snapscope::sim {

class SimVolume final : public storage::Volume {
 public:
  SimVolume(std::string name, runtime::Executor& executor, Disk& disk,
            std::unique_ptr<Device> device, FileCosts costs);
  /// On a queue of servers.
  SimVolume(const std::string& name, runtime::Executor& executor, Disk& disk,
            const DeviceOptions& options, uint64_t seed);

  storage::Task<Result<std::unique_ptr<storage::File>>> Create(
      std::string path, storage::FileOptions options) override;
  /// `options.size` is checked against the file unless it is 0.
  storage::Task<Result<std::unique_ptr<storage::File>>> Open(std::string path,
                                                             storage::FileOptions options) override;
  /// Takes one write to the records in front of the files, and a flush where the device needs one.
  storage::Task<Status> Remove(std::string path) override;
  Status RemoveNow(const std::string& path) override { return disk_.Remove(path); }
  bool Exists(const std::string& path) const override { return disk_.Exists(path); }
  /// Nothing refers to a caller's buffer but the caller's own coroutines.
  void Drain() override {}

  const Device& device() const { return *device_; }
  /// Array pages that were copied before they changed.
  uint64_t page_copies() const { return copies_.made(); }
  /// Appends how busy its device has been by `now`, and the copies of its array.
  void AddUse(TimeNs now, std::vector<PartUse>& uses) const {
    device_->AddUse(now, name(), uses);
    if (copies_.made() > 0) uses.push_back(copies_.Use(now, name()));
  }

 private:
  /// Returns when the change of an entry is durable.
  storage::Task<Status> WriteEntry(std::string path, uint64_t change, bool of_another_host);
  ArrayVolume* OnArray() { return disk_.array() ? disk_.array()->Find(name()) : nullptr; }

  runtime::Executor& executor_;
  Disk& disk_;
  const std::unique_ptr<Device> device_;
  DeviceDriver driver_;
  PageCopies copies_;
  const FileCosts costs_;
};

}  // namespace snapscope::sim
