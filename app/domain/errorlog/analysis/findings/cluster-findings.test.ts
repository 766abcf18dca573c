import { describe, expect, it } from "vitest";
import { at, banner, found, titles } from "./testing/day.ts";

const quorum = (time: string) =>
  at(
    time,
    "spid47s",
    "Always On: The availability replica manager is going offline because the local Windows Server Failover Clustering (WSFC) node has lost quorum. This is an informational message only. No user action is required.",
  );
const error = (time: string, number: number, text: string) => [
  at(time, "spid41s", `Error: ${number}, Severity: 16, State: 8.`),
  at(time, "spid41s", text),
];
const failed = (time: string, group: string) =>
  error(
    time,
    41_144,
    `The local availability replica of availability group '${group}' is in a failed state.`,
  );
const call = (time: string) =>
  error(
    time,
    41_022,
    "Failed to create a Windows Server Failover Clustering (WSFC) notification port.",
  );
const shutdown = (time: string) =>
  at(time, "spid9s", "SQL Server is terminating because of a system shutdown. This is");

describe("clusterFailure", () => {
  it("is one finding of all that the loss of the cluster brings with it", () => {
    const lines = [
      ...failed("10:00:00.00", "AG1"),
      quorum("10:00:01.00"),
      ...call("10:00:05.00"),
      quorum("10:00:06.00"),
    ];
    expect(found("clusterFailure", ...lines)).toMatchObject([
      {
        weight: "critical",
        title: "The node lost quorum twice; the replica of AG1 is in a failed state (41144)",
        occurrences: 4,
        startMs: 36_000_000,
        endMs: 36_006_000,
      },
    ]);
  });

  it("names every group, and calls of the cluster where nothing else is told", () => {
    expect(
      titles("clusterFailure", ...failed("10:00:00.00", "AG1"), ...failed("10:00:00.10", "AG2")),
    ).toEqual(["The replica of AG1 and AG2 is in a failed state (41144)"]);
    expect(titles("clusterFailure", ...call("10:00:00.00"), ...call("11:00:00.00"))).toEqual([
      "2 calls to the cluster failed (41022)",
    ]);
  });

  it.each([
    ["before", [quorum("10:00:00.00"), shutdown("10:00:50.00")]],
    ["after", [shutdown("10:00:00.00"), quorum("10:00:50.00")]],
  ])("is information within a minute %s a shut-down", (_when, lines) => {
    expect(found("clusterFailure", ...lines)).toMatchObject([
      {
        weight: "information",
        title: "The node lost quorum once, around a shut-down of the server",
      },
    ]);
  });

  it("is critical beyond that minute", () => {
    const lines = [quorum("10:00:00.00"), shutdown("10:01:01.00")];
    expect(found("clusterFailure", ...lines)).toMatchObject([{ weight: "critical" }]);
  });
});

describe("databaseClosed", () => {
  it("counts who was turned away, by database", () => {
    const closed = (time: string, database: string) =>
      error(time, 983, `Unable to access availability database '${database}' because.`);
    expect(
      titles(
        "databaseClosed",
        ...closed("10:00:00.00", "Sales"),
        ...closed("10:00:01.00", "Stock"),
        ...closed("10:00:02.00", "Sales"),
      ),
    ).toEqual(["Sales could not be used twice (983)", "Stock could not be used once (983)"]);
  });
});

const misaligned = (time: string, writes: number) =>
  at(
    time,
    "spid5s",
    `There have been ${writes} misaligned log IOs which required falling back to synchronous IO.  The current IO is on file D:\\log\\Sales_log.ldf.`,
  );

describe("what the server says of its storage and its counters", () => {
  it("tells the latest count of misaligned writes, which grows", () => {
    const lines = [misaligned("10:00:00.00", 256), misaligned("10:05:00.00", 512)];
    expect(found("misalignedLog", ...lines)).toMatchObject([
      {
        weight: "warning",
        title: "512 writes to Sales_log.ldf did not fit the sectors of the volume",
      },
    ]);
  });

  it("is critical where the start of the server ends there", () => {
    const lines = [
      at("09:59:58.00", "Server", banner),
      at("09:59:58.10", "Server", "Server process ID is 100."),
      at("09:59:59.00", "spid4s", "Starting up database 'master'."),
      misaligned("10:00:00.00", 256),
      at("10:00:01.00", "spid5s", "SQL Server shutdown has been initiated"),
      at("10:02:00.00", "Server", banner),
      at("10:02:00.10", "Server", "Server process ID is 200."),
      at("10:02:01.00", "spid4s", "Starting up database 'master'."),
    ];
    expect(found("misalignedLog", ...lines)).toMatchObject([{ weight: "critical" }]);
  });

  it("adds up synchronous I/Os, and says within what time", () => {
    const line = (time: string, scheduler: number, count: number) =>
      at(
        time,
        "Server",
        `Long Sync IO: Scheduler ${scheduler} had ${count} Sync IOs in nonpreemptive mode longer than 1000 ms`,
      );
    expect(titles("longSyncIo", line("10:00:00.00", 2, 1), line("10:00:05.00", 8, 3))).toEqual([
      "4 synchronous I/Os took longer than 1 s, within 5 s",
    ]);
    expect(titles("longSyncIo", line("10:00:00.00", 2, 1))).toEqual([
      "1 synchronous I/O took longer than 1 s",
    ]);
  });

  it("says that Perfmon has no counters of a server that disabled them", () => {
    const lines = [
      ...error("10:00:00.00", 8310, "SQL Server performance counters are disabled."),
      ...error("10:00:01.00", 3409, "Performance counter shared memory setup failed."),
    ];
    expect(found("countersDisabled", ...lines)).toMatchObject([
      {
        weight: "warning",
        title: "The server's performance counters are disabled (8310, 3409)",
      },
    ]);
  });
});

const sparseStep = error(
  "10:00:00.00",
  17_053,
  "FCB::CreatePhysicalFile(), FSCTL_SET_SPARSE: Operating system error 87(The parameter is incorrect.) encountered.",
);
const refused = (file: string) =>
  error(
    "10:00:01.00",
    5120,
    `Unable to open the physical file "${file}". Operating system error 50: "50(The request is not supported.)".`,
  );

describe("sparseFile", () => {
  it("says that the volume has no sparse files, and nothing of a database that is closed", () => {
    const lines = [...sparseStep, ...refused("C:\\data\\Sales_Snapshot.ss")];
    expect(found("sparseFile", ...lines)).toMatchObject([
      {
        weight: "critical",
        title:
          "Sales_Snapshot.ss could not be created: the volume has no sparse files (OS error 50)",
        occurrences: 2,
      },
    ]);
    expect(titles("fileNotOpened", ...lines)).toEqual([]);
  });

  it.each(["C:\\data\\Sales.mdf_MSSQL_DBCC8", "C:\\data\\Sales_1000", "/data/Sales.snap"])(
    "knows %s for no file of a database",
    (file) => {
      expect(titles("sparseFile", ...refused(file))).toHaveLength(1);
    },
  );

  it("leaves a file of a database to what is said of files", () => {
    expect(titles("sparseFile", ...refused("C:\\data\\Sales.mdf"))).toEqual([]);
    expect(titles("fileNotOpened", ...refused("C:\\data\\Sales.mdf"))).toHaveLength(1);
  });

  it("is a cause that 1823 leaves open", () => {
    const [finding] = found(
      "unfinishedCreation",
      ...error(
        "10:00:00.00",
        1823,
        "A database snapshot cannot be created because it failed to start.",
      ),
    );
    expect(finding?.text).toContain("has no sparse files at all");
  });
});
