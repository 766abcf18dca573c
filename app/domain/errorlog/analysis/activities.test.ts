import { describe, expect, it } from "vitest";
import { analyseLines, edgesOf, phasesNamed } from "./testing/written-log.ts";

const at = (time: string, source: string, text: string) =>
  `2023-11-05 ${time} ${source.padEnd(12)}${text}`;
const first = at("00:00:00.00", "Server", "UTC adjustment: 1:00");
const minute = 60_000;

describe("LongIos", () => {
  it("end where they are logged and start as long before as the newer form tells", () => {
    const [phase] = analyseLines([
      first,
      at(
        "00:01:00.00",
        "spid14s",
        "SQL Server has encountered 40 occurrence(s) of I/O requests taking longer than 15 seconds to complete on file [E:\\data\\Sales.mdf] in database id 10.  The OS file handle is 0x00000000000085B0.  The offset of the latest long I/O is: 0x0000002237e000.  The duration of the long I/O is: 16699 ms.",
      ),
    ]).phases;
    expect(phase && edgesOf(phase)).toEqual(["longIo", null, 43_301, minute, "derived", "logged"]);
    expect(phase?.figures).toMatchObject({
      occurrences: 40,
      file: "E:\\data\\Sales.mdf",
      durationMs: 16_699,
    });
  });

  it("are moments in the older form, which names the database", () => {
    const [phase] = analyseLines([
      first,
      at(
        "00:01:00.00",
        "spid2s",
        "SQL Server has encountered 1 occurrence(s) of I/O requests taking longer than 15 seconds to complete on file [E:\\data\\Sales.mdf] in database [Sales] (10).  The OS file handle is 0x00000844.  The offset of the latest long I/O is: 0x000001a5a28000",
      ),
    ]).phases;
    expect(phase && edgesOf(phase)).toEqual([
      "longIo",
      "Sales",
      minute,
      minute,
      "logged",
      "logged",
    ]);
  });
});

describe("LatchTimeouts", () => {
  it("start as long before as was waited", () => {
    const [phase] = analyseLines([
      first,
      at("00:10:00.00", "spid70", "Error: 844, Severity: 10, State: 1."),
      at(
        "00:10:00.00",
        "spid70",
        "Time out occurred while waiting for buffer latch -- type 4, bp 00000000C8FE5A40, page 1:88888, stat 0x9, database id: 4, allocation unit id: 72057594037927936, task 0x0000000003F0C088 : 0, waittime 300 seconds, flags 0x1a, owning task 0x0000000003F0C088. Continuing to wait.",
      ),
    ]).phases;
    expect(phase && edgesOf(phase)).toEqual([
      "latchTimeout",
      "msdb",
      300_000,
      600_000,
      "derived",
      "logged",
    ]);
    expect(phase?.figures).toMatchObject({ page: "1:88888", waitSeconds: 300, continues: true });
  });

  it("have the name of their database also where it is told after them", () => {
    const timeout = at(
      "00:10:00.00",
      "spid70",
      "Time out occurred while waiting for buffer latch -- type 4, bp 00000000C8FE5A40, page 1:88888, stat 0x9, database id: 7, allocation unit id: 72057594037927936, task 0x0000000003F0C088 : 0, waittime 300 seconds, flags 0x1a, owning task 0x0000000003F0C088. Continuing to wait.",
    );
    const named = at("00:20:00.00", "spid9s", "RECOVERY (Sales, 7): Analysis starting");
    const anew = at("00:30:00.00", "spid9s", "RECOVERY (Archive, 7): Analysis starting");
    const nameOf = (...lines: readonly string[]) =>
      phasesNamed(analyseLines([first, ...lines]), "latchTimeout").map(({ database }) => database);
    expect(nameOf(timeout)).toEqual([undefined]);
    expect(nameOf(timeout, named)).toEqual(["Sales"]);
    expect(nameOf(named, timeout, anew)).toEqual(["Sales"]);
  });
});

