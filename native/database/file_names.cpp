#include "database/file_names.h"

namespace snapscope::database {

namespace {

storage::FilePlace PlaceOf(Machine& machine, const std::string& volume, const char* kind,
                           const std::string& file) {
  return {&machine.volume(volume), machine.PathOf(volume, kind, file)};
}

}  // namespace

std::string DataFileLogicalName(const std::string& database, uint32_t position) {
  return position == 0 ? database : database + "_" + std::to_string(position + 1);
}

std::string DataFileName(const std::string& database, uint32_t position) {
  return DataFileLogicalName(database, position) + (position == 0 ? ".mdf" : ".ndf");
}

std::string LogFileName(const std::string& database) { return database + ".ldf"; }

std::string SparseFileLogicalName(const std::string& snapshot, uint32_t position) {
  return position == 0 ? snapshot : snapshot + "." + std::to_string(position + 1);
}

std::string SparseFileName(const std::string& snapshot, uint32_t position) {
  return SparseFileLogicalName(snapshot, position) + ".ss";
}

std::vector<storage::FilePlace> DataFilePlaces(Machine& machine,
                                               const scenario::Scenario& scenario) {
  std::vector<storage::FilePlace> places;
  places.reserve(scenario.data_files);
  for (uint32_t position = 0; position < scenario.data_files; ++position) {
    places.push_back(PlaceOf(machine, scenario.DataVolume(position), "data",
                             DataFileName(scenario.database, position)));
  }
  return places;
}

storage::FilePlace TempdbFilePlace(Machine& machine, const scenario::Scenario& scenario) {
  return PlaceOf(machine, scenario.tempdb_volume, "tempdb", "tempdb.mdf");
}

storage::FilePlace SnapshotCatalogPlace(Machine& machine, const scenario::Scenario& scenario) {
  return PlaceOf(machine, scenario.DataVolume(0), "data", kSnapshotCatalogName);
}

storage::FilePlace LogFilePlace(Machine& machine, const scenario::Scenario& scenario) {
  return PlaceOf(machine, scenario.log_volume, "log", LogFileName(scenario.database));
}

storage::FilePlace SetLogPlace(Machine& machine, const scenario::Scenario& scenario) {
  return PlaceOf(machine, scenario.log_volume, "log", scenario.database + ".restored.ldf");
}

std::string BackupFileName(const std::string& database, const std::string& backup, bool of_log,
                           uint32_t position) {
  const std::string number = position == 0 ? "" : "." + std::to_string(position + 1);
  return database + "_" + backup + number + (of_log ? ".trn" : ".bak");
}

std::string MetadataFileName(Machine& machine, const scenario::Scenario& scenario,
                             const std::string& backup) {
  return machine.PathOf(scenario.BackupVolume(0), "backup",
                        scenario.database + "_" + backup + ".bkm");
}

std::vector<storage::FilePlace> BackupFilePlaces(Machine& machine,
                                                 const scenario::Scenario& scenario,
                                                 const std::string& backup, bool of_log,
                                                 uint32_t files) {
  std::vector<storage::FilePlace> places;
  places.reserve(files);
  for (uint32_t position = 0; position < files; ++position) {
    places.push_back(PlaceOf(machine, scenario.BackupVolume(position), "backup",
                             BackupFileName(scenario.database, backup, of_log, position)));
  }
  return places;
}

std::vector<storage::FilePlace> SparseFilePlaces(Machine& machine,
                                                 const scenario::Scenario& scenario,
                                                 const std::string& snapshot) {
  std::vector<storage::FilePlace> places;
  places.reserve(scenario.data_files);
  for (uint32_t position = 0; position < scenario.data_files; ++position) {
    places.push_back(
        PlaceOf(machine, scenario.snapshot_volume, "snapshot", SparseFileName(snapshot, position)));
  }
  return places;
}

}  // namespace snapscope::database
