import { describe, expect, it } from "vitest";
import { analyseLines, edgesOf, phasesNamed } from "./testing/written-log.ts";

const at = (time: string, source: string, text: string) =>
  `2021-09-01 ${time} ${source.padEnd(12)}${text}`;
const note = "This is an informational message only. No user action is required.";

const start = [
  at(
    "06:00:00.00",
    "Server",
    "Microsoft SQL Server 2019 (RTM-CU12) (KB5004524) - 15.0.4153.1 (X64) ",
  ),
  "\tJul 19 2021 15:37:34 ",
  "\tCopyright (C) 2019 Microsoft Corporation",
  "\tEnterprise Edition: Core-based Licensing (64-bit) on Windows Server 2019 Standard 10.0 <X64> (Build 17763: ) (Hypervisor)",
  at("06:00:05.00", "spid7s", "Starting up database 'master'."),
  at("06:00:10.00", "spid21s", "Starting up database 'Sales'."),
  at("06:00:10.10", "spid22s", "Starting up database 'Archive'."),
  at("06:00:10.20", "spid23s", "Starting up database 'Idle'."),
];
const salesLines = [
  at(
    "06:00:12.00",
    "spid21s",
    `Analysis of database 'Sales' (5) is 37% complete (approximately 2 seconds remain). ${note}`,
  ),
  at(
    "06:00:14.00",
    "spid21s",
    `Analysis of database 'Sales' (5) is 100% complete (approximately 0 seconds remain). ${note}`,
  ),
  at(
    "06:00:15.00",
    "spid21s",
    `Recovery of database 'Sales' (5) is 1% complete (approximately 60 seconds remain). Phase 2 of 3. ${note}`,
  ),
  at(
    "06:00:40.00",
    "spid21s",
    `812 transactions rolled forward in database 'Sales' (5:0). ${note}`,
  ),
  at(
    "06:00:41.00",
    "spid21s",
    `Recovery of database 'Sales' (5) is 90% complete (approximately 3 seconds remain). Phase 3 of 3. ${note}`,
  ),
  at("06:00:44.00", "spid21s", `3 transactions rolled back in database 'Sales' (5:0). ${note}`),
  at("06:00:44.10", "spid21s", `Recovery is writing a checkpoint in database 'Sales' (5). ${note}`),
  at(
    "06:00:44.50",
    "spid21s",
    `Recovery completed for database Sales (database ID 5) in 34 second(s) (analysis 4000 ms, redo 25000 ms, undo 4000 ms.) ${note}`,
  ),
];
const archiveLines = [
  at(
    "06:00:13.00",
    "spid22s",
    `0 transactions rolled forward in database 'Archive' (6:0). ${note}`,
  ),
  at("06:00:13.10", "spid22s", `0 transactions rolled back in database 'Archive' (6:0). ${note}`),
  at(
    "06:00:13.20",
    "spid22s",
    `Recovery is writing a checkpoint in database 'Archive' (6). ${note}`,
  ),
];
const complete = at("06:00:50.00", "spid7s", `Recovery is complete. ${note}`);
const all = [
  ...start,
  ...salesLines.slice(0, 1),
  ...archiveLines,
  ...salesLines.slice(1),
  complete,
];

