import { describe, expect, it } from "vitest";
import { type Command, commandSchema } from "../../contract/command.ts";
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { clockOrigin } from "../timeline/clock.ts";
import { tsqlOfAct, tsqlOfEntry } from "./acts.ts";
import { quoted, stringOf } from "./quoting.ts";
import type { GivenCommand, Scene } from "./scene.ts";
import { tsqlOf } from "./tsql.ts";

function scenarioWith(changes: Record<string, unknown>): Scenario {
  const resolved = resolveScenario(
    {
      formatVersion: 2,
      name: "test",
      storage: {
        volumes: ["Q", "R", "L", "P", "B"].map((name) => ({
          name,
          device: { preset: "nvme-data-centre" },
        })),
        placement: { data: ["Q", "R"], log: "L", snapshot: "P", backup: "B" },
      },
      database: { dataFiles: 2, recoveryModel: "full" },
      ...changes,
    },
    "test",
  );
  if (!resolved.ok) throw new Error(resolved.error.message);
  return resolved.value;
}

const scenario = scenarioWith({});
const originMs = clockOrigin("2006-10-23T21:48:07");
const command = (input: unknown): Command => commandSchema.parse(input);
const given = (atSeconds: number, input: unknown): GivenCommand => ({
  atSeconds,
  command: command(input),
});
const statementOf = (input: unknown, before: readonly GivenCommand[] = []) =>
  tsqlOf(command(input), { scenario, originMs, before }).statement;

const full = given(10, { kind: "backup", name: "full", type: "full", files: 2 });
const differential = given(20, { kind: "backup", name: "diff", type: "differential" });
const log1 = given(30, { kind: "backup", name: "log1", type: "log" });
const log2 = given(50, { kind: "backup", name: "log2", type: "log" });

