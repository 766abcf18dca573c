import { describe, expect, it } from "vitest";
import { analyseLines, edgesOf, phasesNamed } from "./testing/written-log.ts";

const at = (time: string, source: string, text: string) =>
  `2022-03-14 ${time} ${source.padEnd(12)}${text}`;
const first = at("00:00:00.00", "Server", "UTC adjustment: 1:00");
const done = (database: string, scope = "Database backed up") =>
  `${scope}. Database: ${database}, creation date(time): 2021/01/04(08:12:44), pages dumped: 4242, first LSN: 33:1:37, last LSN: 33:9:1, number of dump devices: 1, device information: (FILE=1, TYPE=DISK: {'D:\\backup\\${database}.bak'}). This is an informational message only. No user action is required.`;
const processed = (operation: string, pages = 4240) =>
  `${operation} successfully processed ${pages} pages in 12.500 seconds (2.650 MB/sec).`;

describe("Backups", () => {
  it("are moments where no message tells how long they took", () => {
    const [phase] = analyseLines([first, at("01:00:00.00", "Backup", done("Sales"))]).phases;
    expect(phase && edgesOf(phase)).toEqual([
      "backup",
      "Sales",
      3_600_000,
      3_600_000,
      "logged",
      "logged",
    ]);
    expect(phase?.figures).toMatchObject({ scope: "database", pages: 4242, lastLsn: "33:9:1" });
  });

  it("get their start from 3014, in either order of the messages", () => {
    const lines = [
      at("01:00:00.00", "Backup", done("Sales")),
      at("01:00:00.01", "Backup", processed("BACKUP DATABASE")),
    ];
    for (const ordered of [lines, [lines[1]?.replace(".01 ", ".00 ") ?? "", lines[0] ?? ""]]) {
      const [phase, ...others] = analyseLines([first, ...ordered]).phases;
      expect(others).toEqual([]);
      expect(phase && edgesOf(phase)).toEqual([
        "backup",
        "Sales",
        3_587_500,
        3_600_000,
        "derived",
        "logged",
      ]);
      expect(phase?.figures).toMatchObject({
        operation: "BACKUP DATABASE",
        seconds: 12.5,
        megabytesPerSecond: 2.65,
        pages: 4242,
      });
    }
  });

  it("hold what 3014 says, which of a snapshot of the storage is 0 pages whatever 18264 counts", () => {
    const suspended = [
      first,
      at("01:00:00.00", "spid60", "Database 'Sales' acquired suspend locks in session 60."),
      at("01:00:00.00", "spid60", "I/O is frozen on database Sales. No user action is required."),
      at("01:00:02.00", "spid60", "I/O was resumed on database Sales. No user action is required."),
      at("01:00:02.01", "Backup", done("Sales")),
    ];
    const figuresWith = (...more: string[]) =>
      phasesNamed(analyseLines([...suspended, ...more]), "backup").map(
        ({ figures: { ofStorageSnapshot, pages } }) => [ofStorageSnapshot ?? false, pages],
      );
    const last = (pages: number) =>
      at("01:00:02.02", "Backup", processed("BACKUP DATABASE", pages));
    expect(figuresWith(last(0))).toEqual([[true, 0]]);
    expect(figuresWith()).toEqual([[true, 0]]);
    expect(figuresWith(last(4240))).toEqual([[false, 4242]]);
  });

  it("of the log and of data do not take each other's 3014", () => {
    const log = done("Sales", "Log was backed up").replace(" pages dumped: 4242,", "");
    const found = analyseLines([
      first,
      at("01:00:00.00", "Backup", done("Sales")),
      at("01:00:00.00", "Backup", log),
      at("01:00:00.01", "Backup", processed("BACKUP LOG", 3)),
      at("01:00:00.01", "Backup", processed("BACKUP DATABASE")),
    ]).phases;
    expect(found.map(({ figures }) => [figures.scope, figures.operation])).toEqual([
      ["log", "BACKUP LOG"],
      ["database", "BACKUP DATABASE"],
    ]);
  });

  it.each([
    ["Database backed up", "BACKUP DATABASE", "backup", "database"],
    [
      "Database differential changes were backed up",
      "BACKUP DATABASE WITH DIFFERENTIAL",
      "backup",
      "differential",
    ],
    ["Log was backed up", "BACKUP LOG", "backup", "log"],
    ["Database was restored", "RESTORE DATABASE", "restore", "database"],
    ["Database changes were restored", "RESTORE DATABASE", "restore", "differential"],
    ["Log was restored", "RESTORE LOG", "restore", "log"],
  ])("begin, after ‘%s’, the seconds of ‘%s’ before", (text, operation, name, scope) => {
    const lines = [
      at("01:00:00.00", "Backup", done("Sales", text)),
      at("01:00:00.01", "Backup", processed(operation)),
    ];
    const [phase, ...others] = analyseLines([first, ...lines]).phases;
    expect(others).toEqual([]);
    expect(phase && edgesOf(phase)).toEqual([
      ...[name, "Sales", 3_587_500, 3_600_000, "derived", "logged"],
    ]);
    expect(phase?.figures).toMatchObject({ scope, operation });
  });

  it("whose 3014 stands alone are shown without a database", () => {
    const lines = ["01:00:00.00", "02:00:00.00"].map((time) =>
      at(time, "spid60", processed("RESTORE DATABASE")),
    );
    expect(analyseLines([first, ...lines]).phases.map(edgesOf)).toEqual([
      ["restore", null, 3_587_500, 3_600_000, "derived", "logged"],
      ["restore", null, 7_187_500, 7_200_000, "derived", "logged"],
    ]);
  });

  it("start with their steps where trace flags 3004 and 3014 log them", () => {
    const lines = [
      at("01:00:00.00", "spid60", "BackupDatabase: Database Sales"),
      at("01:00:00.50", "spid60", "Memory limit: 2047MB"),
      at("01:00:00.50", "spid60", "BufferCount:                7"),
      at("01:00:30.00", "spid60", "Padding MSDA with 196608 bytes"),
      at("01:01:00.00", "Backup", done("Sales")),
      at("01:01:00.01", "Backup", processed("BACKUP DATABASE")),
      at("01:01:00.02", "spid60", "Writing backup history records"),
    ];
    const [phase, ...others] = analyseLines([first, ...lines]).phases;
    expect(others).toEqual([]);
    expect(phase && edgesOf(phase)).toEqual([
      "backup",
      "Sales",
      3_600_000,
      3_660_000,
      "logged",
      "logged",
    ]);
    expect(phase?.figures).toMatchObject({ settings: { BufferCount: "7" }, seconds: 12.5 });
  });

  it("and restores of several sessions are kept apart", () => {
    const restored = (database: string) =>
      `Database was restored: Database: ${database}, creation date(time): 2021/01/04(08:12:44), first LSN: 33:1:37, last LSN: 33:9:1, number of dump devices: 1, device information: (FILE=1, TYPE=DISK: {'D:\\b.bak'}). Informational message. No user action required.`;
    const lines = [
      at("01:00:00.00", "spid60", "RestoreDatabase: Database Sales"),
      at("01:00:10.00", "spid61", "RestoreDatabase: Database Archive"),
      at(
        "01:00:11.00",
        "spid61",
        "Zeroing D:\\log\\Archive.ldf from page 1 to 1280 (0x2000 to 0xa00000)",
      ),
      at("01:00:14.00", "spid61", "Zeroing completed on D:\\log\\Archive.ldf"),
      at("01:00:20.00", "Backup", restored("Archive")),
      at("01:00:40.00", "Backup", restored("Sales")),
    ];
    const found = analyseLines([first, ...lines]).phases;
    expect(found.map(edgesOf)).toEqual([
      ["restore", "Sales", 3_600_000, 3_640_000, "logged", "logged"],
      ["restore", "Archive", 3_610_000, 3_620_000, "logged", "logged"],
    ]);
    expect(found[1]?.figures).toMatchObject({ zeroingMs: 3000 });
  });

  it("are open where the log breaks off, and broken off where the server starts anew", () => {
    const step = at("01:00:00.00", "spid60", "BackupDatabase: Database Sales");
    const banner = at(
      "02:00:00.00",
      "Server",
      "Microsoft SQL Server 2019 (RTM) - 15.0.2000.5 (X64) ",
    );
    const master = at("02:00:01.00", "spid7s", "Starting up database 'master'.");
    expect(analyseLines([first, step]).phases.map(({ endMs }) => endMs)).toEqual([null]);
    expect(phasesNamed(analyseLines([first, step, banner, master]), "backup").map(edgesOf)).toEqual(
      [["backup", "Sales", 3_600_000, 3_600_000, "logged", "bound"]],
    );
  });

  it("that fail carry the cause that was logged before", () => {
    const lines = [
      at("01:00:00.00", "spid60", "Error: 18204, Severity: 16, State: 1."),
      at(
        "01:00:00.00",
        "spid60",
        "BackupDiskFile::CreateMedia: Backup device '\\\\nas01\\sql\\Sales.bak' failed to create. Operating system error 5(Access is denied.).",
      ),
      at("01:00:00.00", "Backup", "Error: 3041, Severity: 16, State: 1."),
      at(
        "01:00:00.00",
        "Backup",
        "BACKUP failed to complete the command BACKUP DATABASE Sales. Check the backup application log for detailed messages.",
      ),
      at("01:00:00.10", "spid60", "BACKUP DATABASE is terminating abnormally."),
    ];
    const [phase, ...others] = analyseLines([first, ...lines]).phases;
    expect(others).toEqual([]);
    expect(phase).toMatchObject({
      name: "backup",
      database: "Sales",
      startMs: 3_600_000,
      endMs: 3_600_000,
      figures: { failed: true, cause: expect.stringContaining("Access is denied") },
    });
  });

  it("do not begin with a step that says that all is finished, however late", () => {
    const lines = [
      at("01:00:00.00", "spid60", "Restore(Sales): RESTORE DATABASE started"),
      at(
        "01:00:09.00",
        "Backup",
        "Database was restored: Database: Sales, creation date(time): 2012/03/01(10:11:12), first LSN: 33:156:37, last LSN: 33:173:1, number of dump devices: 1, device information: (FILE=1, TYPE=DISK: {'D:\\Sales.bak'}). Informational message. No user action required.",
      ),
      at("01:05:00.00", "spid60", "Restore(Sales): RESTORE DATABASE finished"),
    ];
    expect(analyseLines([first, ...lines]).phases.map(edgesOf)).toEqual([
      ["restore", "Sales", 3_600_000, 3_609_000, "logged", "logged"],
    ]);
  });

  it("that fail count once when 3013 comes before 3041", () => {
    const lines = [
      at("01:00:00.00", "spid60", "BackupLog: Database Sales"),
      at("01:00:09.00", "spid60", "BACKUP LOG is terminating abnormally."),
      at(
        "01:00:09.00",
        "Backup",
        "BACKUP failed to complete the command BACKUP LOG Sales. Check the backup application log for detailed messages.",
      ),
    ];
    expect(analyseLines([first, ...lines]).phases.map(edgesOf)).toEqual([
      ["backup", "Sales", 3_600_000, 3_609_000, "logged", "logged"],
    ]);
  });

  it("that fail side by side count once each", () => {
    const failed = (database: string) =>
      at(
        "01:00:00.00",
        "Backup",
        `BACKUP failed to complete the command BACKUP LOG ${database}. Check the backup application log for detailed messages.`,
      );
    const terminated = (source: string) =>
      at("01:00:00.10", source, "BACKUP LOG is terminating abnormally.");
    const lines = [failed("Sales"), failed("Stock"), terminated("spid60"), terminated("spid61")];
    const { phases } = analyseLines([first, ...lines]);
    expect(phases.map(({ database }) => database)).toEqual(["Sales", "Stock"]);
  });

  it("do not take the cause of a failure an hour before", () => {
    const lines = [
      at(
        "01:00:00.00",
        "spid60",
        "BackupDiskFile::CreateMedia: Backup device 'D:\\Sales.bak' failed to create. Operating system error 5(Access is denied.).",
      ),
      at(
        "02:00:00.00",
        "Backup",
        "BACKUP failed to complete the command BACKUP DATABASE Sales. Check the backup application log for detailed messages.",
      ),
    ];
    expect(analyseLines([first, ...lines]).phases[0]?.figures).toEqual({ failed: true });
  });
});
