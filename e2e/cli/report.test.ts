import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { reportSchema } from "../../app/contract/report.ts";
import { runEntrySchema } from "../../app/contract/rpc/runs.ts";
import { summarySchema } from "../../app/contract/summary.ts";
import { reportEditsKey } from "../../app/domain/report/report-edits.ts";
import { createServices } from "../../app/services/services.ts";
import { makeScratch, removeScratch, smallRun, snapscope } from "./testing/snapscope.ts";

const cwd = makeScratch();
afterAll(() => removeScratch(cwd));
const textOf = (...path: string[]) => readFileSync(join(cwd, ...path), "utf8");

describe("run --save --report", async () => {
  const formats = "html,pdf,csv,json";
  const args = [
    ...smallRun,
    "--set",
    "name=Small creation",
    "--save",
    "--report",
    formats,
    "--out",
    "results",
  ];
  const ended = await snapscope(args, { cwd });
  const summary = summarySchema.parse(JSON.parse(textOf("results", "summary.json")));
  const report = reportSchema.parse(JSON.parse(textOf("results", "small-creation-report.json")));

  it("writes all four beside the other files", () => {
    expect(ended.status).toBe(0);
    expect(readdirSync(join(cwd, "results")).sort()).toEqual([
      "counters.csv",
      "errorlog.txt",
      "small-creation-report.html",
      "small-creation-report.json",
      "small-creation-report.pdf",
      "small-creation-samples.csv",
      "summary.json",
    ]);
  });

  it("reports the run that the engine summarised", () => {
    expect(report.summary).toEqual(summary);
    expect(report.run).toMatchObject({
      status: "completed",
      verified: true,
      preset: "creation-under-load",
    });
    expect(report.errorlog).toEqual(summary.errorlog);
    // Read by the reader of every ERRORLOG, which found nothing wrong.
    expect(report.log?.source.records).toBe(summary.errorlog.length);
    expect(report.log?.findings.filter(({ weight }) => weight !== "information")).toEqual([]);
    const [creation] = report.creations;
    expect(creation?.durationMs).toBeCloseTo(summary.snapshots[0]?.createdMs ?? 0, 6);
    expect(creation?.asOfMs).toBe(summary.snapshots[0]?.asOfMs);
    expect(report.acts).toEqual([
      {
        atMs: 5000,
        label: "create snapshot sales_snapshot_1",
        outcome: "applied",
        message: null,
        tsql: {
          statement: expect.stringMatching(/^CREATE DATABASE .*\nAS SNAPSHOT OF/s),
          note: "",
        },
      },
    ]);
  });

  it("has the page map of the snapshot, whose pages are those that the engine counted", () => {
    const [still, ...others] = report.pageMaps ?? [];
    expect([still?.snapshot, others]).toEqual(["sales_snapshot_1", []]);
    const [told] = summary.snapshots;
    const copied = still?.causes.reduce((sum, { pages }) => sum + pages, 0);
    const redone = told?.verification?.pagesPulledByRedo ?? 0;
    expect(copied).toBe((told?.pagesPushed ?? 0) + redone);
  });

  it("says of the creation what the terminal said, in the same words", async () => {
    const [creation] = report.creations;
    const { sentence = "" } = creation ?? {};
    expect(sentence).toMatch(
      /^\d+ users, database of .*: creating ‘sales_snapshot_1’ took .* p99 /,
    );
    expect(report.conclusion.sentences).toContain(sentence);
    const inOneLine = (text: string) => text.replaceAll(/\s+/g, " ");
    expect(inOneLine(ended.stdout)).toContain(sentence);
    const shown = await snapscope(["runs", "show", "latest"], { cwd });
    expect(inOneLine(shown.stdout)).toContain(sentence);
  });

  it("keeps what the creation cost beside the run, from response times within the run's own", async () => {
    const { stdout } = await snapscope(["runs", "list", "--json"], { cwd });
    const [entry] = z.array(runEntrySchema).parse(JSON.parse(stdout));
    expect(entry?.name).toBe("Small creation");
    expect(entry?.creationMs).toBeCloseTo(summary.snapshots[0]?.createdMs ?? 0, 6);
    const byPoint = report.samples.lanes.find(({ title }) => title.includes("p99"))?.values ?? [];
    const highest = Math.max(...byPoint.map((value) => value ?? 0));
    for (const p99Ms of [entry?.p99BeforeMs ?? 0, entry?.p99AfterMs ?? 0]) {
      expect(p99Ms).toBeGreaterThan(0);
      expect(p99Ms).toBeLessThanOrEqual(highest);
    }
    expect(entry?.p99AfterMs).not.toBe(entry?.p99BeforeMs);
  });

  it("names files of a run that nobody named by what tells it from its preset", async () => {
    const unnamed = [...smallRun, "--report", "json", "--out", "unnamed"];
    expect((await snapscope(unnamed, { cwd })).status).toBe(0);
    expect(readdirSync(join(cwd, "unnamed"))).toContainEqual(
      expect.stringMatching(/^30-users-1-snapshot-at-5-s.*-report\.json$/),
    );
  });

  it("samples what the summary averages: every counter agrees", () => {
    const warm = report.samples.timeMs.map((timeMs) => timeMs > summary.run.warmupMs);
    for (const { id, values } of report.samples.lanes) {
      const counter = summary.counters[id];
      if (counter === undefined) continue;
      const after = values.filter((_, row) => warm[row]).map((value) => value ?? Number.NaN);
      const mean = after.reduce((sum, value) => sum + value, 0) / after.length;
      expect(mean, id).toBeCloseTo(counter.mean, 3);
      expect(Math.max(...after), id).toBe(counter.max);
    }
  });

  it("has the same samples in the CSV, one row each", () => {
    const csv = textOf("results", "small-creation-samples.csv");
    const [head = [], ...rows] = csv
      .trimEnd()
      .split("\r\n")
      .map((line) => line.slice(1, -1).split('","'));
    expect(rows).toHaveLength(summary.run.engineMs / summary.scenario.sampleIntervalMs);
    const column = head.findIndex((path) => path.endsWith("Checkpoint pages/sec"));
    const lane = report.samples.lanes.find(({ id }) => id === "checkpointPagesPerSecond");
    expect(rows.map((row) => Number(row[column]))).toEqual(lane?.values);
  });

  it("says in the HTML what the summary says", () => {
    const page = textOf("results", "small-creation-report.html");
    for (const value of [
      summary.transactions.perSecond,
      summary.snapshots[0]?.sizeOnDiskBytes,
      summary.snapshots[0]?.pagesPushed,
      ...summary.waits.map(({ wait_time_ms }) => wait_time_ms),
    ]) {
      expect([value, page.includes(`<data value="${value}">`)]).toEqual([value, true]);
    }
  });

  it("prints the HTML as a PDF of some pages, with its text", () => {
    const pdf = join(cwd, "results", "small-creation-report.pdf");
    const text = execFileSync("pdftotext", ["-layout", pdf, "-"], { encoding: "utf8" });
    for (const sentence of report.conclusion.sentences) {
      expect(text.replaceAll(/\s+/g, " ")).toContain(sentence);
    }
    const pages = text.split("\f").length - 1;
    expect(pages).toBeGreaterThanOrEqual(3);
    expect(text).toContain(`Page ${pages} of ${pages}`);
  });

  it("gives the same report again from the library, and from an exported run", async () => {
    const again = await snapscope(["report", "latest", "--format", "json,csv"], { cwd });
    expect([again.status, again.stdout]).toEqual([
      0,
      "small-creation-report.json\nsmall-creation-samples.csv\n",
    ]);
    expect(textOf("small-creation-samples.csv")).toBe(
      textOf("results", "small-creation-samples.csv"),
    );
    const figures = (text: string) => {
      const { samples, waits, creations, keyFigures, phases } = reportSchema.parse(
        JSON.parse(text),
      );
      return { samples, waits, creations, keyFigures, phases };
    };
    const first = figures(textOf("results", "small-creation-report.json"));
    expect(figures(textOf("small-creation-report.json"))).toEqual(first);

    await snapscope(["runs", "export", "latest", "run.snapscope-run"], { cwd });
    const file = ["report", "run.snapscope-run", "--format", "json", "--out", "imported"];
    expect((await snapscope(file, { cwd })).status).toBe(0);
    expect(figures(textOf("imported", "small-creation-report.json"))).toEqual(first);
  });

  it("is edited as the app left it", async () => {
    const services = await createServices({
      environment: { ...process.env, XDG_DATA_HOME: join(cwd, "data-home") },
    });
    if (!services.ok) throw new Error(services.error.message);
    const [entry] = await services.value.library.list();
    const recording = { kind: "run", id: entry?.id ?? "" } as const;
    const span = { fromMs: 4000, toMs: 9000 };
    await services.value.settings.put(reportEditsKey(recording), {
      sections: [
        { id: "errorlog", leftOut: true },
        { id: "waits-1", title: "What users waited for" },
      ],
      charts: [{ id: "waits-1", kind: "waits", lanes: [], ...span }],
      order: [],
    });
    await services.value.close();
    const made = await snapscope(["report", "latest", "--format", "html", "--out", "edited"], {
      cwd,
    });
    expect(made.status).toBe(0);
    const page = textOf("edited", "small-creation-report.html");
    expect(page).toContain("<h2>1. What users waited for</h2>");
    expect(page).toContain("Left out of this report: ERRORLOG.");
  });

  it("overwrites nothing unasked", async () => {
    const again = await snapscope(["report", "latest", "--format", "csv"], { cwd });
    expect([again.status, again.stderr]).toEqual([2, expect.stringContaining("--force")]);
    const forced = await snapscope(["report", "latest", "--format", "csv", "--force"], { cwd });
    expect(forced.status).toBe(0);
  });
});

