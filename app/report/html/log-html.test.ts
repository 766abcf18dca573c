import { describe, expect, it } from "vitest";
import type { CaptureOverview } from "../../contract/capture.ts";
import {
  type CapturedParts,
  findings,
  logFile,
  night,
  nightOverview,
  noSeries,
  perfmonOnly,
  quietLog,
  reportOfCapture,
  rows,
  waitsOnly,
} from "../testing/captures.ts";
import { renderHtml } from "./report-html.tsx";

const pageOf = (parts: CapturedParts) => renderHtml(reportOfCapture(parts));
const page = pageOf(night);

/** A page is too long to be printed with every failure. */
const expectIn = (text: string, part: string) =>
  expect([part, text.includes(part)]).toEqual([part, true]);

const headings = (text: string) =>
  [...text.matchAll(/<h2>(\d+)\. ([^<]*)<\/h2>/g)].map(([, number, title]) => `${number} ${title}`);

/** The text of the table with a caption, cells apart by a bar. */
function tableOf(text: string, caption: string): string[] {
  const from = text.indexOf(`<caption>${caption}`);
  if (from < 0) return [];
  return text
    .slice(from, text.indexOf("</table>", from))
    .split("<tr>")
    .slice(2)
    .map((line) =>
      line
        .replaceAll(/<\/t[hd]>/g, "|")
        .replaceAll(/<[^>]*>/g, "")
        .replaceAll(/\|?\s*$/g, ""),
    );
}

