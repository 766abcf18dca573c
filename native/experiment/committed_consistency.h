// Whether what users have committed fulfils the consistency conditions of the TPC-C-style load, by
// the oracle: at the end of a run, when pages of the source need not be on its disks.
#pragma once

#include "database/initial_database.h"
#include "oracle/oracle.h"
#include "tpcc/consistency.h"

namespace snapscope::experiment {

/// Of a database of this load.
tpcc::Consistency CommittedConsistency(const oracle::Oracle& oracle,
                                       const database::InitialDatabase& initial);

}  // namespace snapscope::experiment
