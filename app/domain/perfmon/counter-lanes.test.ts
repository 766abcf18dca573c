import { describe, expect, it } from "vitest";
import { counters } from "../../contract/telemetry-catalog.ts";
import { capturedCounters } from "./counter-lanes.ts";
import { fileOf, tableOf } from "./testing/perfmon-files.ts";
import { choicesOf, volumesOf } from "./volumes.ts";

/** Lane by path, of a file with these counters, whose values are all the number. */
function lanesOf(columns: Readonly<Record<string, number>>) {
  const file = fileOf(
    Object.fromEntries(Object.entries(columns).map(([path, value]) => [path, [value]])),
  );
  const found = capturedCounters([tableOf(file)]);
  return Object.fromEntries(
    found.flatMap(({ lane, path }) => (lane === null ? [] : [[lane, path]])),
  );
}

const on = (host: string) => (path: string) => `\\\\${host}\\${path}`;
const prod = on("SQLPROD01");

describe("the lanes of counters", () => {
  it("are found by object and counter, whatever case and instance", () => {
    const checkpoint = prod("MSSQL$PAYROLL:Buffer Manager\\Checkpoint Pages/sec");
    const lookups = prod("MSSQL$PAYROLL:Buffer Manager\\Page Lookups/sec");
    const lockWaits = prod("MSSQL$PAYROLL:Locks(_Total)\\Lock Waits/sec");
    const pageLocks = prod("MSSQL$PAYROLL:Locks(Page)\\Lock Waits/sec");
    const processor = prod("Processor(_Total)\\% Processor Time");
    const first = prod("Processor(0)\\% Processor Time");
    expect(
      lanesOf({
        [checkpoint]: 1,
        [lookups]: 2,
        [pageLocks]: 3,
        [lockWaits]: 3,
        [first]: 1,
        [processor]: 4,
      }),
    ).toEqual({
      checkpointPagesPerSecond: checkpoint,
      pageLookupsPerSecond: lookups,
      lockWaitsPerSecond: lockWaits,
      processorTimePercent: processor,
    });
  });

  it("are found in other languages", () => {
    const writes = prod("SQLServer:Puffer-Manager\\Seitenschreibvorgänge/Sekunde");
    const processor = prod("Prozessor(_Total)\\Prozessorzeit (%)");
    expect(lanesOf({ [writes]: 1, [processor]: 2 })).toEqual({
      pageWritesPerSecond: writes,
      processorTimePercent: processor,
    });
  });

  it("take the processors of newer versions of Windows", () => {
    const processor = prod("Processor Information(_Total)\\% Processor Time");
    expect(lanesOf({ [processor]: 1 })).toEqual({ processorTimePercent: processor });
  });

  it("take the total of the databases, but the log that is used of the busiest one", () => {
    const of = (database: string, counter: string) =>
      prod(`SQLServer:Databases(${database})\\${counter}`);
    const columns = {
      [of("tempdb", "Transactions/sec")]: 9000,
      [of("sales", "Transactions/sec")]: 50,
      [of("payroll", "Transactions/sec")]: 80,
      [of("sales", "Percent Log Used")]: 5,
      [of("payroll", "Percent Log Used")]: 6,
      [of("_Total", "Percent Log Used")]: 7,
    };
    expect(lanesOf({ ...columns, [of("_Total", "Transactions/sec")]: 9130 })).toEqual({
      transactionsPerSecond: of("_Total", "Transactions/sec"),
      percentLogUsed: of("payroll", "Percent Log Used"),
    });
    expect(lanesOf(columns)).toEqual({
      transactionsPerSecond: of("payroll", "Transactions/sec"),
      percentLogUsed: of("payroll", "Percent Log Used"),
    });
    expect(lanesOf({ [of("_Total", "Percent Log Used")]: 7 })).toEqual({
      percentLogUsed: of("_Total", "Percent Log Used"),
    });
    expect(lanesOf({ [of("master", "Transactions/sec")]: 7 })).toEqual({});
  });

  it("are of one server: the one with the most of them, and the host that it is on", () => {
    const other = on("SQLPROD02");
    const columns = [
      prod("SQLServer:Buffer Manager\\Page reads/sec"),
      prod("Processor(_Total)\\% Processor Time"),
      other("MSSQL$PAYROLL:Buffer Manager\\Page reads/sec"),
      other("MSSQL$PAYROLL:Buffer Manager\\Page writes/sec"),
      other("Processor(_Total)\\% Processor Time"),
    ];
    expect(lanesOf(Object.fromEntries(columns.map((path) => [path, 1])))).toEqual({
      pageReadsPerSecond: columns[2],
      pageWritesPerSecond: columns[3],
      processorTimePercent: columns[4],
    });
  });

  it("are not of drives, whose purpose no file tells", () => {
    expect(lanesOf({ [prod("LogicalDisk(Q:)\\Disk Write Bytes/sec")]: 1 })).toEqual({});
  });

  it("are all those that the engine writes itself", () => {
    const engine = on("SNAPSCOPE");
    const paths = counters.map(({ path }) => engine(path.replace("(db)", "(sales)")));
    const response = engine("Snapscope:Transactions(_Total)\\p99 Response Time (ms)");
    const found = lanesOf(Object.fromEntries([...paths, response].map((path) => [path, 1])));
    expect(Object.keys(found).sort()).toEqual([...counters.map(({ id }) => id), "p99Ms"].sort());
  });
});

