import { describe, expect, it } from "vitest";
import { at, banner, found, titles } from "./testing/day.ts";

const error = (time: string, number: number, text: string) => [
  at(time, "spid41s", `Error: ${number}, Severity: 16, State: 8.`),
  at(time, "spid41s", text),
];
const node =
  "Always On: The availability replica manager is going offline because the local Windows Server Failover Clustering (WSFC) node has lost quorum. This is an informational message only.";
const quorum = (time: string) => at(time, "spid47s", node);
const failed = (group: string) =>
  `The local availability replica of availability group '${group}' is in a failed state.`;
const call = (time: string) => error(time, 41_022, "Failed to create a notification port.");
const shutdown = (time: string) =>
  at(time, "spid9s", "SQL Server is terminating because of a system shutdown. This is");

describe("clusterFailure", () => {
  it("is one finding of all that the loss of the cluster brings with it", () => {
    const lines = [
      ...error("10:00:00.00", 41_144, failed("AG1")),
      quorum("10:00:01.00"),
      ...call("10:00:05.00"),
      quorum("10:00:06.00"),
    ];
    const title = "The node lost quorum twice; the replica of AG1 is in a failed state (41144)";
    expect(found("clusterFailure", ...lines)).toMatchObject([
      { weight: "critical", title, occurrences: 4, startMs: 36_000_000, endMs: 36_006_000 },
    ]);
  });

  it("names every group, and calls of the cluster where nothing else is told", () => {
    const groups = ["AG1", "AG2"].flatMap((group) => error("10:00:00.00", 41_144, failed(group)));
    expect(titles("clusterFailure", ...groups)).toEqual([
      "The replica of AG1 and AG2 is in a failed state (41144)",
    ]);
    expect(titles("clusterFailure", ...call("10:00:00.00"), ...call("11:00:00.00"))).toEqual([
      "2 calls to the cluster failed (41022)",
    ]);
  });

  it("is information within a minute of a shut-down, before it or after", () => {
    const title = "The node lost quorum once, around a shut-down of the server";
    const weightOf = (...lines: readonly string[]) => found("clusterFailure", ...lines);
    const around = [{ weight: "information", title }];
    expect(weightOf(quorum("10:00:00.00"), shutdown("10:00:50.00"))).toMatchObject(around);
    expect(weightOf(shutdown("10:00:00.00"), quorum("10:00:50.00"))).toMatchObject(around);
    expect(weightOf(quorum("10:00:00.00"), shutdown("10:01:01.00"))).toMatchObject([
      { weight: "critical" },
    ]);
  });
});

it("databaseClosed counts who was turned away, by database", () => {
  const lines = ["Sales", "Stock", "Sales"].flatMap((database, index) =>
    error(`10:00:0${index}.00`, 983, `Unable to access availability database '${database}'.`),
  );
  expect(titles("databaseClosed", ...lines)).toEqual([
    "Sales could not be used twice (983)",
    "Stock could not be used once (983)",
  ]);
});

const misaligned = (time: string, writes: number) =>
  at(
    time,
    "spid5s",
    `There have been ${writes} misaligned log IOs which required falling back to synchronous IO.  The current IO is on file D:\\log\\Sales_log.ldf.`,
  );

describe("what the server says of its storage and its counters", () => {
  it("is the latest count of misaligned writes, which grows", () => {
    const lines = [misaligned("10:00:00.00", 256), misaligned("10:05:00.00", 512)];
    const title = "512 writes to Sales_log.ldf did not fit the sectors of the volume";
    expect(found("misalignedLog", ...lines)).toMatchObject([{ weight: "warning", title }]);
  });

  it("is critical where the start of the server ends there", () => {
    const start = (minute: number, pid: number) => [
      at(`10:0${minute}:00.00`, "Server", banner),
      at(`10:0${minute}:00.10`, "Server", `Server process ID is ${pid}.`),
      at(`10:0${minute}:01.00`, "spid4s", "Starting up database 'master'."),
    ];
    const end = at("10:00:03.00", "spid5s", "SQL Server shutdown has been initiated");
    const lines = [...start(0, 100), misaligned("10:00:02.00", 256), end, ...start(2, 200)];
    expect(found("misalignedLog", ...lines)).toMatchObject([{ weight: "critical" }]);
  });

  it("is how many synchronous I/Os there were, and within what time", () => {
    const line = (time: string, count: number) =>
      at(
        time,
        "Server",
        `Long Sync IO: Scheduler 2 had ${count} Sync IOs in nonpreemptive mode longer than 1000 ms`,
      );
    expect(titles("longSyncIo", line("10:00:00.00", 1), line("10:00:05.00", 3))).toEqual([
      "4 synchronous I/Os took longer than 1 s, within 5 s",
    ]);
    expect(titles("longSyncIo", line("10:00:00.00", 1))).toEqual([
      "1 synchronous I/O took longer than 1 s",
    ]);
  });

  it("is that Perfmon has no counters of it", () => {
    const lines = [
      ...error("10:00:00.00", 8310, "SQL Server performance counters are disabled."),
      ...error("10:00:01.00", 3409, "Performance counter shared memory setup failed."),
    ];
    const title = "The server's performance counters are disabled (8310, 3409)";
    expect(found("countersDisabled", ...lines)).toMatchObject([{ weight: "warning", title }]);
  });
});

describe("sparseFile", () => {
  const step =
    "FCB::CreatePhysicalFile(), FSCTL_SET_SPARSE: Operating system error 87(The parameter is incorrect.) encountered.";
  const refused = (file: string) =>
    error(
      "10:00:01.00",
      5120,
      `Unable to open the physical file "${file}". Operating system error 50: "50(The request is not supported.)".`,
    );

  it("says that the volume has no sparse files, and nothing of a database that is closed", () => {
    const lines = [...error("10:00:00.00", 17_053, step), ...refused("C:\\data\\Sales_Snap.ss")];
    const title =
      "Sales_Snap.ss could not be created: the volume has no sparse files (OS error 50)";
    expect(found("sparseFile", ...lines)).toMatchObject([
      { weight: "critical", title, occurrences: 2 },
    ]);
    expect(titles("fileNotOpened", ...lines)).toEqual([]);
  });

  it("knows what is no file of a database", () => {
    const known = (file: string) =>
      ["sparseFile", "fileNotOpened"].map((rule) => titles(rule, ...refused(file)).length);
    for (const file of ["C:\\data\\Sales.mdf_MSSQL_DBCC8", "C:\\data\\Sales_1", "/data/Sales.ss"]) {
      expect(known(file), file).toEqual([1, 0]);
    }
    expect(known("C:\\data\\Sales.mdf")).toEqual([0, 1]);
  });

  it("is a cause that 1823 leaves open", () => {
    const text = "A database snapshot cannot be created because it failed to start.";
    const [finding] = found("unfinishedCreation", ...error("10:00:00.00", 1823, text));
    expect(finding?.text).toContain("has no sparse files at all");
  });
});
