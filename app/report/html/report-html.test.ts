import { describe, expect, it } from "vitest";
import { textWidth } from "../../charts/text-width.ts";
import type { TimelineEvent } from "../../contract/rpc/timeline-data.ts";
import type { Summary } from "../../contract/summary.ts";
import { fakeBackup, fakeLogBackup, fakeRestore } from "../../contract/testing/fake-backups.ts";
import { brokenConsistency } from "../../contract/testing/fake-consistency.ts";
import { standardLanes } from "../../domain/timeline/lanes.ts";
import { tokenValue } from "../../theme/tokens.ts";
import { creationBand } from "../testing/bands.ts";
import { fakeRecording, reportOfRun } from "../testing/recordings.ts";
import { renderHtml } from "./report-html.tsx";
import { cssString } from "./style.ts";

const pageOf = (options = {}) => renderHtml(reportOfRun(fakeRecording(options)));

/** A page is too long to be printed with every failure. */
const expectIn = (page: string, text: string) =>
  expect([text, page.includes(text)]).toEqual([text, true]);

describe("renderHtml", () => {
  it("needs nothing from anywhere: no address, no script, no style attribute", () => {
    const page = pageOf();
    // What a font is made of may look like anything.
    const plain = page.replaceAll(/url\(data:font\/woff2;base64,[A-Za-z0-9+/=]+\)/g, "");
    expect(
      plain.match(/https?:|\/\/[a-z]|<script|<link|<img|@import|url\((?!#)/i)?.[0],
    ).toBeUndefined();
    expect(page.match(/\sstyle=/)?.[0]).toBeUndefined();
    expect(page.match(/<style>/g)).toHaveLength(1);
    expectIn(page, "default-src &#x27;none&#x27;");
  });

  it("carries its fonts: it looks the same on a machine without them", () => {
    const page = pageOf();
    const families = [...page.matchAll(/@font-face \{ font-family: "([^"]*)"/g)];
    expect(families.map(([, family]) => family)).toEqual(["Inter Variable", "JetBrains Mono"]);
    for (const [, family] of families) expectIn(page, `: "${family}", `);
    expectIn(page, "font-src data:");
    // The signature of WOFF2 in base64.
    expect(page.match(/url\(data:font\/woff2;base64,d09GMg/g)).toHaveLength(2);
  });

  it("shows the summary's numbers, each with every digit beside", () => {
    const page = pageOf();
    for (const figure of [
      '<data value="1234">1,234</data>',
      '<data value="20185088">19.3</data>',
      '<data value="110000">110,000.0</data>',
      '<data value="22000">22,000 transactions</data>',
      '<data value="4750">4.75 s</data>',
      '<data value="131072">131,072</data>',
    ]) {
      expectIn(page, figure);
    }
    expect(page.match(/undefined|NaN|\[object|Infinity/)?.[0]).toBeUndefined();
  });

  it("says of a time before a creation that is shorter than a sample that it is too short", () => {
    const report = reportOfRun(fakeRecording());
    const creations = report.creations.map((creation) => ({ ...creation, before: null }));
    const note = "The time before it is shorter than a sample: too short to measure";
    expect(renderHtml(report)).not.toContain(note);
    expectIn(renderHtml({ ...report, creations }), note);
  });

  it("has the T-SQL of what was asked of the run", () => {
    const page = pageOf();
    expectIn(page, "CREATE DATABASE [sales_snapshot_1] ON");
    expectIn(page, "AS SNAPSHOT OF [sales];</pre>");
  });

  it("has backups and restores as tables where there were any", () => {
    expect(pageOf()).not.toContain("Backups and restores");
    const recording = fakeRecording();
    const pageWith = (parts: Partial<Summary>) =>
      renderHtml(
        reportOfRun({
          ...recording,
          summary: recording.summary && { ...recording.summary, ...parts },
        }),
      );
    const page = pageWith({ backups: [fakeBackup, fakeLogBackup], restores: [fakeRestore] });
    expect(page.match(/<h2>\d+\. Backups and restores/g)).toHaveLength(1);
    for (const text of [
      "log, copy-only",
      ">complete<",
      '<data value="2500">2.50 s</data>',
      '<data value="120000">120,000</data>',
      '<data value="984088576">938.5</data>',
      "<code>00000024:00002F10:0001</code>",
      "nightly, then hourly_1",
      "21:49:27",
      '<data value="4321">4,321</data>',
      '<data value="11">11</data>',
    ]) {
      expectIn(page, text);
    }
    expect(page.match(/undefined|NaN|\[object|Infinity/)?.[0]).toBeUndefined();
    const restored = pageWith({ restores: [{ ...fakeRestore, stopAtMs: null, verified: false }] });
    for (const text of ["No backup was made.", ">the end<"]) expectIn(restored, text);
    const worse = (html: string) => [...html.matchAll(/"worse">(✗[^<]*)/g)].map(([, text]) => text);
    expect(worse(page)).toEqual(["✗ failed"]);
    expect(worse(restored)).toEqual(["✗ differs"]);
    const broken = pageWith({ restores: [{ ...fakeRestore, consistency: brokenConsistency }] });
    expect(worse(broken)).toEqual(["✗ differs"]);
    expectIn(broken, "After the restore of 21:49:37.00 consistency condition 3 does not hold");
  });

  it("has a band over what is assumed where there is one: the answer, a figure, a table, the sources", () => {
    expect(pageOf()).not.toContain("What is assumed");
    const page = renderHtml({ ...reportOfRun(fakeRecording()), band: creationBand });
    expectIn(page, "15 s to 2 min 23 s over what is assumed, most by Q’s rotation.");
    const drawn = [...page.matchAll(/<g data-figure="([^"]*)"/g)].map(([, figure]) => figure);
    expect(drawn).toEqual(["all", "storage.volumes.0.device.member.rotationsPerMinute"]);
    expectIn(page, "Q’s rotation, slow end: 2 min 23 s");
    expect(page.match(/not within the run/g)).toHaveLength(2);
    expectIn(page, "assumed: the paper does not say; limits: both were sold");
    expectIn(page, "Moved nothing by 1 %: Q’s latency. One run of each.");
    expect(page.match(/undefined|NaN|\[object|Infinity/)?.[0]).toBeUndefined();
  });

  it("draws every lane with its samples, and the as-of line", () => {
    const page = pageOf();
    for (const { id } of standardLanes) {
      const paths = [...page.matchAll(new RegExp(`data-lane="${id}" d="([^"]*)"`, "g"))];
      expect(paths, id).toHaveLength(2);
      // The whole run: two corners for each of 120 samples.
      expect(paths[1]?.[1]?.split(/[HV]/).length, id).toBeGreaterThan(200);
    }
    expect(page.match(/class="as-of"/g)).toHaveLength(3);
    expectIn(page, "as of 21:48:40.00");
  });

  it("draws what users notice first, and higher than the rest", () => {
    const page = pageOf();
    const titles = [...page.matchAll(/class="lane-title" x="[\d.]+" y="([\d.]+)">([^<]*)/g)]
      .slice(0, standardLanes.length)
      .map(([, y, title]) => ({ y: Number(y), title: title?.trim() }));
    expect(titles.slice(0, 2).map(({ title }) => title)).toEqual(["Transactions", "p99 response"]);
    const heights = titles.slice(1).map(({ y }, index) => y - (titles[index]?.y ?? 0));
    const [first = 0, second = 0, ...rest] = heights;
    for (const height of rest) expect(height).toBeLessThan(Math.min(first, second) / 1.5);
  });

  it("names above its lanes what was done and its phases, and not how somebody watched", () => {
    const recording = fakeRecording();
    const given = (kind: string, atS: number, more: object = {}): TimelineEvent => ({
      ...{ kind: "command", atNs: atS * 1e9, outcome: "applied" },
      command: { kind, ...more },
    });
    const events = [
      ...recording.events,
      given("setPace", 5, { pace: 10 }),
      given("stepToNextPhase", 6),
      given("setUsers", 60, { users: 400 }),
    ];
    const page = renderHtml(reportOfRun({ ...recording, events }));
    const named = [...page.matchAll(/<text class="name"[^>]*>([^<]*)/g)].map(([, text]) => text);
    expect(named).toContain("◆ sales_snapshot_1");
    expect(named).toContain("◆ users 400");
    expect(named.filter((text) => /step to|pace/.test(text ?? ""))).toEqual([]);
    // The chart of phases has their names at its rows, which end there.
    expect(page).toMatch(/<text class="tick" x="[\d.]+" y="\d+">Checkpoint<\/text>/);
  });

  it("has no as-of line through the name of a phase above its lanes, and those of lanes above it", () => {
    const drawings = pageOf()
      .split("<figure ")
      .filter((part) => part.includes('class="lane-title"'));
    const named = drawings.map((drawing) => {
      const lines = [...drawing.matchAll(/class="as-of"[^>]*x1="([\d.]+)"/g)];
      const names = [
        ...drawing.matchAll(/class="tick" x="([\d.]+)" y="\d+">(Checkpoint|Redo|Undo)</g),
      ];
      for (const [, x, text = ""] of names) {
        const [left, right] = [Number(x), Number(x) + textWidth(text)];
        const through = lines.filter(([, line]) => Number(line) > left && Number(line) < right);
        expect([text, through]).toEqual([text, []]);
      }
      return [lines.length, names.length];
    });
    expect(named[0]).toEqual([1, 2]);
    for (const drawing of drawings) {
      // What is drawn later lies above.
      expect(drawing.indexOf('class="lane-title"')).toBeGreaterThan(
        drawing.lastIndexOf('class="as-of"'),
      );
    }
  });

  it("follows a system that asks for more contrast", () => {
    const page = pageOf();
    const [, sheet = ""] = page.split("prefers-contrast: more");
    expect(sheet.slice(0, 4000)).toContain(tokenValue("surface", "high-contrast"));
  });

  it("has its settings in words, and by their names in an appendix behind all else", () => {
    const page = pageOf();
    expectIn(page, "profile sqlcat, mean think time");
    const [end, key] = [page.indexOf("About this report"), page.indexOf("database.rowBytes")];
    expect(end).toBeGreaterThan(0);
    expect(key).toBeGreaterThan(end);
  });

  it("has the data behind each chart", () => {
    const page = pageOf();
    expect(page.match(/<details><summary>Data of figure \d/g)).toHaveLength(3);
    expectIn(page, `<data value="${40 + 7 / 8}">`);
  });

  it("shows whatever a user or a log put into it as text", () => {
    const attack = `</style><script>alert("x")</script><img src=x onerror='y'>`;
    const recording = fakeRecording({ entry: { name: attack, note: attack, tags: [attack] } });
    const summary = recording.summary && { ...recording.summary, errorlog: [attack, "\u0007bell"] };
    const scenario = { ...recording.scenario, description: attack, name: attack };
    const page = renderHtml(reportOfRun({ ...recording, scenario, summary }));
    expect(page.match(/<script|<img/)?.[0]).toBeUndefined();
    expect(page.match(/<\/style>/g)).toHaveLength(1);
    expectIn(page, "&lt;script&gt;alert(&quot;x&quot;)");
    expect(page.includes("\u0007")).toBe(false);
  });

  it.each(["failed", "interrupted", "running"] as const)(
    "makes a whole page of a %s run without a summary",
    (status) => {
      const page = pageOf({ status, withSummary: false });
      expectIn(page, "The engine left no summary");
      expect(page.trimEnd().endsWith("</html>")).toBe(true);
      expect(page.match(/undefined|NaN|\[object|Infinity/)?.[0]).toBeUndefined();
    },
  );

  it("makes a whole page of a run that ended before its first sample", () => {
    const recording = fakeRecording({ status: "failed", withSummary: false });
    const { series } = fakeRecording();
    const none = new Float64Array();
    const empty = {
      ...series,
      timeMs: none,
      p99Ms: none,
      waits: {},
      counters: Object.fromEntries(Object.keys(series.counters).map((id) => [id, none])),
    };
    const source = {
      ...recording,
      series: empty,
      events: [],
      entry: { ...recording.entry, engineMs: 0 },
    };
    const page = renderHtml(reportOfRun(source));
    expectIn(page, "Nothing was recorded in this span.");
    expect(page.match(/undefined|NaN|\[object|Infinity/)?.[0]).toBeUndefined();
  });
});

describe("cssString", () => {
  it("lets nothing end the string or the sheet", () => {
    expect(cssString('a"b\\c\n</style>é')).toBe('"a\\22 b\\5c c\\a \\3c \\2f style\\3e \\e9 "');
  });
});