describe("the HTML of a log", () => {
  it("needs nothing from anywhere: no address, no script, no style attribute", () => {
    const plain = page.replaceAll(/url\(data:font\/woff2;base64,[A-Za-z0-9+/=]+\)/g, "");
    expect(
      plain.match(/https?:|\/\/[a-z]|<script|<link|<img|@import|url\((?!#)/i)?.[0],
    ).toBeUndefined();
    expect(page.match(/\sstyle=/)?.[0]).toBeUndefined();
    expectIn(page, "default-src &#x27;none&#x27;");
    expect(page.match(/undefined|NaN|\[object|Infinity/)?.[0]).toBeUndefined();
  });

  it("has a section for all that the files hold, in the order in which one reads", () => {
    expect(headings(page)).toEqual([
      "1 Findings",
      "2 Timeline",
      "3 Creation of sales_2330",
      "4 Counters over time",
      "5 Counters",
      "6 Waits",
      "7 Checkpoints",
      "8 Recoveries",
      "9 Backups and restores",
      "10 Consistency checks",
      "11 Long I/O",
      "12 Other activity",
      "13 Errors",
      "14 Configuration",
      "15 Kinds of records",
      "16 What was opened",
    ]);
  });

  it("has nothing of what the files do not hold", () => {
    expect(headings(pageOf(perfmonOnly))).toEqual([
      "1 Counters over time",
      "2 Counters",
      "3 What was opened",
    ]);
    expect(headings(pageOf(waitsOnly))).toEqual(["1 Waits", "2 What was opened"]);
    const quiet = pageOf(quietLog);
    expect(headings(quiet)).toEqual(["1 Findings", "2 Timeline", "3 What was opened"]);
    expectIn(quiet, "None: no rule of this version matched anything in the files.");
    expectIn(quiet, "Nothing in the log takes time or is worth a mark.");
    expectIn(quiet, "The log shows no creation of a snapshot, no checkpoint, no recovery");
  });

  it.each([
    ["counters", perfmonOnly],
    ["waits", waitsOnly],
    ["a quiet log", quietLog],
    ["a part", { ...night, span: { fromMs: 0, toMs: 1000 } }],
    ["a moment", { ...night, span: { fromMs: 1000, toMs: 1000 } }],
  ])("makes a whole page of %s", (_name, input) => {
    const text = pageOf(input);
    expect(text.trimEnd().endsWith("</html>")).toBe(true);
    expect(text.match(/undefined|NaN|\[object|Infinity/)?.[0]).toBeUndefined();
  });

  it("tells findings by word, the gravest first, with the place of their evidence", () => {
    const weights = [...page.matchAll(/<span class="weight">(\w+)<\/span>/g)].map(
      ([, word]) => word,
    );
    expect(weights).toEqual(["Critical", "Warning"]);
    expectIn(page, '<span class="place">ERRORLOG:800, 23:33:00.00</span>');
    expectIn(page, "3 records behind it, of which these are the first 1:");
  });

  it("draws a row for each activity, to scale, with the as-of line", () => {
    const figure = page.slice(
      page.indexOf('<figure id="figure-1">'),
      page.indexOf('<figure id="figure-2">'),
    );
    const labels = [...figure.matchAll(/<g data-row="([^"]*)"/g)];
    expect(labels.map(([, label]) => label)).toEqual([
      "sales_2330",
      "Checkpoint",
      "Start",
      "Recovery",
      "Backup",
      "Check",
      "I/O freeze",
      "Long I/O",
      "Dump",
      "Marks",
    ]);
    // The plot is 622 units wide and an hour long: five minutes of backup are 52.8 of them.
    expect(figure).toMatch(/<rect class="phase backup"[^>]* x="502.7" y="\d+" width="51.8"/);
    expectIn(figure, "as of 23:31:30.00");
    expect(figure.match(/class="mark \w+"/g)).toEqual([
      'class="mark error"',
      'class="mark severe"',
    ]);
  });

  it("draws a creation that breaks off before its snapshot has a name", () => {
    const files = { snapshot: null, database: null, name: "files" as const, figures: {} };
    const phases = [{ ...files, startMs: 0, endMs: 20 }];
    const text = pageOf({ ...quietLog, overview: { ...quietLog.overview, phases } });
    expectIn(text, ">Unnamed</text>");
    expectIn(text, '<rect class="phase files"');
  });

  it("shows the creation like that of a run: phases, as-of moment, and what it cost", () => {
    expect(tableOf(page, "Phases of the creation of sales_2330")).toEqual([
      "Files|23:30:00.00|500 ms|0.2|",
      "between|23:30:00.50|500 ms|0.2|nothing logged",
      "Checkpoint|23:30:01.00|59 s|24.6|192,890 buffers in 12,000 writes; 7 new dirty avoided; start derived",
      "between|23:31:00.00|5 s|2.1|nothing logged",
      "Open|23:31:05.00|instant||",
      "between|23:31:05.00|5 s|2.1|nothing logged",
      "Start-up|23:31:10.00|20 s|8.3|",
      "Analysis|23:31:30.00|30 s|12.5|",
      "Redo|23:32:00.00|≤ 1 min 0 s|25.0|end bound",
      "Undo|23:33:00.00|≥ 1 min 0 s|25.0|start bound",
      "Complete|23:34:00.00|instant||",
    ]);
    const cost = tableOf(page, "Before, during and after the creation of sales_2330");
    expect(cost[1]).toMatch(/^During\|4 min 0 s\|80.0\|−20.0 %/);
  });

  it("counts one finding in the singular", () => {
    const one = { ...nightOverview, findings: nightOverview.findings.slice(0, 1) };
    expectIn(pageOf({ ...night, overview: one }), '<span class="unit">finding</span>');
    expectIn(page, '<span class="unit">findings</span>');
  });

  it("shows checkpoints with what they wrote a second", () => {
    expect(tableOf(page, "Checkpoints in the log")).toEqual([
      "23:10:00.00|9.76 s|database id 7|192,890|6,094|154.40|624.4|31",
      "23:30:01.00|59 s|creation of sales_2330|192,890|12,000|25.54|203.4|–",
    ]);
  });

  it("shows recoveries, backups and checks with their figures and how sure their times are", () => {
    expect(tableOf(page, "Recoveries of databases")).toEqual([
      "Sales|23:00:05.00|12 s|analysis 1 s; redo 9 s; undo 2 s; 41 transactions rolled forward",
    ]);
    expect(tableOf(page, "Failed backups and restores")).toEqual([
      "Backup|Payroll|23:46:00.00|not logged|Operating system error 112 (not enough space)",
    ]);
    expect(tableOf(page, "Successful backups and restores")).toEqual([
      "Backup|Sales|23:40:00.00|5 min 0 s|BACKUP DATABASE; 1,000,000 pages; 26.0 MiB/s; TYPE=DISK: {&#x27;D:\\backup\\Sales.bak&#x27;}; start derived",
    ]);
    expect(tableOf(page, "Consistency checks")).toEqual([
      "Sales|23:47:00.00|3 min 0 s|DBCC CHECKDB; 2 errors found, 0 repaired; start derived|00000123:00004567:0001",
    ]);
  });

  it("gives key figures of minutes in minutes", () => {
    const backup = /data-figure="backupMs">(.*?)<\/dd>/.exec(page)?.[1] ?? "";
    expect(backup.replaceAll(/<[^>]*>/g, "").trim()).toBe("5 min 0 s");
  });

  it("shows long I/O by file, errors by number, and who changed what", () => {
    expect(tableOf(page, "I/O that took longer than 15 s")).toEqual([
      "E:\\data\\Sales.mdf|13|2|21.0|23:32:21.00|23:33:00.00",
      "L:\\log\\Sales.ldf|2|1|–|23:34:00.00|23:34:00.00",
    ]);
    expect(tableOf(page, "Errors by number")).toEqual([
      "9002|17|1|23:20:00.00|23:20:00.00|The transaction log for database &#x27;Sales&#x27; is full due to &#x27;ACTIVE_TRANSACTION&#x27;.",
      "18456|14|2|23:25:00.00|23:26:00.00|Login failed for user &#x27;contoso_app&#x27;.",
    ]);
    expect(tableOf(page, "Settings, options of databases")).toEqual([
      "23:28:00.00|ERRORLOG:501|Configuration option &#x27;max degree of parallelism&#x27; changed from 0 to 8.",
    ]);
  });

  it("shows what came between two results of wait statistics, without idle waits", () => {
    const [first, second, ...others] = tableOf(page, "Waits of 00:00, most time first");
    expect(first).toBe("WRITELOG|60.0 %|10|30,000.0|3,000.000|–|–".replace("|60.0", "| 60.0"));
    expect(second).toMatch(/^FCB_REPLICA_WRITE ◆\|/);
    expect(others).toHaveLength(13);
    expectIn(page, "7 further wait types have 7.0 % of the time.");
    expectIn(page, "Counters fell since the result before");
    expect(page.includes("LAZYWRITER_SLEEP")).toBe(false);
  });

  it("says what was opened and how it was read", () => {
    expect(tableOf(page, "Files, ERRORLOGs in order of time")[0]).toBe(
      "ERRORLOG|ERRORLOG, as the product writes it|utf-16le|3.0 MiB|12,500|12,345|3|45|2026-03-28 23:00:00.000|2026-03-28 23:59:59.990",
    );
    expect(tableOf(page, "Places where a clock steps back")).toEqual([
      "ERRORLOG:900|2026-03-28 23:40:00.120|2026-03-28 23:39:58.000|2.12 s",
    ]);
    expectIn(page, "Line 77 holds two records that were glued together.");
    expectIn(page, "3 short phases beyond what is kept singly");
    expectIn(page, "30 ends logged, 5 derived, 2 bound, 1 not in the log");
  });

  it("leaves a gap in a line where nothing was measured", () => {
    const whole = page.slice(page.indexOf("<h2>4. Counters over time"));
    const path = /data-lane="[^"]*Available MBytes" d="([^"]*)"/.exec(whole)?.[1] ?? "";
    // Before the missing sample and after it.
    expect(path.match(/M/g)).toHaveLength(2);
  });

  it("dates its times where the log is of several days", () => {
    const overview = { ...nightOverview, endMs: 3 * 86_400_000 };
    const text = pageOf({ ...night, overview, series: noSeries });
    expect(tableOf(text, "Recoveries of databases")[0]).toMatch(/^Sales\|2026-03-28 23:00:05.00\|/);
    expectIn(text, ">03-29</text>");
    expectIn(text, ">12:00</text>");
  });

  it("draws ten thousand bars in one place as one", () => {
    const backup = (index: number): CaptureOverview["phases"][number] => ({
      snapshot: null,
      database: "Sales",
      name: "backup",
      startMs: index * 10,
      endMs: index * 10 + 9,
      figures: {},
    });
    const phases = Array.from({ length: 10_000 }, (_, index) => backup(index));
    const text = pageOf({ ...quietLog, overview: { ...quietLog.overview, phases } });
    expect(text.match(/<rect class="phase backup"/g)).toHaveLength(1);
    expectIn(text, "<title>Backup: 10,000 from 23:00:00.00 on</title>");
    expectIn(text, "The 20 longest of 10,000; the CSV has all of them.");
  });

  it("shows whatever a log or a file's name puts into it as text", () => {
    const attack = `</style><script>alert("x")</script><img src=x onerror='y'>\u0007`;
    const hostile = {
      ...nightOverview,
      files: [{ ...logFile, name: attack, notes: [attack], host: attack, product: attack }],
      source: { ...nightOverview.source, host: attack, product: attack, edition: attack },
      phases: nightOverview.phases.map((phase) => ({
        ...phase,
        snapshot: phase.snapshot === null ? null : attack,
        database: attack,
        figures: { ...phase.figures, file: attack, cause: attack, device: attack, command: attack },
      })),
      marks: nightOverview.marks.map((mark) => ({ ...mark, title: attack })),
      findings: findings.map((finding) => ({
        ...finding,
        title: attack,
        text: attack,
        evidence: finding.evidence.map((line) => ({ ...line, text: attack })),
      })),
      counters: nightOverview.counters.map((counter) => ({
        ...counter,
        path: attack,
        unit: attack,
      })),
      waits: nightOverview.waits.map((capture) => ({
        ...capture,
        label: attack,
        since: attack,
        waits: capture.waits.map((wait) => ({ ...wait, waitType: attack })),
      })),
    };
    const text = pageOf({
      ...night,
      title: attack,
      overview: hostile,
      rows: rows.map((row) => ({ ...row, text: attack, kind: row.kind })),
      facets: { ...night.facets, kinds: [{ value: attack, count: 1 }] },
    });
    expect(text.match(/<script|<img/)?.[0]).toBeUndefined();
    expect(text.match(/<\/style>/g)).toHaveLength(1);
    expect(text.includes("\u0007")).toBe(false);
    expectIn(text, "&lt;script&gt;alert(&quot;x&quot;)");
  });
});
