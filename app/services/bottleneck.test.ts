/** Where the bottleneck is of small runs in which one resource was made scarce on purpose, and of one in which none is. */
import { describe, expect, it } from "vitest";
import type { Bottleneck, ResourceKind } from "../contract/bottleneck.ts";
import { resolveScenario } from "../contract/resolve-scenario.ts";
import { scenarioSchema } from "../contract/scenario.ts";
import { applySetting } from "../contract/set-path.ts";
import { bottleneckOf } from "../domain/bottleneck/bottleneck.ts";
import { measuredIn } from "../domain/bottleneck/measured.ts";
import { runMany } from "./run-many.ts";
import { unwrap } from "./testing/scratch-services.ts";

const queue = (readServiceUs: number, writeServiceUs = readServiceUs) => ({
  parallelism: 16,
  readServiceUs,
  writeServiceUs,
  spread: "fixed",
  bandwidthMiBPerSecond: 400,
});

/** Everything in memory, and devices that have little to do. */
const ample = {
  formatVersion: 1,
  name: "ample",
  durationSeconds: 4,
  warmupSeconds: 1,
  sampleIntervalMs: 100,
  server: { schedulers: 8, memoryMiB: 64 },
  database: { sizeMiB: 64, logSizeMiB: 64, filledPercent: 40 },
  storage: {
    volumes: [
      { name: "Q", device: queue(1000) },
      { name: "J", device: { ...queue(500), sequentialWriteServiceUs: 500 } },
      { name: "P", device: queue(1000) },
      { name: "T", device: queue(1000) },
      { name: "B", device: queue(1000) },
    ],
    placement: { data: "Q", log: "J", snapshot: "P", tempdb: "T", backup: "B" },
  },
  workload: { users: 40, thinkTimeMs: 100 },
};

const [data, log, snapshot, tempdb, backupTo] = [0, 1, 2, 3, 4];
const device = (volume: number, key: string, value: unknown) =>
  `storage.volumes.${volume}.device${key === "" ? "" : `.${key}`}=${JSON.stringify(value)}`;
const at = (atSeconds: number, command: object) => ({ atSeconds, command });
const timeline = (...entries: readonly object[]) => `timeline=${JSON.stringify(entries)}`;

/** More data than memory, so that most pages have to be read. */
const fromDisk = ["database.sizeMiB=512", "database.filledPercent=80", "server.memoryMiB=16"];
const withSnapshot = timeline(at(0.2, { kind: "createSnapshot", name: "first" }));
const noUsers = "workload.users=0";

const flash = (link: object) => ({
  member: {
    kind: "flash",
    capacityGiB: 100,
    channels: 64,
    readUs: 100,
    programUs: 300,
    bufferMiB: 64,
  },
  link,
});

/** Of both volumes of the database, with nothing to wait for but what is told. */
const arraySnapshotAt = (atSeconds: number, ofData: object, commitMsPerVolume: number) => [
  `storage.volumes.${data}.arraySnapshots=${JSON.stringify({ ...ofData, sizeGiB: 1 })}`,
  `storage.volumes.${log}.arraySnapshots=${JSON.stringify({ scheme: "redirectOnWrite", sizeGiB: 1 })}`,
  "storage.arraySnapshotTimes.prepareSeconds=0",
  `storage.arraySnapshotTimes.commitMsPerVolume=${commitMsPerVolume}`,
  timeline(at(atSeconds, { kind: "createArraySnapshot", name: "a" })),
];

const threeDisks = {
  member: {
    kind: "spindle",
    capacityGiB: 146,
    rotationsPerMinute: 10_000,
    trackToTrackSeekUs: 400,
    averageSeekUs: 4500,
    fullStrokeSeekUs: 10_000,
    writeSettleUs: 500,
    transferMiBPerSecond: 80,
  },
  array: { level: "raid5", members: 3, groups: 1, stripeUnitKiB: 64 },
};

const allInMemory = ["database.sizeMiB=512", "database.filledPercent=80", "server.memoryMiB=512"];

const withReports = (atSeconds: number, users: number) =>
  timeline(
    at(0.2, { kind: "createSnapshot", name: "first" }),
    at(atSeconds, { kind: "setReportUsers", name: "first", users }),
  );

interface Scarce {
  readonly what: string;
  readonly settings: readonly string[];
  readonly kind: ResourceKind | null;
  readonly volume?: string;
}

