import { describe, expect, it } from "vitest";
import { at, clock, found, titles } from "./testing/day.ts";

const say = (seconds: number, text: string, source = "spid51") => at(clock(seconds), source, text);

describe("availability groups", () => {
  const state = (seconds: number, from: string, to: string, group = "AG1") =>
    say(
      seconds,
      `The state of the local availability replica in availability group '${group}' has changed from '${from}' to '${to}'.  The state changed because the lease has expired.  For more information, see the log.`,
    );
  const role = (seconds: number, database: string, from: string, to: string) =>
    say(
      seconds,
      `The availability group database "${database}" is changing roles from "${from}" to "${to}" because the mirroring session or availability group failed over due to role synchronization.`,
    );
  const lease = (seconds: number) =>
    say(
      seconds,
      "The lease between availability group 'AG1' and the Windows Server Failover Cluster has expired. A connectivity issue occurred.",
    );

  it("leaseExpired tells of each group", () => {
    expect(found("leaseExpired", lease(60), lease(120))).toMatchObject([
      {
        weight: "critical",
        title: "The lease of availability group AG1 expired once (19407, 2 records)",
      },
    ]);
  });

  it("availabilityChange weighs by whether the replica ceased to be the primary", () => {
    const up = [
      state(60, "RESOLVING_NORMAL", "PRIMARY_PENDING"),
      state(61, "PRIMARY_PENDING", "PRIMARY_NORMAL"),
    ];
    expect(found("availabilityChange", ...up)).toMatchObject([
      {
        weight: "information",
        title:
          "The replica of availability group AG1 changed its state twice; the last is PRIMARY_NORMAL",
      },
    ]);
    const [down] = found(
      "availabilityChange",
      ...up,
      state(90, "PRIMARY_NORMAL", "RESOLVING_NORMAL"),
    );
    expect(down).toMatchObject({
      weight: "warning",
      title:
        "The replica of availability group AG1 changed its state 3 times, and ceased to be the primary once; the last is RESOLVING_NORMAL",
    });
    expect(down?.text).toContain('The log says: "the lease has expired".');
  });

  it("availabilityChange speaks of databases only where the log tells nothing of their group", () => {
    const roles = [
      role(60, "Sales", "PRIMARY", "RESOLVING"),
      role(60, "Stock", "PRIMARY", "RESOLVING"),
    ];
    expect(titles("availabilityChange", ...roles)).toEqual(["2 databases changed roles twice"]);
    expect(
      titles("availabilityChange", ...roles, state(60, "PRIMARY_NORMAL", "RESOLVING_NORMAL")),
    ).toHaveLength(1);
  });

  const moved = (seconds: number, what: string) =>
    say(
      seconds,
      `Always On Availability Groups data movement for database 'Sales' has been ${what}.`,
    );
  const suspended = (seconds: number) =>
    moved(
      seconds,
      "suspended for the following reason: \"system\" (Source ID 2; Source string: 'SUSPEND_FROM_REDO')",
    );

  it("dataMovement is critical as long as it does not go on", () => {
    expect(
      found("dataMovement", suspended(60), moved(90, "resumed"), suspended(120)),
    ).toMatchObject([
      {
        weight: "critical",
        title:
          "Data movement of Sales was suspended twice by system (SUSPEND_FROM_REDO), and does not go on in this log",
      },
    ]);
    expect(found("dataMovement", suspended(60), moved(90, "resumed"))).toMatchObject([
      {
        weight: "warning",
        title: "Data movement of Sales was suspended by system (SUSPEND_FROM_REDO), and resumed",
      },
    ]);
    expect(titles("dataMovement", moved(90, "resumed"))).toEqual([]);
  });

  it("replicaConnection names the replica", () => {
    const lost = (seconds: number, how: string) =>
      say(
        seconds,
        `A connection timeout has occurred ${how} to availability replica 'SQL2' with id [1].`,
      );
    const before = "while attempting to establish a connection";
    expect(
      titles(
        "replicaConnection",
        lost(60, "on a previously established connection"),
        lost(70, before),
      ),
    ).toEqual(["Replica SQL2 was not reached twice (35206 once)"]);
    expect(titles("replicaConnection", lost(70, before))).toEqual([
      "Replica SQL2 was not reached once (35201)",
    ]);
  });
});

describe("deadlock", () => {
  const long = (seconds: number, object: string) => [
    say(seconds, "deadlock-list"),
    say(seconds, `   keylock hobtid=7 dbid=6 objectname=${object} indexname=PK id=lock3 mode=X`),
  ];
  const short = (seconds: number) =>
    say(seconds, "Deadlock encountered .... Printing deadlock information", "spid4s");

  it("counts one that both flags print once, and names what is waited for most", () => {
    const lines = [
      ...long(60, "Sales.dbo.a"),
      short(60),
      ...long(70, "Sales.dbo.b"),
      ...long(80, "Sales.dbo.b"),
    ];
    const [deadlock] = found("deadlock", ...lines);
    expect(deadlock).toMatchObject({
      weight: "warning",
      title: "3 deadlocks in the log",
      occurrences: 3,
    });
    expect(deadlock?.text).toContain(
      "Most often waited for: Sales.dbo.b (PK) (2) and Sales.dbo.a (PK) (1).",
    );
  });

  it("is told by either flag alone", () => {
    expect(titles("deadlock", short(60))).toEqual(["1 deadlock in the log"]);
    expect(titles("deadlock", ...long(60, "Sales.dbo.a"))).toEqual(["1 deadlock in the log"]);
  });
});

