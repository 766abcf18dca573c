/** Files of an invented server on the command line: as text, as JSON, as reports. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { importedCaptureSchema } from "../../app/contract/imported-capture.ts";
import { reportSchema } from "../../app/contract/report.ts";
import { makeScratch, removeScratch, snapscope } from "./testing/snapscope.ts";

const scratch = makeScratch();
afterAll(() => removeScratch(scratch));

const lines = (...text: string[]) => `${text.join("\r\n")}\r\n`;

const earlier = lines(
  "2024-03-05 08:00:00.10 Server      Microsoft SQL Server 2019 (RTM-CU15) (KB5008996) - 15.0.4198.2 (X64) ",
  "\tJan 12 2022 22:30:08 ",
  "\tCopyright (C) 2019 Microsoft Corporation",
  "\tEnterprise Edition (64-bit) on Windows Server 2019 Datacenter 10.0 <X64> (Build 17763: )",
  "2024-03-05 08:00:05.00 spid9s      Starting up database 'sales'.",
);
const later = lines(
  "2024-03-05 10:00:00.00 Logon       Error: 18456, Severity: 14, State: 8.",
  "2024-03-05 10:00:00.00 Logon       Login failed for user 'CONTOSO\\report'. Reason: Password did not match that for the login provided. [CLIENT: 10.0.0.7]",
  "2024-03-05 10:00:01.00 spid51      Something that nobody knows.",
  "2024-03-05 10:05:00.00 spid12s     FlushCache: cleaned up 192890 bufs with 14531 writes in 9760 ms (avoided 0 new dirty bufs) for db 5:0",
);
const perfmon = lines(
  '"(PDH-CSV 4.0) (W. Europe Standard Time)(-60)","\\\\SQLPROD01\\SQLServer:Databases(sales)\\Transactions/sec"',
  '"03/05/2024 09:59:50.000","100"',
  '"03/05/2024 10:00:00.000","300"',
);
const waits = lines(
  "wait_type,waiting_tasks_count,wait_time_ms,max_wait_time_ms,signal_wait_time_ms",
  "WRITELOG,120,4800,90,300",
  "LAZYWRITER_SLEEP,10,100000,1000,0",
);

for (const [name, text] of [
  ["ERRORLOG", later],
  ["ERRORLOG.1", earlier],
  ["perfmon.csv", perfmon],
  ["waits.csv", waits],
  ["notes.txt", "shopping\neggs\n"],
  ["unnamed.csv", lines('"(PDH-CSV 4.0) (x)(0)","free"', '"01/02/2024 10:00:00.000","5"')],
  ["empty.log", ""],
  ["binary.log", Buffer.from([0, 1, 2, 3, 255, 254, 0, 7])],
] as const) {
  writeFileSync(join(scratch, name), text);
}
mkdirSync(join(scratch, "folder"));

const run = (...args: string[]) => snapscope(["import", ...args], { cwd: scratch });

async function imported(...args: string[]) {
  const { status, stdout, stderr } = await run(...args, "--json");
  expect([status, stderr]).toEqual([0, ""]);
  return importedCaptureSchema.parse(JSON.parse(stdout));
}

describe("import --json", () => {
  it("is one capture of all files, in order of time", async () => {
    const capture = await imported("ERRORLOG", "perfmon.csv", "waits.csv", "ERRORLOG.1");
    expect(capture).toMatchObject({
      origin: "2024-03-05T08:00:00.100",
      source: { kind: "mixed", build: "15.0.4198.2", records: 6, errors: 1, unrecognised: 1 },
      files: [
        { name: "ERRORLOG.1", kind: "errorlog", records: 2 },
        { name: "ERRORLOG", kind: "errorlog", records: 4 },
        { name: "perfmon.csv", kind: "perfmon", records: 2 },
        { name: "waits.csv", kind: "waitStats", records: 2 },
      ],
      counters: [{ lane: "transactionsPerSecond", minimum: 100, mean: 200, maximum: 300 }],
      waits: [
        {
          waits: [
            { waitType: "WRITELOG", idle: false },
            { waitType: "LAZYWRITER_SLEEP", idle: true },
          ],
        },
      ],
    });
    expect(Object.keys(capture)).not.toContain("records");
  });

  it("has every record with a meaning as an event with its fields, and no other", async () => {
    const { events } = await imported("ERRORLOG.1", "ERRORLOG");
    expect(events.map(({ kind, fileIndex, line }) => [kind, fileIndex, line])).toEqual([
      ["serverBanner", 0, 1],
      ["startingUp", 0, 5],
      ["errorHeader", 1, 1],
      ["logonFailed", 1, 2],
      ["flushCache", 1, 4],
    ]);
    expect(events[3]).toMatchObject({
      record: 3,
      atMs: 7_199_900,
      source: "Logon",
      error: { number: 18456, severity: 14, state: 8 },
      account: "CONTOSO\\report",
      client: "10.0.0.7",
    });
    expect(events[4]).toMatchObject({ buffers: 192_890, durationMs: 9760, databaseId: 5 });
  });

  it("gives, with --records, all that is in the files", async () => {
    const { records = [] } = await imported("ERRORLOG", "--records");
    expect(records.map(({ verbatim }) => verbatim).join("")).toBe(later);
    expect(records[2]).toEqual({
      record: 2,
      file: 0,
      line: 3,
      time: "2024-03-05T10:00:01.000",
      atMs: 1000,
      source: "spid51",
      kind: "other",
      verbatim: "2024-03-05 10:00:01.00 spid51      Something that nobody knows.\r\n",
    });
  });

  it("gives phases that add up: a checkpoint ends where its line is", async () => {
    const { phases } = await imported("ERRORLOG");
    expect(phases).toMatchObject([
      { name: "checkpoint", startMs: 290_240, endMs: 300_000, startSource: "derived" },
    ]);
  });

  it("fits the schema that the program prints", async () => {
    const { stdout } = await snapscope(["schema", "capture"], { cwd: scratch });
    const schema = JSON.parse(stdout) as { properties: object; required: readonly string[] };
    const capture = await imported("ERRORLOG", "--records");
    expect(Object.keys(capture).filter((key) => !(key in schema.properties))).toEqual([]);
    expect(schema.required.filter((key) => !(key in capture))).toEqual([]);
  });
});

describe("import as text", () => {
  it("tells of the files, the server and what it did", async () => {
    const { status, stdout } = await run("ERRORLOG.1", "ERRORLOG", "perfmon.csv", "waits.csv");
    expect(status).toBe(0);
    for (const part of [
      "15.0.4198.2",
      "Covers          2024-03-05 10:00:00.000 to 2024-03-05 10:05:00.000",
      "4, of which 1 means nothing to Snapscope; 1 error",
      "Snapshots created: none",
      "Counters: 1",
      "WRITELOG",
    ]) {
      expect(stdout).toContain(part);
    }
    expect(stdout).toMatch(/^ {2}Checkpoint .* 9\.76 s +192890 buffers in 14531 writes/m);
    expect(stdout).not.toMatch(/LAZYWRITER_SLEEP|undefined|NaN/);
  });
});

describe("import --report", () => {
  it("writes the reports, and says where", async () => {
    const wanted = ["ERRORLOG", "perfmon.csv", "--report", "html,json,csv", "--out", "reports"];
    const { status, stdout } = await run(...wanted);
    expect(status).toBe(0);
    const names = [
      "errorlog-and-1-more-phases.csv",
      "errorlog-and-1-more-report.html",
      "errorlog-and-1-more-report.json",
    ];
    expect(readdirSync(join(scratch, "reports")).sort()).toEqual(names);
    for (const name of names) expect(stdout).toContain(join("reports", name));
    const report = reportSchema.parse(
      JSON.parse(readFileSync(join(scratch, "reports", names[2] ?? ""), "utf8")),
    );
    expect(report).toMatchObject({
      title: "ERRORLOG and 1 more",
      log: { errors: { groups: [{ number: 18456 }] } },
    });

    const again = await run(...wanted);
    expect([again.status, again.stderr]).toEqual([2, expect.stringContaining("give --force")]);
    expect((await run(...wanted, "--force")).status).toBe(0);
  });

  it("leaves stdout to JSON where both are asked for", async () => {
    const { stdout, stderr } = await run(
      "ERRORLOG",
      "--json",
      "--report",
      "csv",
      "--out",
      "beside",
    );
    expect(JSON.parse(stdout)).toHaveProperty("phases");
    expect(stderr).toContain("errorlog-phases.csv");
  });
});

describe("control characters of a file", () => {
  const hostile = "\u001b[2J\u009b31m\u0007\rC:\u202e";
  const record = `2024-03-05 10:00:00.00 Logon       Error: 18456, Severity: 14, State: 8.`;
  const failed = `2024-03-05 10:00:00.00 Logon       Login failed for user '${hostile}'. Reason: Password did not match that for the login provided. [CLIENT: 10.0.0.7]`;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
  const controls = /[\0-\x08\x0b-\x1f\x7f-\x9f\u202e]/;
  // Windows allows none of them in a name.
  const name = process.platform === "win32" ? "hostile.log" : "hos\u001b[2J\ntile.log";

  it("never reach the terminal, whatever they come from", async () => {
    writeFileSync(join(scratch, name), lines(record, failed));
    writeFileSync(join(scratch, `none-${name}`), `${hostile}\n`);
    const { status, stdout, stderr } = await run(name, `none-${name}`);
    expect(status).toBe(2);
    expect(stdout).toContain("Login failed for user '\\u001b[2J");
    expect(stdout + stderr).not.toMatch(controls);
    expect(stderr.match(/\n/g)).toHaveLength(1);
  });

  it("are in the JSON, as escapes", async () => {
    writeFileSync(join(scratch, name), lines(record, failed));
    const { stdout } = await run(name, "--json", "--records");
    expect(stdout).not.toMatch(controls);
    const { records = [] } = importedCaptureSchema.parse(JSON.parse(stdout));
    expect(records.map(({ verbatim }) => verbatim).join("")).toBe(lines(record, failed));
  });
});

describe("import of what is none", () => {
  it.each([
    [["notes.txt"], /notes\.txt: .*expected an ERRORLOG/],
    [["empty.log"], /empty\.log: /],
    [["binary.log"], /binary\.log: /],
    [["unnamed.csv"], /unnamed\.csv: has the header of a Perfmon log, but it names no counter/],
    [["folder"], /folder: is a folder; open the files in it/],
    [["none.log"], /none\.log: cannot be read \(ENOENT\)/],
    [["ERRORLOG", "--records"], /--records: belongs to --json/],
    [["ERRORLOG", "--report", "docx"], /--report: "docx" is no format of a report; allowed: html/],
    [["ERRORLOG", "--report", "csv", "--out", "notes.txt"], /--out notes\.txt: cannot be used/],
    [[], /missing required argument 'files'/],
  ])("%j gets one message and exit code 2", async (args, message) => {
    const { status, stdout, stderr } = await run(...args);
    expect(stderr).toMatch(message);
    expect(stderr.match(/^error: /gm)).toHaveLength(1);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect([status, stdout]).toEqual([2, ""]);
  });

  it("among others is named, the others are read, and the exit code says so", async () => {
    const { status, stdout, stderr } = await run("notes.txt", "ERRORLOG", "perfmon.csv", "--json");
    expect(status).toBe(2);
    expect(stderr).toMatch(/^error: notes\.txt: .*\n$/);
    expect(importedCaptureSchema.parse(JSON.parse(stdout)).files).toHaveLength(2);
  });
});
