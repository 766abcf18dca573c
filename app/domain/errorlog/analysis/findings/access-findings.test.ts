import { describe, expect, it } from "vitest";
import { at, clock, found, titles } from "./testing/day.ts";

describe("backupFailure", () => {
  const device = (time: string, code: string) =>
    at(
      time,
      "spid60",
      `BackupDiskFile::CreateMedia: Backup device 'D:\\Sales.bak' failed to create. Operating system error ${code}.`,
    );
  const failed = (time: string, command: string) =>
    at(
      time,
      "Backup",
      `BACKUP failed to complete the command ${command}. Check the backup application log for detailed messages.`,
    );

  it("names the cause and what to do about it, by database and cause", () => {
    const all = found(
      "backupFailure",
      device("01:00:00.00", "5(Access is denied.)"),
      failed("01:00:00.00", "BACKUP DATABASE Sales"),
      device("02:00:00.00", "112(There is not enough space on the disk.)"),
      failed("02:00:00.00", "BACKUP DATABASE Sales"),
      device("02:30:00.00", "112(There is not enough space on the disk.)"),
      failed("02:30:00.00", "BACKUP DATABASE Sales"),
      failed("03:00:00.00", "BACKUP LOG Archive"),
    );
    expect(all.map(({ title, occurrences }) => [title, occurrences])).toEqual([
      ["Backup of Sales failed once: OS error 5, access denied", 2],
      ["Backup of Sales failed twice: OS error 112, volume full", 4],
      ["Backup of Archive failed once", 1],
    ]);
    expect(all[0]?.text).toContain("service account");
    expect(all[1]?.text).toContain("volume is full");
    expect(all[2]?.text).toContain("does not show the cause");
  });

  it("explains a broken log chain by the revert before", () => {
    const [finding] = found(
      "backupFailure",
      at(
        "01:00:00.00",
        "spid60",
        "Reverting database 'Sales' to the point in time of database snapshot 'Sales_0100' with split point LSN 29000000041500025 (0x0000001d:0000019f:0019). This is an informational message only. No user action is required.",
      ),
      at(
        "02:00:00.00",
        "spid60",
        "BACKUP LOG cannot be performed because there is no current database backup.",
      ),
      at("02:00:00.00", "spid60", "BACKUP LOG is terminating abnormally."),
      failed("02:00:00.00", "BACKUP LOG Sales"),
    );
    expect(finding?.title).toBe("Backup of Sales failed once: no current full backup (4214)");
    expect(finding?.text).toContain("reverted to a snapshot");
  });

  it("takes a cause that stands right behind the failure", () => {
    const [finding] = found(
      "backupFailure",
      failed("02:00:00.00", "BACKUP DATABASE Sales"),
      device("02:00:00.01", "5(Access is denied.)"),
    );
    expect(finding?.title).toContain("OS error 5, access denied");
    expect(finding?.text).toContain("(Access is denied.)");
    expect(finding?.occurrences).toBe(2);
    const late = [
      failed("02:00:00.00", "BACKUP DATABASE Sales"),
      device("02:00:10.00", "5(Access is denied.)"),
    ];
    expect(titles("backupFailure", ...late)).toEqual([
      "Backup of Sales failed once",
      "Backup device Sales.bak failed once: OS error 5, access denied, and no failed backup is logged",
    ]);
  });

  it("knows the cause of a 3013 too", () => {
    const lines = [
      device("02:00:00.00", "5(Access is denied.)"),
      at("02:00:00.00", "spid60", "BACKUP DATABASE is terminating abnormally."),
    ];
    expect(titles("backupFailure", ...lines)[0]).toContain("OS error 5");
    const later = at("03:00:00.00", "Server", "UTC adjustment: 1:00");
    expect(titles("backupFailure", ...lines, later)[0]).toContain("OS error 5");
  });

  it("counts 3013 where nothing names the database", () => {
    const alone = at("02:00:00.00", "spid60", "BACKUP LOG is terminating abnormally.");
    expect(titles("backupFailure", alone)).toEqual(["Backup of a database failed once"]);
    expect(titles("backupFailure", alone, alone.replace(" 02:", " 03:"))).toEqual([
      "Backup of a database failed twice",
    ]);
  });
});

