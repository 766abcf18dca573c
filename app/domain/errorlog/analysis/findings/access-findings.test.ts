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

  it("names the cause and what to do about it, by database", () => {
    const all = found(
      "backupFailure",
      device("01:00:00.00", "5(Access is denied.)"),
      failed("01:00:00.00", "BACKUP DATABASE Sales"),
      device("02:00:00.00", "112(There is not enough space on the disk.)"),
      failed("02:00:00.00", "BACKUP DATABASE Sales"),
      failed("03:00:00.00", "BACKUP LOG Archive"),
    );
    expect(all.map(({ title, occurrences }) => [title.slice(0, 60), occurrences])).toEqual([
      ["Backup or restore of Sales failed twice: BackupDiskFile::Cre", 4],
      ["Backup or restore of Archive failed once", 1],
    ]);
    expect(all[0]?.text).toContain("volume is full");
    expect(all[1]?.text).toContain("does not show the cause");
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
    expect(finding?.title).toMatch(/^Backup or restore of Sales failed once: BACKUP LOG cannot/);
    expect(finding?.text).toContain("reverted to a snapshot");
  });

  it("takes a cause that stands right behind the failure", () => {
    const [finding] = found(
      "backupFailure",
      failed("02:00:00.00", "BACKUP DATABASE Sales"),
      device("02:00:00.01", "5(Access is denied.)"),
    );
    expect(finding?.title).toContain("Access is denied");
    expect(finding?.occurrences).toBe(2);
    const late = [
      failed("02:00:00.00", "BACKUP DATABASE Sales"),
      device("02:00:10.00", "5(Access is denied.)"),
    ];
    expect(titles("backupFailure", ...late)).toEqual(["Backup or restore of Sales failed once"]);
  });

  it("knows the cause of a 3013 too", () => {
    const lines = [
      device("02:00:00.00", "5(Access is denied.)"),
      at("02:00:00.00", "spid60", "BACKUP DATABASE is terminating abnormally."),
    ];
    expect(titles("backupFailure", ...lines)[0]).toContain("Access is denied");
    const later = at("03:00:00.00", "Server", "UTC adjustment: 1:00");
    expect(titles("backupFailure", ...lines, later)[0]).toContain("Access is denied");
  });

  it("counts 3013 where nothing names the database", () => {
    const alone = at("02:00:00.00", "spid60", "BACKUP LOG is terminating abnormally.");
    expect(titles("backupFailure", alone)).toEqual(["Backup or restore of a database failed once"]);
    expect(titles("backupFailure", alone, alone.replace(" 02:", " 03:"))).toHaveLength(2);
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
