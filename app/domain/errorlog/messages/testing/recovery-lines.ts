import { line, lineOfError, unknown } from "./line.ts";

const informational = "This is an informational message only. No user action is required.";

export const recoveryLines = [
  line("Starting up database 'Sales'.", { kind: "startingUp", database: "Sales" }),
  line("Starting up database 'it''s (1'.", { kind: "startingUp", database: "it''s (1" }),
  // A container's own output follows.
  line("Starting up database 'model'.\nForceFlush feature is enabled for log durability.", {
    kind: "startingUp",
    database: "model",
  }),
  line(
    `Skipping the default startup of database 'Sales' because the database belongs to an availability group (Group ID:  65536). The database will be started by the availability group. ${informational}`,
    { kind: "startSkipped", database: "Sales" },
  ),
  lineOfError(35_262, "Der Standardstart der Datenbank „Sales“ wird übersprungen.", {
    kind: "startSkipped",
    database: "Sales",
  }),
  line(
    `Always On Availability Groups connection with primary database established for secondary database 'Sales' on the availability replica 'SQL1' with Replica ID: {11111111-1111-1111-1111-111111111111}. ${informational}`,
    { kind: "primaryConnection", database: "Sales", established: true },
  ),
  line("RECOVERY (snapshot_test_2, 7): Starting", {
    kind: "recoveryStarting",
    database: "snapshot_test_2",
    databaseId: 7,
  }),
  line("RECOVERY (a (b, 3), 7): Analysis starting", {
    kind: "analysisStarting",
    database: "a (b, 3)",
    databaseId: 7,
  }),
  line(
    `Analysis of database 'snapshot_test_2' (7) is 100% complete (approximately 0 seconds remain). ${informational}`,
    {
      kind: "analysisProgress",
      database: "snapshot_test_2",
      databaseId: 7,
      percent: 100,
      secondsRemaining: 0,
    },
  ),
  line("RECOVERY (Sales, 5): Redo starting", {
    kind: "redoStarting",
    database: "Sales",
    databaseId: 5,
  }),
  line(
    "RECOVERY (snapshot_test_2, 7): Estimate REDO 815938560 bytes, UNDO 1560650 records.  Rampup is OFF.",
    {
      kind: "recoveryEstimate",
      database: "snapshot_test_2",
      databaseId: 7,
      redoBytes: 815_938_560,
      undoRecords: 1_560_650,
    },
  ),
  line(
    `Recovery of database 'Sales' (5) is 17% complete (approximately 5669 seconds remain). Phase 3 of 3. ${informational}`,
    {
      kind: "recoveryProgress",
      database: "Sales",
      databaseId: 5,
      percent: 17,
      secondsRemaining: 5669,
      phase: 3,
    },
  ),
  line(
    `Recovery of database 'Sales' (5:0) is 1% complete (approximately 1 second remain). Phase 1 of 3. ${informational}`,
    {
      kind: "recoveryProgress",
      database: "Sales",
      databaseId: 5,
      percent: 1,
      secondsRemaining: 1,
      phase: 1,
    },
  ),
  line(
    "Recovery of database 'Sales' (7) is 50% complete (approximately 10 more seconds) (Phase 2 of 3).",
    {
      kind: "recoveryProgress",
      database: "Sales",
      databaseId: 7,
      percent: 50,
      secondsRemaining: 10,
      phase: 2,
    },
  ),
  line("SQL recovery (analysis, redo and undo) completed for database (snapshot_test_2, 7)", {
    kind: "recoveryCompleted",
    database: "snapshot_test_2",
    databaseId: 7,
  }),
  line(
    `Recovery completed for database Sales (database ID 5) in 33 second(s) (analysis 4765 ms, redo 27350 ms, undo 76 ms.) ${informational}`,
    {
      kind: "recoveryFigures",
      database: "Sales",
      databaseId: 5,
      seconds: 33,
      analysisMs: 4765,
      redoMs: 27_350,
      undoMs: 76,
    },
  ),
  line(
    `Recovery completed for database Sales (database ID 19) in 104 second(s) (analysis 4741 ms, redo 47179 ms, undo 51143 ms [system undo 0 ms, regular undo 51031 ms].) ADR-enabled=0, Is primary=1, OL-Enabled=0. ${informational}`,
    {
      kind: "recoveryFigures",
      database: "Sales",
      databaseId: 19,
      seconds: 104,
      analysisMs: 4741,
      redoMs: 47_179,
      undoMs: 51_143,
    },
  ),
  line(`81 transactions rolled forward in database 'master' (1:0). ${informational}`, {
    kind: "rolledForward",
    transactions: 81,
    database: "master",
    databaseId: 1,
  }),
  line(`2 transactions rolled forward in database 'Sales' (5). ${informational}`, {
    kind: "rolledForward",
    transactions: 2,
    database: "Sales",
    databaseId: 5,
  }),
  line(`12345 transactions rolled back in database 'Sales' (5). ${informational}`, {
    kind: "rolledBack",
    transactions: 12_345,
    database: "Sales",
    databaseId: 5,
  }),
  line(`Recovery is writing a checkpoint in database 'Sales' (5). ${informational}`, {
    kind: "recoveryCheckpoint",
    database: "Sales",
    databaseId: 5,
  }),
  line(`Recovery is complete. ${informational}`, { kind: "allRecovered" }),
  line("Parallel redo is started for database 'Sales' with worker pool size [4].", {
    kind: "parallelRedo",
    database: "Sales",
    started: true,
  }),
  line("Parallel redo is shutdown for database 'Sales' with worker pool size [4].", {
    kind: "parallelRedo",
    database: "Sales",
    started: false,
  }),
  unknown("Starting up database mirroring."),
  unknown("RECOVERY (Sales, 5): Pausing"),
  unknown("RECOVERY (Sales, five): Starting"),
  unknown("Recovery of any in-doubt distributed transactions involving MS DTC has completed."),
  unknown("Recovery model of database 'Sales' is SIMPLE."),
  unknown("12 transactions were found in doubt."),
  unknown("Analysis of database 'Sales' is under way."),
];