describe("backupFailure of other kinds", () => {
  const failed = (command: string) =>
    at(
      "02:00:00.00",
      "Backup",
      `BACKUP failed to complete the command ${command}. Check the backup application log for detailed messages.`,
    );
  const error = (number: number, severity: number) =>
    at("02:00:00.00", "Backup", `Error: ${number}, Severity: ${severity}, State: 1.`);

  it.each([
    [
      "Cannot use the backup file 'D:\\x.bak' because it was originally formatted with sector size 4096 and is now on a device with sector size 512.",
      3268,
      "sector sizes differ (3268)",
    ],
    [
      "The transaction log for database 'Sales' is full due to 'LOG_BACKUP'.",
      9002,
      "the transaction log was full (9002)",
    ],
    ['Read on "D:\\Sales.bak" failed: 13(The data is invalid.)', 3203, "OS error 13"],
    ["The media family on device 'D:\\x.bak' is incorrectly formed.", 3241, "error 3241"],
  ])("names in a few words: %s", (text, number, cause) => {
    const lines = [error(number, 16), at("02:00:00.00", "Backup", text)];
    expect(titles("backupFailure", ...lines, failed("BACKUP DATABASE Sales"))).toEqual([
      `Backup of Sales failed once: ${cause}`,
    ]);
  });

  it("tells restores from backups", () => {
    const lines = [at("02:00:00.00", "spid60", "RESTORE DATABASE is terminating abnormally.")];
    const [finding] = found("backupFailure", ...lines);
    expect(finding?.title).toBe("Restore of a database failed once");
    expect(finding?.text).toContain("RESTORING");
  });

  it("takes 3041 and 3013 as one failure, and of two databases as two", () => {
    const ended = at("02:00:00.00", "spid60", "BACKUP DATABASE is terminating abnormally.");
    expect(
      titles(
        "backupFailure",
        failed("BACKUP DATABASE Sales"),
        failed("BACKUP DATABASE Archive"),
        ended,
        ended,
      ),
    ).toEqual(["Backup of Sales failed once", "Backup of Archive failed once"]);
  });

  it("gathers what is beyond its groups", () => {
    const lines = Array.from({ length: 60 }, (_, index) =>
      failed(`BACKUP DATABASE Sales${index}`).replace(
        "02:00:00",
        `02:${String(index).padStart(2, "0")}:00`,
      ),
    );
    const all = titles("backupFailure", ...lines);
    expect(all).toHaveLength(50);
    expect(all.at(-1)).toBe("Backups or restores of further databases failed 11 times");
  });
});