describe("what one would give a server", () => {
  const statements: readonly (readonly [Record<string, unknown>, string])[] = [
    [
      { kind: "createSnapshot", name: "before_batch" },
      `CREATE DATABASE [before_batch] ON
    (NAME = N'sales', FILENAME = N'P:\\MSSQL\\before_batch.ss'),
    (NAME = N'sales_2', FILENAME = N'P:\\MSSQL\\before_batch.2.ss')
AS SNAPSHOT OF [sales];`,
    ],
    [{ kind: "dropSnapshot", name: "before_batch" }, "DROP DATABASE [before_batch];"],
    [
      { kind: "revertSnapshot", name: "before_batch" },
      `USE [master];
ALTER DATABASE [sales] SET SINGLE_USER WITH ROLLBACK IMMEDIATE;
RESTORE DATABASE [sales]
FROM DATABASE_SNAPSHOT = N'before_batch';
ALTER DATABASE [sales] SET MULTI_USER;`,
    ],
    [
      { kind: "revertSnapshot", name: "before_batch", closeConnections: false },
      "USE [master];\nRESTORE DATABASE [sales]\nFROM DATABASE_SNAPSHOT = N'before_batch';",
    ],
    [
      { kind: "setReportUsers", name: "before_batch", users: 5 },
      "USE [before_batch];\nDECLARE @id bigint;\nSET @id = 1;\nSELECT * FROM [dbo].[accounts] WHERE [id] = @id;",
    ],
    [{ kind: "checkDatabase" }, "DBCC CHECKDB (N'sales');"],
    [{ kind: "restartServer", mode: "clean" }, "SHUTDOWN;"],
    [
      { kind: "updateTable", batchRows: 0 },
      "USE [sales];\nUPDATE [dbo].[accounts] SET [amount] = [amount] + 1;",
    ],
    [
      { kind: "rebuildIndex", index: 1, online: true },
      "USE [sales];\nALTER INDEX [PK_accounts] ON [dbo].[accounts] REBUILD\nWITH (FILLFACTOR = 90, ONLINE = ON);",
    ],
    [
      { kind: "createIndex", index: 3, sortInTempdb: true },
      "USE [sales];\nCREATE NONCLUSTERED INDEX [IX_accounts_2] ON [dbo].[accounts] ([c2])\nWITH (FILLFACTOR = 90, SORT_IN_TEMPDB = ON);",
    ],
    [
      { kind: "selectInto", name: "copy_1", rows: 1000 },
      "USE [sales];\nSELECT TOP (1000) *\nINTO [dbo].[copy_1]\nFROM [dbo].[accounts]\nORDER BY [id];",
    ],
    [{ kind: "dropTable", name: "copy_1" }, "USE [sales];\nDROP TABLE [dbo].[copy_1];"],
    [
      { kind: "backup", name: "night", type: "full", copyOnly: true, files: 2, bufferCount: 24 },
      `BACKUP DATABASE [sales]
TO DISK = N'B:\\MSSQL\\sales_night.bak',
    DISK = N'B:\\MSSQL\\sales_night.2.bak'
WITH COPY_ONLY, CHECKSUM, BUFFERCOUNT = 24, NAME = N'night';`,
    ],
    [
      { kind: "backup", name: "noon", type: "differential" },
      "BACKUP DATABASE [sales]\nTO DISK = N'B:\\MSSQL\\sales_noon.bak'\nWITH DIFFERENTIAL, CHECKSUM, NAME = N'noon';",
    ],
    [
      { kind: "backup", name: "log1", type: "log" },
      "BACKUP LOG [sales]\nTO DISK = N'B:\\MSSQL\\sales_log1.trn'\nWITH CHECKSUM, NAME = N'log1';",
    ],
    [
      { kind: "backup", name: "fast", type: "full", checksum: false, continueAfterError: true },
      "BACKUP DATABASE [sales]\nTO DISK = N'B:\\MSSQL\\sales_fast.bak'\nWITH NO_CHECKSUM, CONTINUE_AFTER_ERROR, NAME = N'fast';",
    ],
    [
      { kind: "backup", name: "tail", type: "log", noTruncate: true },
      "BACKUP LOG [sales]\nTO DISK = N'B:\\MSSQL\\sales_tail.trn'\nWITH CHECKSUM, NO_TRUNCATE, NAME = N'tail';",
    ],
  ];

  it.each(statements)("%j", (input, statement) => {
    expect(statementOf(input)).toBe(statement);
  });

  it("updates in batches by key, which no two of them share", () => {
    expect(statementOf({ kind: "updateTable", batchRows: 1000 })).toContain(
      "SELECT TOP (1000) [id] FROM [dbo].[accounts] WHERE [id] > @from ORDER BY [id]",
    );
  });

  it("verifies the files that the backup was dealt to", () => {
    expect(statementOf({ kind: "verifyBackup", name: "full" }, [full])).toBe(
      "RESTORE VERIFYONLY\nFROM DISK = N'B:\\MSSQL\\sales_full.bak',\n    DISK = N'B:\\MSSQL\\sales_full.2.bak';",
    );
    const ofLog = { kind: "verifyBackup", name: "log1", checksum: true };
    expect(statementOf(ofLog, [full, log1])).toContain(".trn'\nWITH CHECKSUM;");
  });
});