describe("Recoveries", () => {
  const log = analyseLines(all);
  const of = (database: string) => log.phases.filter((phase) => phase.database === database);

  it("follow databases side by side, with their phases", () => {
    expect(of("Sales").map(edgesOf)).toEqual([
      ["recovery", "Sales", 10_000, 44_500, "logged", "logged"],
      ["analysis", "Sales", 10_000, 14_000, "derived", "logged"],
      ["redo", "Sales", 15_000, 40_000, "derived", "logged"],
      ["undo", "Sales", 40_000, 44_000, "logged", "logged"],
    ]);
    expect(of("Sales")[0]?.figures).toEqual({
      seconds: 34,
      analysisMs: 4000,
      redoMs: 25_000,
      undoMs: 4000,
      rolledForward: 812,
      rolledBack: 3,
    });
    expect(of("Sales").every(({ snapshot }) => snapshot === null)).toBe(true);
  });

  it("end with what a database said last, or with the server's completion where it said nothing", () => {
    expect(of("Archive").map(edgesOf)).toEqual([
      ["recovery", "Archive", 10_100, 13_200, "logged", "bound"],
    ]);
    expect(of("Idle").map(edgesOf)).toEqual([
      ["recovery", "Idle", 10_200, 50_000, "logged", "bound"],
    ]);
  });

  it("are open where the log breaks off in them", () => {
    const cut = analyseLines([...start, ...salesLines.slice(0, 3)]);
    expect(phasesNamed(cut, "recovery").map(({ database, endMs }) => [database, endMs])).toEqual([
      ["master", null],
      ["Sales", null],
      ["Archive", null],
      ["Idle", null],
    ]);
    expect(phasesNamed(cut, "redo").map(edgesOf)).toEqual([
      ["redo", "Sales", 15_000, null, "bound", null],
    ]);
  });

  it("are laid out from the figures of 3421 where nothing else is logged", () => {
    const [figures = ""] = salesLines.slice(-1);
    expect(
      analyseLines([start[0] ?? "", figures])
        .phases.map(edgesOf)
        .slice(1),
    ).toEqual([
      ["recovery", "Sales", 10_500, 44_500, "derived", "logged"],
      ["analysis", "Sales", 11_500, 15_500, "derived", "derived"],
      ["redo", "Sales", 15_500, 40_500, "derived", "derived"],
      ["undo", "Sales", 40_500, 44_500, "derived", "derived"],
    ]);
  });

  it("begin undo with its first line where the counts are printed together", () => {
    const late = [
      at(
        "06:00:30.00",
        "spid21s",
        `Recovery of database 'Sales' (5) is 90% complete (approximately 3 seconds remain). Phase 3 of 3. ${note}`,
      ),
      ...[salesLines[3] ?? "", salesLines[5] ?? ""],
    ];
    const found = analyseLines([...start, salesLines[2] ?? "", ...late]);
    expect(phasesNamed(found, "undo").map(edgesOf)).toEqual([
      ["undo", "Sales", 30_000, 44_000, "bound", "logged"],
    ]);
  });

  it("of which nothing is said for an hour are not open, though nothing ended them", () => {
    const later = (hour: string) => at(`${hour}:59.00`, "Server", "UTC adjustment: 1:00");
    const ends = (hour: string) =>
      phasesNamed(analyseLines([...start, ...salesLines.slice(0, 1), later(hour)]), "recovery").map(
        ({ endMs }) => endMs,
      );
    expect(ends("06:59")).toEqual([null, null, null, null]);
    expect(ends("07:30")).toEqual([5000, 12_000, 10_100, 10_200]);
  });

  it("with trace flag 3400 have all steps logged", () => {
    const lines = [
      at("07:00:00.00", "spid51", "Starting up database 'Sales'."),
      at("07:00:01.00", "spid51", "RECOVERY (Sales, 5): Starting"),
      at("07:00:01.00", "spid51", "RECOVERY (Sales, 5): Analysis starting"),
      at("07:00:02.00", "spid51", "RECOVERY (Sales, 5): Redo starting"),
      at(
        "07:00:05.00",
        "spid51",
        "SQL recovery (analysis, redo and undo) completed for database (Sales, 5)",
      ),
    ];
    expect(analyseLines(lines).phases.map(edgesOf)).toEqual([
      ["recovery", "Sales", 0, 5000, "logged", "logged"],
      ["analysis", "Sales", 1000, 2000, "logged", "bound"],
      ["redo", "Sales", 2000, 5000, "logged", "bound"],
    ]);
    expect(analyseLines(lines).snapshots).toEqual([]);
  });

  it("of a database that opens and closes are moments, not one long recovery", () => {
    const lines = ["07:00:00.00", "07:10:00.00", "07:20:00.00"].map((time) =>
      at(time, "spid55", "Starting up database 'Intranet'."),
    );
    expect(phasesNamed(analyseLines(lines), "recovery").map(edgesOf)).toEqual([
      ["recovery", "Intranet", 0, 0, "logged", "bound"],
      ["recovery", "Intranet", 600_000, 600_000, "logged", "bound"],
      ["recovery", "Intranet", 1_200_000, 1_200_000, "logged", "bound"],
    ]);
  });

  it("are none where a restore starts the database and leaves it to the next one", () => {
    const restoring =
      "The database 'Intranet' is marked RESTORING and is in a state that does not allow recovery to be run.";
    const lines = ["07:00:00", "07:10:00"].flatMap((time) => [
      at(`${time}.00`, "spid55", "Starting up database 'Intranet'."),
      at(`${time}.02`, "spid55", restoring),
    ]);
    expect(phasesNamed(analyseLines(lines), "recovery")).toEqual([]);
  });

  it("are one where figures and words both tell of their end", () => {
    const lines = [
      at("07:00:00.00", "spid7s", "Starting up database 'Intranet'."),
      at(
        "07:00:02.00",
        "spid7s",
        `Recovery completed for database Intranet (database ID 5) in 2 second(s) (analysis 100 ms, redo 900 ms, undo 800 ms.) ${note}`,
      ),
      at(
        "07:00:02.01",
        "spid7s",
        "SQL recovery (analysis, redo and undo) completed for database (Intranet, 5)",
      ),
    ];
    expect(phasesNamed(analyseLines(lines), "recovery")).toHaveLength(1);
  });

  it("say which of their ends are at least, and which at most", () => {
    const atLeast = (phases: readonly { figures: Record<string, unknown> }[]) =>
      phases.map(({ figures }) => figures.endIsAtLeast ?? false);
    // The last sign of Archive's; "Recovery is complete" of the others.
    expect(atLeast(of("Archive"))).toEqual([true]);
    expect(atLeast(of("Idle"))).toEqual([false]);
    const cut = analyseLines(
      [...start, ...salesLines.slice(0, 3)],
      start.map((line) => line.replace(" 06:", " 08:")),
    );
    const ended = cut.phases.filter(({ endSource }) => endSource === "bound");
    expect(ended.map(({ name, figures }) => [name, figures.endIsAtLeast])).toEqual([
      ["recovery", true],
      ["recovery", true],
      ["recovery", true],
      ["recovery", true],
      ["redo", true],
    ]);
  });

  it("of a check's hidden snapshot are marked as such", () => {
    const lines = [
      at(
        "01:00:02.00",
        "spid60",
        `1 transactions rolled forward in database 'Sales' (5:0). ${note}`,
      ),
      at("01:00:02.10", "spid60", `0 transactions rolled back in database 'Sales' (5:0). ${note}`),
      at(
        "01:10:00.00",
        "spid60",
        "DBCC CHECKDB (Sales) executed by CONTOSO\\dba found 0 errors and repaired 0 errors. Elapsed time: 0 hours 10 minutes 0 seconds.  Internal database snapshot has split point LSN = 00000021:00000acd:0001 and first LSN = 00000021:00000ac8:0001.",
      ),
      at(
        "02:00:00.00",
        "spid60",
        `2 transactions rolled forward in database 'Sales' (5:0). ${note}`,
      ),
      at("02:00:00.10", "spid60", `0 transactions rolled back in database 'Sales' (5:0). ${note}`),
    ];
    const found = analyseLines(lines);
    expect(
      phasesNamed(found, "recovery").map(({ startMs, endMs, figures }) => [
        startMs,
        endMs,
        figures.ofConsistencyCheck ?? false,
      ]),
    ).toEqual([
      [0, 100, true],
      [3_598_000, 3_598_100, false],
    ]);
    expect(phasesNamed(found, "consistencyCheck").map(edgesOf)).toEqual([
      ["consistencyCheck", "Sales", 0, 598_000, "bound", "logged"],
    ]);
  });

  it("that the server's end cut short end with their last sign", () => {
    const again = start.map((line) => line.replace(" 06:", " 08:"));
    const found = analyseLines([...start, ...salesLines.slice(0, 3)], again);
    const first = phasesNamed(found, "recovery").find(({ database }) => database === "Sales");
    expect(first && edgesOf(first)).toEqual([
      "recovery",
      "Sales",
      10_000,
      15_000,
      "logged",
      "bound",
    ]);
    expect(phasesNamed(found, "redo").map(({ endMs, endSource }) => [endMs, endSource])).toEqual([
      [15_000, "bound"],
    ]);
  });
});