describe("ConsistencyChecks", () => {
  it("that were aborted or tell no time are moments", () => {
    const found = analyseLines([
      first,
      at(
        "00:01:00.00",
        "spid60",
        "DBCC CHECKDB (Sales) executed by CONTOSO\\dba terminated abnormally due to error state 1. Elapsed time: 0 hours 0 minutes 30 seconds.",
      ),
      at(
        "00:02:00.00",
        "spid60",
        "DBCC CHECKDB (Archive) executed by sa found 0 errors and repaired 0 errors.",
      ),
    ]).phases;
    expect(found.map(edgesOf)).toEqual([
      ["consistencyCheck", "Sales", 30_000, minute, "derived", "logged"],
      ["consistencyCheck", "Archive", 2 * minute, 2 * minute, "logged", "logged"],
    ]);
    expect(found.map(({ figures }) => figures.failed ?? false)).toEqual([true, false]);
  });
});

describe("Reverts", () => {
  const revert = at(
    "00:01:00.00",
    "spid60",
    "Reverting database 'Sales' to the point in time of database snapshot 'Sales_0100' with split point LSN 29000000041500025 (0x0000001d:0000019f:0019). This is an informational message only. No user action is required.",
  );

  it("last until the database starts up", () => {
    const found = analyseLines([
      first,
      revert,
      at("00:03:00.00", "spid60", "Starting up database 'Sales'."),
    ]);
    const [phase] = phasesNamed(found, "revert");
    expect(phase && edgesOf(phase)).toEqual([
      "revert",
      "Sales",
      minute,
      3 * minute,
      "logged",
      "bound",
    ]);
    expect(phase?.figures).toEqual({ toSnapshot: "Sales_0100" });
    expect(found.marks.map(({ kind }) => kind)).toEqual(["reverting"]);
  });

  it("are open where the log breaks off, and over where the next begins", () => {
    const again = revert.replace("00:01", "00:05");
    const found = phasesNamed(analyseLines([first, revert, again]), "revert");
    expect(found.map(({ startMs, endMs }) => [startMs, endMs])).toEqual([
      [minute, minute],
      [5 * minute, null],
    ]);
  });
});

describe("IoFreezes", () => {
  const frozen = (time: string, database: string) =>
    at(
      time,
      "spid80",
      `I/O is frozen on database ${database}. No user action is required. However, if I/O is not resumed promptly, you could cancel the backup.`,
    );
  const resumed = (time: string, database: string) =>
    at(time, "spid80", `I/O was resumed on database ${database}. No user action is required.`);

  it("go from freeze to thaw, each database by itself, and are no snapshots", () => {
    const found = analyseLines([
      first,
      frozen("00:01:00.00", "Sales"),
      frozen("00:01:00.10", "Archive"),
      resumed("00:01:02.00", "Sales"),
      resumed("00:01:03.00", "Archive"),
      resumed("00:01:04.00", "Archive"),
    ]);
    expect(found.phases.map(edgesOf)).toEqual([
      ["ioFreeze", "Sales", minute, minute + 2000, "logged", "logged"],
      ["ioFreeze", "Archive", minute + 100, minute + 3000, "logged", "logged"],
    ]);
    expect(found.snapshots).toEqual([]);
  });

  it("without a thaw end nowhere known, but where the log breaks off", () => {
    const found = analyseLines([
      first,
      frozen("00:01:00.00", "Sales"),
      frozen("00:09:00.00", "Sales"),
    ]);
    expect(found.phases.map(({ endMs, endSource }) => [endMs, endSource])).toEqual([
      [minute, "bound"],
      [null, null],
    ]);
  });

  it("end with the server", () => {
    const found = analyseLines([
      first,
      frozen("00:01:00.00", "Sales"),
      at("00:02:00.00", "Server", "Microsoft SQL Server 2019 (RTM) - 15.0.2000.5 (X64) "),
      at("00:02:01.00", "spid7s", "Starting up database 'master'."),
    ]);
    expect(phasesNamed(found, "ioFreeze").map(({ endMs }) => endMs)).toEqual([minute]);
  });
});