describe("a restore", () => {
  it("names the full backup, the last differential, the logs since then and the tail", () => {
    expect(statementOf({ kind: "restore" }, [full, log1, differential, log2])).toBe(
      `USE [master];
ALTER DATABASE [sales] SET SINGLE_USER WITH ROLLBACK IMMEDIATE;
BACKUP LOG [sales]
TO DISK = N'B:\\MSSQL\\sales_tail_1.trn'
WITH CHECKSUM, NORECOVERY;
RESTORE DATABASE [sales]
FROM DISK = N'B:\\MSSQL\\sales_full.bak',
    DISK = N'B:\\MSSQL\\sales_full.2.bak'
WITH NORECOVERY;
RESTORE DATABASE [sales]
FROM DISK = N'B:\\MSSQL\\sales_diff.bak'
WITH NORECOVERY;
RESTORE LOG [sales]
FROM DISK = N'B:\\MSSQL\\sales_log2.trn'
WITH NORECOVERY;
RESTORE LOG [sales]
FROM DISK = N'B:\\MSSQL\\sales_tail_1.trn'
WITH RECOVERY;
ALTER DATABASE [sales] SET MULTI_USER;`,
    );
  });

  it("stops at a moment of the run’s clock, in the first backup of the log that holds it", () => {
    const statement = statementOf(
      { kind: "restore", stopAtSeconds: 25.5, backUpTail: false, replace: true },
      [full, differential, log1, log2],
    );
    expect(statement).toContain("WITH REPLACE, NORECOVERY;");
    expect(statementOf({ kind: "restore", continueAfterError: true }, [full])).toContain(
      "WITH CONTINUE_AFTER_ERROR, NORECOVERY;",
    );
    expect(statement).toContain(
      "FROM DISK = N'B:\\MSSQL\\sales_log1.trn'\nWITH STOPAT = N'2006-10-23T21:48:32.500', RECOVERY;",
    );
    expect(statement).not.toContain("log2");
  });

  it("stops at an LSN as the product takes it", () => {
    expect(
      statementOf(
        { kind: "restore", stopBeforeMark: "00000024:000010A8:0003", backUpTail: false },
        [full, log1],
      ),
    ).toContain("WITH STOPBEFOREMARK = 'lsn:36000000426400003', RECOVERY;");
  });

  it("makes another database’s files where they are to be, and goes on from what was not recovered", () => {
    const first = { kind: "restore", as: "copy", volume: "P", recovery: false };
    expect(statementOf(first, [full])).toBe(
      `USE [master];
RESTORE DATABASE [copy]
FROM DISK = N'B:\\MSSQL\\sales_full.bak',
    DISK = N'B:\\MSSQL\\sales_full.2.bak'
WITH MOVE N'sales' TO N'P:\\MSSQL\\copy.mdf',
    MOVE N'sales_2' TO N'P:\\MSSQL\\copy_2.ndf',
    MOVE N'sales_log' TO N'P:\\MSSQL\\copy.ldf',
    NORECOVERY;`,
    );
    expect(statementOf({ kind: "restore", as: "copy" }, [full, given(20, first), log1])).toBe(
      "USE [master];\nRESTORE LOG [copy]\nFROM DISK = N'B:\\MSSQL\\sales_log1.trn'\nWITH RECOVERY;",
    );
    expect(statementOf({ kind: "restore", as: "copy" }, [full, given(20, first)])).toBe(
      "USE [master];\nRESTORE DATABASE [copy]\nWITH RECOVERY;",
    );
  });

  it("says that there is nothing to restore from", () => {
    expect(tsqlOf(command({ kind: "restore" }), { scenario, originMs, before: [] })).toEqual({
      statement: null,
      note: "No full backup is taken before it, so there is nothing to restore from.",
    });
  });
});