const scarce: readonly Scarce[] = [
  { what: "nothing", settings: [], kind: null },
  { what: "nothing, beside a snapshot", settings: [withSnapshot], kind: null },
  {
    what: "the data volume's random reads",
    settings: [...fromDisk, device(data, "parallelism", 1), device(data, "readServiceUs", 4000)],
    kind: "device",
    volume: "Q",
  },
  {
    what: "the data volume's bandwidth",
    settings: [...fromDisk, device(data, "bandwidthMiBPerSecond", 4)],
    kind: "bandwidth",
    volume: "Q",
  },
  {
    what: "the log volume",
    settings: [device(log, "parallelism", 1), device(log, "sequentialWriteServiceUs", 8000)],
    kind: "device",
    volume: "J",
  },
  {
    what: "the latency of a log flush",
    settings: [device(log, "sequentialWriteServiceUs", 60_000)],
    kind: "ioTime",
    volume: "J",
  },
  {
    what: "the snapshots' volume",
    settings: [
      withSnapshot,
      device(snapshot, "parallelism", 1),
      device(snapshot, "writeServiceUs", 4000),
    ],
    kind: "device",
    volume: "P",
  },
  {
    what: "tempdb's volume",
    settings: [
      noUsers,
      "server.indexCreateMemoryKiB=256",
      device(tempdb, "parallelism", 1),
      device(tempdb, "writeServiceUs", 40_000),
      device(tempdb, "readServiceUs", 40_000),
      timeline(at(1, { kind: "createIndex", index: 2, sortInTempdb: true })),
    ],
    kind: "device",
    volume: "T",
  },
  {
    what: "the destination of a backup",
    settings: [
      noUsers,
      device(backupTo, "bandwidthMiBPerSecond", 8),
      timeline(at(1, { kind: "backup", name: "b", type: "full" })),
    ],
    kind: "bandwidth",
    volume: "B",
  },
  {
    what: "the link of the data volume",
    settings: [...fromDisk, device(data, "", flash({ portMiBPerSecond: 4 }))],
    kind: "bandwidth",
    volume: "Q",
  },
  {
    what: "a limit on I/Os that a provider sells",
    settings: [...fromDisk, device(data, "", flash({ limitIosPerSecond: 400 }))],
    kind: "ioLimit",
    volume: "Q",
  },
  {
    what: "a limit on bytes that a provider sells",
    settings: [...fromDisk, device(data, "", flash({ limitMiBPerSecond: 4 }))],
    kind: "byteLimit",
    volume: "Q",
  },
  {
    what: "the queue depth of the data volume",
    settings: [...fromDisk, device(data, "", flash({ depth: 1, latencyUs: 3000 }))],
    kind: "queueDepth",
    volume: "Q",
  },
  {
    what: "the network",
    settings: [
      ...fromDisk,
      device(data, "", flash({ portMiBPerSecond: 1000 })),
      `storage.network=${JSON.stringify({ paths: 1, pathMiBPerSecond: 4 })}`,
    ],
    kind: "network",
  },
  {
    what: "schedulers",
    settings: ["server.schedulers=1", "server.statementUs=500"],
    kind: "schedulers",
  },
  {
    what: "the speed of a core",
    settings: ["server.schedulers=64", "server.coreSpeedPercent=5", "server.statementUs=200"],
    kind: "coreSpeed",
  },
  {
    what: "hot rows",
    settings: ["workload.hotRows=64", "workload.thinkTimeMs=10", "workload.users=150"],
    kind: "rowLocks",
  },
  {
    what: "memory for pages",
    settings: ["server.memoryMiB=14", device(data, "readServiceUs", 8000)],
    kind: "memory",
  },
  {
    what: "checkpoint writes",
    settings: [
      "database.targetRecoveryTimeSeconds=1",
      "workload.thinkTimeMs=20",
      device(data, "parallelism", 1),
      device(data, "writeServiceUs", 40_000),
    ],
    kind: "checkpoint",
    volume: "Q",
  },
  {
    what: "the table, which an index build locks",
    settings: [
      "database.sizeMiB=256",
      "server.memoryMiB=256",
      device(data, "bandwidthMiBPerSecond", 60),
      timeline(at(1.2, { kind: "rebuildIndex", index: 1 })),
    ],
    kind: "tableLocks",
  },
  {
    what: "the array's copies of old pages",
    settings: [
      "database.targetRecoveryTimeSeconds=1",
      "workload.thinkTimeMs=20",
      device(data, "parallelism", 2),
      device(data, "readServiceUs", 10_000),
      device(data, "writeServiceUs", 10_000),
      ...arraySnapshotAt(1, { scheme: "copyOnWrite", pageKiB: 64 }, 1),
    ],
    kind: "pageCopies",
    volume: "Q",
  },
  {
    what: "writes, which an array snapshot freezes",
    settings: arraySnapshotAt(2, { scheme: "redirectOnWrite" }, 500),
    kind: "freeze",
  },
  {
    what: "pages, each latched until it is in the snapshot",
    settings: [
      "database.rowBytes=64",
      "workload.hotRows=4000",
      "workload.thinkTimeMs=10",
      device(snapshot, "writeServiceUs", 400_000),
      timeline(at(1.2, { kind: "createSnapshot", name: "first" })),
    ],
    kind: "pageLatches",
  },
  {
    what: "the allocation of regions of sparse files",
    settings: [withSnapshot, device(snapshot, "regionAllocationUs", 20_000)],
    kind: "regionAllocation",
    volume: "P",
  },
  {
    what: "the buffers of a backup",
    settings: [
      noUsers,
      timeline(at(1, { kind: "backup", name: "b", type: "full", bufferCount: 1 })),
    ],
    kind: "backupBuffers",
  },
  // What follows was written when the rules stood.
  {
    what: "the disks of a small RAID 5",
    settings: [...fromDisk, device(data, "", threeDisks)],
    kind: "device",
    volume: "Q",
  },
  {
    what: "the volume of sparse files, which reports read",
    settings: [
      "workload.thinkTimeMs=20",
      "server.memoryMiB=32",
      "database.targetRecoveryTimeSeconds=1",
      device(snapshot, "parallelism", 1),
      device(snapshot, "readServiceUs", 10_000),
      device(snapshot, "writeServiceUs", 100),
      withReports(1.5, 100),
    ],
    kind: "device",
    volume: "P",
  },
  {
    what: "the time of a write to the destination of a backup",
    settings: [
      noUsers,
      device(backupTo, "writeServiceUs", 300_000),
      timeline(at(1, { kind: "backup", name: "b", type: "full" })),
    ],
    kind: "ioTime",
    volume: "B",
  },
  {
    what: "the bandwidth of the log volume",
    settings: [
      "database.rowBytes=2000",
      "workload.thinkTimeMs=20",
      device(log, "bandwidthMiBPerSecond", 2),
    ],
    kind: "bandwidth",
    volume: "J",
  },
  {
    what: "a limit on I/Os of the log volume",
    settings: [device(log, "", flash({ limitIosPerSecond: 100 }))],
    kind: "ioLimit",
    volume: "J",
  },
  {
    what: "the link over which a table is scanned",
    settings: [
      ...fromDisk,
      noUsers,
      device(data, "", flash({ portMiBPerSecond: 40 })),
      timeline(at(1, { kind: "scanTable" })),
    ],
    kind: "bandwidth",
    volume: "Q",
  },
  {
    what: "the latch of a scan's supplier",
    settings: [
      ...allInMemory,
      noUsers,
      "server.supplierLatchNs=400000",
      timeline(at(1, { kind: "scanTable", maxDop: 8 })),
    ],
    kind: "latches",
  },
  {
    what: "schedulers, which compress a backup",
    settings: [
      ...allInMemory,
      noUsers,
      "server.schedulers=1",
      "server.coreSpeedPercent=20",
      "database.content=text",
      timeline(at(1, { kind: "backup", name: "b", type: "full", compression: true })),
    ],
    kind: "schedulers",
  },
  {
    what: "memory for pages, of which reports take a share",
    settings: [
      "server.memoryMiB=20",
      "workload.users=10",
      device(data, "readServiceUs", 5000),
      withReports(0.5, 20),
    ],
    kind: "memory",
  },
  {
    what: "nothing, with 400 users beside a backup",
    settings: [
      "workload.users=400",
      "workload.thinkTimeMs=2000",
      timeline(at(1, { kind: "backup", name: "b", type: "full" })),
    ],
    kind: null,
  },
];

describe("where the bottleneck is", async () => {
  const scenarios = scarce.map(({ settings }) => {
    const document = settings.reduce<unknown>(
      (made, setting) => unwrap(applySetting(made, setting, scenarioSchema)),
      ample,
    );
    return unwrap(resolveScenario(document, "a test"));
  });
  const nobody = () => undefined;
  const { signal } = new AbortController();
  const results = await runMany({
    ...{ scenarios, signal, onBegin: nobody, onEnded: nobody },
    measure: ({ scenario, run }, samples): Bottleneck | null => {
      const series = samples.series({ points: Number.MAX_SAFE_INTEGER });
      const span = { startMs: run.warmupMs, endMs: run.engineMs };
      const measured = measuredIn(scenario, series, span);
      return measured === null ? null : bottleneckOf(measured);
    },
  });
  const found = unwrap(results);
  it.each(scarce.map((one, index) => ({ ...one, index })))(
    "$what",
    ({ kind, volume = null, index }) => {
      const result = found[index];
      const bottleneck = result === undefined || !result.ok ? null : result.value;
      const binding = bottleneck?.binding ?? null;
      expect(binding && { kind: binding.kind, volume: binding.volume }).toEqual(
        kind && { kind, volume },
      );
    },
  );
});