describe("StackDumps", () => {
  const dump = (seconds: string, source: string, number: string) => [
    at(
      `00:01:${seconds}.00`,
      source,
      "SqlDumpExceptionHandler: Process 51 generated fatal exception c0000005 EXCEPTION_ACCESS_VIOLATION. SQL Server is terminating this process.",
    ),
    at(
      `00:01:${seconds}.10`,
      source,
      `***Stack Dump being sent to C:\\MSSQL\\LOG\\SQLDump${number}.txt`,
    ),
    at(
      `00:01:${seconds}.10`,
      source,
      "* *******************************************************************************",
    ),
    at(`00:01:${seconds}.20`, source, "* BEGIN STACK DUMP:"),
  ];

  it("are one phase each, also of two sessions at a time", () => {
    const [a, b] = [dump("01", "spid51", "0001"), dump("02", "spid52", "0002")];
    const found = analyseLines([first, ...a.slice(0, 2), ...b, ...a.slice(2)]);
    expect(
      found.phases.map(({ startMs, endMs, figures }) => [startMs, endMs, figures.lines]),
    ).toEqual([
      [61_000, 61_200, 4],
      [62_000, 62_200, 4],
    ]);
    expect(found.phases[0]?.figures).toMatchObject({
      path: "C:\\MSSQL\\LOG\\SQLDump0001.txt",
      exception: expect.stringContaining("c0000005"),
    });
  });

  it("take in what the dump process returns, from another source", () => {
    const returned = (time: string) =>
      at(time, "Server", "External dump process return code 0x20000001.");
    const lines = [first, ...dump("01", "spid51", "0001"), returned("00:01:20.00")];
    const [phase, ...others] = analyseLines([...lines, returned("00:09:00.00")]).phases;
    expect([phase?.startMs, phase?.endMs]).toEqual([61_000, 80_000]);
    expect(others).toEqual([]);
  });

  it("are none where only the library that reads stacks was loaded, or asterisks were drawn", () => {
    const loaded = at("00:01:00.00", "spid9s", "Using 'dbghelp.dll' version '4.0.5'");
    const checked = at(
      "00:01:00.00",
      "Server",
      "CImageHelper::Init () Version of dbghelp.dll is 10.0.",
    );
    const drawn = at("00:01:01.00", "spid51", "*** nightly job of the warehouse ***");
    const found = analyseLines([first, loaded, checked, drawn]);
    expect(found.phases).toEqual([]);
    expect(found.findings).toEqual([]);
  });

  it("begin with what stands right before their proof", () => {
    const loaded = (seconds: string) =>
      at(`00:01:${seconds}.00`, "spid51", "Using 'dbghelp.dll' version '4.0.5'");
    const found = analyseLines([first, loaded("00"), ...dump("01", "spid51", "0001")]);
    expect(found.phases.map(edgesOf)).toEqual([
      ["stackDump", null, minute, 61_200, "logged", "logged"],
    ]);
    const late = analyseLines([first, loaded("00"), ...dump("40", "spid51", "0001")]);
    expect(late.phases.map(({ startMs }) => startMs)).toEqual([100_000]);
  });

  it.each([
    "* BEGIN STACK DUMP:",
    "Stack Signature for the dump is 0x00000000000002BA",
    "SqlDumpExceptionHandler: Process 51 generated fatal exception c0000005 EXCEPTION_ACCESS_VIOLATION. SQL Server is terminating this process.",
  ])("are told by %s alone", (proof) => {
    const found = analyseLines([first, at("00:01:00.00", "spid51", proof)]);
    expect(found.phases.map(({ name }) => name)).toEqual(["stackDump"]);
    expect(found.findings.map(({ title }) => title)).toEqual(["The server wrote 1 stack dump"]);
  });

  it("of one session are two where a second file is written", () => {
    const found = analyseLines([
      first,
      ...dump("01", "spid51", "0001"),
      ...dump("30", "spid51", "0002").slice(1),
      ...dump("55", "spid51", "0003").map((line) => line.replace("00:01", "00:09")),
    ]);
    expect(found.phases.map(({ figures }) => figures.lines)).toEqual([4, 3, 4]);
  });
});