describe("a snapshot that is created without trace flag 1810", () => {
  const recovered = [
    at("09:00:00.00", "spid55", "Starting up database 'Sales_0900'."),
    at(
      "09:00:01.00",
      "spid55",
      `Analysis of database 'Sales_0900' (9) is 100% complete (approximately 0 seconds remain). ${note}`,
    ),
    at(
      "09:00:02.00",
      "spid55",
      `Recovery of database 'Sales_0900' (9) is 1% complete (approximately 90 seconds remain). Phase 2 of 3. ${note}`,
    ),
    at(
      "09:01:32.00",
      "spid55",
      `Recovery completed for database Sales_0900 (database ID 9) in 91 second(s) (analysis 1000 ms, redo 90000 ms, undo 0 ms.) ${note}`,
    ),
  ];
  const suspect = at(
    "11:00:00.00",
    "spid60",
    "Database snapshot 'Sales_0900' has failed an IO operation and is marked suspect.  It must be dropped and recreated.",
  );

  it("is a database's recovery as long as nothing says what it is", () => {
    const found = analyseLines(recovered);
    expect(found.phases.map(({ name, snapshot, database }) => [name, snapshot, database])).toEqual([
      ["recovery", null, "Sales_0900"],
      ["analysis", null, "Sales_0900"],
      ["redo", null, "Sales_0900"],
    ]);
    expect(found.snapshots).toEqual([]);
  });

  it("becomes the end of a creation once a message says that it is a snapshot", () => {
    const found = analyseLines([...recovered, suspect]);
    expect(found.phases.map(edgesOf)).toEqual([
      ["startup", "Sales_0900", 0, 0, "logged", "bound"],
      ["analysis", "Sales_0900", 0, 1000, "derived", "logged"],
      ["redo", "Sales_0900", 2000, 92_000, "derived", "derived"],
      ["complete", "Sales_0900", 92_000, 92_000, "logged", "logged"],
    ]);
    expect(found.snapshots).toEqual([
      { name: "Sales_0900", asOf: "2021-09-01T09:00:00.000", asOfMs: 0, createdMs: null },
    ]);
    expect(found.findings.map(({ id }) => id)).not.toContain("longRecovery/1");
  });

  it("is no creation when it starts with the server, or opens without steps", () => {
    const again = start.map((line) => line.replace("'Sales'", "'Sales_0900'"));
    const opened = at("10:00:00.00", "spid55", "Starting up database 'Sales_0900'.");
    const found = analyseLines([...again, complete, opened, suspect]);
    const own = found.phases.filter(({ database }) => database === "Sales_0900");
    expect(own.map(({ name, figures }) => [name, figures.ofSnapshot])).toEqual([
      ["recovery", true],
      ["recovery", true],
    ]);
    expect(found.snapshots).toEqual([]);
  });
});