export const checkpointLines = [
  line(
    "FlushCache: cleaned up 732965 bufs with 507694 writes in 80907 ms (avoided 298164 new dirty bufs)",
    {
      kind: "flushCache",
      buffers: 732_965,
      writes: 507_694,
      durationMs: 80_907,
      avoided: 298_164,
      databaseId: null,
    },
  ),
  line(
    "FlushCache: cleaned up 36565 bufs with 2714 writes in 70883 ms (avoided 123 new dirty bufs) for db 7:0",
    {
      kind: "flushCache",
      buffers: 36_565,
      writes: 2714,
      durationMs: 70_883,
      avoided: 123,
      databaseId: 7,
    },
  ),
  line("average throughput: 154.40 MB/sec, I/O saturation: 198", {
    kind: "flushThroughput",
    megabytesPerSecond: 154.4,
    ioSaturation: 198,
    contextSwitches: null,
  }),
  line(
    "            average throughput:   4.03 MB/sec, I/O saturation: 3809, context switches 9323",
    {
      kind: "flushThroughput",
      megabytesPerSecond: 4.03,
      ioSaturation: 3809,
      contextSwitches: 9323,
    },
  ),
  line("average writes per second:   0.24 writes/sec", {
    kind: "flushWriteRate",
    writesPerSecond: 0.24,
  }),
  line("last target outstanding: 2", {
    kind: "flushTarget",
    lastTargetOutstanding: 2,
    averageWriteLatencyMs: null,
  }),
  line("            last target outstanding: 10, avgWriteLatency 11", {
    kind: "flushTarget",
    lastTargetOutstanding: 10,
    averageWriteLatencyMs: 11,
  }),
  line("Ckpt dbid 5 started (8)", { kind: "checkpointStarted", databaseId: 5 }),
  line("About to log Checkpoint begin.", { kind: "checkpointBeginLogged" }),
  line("Ckpt dbid 5 phase 1 ended (8)", { kind: "checkpointPhase1Ended", databaseId: 5 }),
  line("About to log Checkpoint end.", { kind: "checkpointEndLogged" }),
  line("Ckpt dbid 5 complete", { kind: "checkpointComplete", databaseId: 5 }),
  unknown("FlushCache: cleaned up many bufs"),
  unknown("average throughput of the network is 5 MB/sec"),
  unknown("last target reached"),
  unknown("Ckpt dbid 5 paused"),
  unknown("            a line that is only indented"),
];