describe("captured counters", () => {
  const free = prod("Memory\\Available MBytes");
  const reads = prod("SQLServer:Buffer Manager\\Page reads/sec");

  it("have their lane or their path for an id, and the figures of their values", () => {
    expect(capturedCounters([tableOf(fileOf({ [free]: [4, 8], [reads]: [] }))], [3])).toEqual([
      {
        id: free,
        file: 3,
        path: free,
        object: "Memory",
        instance: null,
        counter: "Available MBytes",
        lane: null,
        unit: "MiB",
        samples: 2,
        minimum: 4,
        mean: 6,
        maximum: 8,
      },
      {
        id: "pageReadsPerSecond",
        file: 3,
        path: reads,
        object: "SQLServer:Buffer Manager",
        instance: null,
        counter: "Page reads/sec",
        lane: "pageReadsPerSecond",
        unit: "/s",
        samples: 0,
        minimum: null,
        mean: null,
        maximum: null,
      },
    ]);
  });

  it("count once over the files that have them", () => {
    const tables = [
      tableOf(fileOf({ [free]: [10] })),
      tableOf(fileOf({ [free.toUpperCase()]: [20, 60] }, 60)),
      tableOf(fileOf({ [free]: [], [reads]: [1] }, 120)),
    ];
    const [counter, ...others] = capturedCounters(tables);
    expect(counter).toMatchObject({ file: 0, samples: 3, minimum: 10, mean: 30, maximum: 60 });
    expect(others.map(({ id, file }) => [id, file])).toEqual([["pageReadsPerSecond", 2]]);
  });
});

describe("volumes", () => {
  const counters = capturedCounters([
    tableOf(
      fileOf({
        [prod("PhysicalDisk(1 Q:)\\Disk Write Bytes/sec")]: [1],
        [prod("PhysicalDisk(2 R: S:)\\Disk Write Bytes/sec")]: [1],
        [prod("LogicalDisk(Q:)\\Disk Write Bytes/sec")]: [1],
        [prod("LogicalDisk(Q:)\\Disk Read Bytes/sec")]: [1],
        [prod("LogicalDisk(Q:)\\% Free Space")]: [1],
        [prod("LogicalDisk(_Total)\\Disk Read Bytes/sec")]: [1],
        [on("SQLPROD02")("Logischer Datenträger(Q:)\\Bytes gelesen/s")]: [1],
        [prod("Memory\\Pages/sec")]: [1],
      }),
    ),
  ]);

  it("are the drives with counters of bytes, each once", () => {
    expect(volumesOf(counters)).toEqual([
      {
        host: "SQLPROD01",
        drive: "2 R: S:",
        readBytes: null,
        writeBytes: "\\\\SQLPROD01\\PhysicalDisk(2 R: S:)\\Disk Write Bytes/sec",
      },
      {
        host: "SQLPROD01",
        drive: "Q:",
        readBytes: "\\\\SQLPROD01\\LogicalDisk(Q:)\\Disk Read Bytes/sec",
        writeBytes: "\\\\SQLPROD01\\LogicalDisk(Q:)\\Disk Write Bytes/sec",
      },
      {
        host: "SQLPROD02",
        drive: "Q:",
        readBytes: "\\\\SQLPROD02\\Logischer Datenträger(Q:)\\Bytes gelesen/s",
        writeBytes: null,
      },
    ]);
  });

  it("can be said to hold the snapshots", () => {
    const [first, second] = volumesOf(counters).flatMap((volume) => [
      choicesOf(volume, "snapshot"),
    ]);
    expect(first).toEqual([
      {
        lane: "snapshotWriteBytesPerSecond",
        counter: "\\\\SQLPROD01\\PhysicalDisk(2 R: S:)\\Disk Write Bytes/sec",
      },
    ]);
    expect(second?.map(({ lane }) => lane)).toEqual([
      "snapshotReadBytesPerSecond",
      "snapshotWriteBytesPerSecond",
    ]);
  });
});
