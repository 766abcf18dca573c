// What the rules of snapshots refuse, in the product's words: message number, level, state, text.
#pragma once

#include <string>

#include "base/result.h"

namespace snapscope::snapshot {

/// 1801: CREATE DATABASE under a name that the source or a snapshot has.
Error NameTaken(const std::string& name);
/// 1823: a creation that could not be brought to its end; `cause` says why.
Error FailedToStart(const std::string& cause);
/// 3137: a revert of a database with other snapshots than this one, or to none of its own.
Error CannotRevert(const std::string& cause);
/// 3701: DROP DATABASE of a snapshot that there is not.
Error NoSuchSnapshot(const std::string& name);
/// 3702: DROP DATABASE of the source, which is the run's own, or of a snapshot that somebody uses.
Error InUse(const std::string& database);
/// 3709: DROP DATABASE of a source that has a snapshot.
Error SourceHasSnapshot(const std::string& snapshot);
/// 927: USE of a database that is being reverted, or of the snapshot that it goes back to.
Error InRestore(const std::string& database);
/// 1822: CREATE DATABASE AS SNAPSHOT OF a database that is being reverted.
Error SourceNotOnline();
/// 3101: RESTORE of a database that is being reverted.
Error NoExclusiveAccess();
/// 911, 922, 926: USE of a snapshot that there is not, is being created, or is suspect.
Error NoSuchDatabase(const std::string& name);
Error BeingRecovered(const std::string& snapshot);
Error CannotOpenSuspect(const std::string& snapshot);
/// 926 as it ends a session that reads a snapshot which became suspect meanwhile.
Error ReadOfSuspect(const std::string& snapshot);
/// 7928 and 7926: a consistency check that gets no hidden snapshot, nor the database for itself.
Error CannotCheck();
/// 3906: a change through a snapshot.
Error ReadOnly(const std::string& snapshot);

}  // namespace snapscope::snapshot
