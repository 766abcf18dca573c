/** All rules, in the order in which findings of equal weight and time are shown. */
import { abortedChecks } from "./aborted-checks.ts";
import {
  AvailabilityChanges,
  expiredLeases,
  lostReplicas,
  suspendedMovement,
} from "./availability.ts";
import { backupFailures, deviceFailures } from "./backup-failures.ts";
import { ClusterFailures, closedDatabases } from "./cluster-failures.ts";
import { ConnectionErrors } from "./connection-errors.ts";
import { consistencyErrors, StaleChecks } from "./consistency.ts";
import { damagedPages } from "./damaged-pages.ts";
import { Deadlocks } from "./deadlocks.ts";
import { FailedLogons } from "./failed-logons.ts";
import { fileSystemLimits } from "./file-system-limits.ts";
import type { FindingRule } from "./finding-rule.ts";
import { fullFilegroups, fullLogs } from "./full-space.ts";
import { HiddenSteps } from "./hidden-steps.ts";
import { latchTimeouts } from "./latch-timeouts.ts";
import { longCreations } from "./long-creations.ts";
import { longFreezes } from "./long-freezes.ts";
import { LongIoFindings } from "./long-ios.ts";
import { longRecoveries } from "./long-recoveries.ts";
import { disabledCounters, longSyncIos, misalignedLogs } from "./measuring.ts";
import { memoryExhausted, memoryPagedOut } from "./memory.ts";
import { repeatedRecovery } from "./repeated-recovery.ts";
import { retriedReads } from "./retried-reads.ts";
import { deadlockedSchedulers, nonYielding, noThreads } from "./schedulers.ts";
import { serverRestarts } from "./server-restarts.ts";
import { memorySetting, offlineDatabases } from "./settings.ts";
import { severeErrors } from "./severe-errors.ts";
import { SlowCheckpoints } from "./slow-checkpoints.ts";
import { slowGrowth } from "./slow-growth.ts";
import { refusedSparseFiles } from "./sparse-files.ts";
import { stackDumps } from "./stack-dump-findings.ts";
import { startFailures } from "./start-failures.ts";
import { storageSnapshots } from "./storage-snapshots.ts";
import { SuspectSnapshots } from "./suspect-snapshots.ts";
import { TimeSteps } from "./time-steps.ts";
import { UnfinishedCreations } from "./unfinished-creations.ts";
import { unopenedFiles } from "./unopened-files.ts";
import { unstartedDatabases } from "./unstarted-databases.ts";

/** `originMs`: local time of 0 ms. */
export const newRules = (originMs: number): readonly FindingRule[] => [
  damagedPages(),
  consistencyErrors(),
  abortedChecks(),
  new SuspectSnapshots(),
  fileSystemLimits(),
  refusedSparseFiles(),
  new UnfinishedCreations(),
  longCreations(),
  backupFailures(),
  deviceFailures(),
  storageSnapshots(),
  startFailures(),
  unstartedDatabases(),
  unopenedFiles(),
  serverRestarts(),
  stackDumps(),
  retriedReads(),
  latchTimeouts(),
  nonYielding(),
  deadlockedSchedulers(),
  noThreads(),
  new ClusterFailures(),
  expiredLeases(),
  suspendedMovement(),
  new AvailabilityChanges(),
  lostReplicas(),
  closedDatabases(),
  memoryPagedOut(),
  memoryExhausted(),
  fullLogs(),
  fullFilegroups(),
  severeErrors(),
  new ConnectionErrors(),
  new Deadlocks(),
  new LongIoFindings(),
  longSyncIos(),
  misalignedLogs(),
  new SlowCheckpoints(),
  longRecoveries(),
  repeatedRecovery(),
  longFreezes(),
  slowGrowth(),
  new StaleChecks(originMs),
  new FailedLogons(),
  offlineDatabases(),
  memorySetting(),
  disabledCounters(),
  new TimeSteps(),
  new HiddenSteps(),
];