describe("fileNotOpened", () => {
  it("says what the operating system's error means for the file", () => {
    const denied = (seconds: number) =>
      say(
        seconds,
        'Unable to open the physical file "D:\\Sales.mdf". Operating system error 5: "5(Access is denied.)".',
      );
    const [finding, ...others] = found("fileNotOpened", denied(60), denied(61));
    expect(others).toEqual([]);
    expect(finding?.title).toBe("Sales.mdf could not be opened: OS error 5 (2 records)");
    expect(finding?.text).toContain("The service account has no right to it");
  });
});

describe("settings", () => {
  const memory = (seconds: number, from: number, to: number) =>
    say(
      seconds,
      `Configuration option 'max server memory (MB)' changed from ${from} to ${to}. Run the RECONFIGURE statement to install.`,
    );
  const option = (seconds: number, name: string) =>
    say(seconds, `Setting database option ${name} to ON for database 'Sales'.`);

  it("memorySetting tells the first and the last figure, and doubts one that is too small", () => {
    expect(
      found("memorySetting", memory(60, 2_147_483_647, 8192), memory(90, 8192, 4096)),
    ).toMatchObject([
      {
        weight: "information",
        title: "max server memory was changed from no limit to 4,096 MB, in 2 steps",
      },
    ]);
    expect(found("memorySetting", memory(60, 8192, 64))).toMatchObject([
      { weight: "warning", text: expect.stringContaining("was it meant in gigabytes?") },
    ]);
    expect(titles("memorySetting", memory(60, 8192, 8192))).toEqual([]);
  });

  it("databaseOffline is a warning until the database is online again", () => {
    expect(found("databaseOffline", option(60, "OFFLINE"))).toMatchObject([
      { weight: "warning", title: "Sales was set offline once, and is not set online in this log" },
    ]);
    expect(found("databaseOffline", option(60, "OFFLINE"), option(360, "ONLINE"))).toMatchObject([
      { weight: "information", title: "Sales was set offline once, and online again within 5 min" },
    ]);
    expect(titles("databaseOffline", option(60, "ONLINE"), option(70, "READ_ONLY"))).toEqual([]);
  });
});

describe("threads", () => {
  it("noThread tells connections from the server's own tasks", () => {
    expect(
      titles(
        "noThread",
        say(
          60,
          "SQL Server failed with error code 0xc0000000 to spawn a thread to process a new login or connection. Check the SQL Server error log.",
        ),
        say(
          61,
          "SQL Server was unable to run a new system task, either because there is insufficient memory or not.",
        ),
      ),
    ).toEqual([
      "New connections got no thread (17189, once)",
      "The server could not run tasks of its own (17300, once)",
    ]);
  });

  it("nonYieldingScheduler tells what did not yield", () => {
    const who = (name: string) =>
      say(
        60,
        `${name} (0x9b0) Worker 0x0000000003A2C1C0 appears to be non-yielding on Node 0. Approx CPU Used: kernel 0 ms.`,
      );
    expect(
      titles("nonYieldingScheduler", who("Resource Monitor"), who("IO Completion Listener")),
    ).toEqual([
      "The resource monitor did not give up its scheduler (17891, once)",
      "The listener for completed network I/O did not give up its thread (17887, once)",
    ]);
  });
});

describe("backupFailure of a device alone", () => {
  const device = (seconds: number, words = "Write") =>
    say(
      seconds,
      `${words} on "E:\\Sales.bak" failed: 112(There is not enough space on the disk.)`,
      "spid60",
    );
  const report = (seconds: number) =>
    say(
      seconds,
      "BackupMedium::ReportIoError: write failure on backup device 'E:\\Sales.bak'. Operating system error 112(There is not enough space on the disk.).",
      "spid60",
    );
  const failed = (seconds: number) =>
    say(
      seconds,
      "BACKUP failed to complete the command BACKUP DATABASE Sales. Check the backup application log for detailed messages.",
      "Backup",
    );

  it("is one finding of the records that tell of it, where no failed backup is logged", () => {
    expect(found("backupFailure", report(60), device(61), say(600, "working"))).toMatchObject([
      {
        weight: "critical",
        title:
          "Backup device Sales.bak failed once: OS error 112, volume full, and no failed backup is logged",
        occurrences: 2,
      },
    ]);
    const twice = titles("backupFailure", report(60), report(600));
    expect(twice).toEqual([
      "Backup device Sales.bak failed twice: OS error 112, volume full, and no failed backup is logged",
    ]);
  });

  it("stays one where a backup fails much later", () => {
    expect(titles("backupFailure", report(60), failed(600))).toEqual([
      "Backup device Sales.bak failed once: OS error 112, volume full, and no failed backup is logged",
      "Backup of Sales failed once",
    ]);
  });

  it("is none beside a failed backup that it explains, before or right after", () => {
    const title = "Backup of Sales failed once: OS error 112, volume full";
    expect(titles("backupFailure", report(60), device(61), failed(62), device(63))).toEqual([
      title,
    ]);
  });
});