describe("ServerStarts", () => {
  const ready = at(
    "06:00:20.00",
    "spid7s",
    "SQL Server is now ready for client connections. This is an informational message; no user action is required.",
  );

  it("go from the banner to readiness", () => {
    const [phase] = phasesNamed(analyseLines([...start, ready]), "serverStart");
    expect(phase && edgesOf(phase)).toEqual(["serverStart", null, 0, 20_000, "logged", "logged"]);
    expect(phase?.figures).toMatchObject({ build: "15.0.4153.1" });
  });

  it("are none where a log was cycled, by what it says or by the same process", () => {
    const banner = start[0]?.replace(" 06:", " 09:") ?? "";
    const pid = (time: string) => at(time, "Server", "Server process ID is 4211.");
    const cycled = at(
      "09:00:00.00",
      "spid61",
      `The error log has been reinitialized. See the previous log for older entries.`,
    );
    const first = [start[0] ?? "", pid("06:00:00.00"), ...start.slice(4), ready];
    for (const second of [
      [banner, cycled],
      [banner, pid("09:00:00.00")],
    ]) {
      const found = analyseLines(first, second);
      expect(phasesNamed(found, "serverStart").map(({ endMs }) => endMs)).toEqual([20_000]);
      expect(found.marks.map(({ kind }) => kind)).toEqual(["serverBanner"]);
    }
  });

  it("of which nothing but the next one follows came to nothing", () => {
    const again = start.map((line) => line.replace(" 06:", " 08:"));
    const found = analyseLines(start, again);
    expect(phasesNamed(found, "serverStart").map(edgesOf)).toEqual([
      ["serverStart", null, 7_200_000, null, "logged", null],
    ]);
    expect(found.findings.map(({ id }) => id)).toEqual(["startFailure/1"]);
  });
});