describe("an array snapshot", () => {
  const taken = (freeze: string, more: object = {}) =>
    given(15, { kind: "createArraySnapshot", name: "a", freeze, ...more });
  const vss = taken("vss");
  const withoutTail = { kind: "restore", backUpTail: false };
  const tsqlIn = (input: Parameters<typeof command>[0], before: Scene["before"] = []) =>
    tsqlOf(command(input), { scenario, originMs, before });

  it("is asked for by VSS without a statement", () => {
    const { statement, note } = tsqlIn({ kind: "createArraySnapshot", name: "a", copyOnly: true });
    expect(statement).toBeNull();
    expect(note).toBe(
      "No statement: a requester asks VSS, whose SQL writer freezes sales; the array takes snapshot a of Q, R, L, and the writer thaws it. It asks for a copy-only backup (VSS_BT_COPY).",
    );
  });

  it("of a suspended database has the statements of SQL Server 2022", () => {
    const suspend = { kind: "createArraySnapshot", name: "a", freeze: "suspend", volumes: ["Q"] };
    expect(statementOf(suspend, [])).toBe(
      `ALTER DATABASE [sales]
SET SUSPEND_FOR_SNAPSHOT_BACKUP = ON;
-- Now the array takes snapshot a of Q.
BACKUP DATABASE [sales]
TO DISK = N'B:\\MSSQL\\sales_a.bkm'
WITH METADATA_ONLY, FORMAT;`,
    );
    expect(statementOf({ ...suspend, copyOnly: true }, [])).toContain(" = ON (MODE = COPY_ONLY);");
  });

  it("is begun with where a restore names it; differentials of it and logs follow", () => {
    const restore = { ...withoutTail, arraySnapshot: "A" };
    expect(statementOf(restore, [full, vss, differential, log1])).toBe(
      `USE [master];
ALTER DATABASE [sales] SET SINGLE_USER WITH ROLLBACK IMMEDIATE;
-- The array takes a snapshot of what is there, and puts the database’s files back as A has them.
RESTORE DATABASE [sales]
FROM DISK = N'B:\\MSSQL\\sales_diff.bak'
WITH NORECOVERY;
RESTORE LOG [sales]
FROM DISK = N'B:\\MSSQL\\sales_log1.trn'
WITH RECOVERY;
ALTER DATABASE [sales] SET MULTI_USER;`,
    );
    expect(statementOf(restore, [vss])).toContain("RESTORE DATABASE [sales]\nWITH RECOVERY;");
  });

  it("is what a differential goes with that comes after it, unless it is copy-only", () => {
    expect(statementOf(withoutTail, [full, vss, differential, log1])).not.toContain("sales_diff");
    const copy = taken("vss", { copyOnly: true });
    expect(statementOf(withoutTail, [full, copy, differential, log1])).toContain("sales_diff");
  });

  it("of a suspended database is restored by its metadata, also as another one", () => {
    const suspended = [taken("suspend"), log1];
    const copy = { kind: "restore", arraySnapshot: "a", as: "copy", recovery: false };
    expect(statementOf(copy, suspended)).toBe(
      `USE [master];
-- The array mounts the database’s files as a has them.
RESTORE DATABASE [copy]
FROM DISK = N'B:\\MSSQL\\sales_a.bkm'
WITH METADATA_ONLY,
    MOVE N'sales' TO N'Q:\\MSSQL\\copy.mdf',
    MOVE N'sales_2' TO N'R:\\MSSQL\\copy_2.ndf',
    MOVE N'sales_log' TO N'L:\\MSSQL\\copy.ldf',
    NORECOVERY;
RESTORE LOG [copy]
FROM DISK = N'B:\\MSSQL\\sales_log1.trn'
WITH NORECOVERY;`,
    );
    expect(statementOf({ ...withoutTail, arraySnapshot: "a" }, [taken("suspend")])).toContain(
      "sales_a.bkm'\nWITH METADATA_ONLY;",
    );
  });

  it("without a freeze is opened as it is", () => {
    const restore = { kind: "restore", arraySnapshot: "a" };
    expect(statementOf(restore, [taken("none"), log1])).toMatch(
      /SET OFFLINE\nWITH ROLLBACK IMMEDIATE;\n-- The array .*\nALTER DATABASE \[sales\]\nSET ONLINE;$/,
    );
    expect(statementOf({ ...restore, as: "copy" }, [taken("none")])).toContain(
      "CREATE DATABASE [copy] ON\n    (FILENAME = N'Q:\\MSSQL\\copy.mdf'),",
    );
  });

  it("is backed up by another host, which this server does not know of", () => {
    const offHost = { kind: "backup", name: "off", type: "full", arraySnapshot: "a" };
    expect(tsqlIn(offHost, [vss])).toMatchObject({
      statement: expect.stringMatching(/^BACKUP DATABASE \[sales\]\nTO DISK = .*sales_off\.bak'/),
      note: "Given to the server of another host, which has the array snapshot a mounted.",
    });
    expect(statementOf(withoutTail, [vss, log1, given(40, offHost), log2])).toMatch(
      /sales_off[\s\S]*sales_log1[\s\S]*sales_log2/,
    );
  });

  it("is deleted by its array", () => {
    expect(tsqlIn({ kind: "deleteArraySnapshot", name: "a" }, [vss]).note).toContain(
      "the array deletes its snapshot a",
    );
  });
});

it("a restored database is checked and read by its name", () => {
  expect(statementOf({ kind: "checkDatabase", database: "copy" }, [])).toBe(
    "DBCC CHECKDB (N'copy');",
  );
});

describe("what is no statement", () => {
  it.each([
    [{ kind: "restartServer", mode: "crash" }, "dies as it stands"],
    [{ kind: "damagePage", page: "1:345" }, "overwrites page 1:345"],
    [{ kind: "setUsers", users: 1 }, "1 session works on sales"],
    [{ kind: "setReportUsers", name: "s", users: 0 }, "the sessions that read s end"],
    [{ kind: "setPace", pace: 10 }, "how the run is watched"],
    [{ kind: "cancel" }, "ended before its time"],
  ])("is said in words: %j", (input, words) => {
    const { statement, note } = tsqlOf(command(input), { scenario, originMs, before: [] });
    expect(statement).toBeNull();
    expect(note).toContain(words);
  });
});

it("quotes what ends a name or a string", () => {
  expect(quoted("a]b")).toBe("[a]]b]");
  expect(stringOf("d'accord")).toBe("N'd''accord'");
});

describe("of a run", () => {
  const act = (atMs: number, input: Record<string, unknown> & { kind: string }) => ({
    id: `act/${atMs}`,
    atMs,
    label: "",
    kind: input.kind,
    command: input,
    name: null,
    transport: false,
    outcome: "applied" as const,
    message: null,
  });

  it("an act knows what was done before it, unless that was refused", () => {
    const restore = act(60_000, { kind: "restore", backUpTail: false });
    const acts = [
      act(10_000, { kind: "backup", name: "full", type: "full" }),
      {
        ...act(30_000, { kind: "backup", name: "log1", type: "log" }),
        outcome: "refused" as const,
      },
      restore,
      act(70_000, { kind: "backup", name: "later", type: "full" }),
    ];
    const { statement } = tsqlOfAct(restore, { acts, originMs }, scenario);
    expect(statement).toContain("sales_full.bak");
    expect(statement).not.toMatch(/log1|later/);
  });

  it("a command of a newer version is said to be unknown", () => {
    const newer = act(0, { kind: "teleport" });
    expect(tsqlOfAct(newer, { acts: [newer], originMs }, scenario).note).toBe(
      "This version of Snapscope does not know the command ‘teleport’.",
    );
  });

  it("an entry of the timeline comes after those that are carried out before it, wherever they stand", () => {
    const planned = scenarioWith({
      timeline: [
        { atSeconds: 60, command: { kind: "restore", stopAtSeconds: 40, backUpTail: false } },
        { atSeconds: 20, command: { kind: "backup", name: "full", type: "full" } },
      ],
    });
    expect(tsqlOfEntry(planned, 0)?.statement).toContain("sales_full.bak");
    expect(tsqlOfEntry(planned, 2)).toBeNull();
  });

  it("an entry of a draft may be of any number", () => {
    const planned = scenarioWith({
      timeline: [{ atSeconds: 1, command: { kind: "createSnapshot", name: "s" } }],
    });
    const draft = { ...planned, database: { ...planned.database, dataFiles: 1e20 } };
    expect(tsqlOfEntry(draft, 0)?.statement?.split("NAME = ")).toHaveLength(1 + 2 * 64);
    const [entry] = planned.timeline;
    if (entry === undefined) throw new Error("no entry");
    const wrong = { ...entry, command: { kind: "setUsers" as const, users: -1 } };
    expect(tsqlOfEntry({ ...planned, timeline: [wrong] }, 0)).toBeNull();
  });

  it("the start of a real run is not known before it", () => {
    const real = scenarioWith({
      mode: "real",
      storage: {
        volumes: [{ name: "Q", folder: "/srv/q" }],
        placement: { data: "Q", log: "Q", snapshot: "Q" },
      },
      timeline: [
        { atSeconds: 20, command: { kind: "backup", name: "full", type: "full" } },
        { atSeconds: 30, command: { kind: "backup", name: "log", type: "log" } },
        { atSeconds: 60, command: { kind: "restore", stopAtSeconds: 25, backUpTail: false } },
      ],
    });
    const statement = tsqlOfEntry(real, 2)?.statement;
    expect(statement).toContain("FROM DISK = N'/srv/q/backup/sales_full.bak'");
    expect(statement).toContain("STOPAT = N'<the run’s start + 25 s>'");
  });
});