describe("what cannot be reported", () => {
  it("is refused before anything runs", async () => {
    const scratch = makeScratch();
    try {
      const word = await snapscope(["run", "creation-idle", "--report", "word"], { cwd: scratch });
      expect([word.status, word.stderr]).toEqual([
        2,
        'error: --report: "word" is no format of a report; allowed: html, pdf, csv, json, or several of them with commas between\n',
      ]);
      const none = await snapscope(["report", "latest"], { cwd: scratch });
      expect([none.status, none.stderr]).toEqual([2, expect.stringContaining("holds no runs")]);
      const file = await snapscope(["report", "gone.snapscope-run"], { cwd: scratch });
      expect([file.status, file.stderr]).toEqual([2, expect.stringContaining("ENOENT")]);
      expect(readdirSync(scratch).filter((name) => name.includes("report"))).toEqual([]);
    } finally {
      removeScratch(scratch);
    }
  });
});

describe("doctor", () => {
  it("finds what is needed, and says how to get the rest", async () => {
    const { status, stdout } = await snapscope(["doctor", "--json"], { cwd });
    const diagnosis = JSON.parse(stdout) as {
      ok: boolean;
      checks: { id: string; status: string; found: string; fix: string | null }[];
    };
    expect([status, diagnosis.ok]).toEqual([0, true]);
    const found = (id: string) => diagnosis.checks.find((check) => check.id === id)?.found;
    expect(found("node")).toBe(process.versions.node);
    expect(found("library")).toContain("1 runs");
    for (const check of diagnosis.checks) {
      if (check.status === "note") expect([check.id, check.fix]).not.toContain(null);
    }
    const text = await snapscope(["doctor"], { cwd });
    expect(text.stdout).toContain("Everything that is needed is there.");
  });
});
