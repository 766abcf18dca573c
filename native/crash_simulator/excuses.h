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
/// The error names a page that is damaged so.
bool NamesDamagedPage(const World& world, const Error& error);

/// A page of a data file has been torn, or a misdirected write has landed on it, whatever it has
/// now: a backup may have it so.
bool WasDataDamaged(const World& world);
/// A misdirected write has hit the block of the log that begins at `lsn`, or at the next VLF.
bool IsLogOverwrittenAt(const World& world, Lsn lsn);

/// Something has happened to its file, or to the data file that it reads, that can make the
/// snapshot suspect. What happens to others is no excuse.
bool MayBeSuspect(const World& world, const std::string& name);
/// Whether a creation may have failed for a fault of the snapshot, whose files are gone by then.
bool MayFailToCreate(const World& world, const std::string& name);
/// The disk has refused room to a sort's tempdb, or to a hidden snapshot.
bool MayLackRoom(const World& world);
/// An I/O of a data file or of a hidden snapshot has failed, or the disk has refused it room.
bool MayLoseAPush(const World& world);
/// Something has happened to the file of the backup, or the disk has refused it room, that explains
/// how the backup ended. What happens to the source's files is another excuse.
bool MayFailToBackUp(const World& world, const std::string& backup, const Error& error);

/// Something has happened to the files of the copy, or of a backup, that explains how a restore
/// beside the database ended.
bool MayFailToRestore(const World& world, const Error& error);

/// True if an injected fault explains that what concerned the source alone, or that snapshot as
/// well, ended with the error: it has struck the very file, page or block that the error names. An
/// error that tells of damage ends the run.
bool IsExcused(World& world, const Error& error, const std::string& snapshot = "");

}  // namespace snapscope::crash_simulator