describe("failedLogons", () => {
  const logon = (time: string, account: string, client: string) =>
    at(
      time,
      "Logon",
      `Login failed for user '${account}'. Reason: Password did not match that for the login provided. [CLIENT: ${client}]`,
    );
  const minute = (count: number, hour: number, account = "app") =>
    Array.from({ length: count }, (_, index) =>
      logon(clock(hour * 3600 + Math.floor((index * 60) / count)), account, "10.0.0.7"),
    );

  /** "00:12.40" */
  const stamp = (seconds: number) =>
    `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${(seconds % 60).toFixed(2).padStart(5, "0")}`;

  it("sums up by account, client and reason", () => {
    const all = found("failedLogons", ...minute(3, 1), logon("02:00:00.00", "sa", "10.0.0.8"));
    expect(all).toMatchObject([
      { weight: "information", title: "4 log-ons failed", occurrences: 4 },
    ]);
    expect(all[0]?.text).toContain(
      "'app' from 10.0.0.7 - Password did not match that for the login provided (3) and 'sa' from 10.0.0.8",
    );
  });

  it("calls it a storm from 20 in a minute on, and tells neighbouring minutes as one", () => {
    expect(titles("failedLogons", ...minute(19, 1))).toHaveLength(1);
    const storm = [
      ...minute(30, 1),
      ...minute(40, 1).map((line) => line.replace(" 01:00", " 01:03")),
    ];
    const calm = logon("02:00:00.00", "sa", "10.0.0.8");
    const later = minute(25, 5);
    expect(
      found("failedLogons", ...storm, calm, ...later).map(({ title, weight }) => [weight, title]),
    ).toEqual([
      ["warning", "70 log-ons failed within 3 min 58 s, up to 40 in one minute"],
      ["warning", "25 log-ons failed within 57 s, up to 25 in one minute"],
      ["information", "96 log-ons failed"],
    ]);
  });

  it("suspects guessing: of names by one client, of a password for one account", () => {
    const names = Array.from({ length: 10 }, (_, index) =>
      logon(clock(3600 + index * 60), `user${index}`, "203.0.113.9"),
    );
    expect(found("failedLogons", ...names.slice(1)).map(({ weight }) => weight)).toEqual([
      "information",
    ]);
    expect(titles("failedLogons", ...names)[0]).toBe(
      "203.0.113.9 failed to log on with 10 different accounts",
    );
    const tries = Array.from({ length: 100 }, (_, index) =>
      logon(clock(3600 + index * 30), "sa", "203.0.113.9"),
    );
    expect(titles("failedLogons", ...tries)[0]).toBe(
      "203.0.113.9 failed 100 times to log on as 'sa'",
    );
  });

  it("tells one storm as one, though it goes over a minute and the log ends in it", () => {
    const storm = Array.from({ length: 300 }, (_, index) =>
      logon(`01:${stamp(index / 5)}`, "app", "10.0.0.7"),
    );
    expect(found("failedLogons", ...storm).map(({ weight, title }) => [weight, title])).toEqual([
      ["warning", "300 log-ons failed within 59.8 s, up to 300 in one minute"],
      ["information", "300 log-ons failed"],
    ]);
    const longer = Array.from({ length: 400 }, (_, index) =>
      logon(`01:${stamp(12 + index / 5)}`, "app", "10.0.0.7"),
    );
    expect(titles("failedLogons", ...longer)).toEqual([
      "400 log-ons failed within 1 min 20 s, up to 300 in one minute",
      "400 log-ons failed",
    ]);
  });

  it("counts a storm from its first failure on, wherever the clock's minutes end", () => {
    const late = Array.from({ length: 24 }, (_, index) =>
      logon(`01:${stamp(48 + index)}`, "app", "10.0.0.7"),
    );
    const before = logon("00:59:30.00", "sa", "10.0.0.8");
    expect(titles("failedLogons", before, ...late)).toEqual([
      "24 log-ons failed within 23 s, up to 24 in one minute",
      "25 log-ons failed",
    ]);
  });

  it("tells a storm after a calm as another one, ended or not", () => {
    const calm = logon("03:30:00.00", "sa", "10.0.0.8");
    const [first, second] = [minute(30, 1), minute(25, 3)];
    for (const lines of [
      [...first, ...second],
      [...first, ...second, calm],
    ]) {
      expect(titles("failedLogons", ...lines).slice(0, 2)).toEqual([
        "30 log-ons failed within 58 s, up to 30 in one minute",
        "25 log-ons failed within 57 s, up to 25 in one minute",
      ]);
    }
  });

  it("says in the finding of a storm that one client guesses names, and only there", () => {
    const names = Array.from({ length: 60 }, (_, index) =>
      logon(clock(3600 + index), `user${index % 24}`, "203.0.113.9"),
    );
    expect(found("failedLogons", ...names).map(({ weight, title }) => [weight, title])).toEqual([
      [
        "critical",
        "60 log-ons failed within 59 s, up to 60 in one minute; 203.0.113.9 tried 24 different accounts",
      ],
      ["information", "60 log-ons failed"],
    ]);
  });

  it("speaks of a client beside a storm that is none of its own", () => {
    const slow = Array.from({ length: 120 }, (_, index) =>
      logon(clock(7200 + index * 30), "sa", "203.0.113.9"),
    );
    expect(titles("failedLogons", ...minute(30, 1), ...slow)).toEqual([
      "30 log-ons failed within 58 s, up to 30 in one minute",
      "203.0.113.9 failed 120 times to log on as 'sa'",
      "150 log-ons failed",
    ]);
  });

  it("counts what is beyond its groups as others", () => {
    const lines = Array.from({ length: 1100 }, (_, index) =>
      logon(clock(index * 60), `user${index}`, "10.0.0.7"),
    );
    const summary = found(
      "failedLogons",
      ...lines.map((line) =>
        line.replace(
          / (\d\d):/,
          (_, hour: string) => ` ${String(Number(hour) % 24).padStart(2, "0")}:`,
        ),
      ),
    ).at(-1);
    expect(summary?.text).toContain("others (100)");
  });
});
