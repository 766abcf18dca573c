// Which injected faults explain what has gone wrong. A fault excuses what happens to its file, or
// to the snapshot whose file it is, from then on until the restart that follows; damage to a page,
// for as long as the page is damaged; nothing else.
#pragma once

#include <string>

#include "crash_simulator/world.h"

namespace snapscope::crash_simulator {

/// A power cut has torn a page of a data file, or a misdirected write has landed on it, and it has
/// not been written since.
bool IsDataDamaged(const World& world);

/// Something has happened to its file, or to the data file that it reads, that can make the
/// snapshot suspect. What happens to others is no excuse.
bool MayBeSuspect(const World& world, const std::string& name);
/// Something may also keep the creation of the snapshot from having room.
bool MayFailToCreate(const World& world, const std::string& name);
/// The same of a hidden snapshot, whose files lie beside the data files, and of a sort that needs
/// tempdb.
bool MayLackRoom(const World& world);
/// An I/O of a hidden snapshot or of the source has failed, or one may lack room.
bool MayLoseAPush(const World& world);
/// Something has happened to the file of the backup, or it has no room, that explains how the
/// backup ended. What happens to the source's files is another excuse.
bool MayFailToBackUp(const World& world, const std::string& backup, const Error& error);
/// A device error has struck the source's own files, or those of hidden snapshots, since the last
/// start.
bool HasStruckSource(const World& world);

/// True if an injected fault explains that what concerned the source alone, or that snapshot as
/// well, ended with the error. An error that tells of damage ends the run.
bool IsExcused(World& world, const Error& error, const std::string& snapshot = "");

}  // namespace snapscope::crash_simulator
