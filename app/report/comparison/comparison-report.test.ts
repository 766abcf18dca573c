import { describe, expect, it } from "vitest";
import type { ComparisonReport } from "../../contract/comparison.ts";
import { type ComparedRecording, compareSides } from "../../domain/comparison/compare-sides.ts";
import { noThroughput } from "../../domain/comparison/steady-throughput.ts";
import { presetScenario } from "../../domain/scenario-form/testing/presets.ts";
import { LatencyHistogram } from "../../domain/series/latency-histogram.ts";
import { renderComparison } from "../html/report-html.tsx";
import { creationBand } from "../testing/bands.ts";
import { comparisonCsv } from "./comparison-csv.ts";

const scenario = presetScenario("creation-under-load");

interface Made {
  readonly perSecond?: number;
  readonly creationMs?: number;
  readonly users?: number;
  /** Null: files of a server. */
  readonly seed: number | null;
}

function recording({ perSecond, creationMs, users = 100, seed }: Made): ComparedRecording {
  const responses = new LatencyHistogram();
  if (perSecond !== undefined) responses.add(Float64Array.from([900, 900, 1500, 99, 1900, 1]));
  const values = new Map<string, number>();
  if (perSecond !== undefined) values.set("throughput", perSecond).set("p99", 3 * perSecond);
  if (creationMs !== undefined) values.set("creation", creationMs).set("snapshotSize", 65_536);
  const id = `00000000-0000-4000-8000-${String(seed ?? 99).padStart(12, "0")}`;
  return {
    recording: { kind: seed === null ? "capture" : "run", id },
    run: {
      values,
      waits: seed === null ? null : [{ waitType: "WRITELOG", msPerSecond: 12, tasks: 5 }],
      phases: creationMs === undefined ? [] : [{ name: "redo", ms: creationMs / 2 }],
      responses: responses.count > 0 ? responses : null,
      throughput: noThroughput,
      steadyFromMs: null,
      engine: seed === null ? null : "1",
    },
    scenario:
      seed === null ? null : { ...scenario, seed, workload: { ...scenario.workload, users } },
    limit: null,
  };
}

const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const runs = (made: (seed: number) => Omit<Made, "seed">) =>
  seeds.map((seed) => recording({ ...made(seed), seed }));

function reportOf(...sides: readonly (readonly [string, readonly ComparedRecording[]])[]) {
  const compared = compareSides(
    sides.map(([name, recordings]) => ({ name, recordings, notes: [] })),
  );
  if (!compared.ok) throw new Error(compared.error.message);
  const report: ComparisonReport = {
    formatVersion: 1,
    kind: "snapscope-comparison",
    generatedAt: "2026-11-25T12:00:00.000Z",
    title: sides.map(([name]) => name).join(" against "),
    subtitle: "",
    machine: { program: "1", node: "24", platform: "linux", processors: 2, memoryBytes: 2 ** 34 },
    comparison: compared.value,
    band: null,
  };
  return report;
}

const row = (page: string, begin: string): string =>
  new RegExp(`<tr><th[^>]*>${begin}</th>.*?</tr>`).exec(page)?.[0] ?? "";

const base = runs((seed) => ({ perSecond: 100 + seed, creationMs: 1000 + seed }));
const slower = runs((seed) => ({ perSecond: 80 + seed, creationMs: 2000 + seed, users: 200 }));
const steady = runs((seed) => ({ perSecond: 100 + seed, creationMs: 1000 + seed }));

describe("the report of a comparison of many runs", () => {
  const report = reportOf(["One", base], ["Two", slower]);
  const page = renderComparison(report);

  it("says the answer first, and of each metric whether it is proven", () => {
    expect(page).toMatch(/class="said">100\susers against 200\susers, [^<]*: throughput fell from/);
    expect(row(page, "Throughput")).toContain("↓ worse");
    expect(page).toMatch(/<th[^>]*>Base<span class="unit">One<\/span><\/th>/);
    expect(page).toMatch(/<th[^>]*>New<span class="unit">Two<\/span><\/th>/);
    expect(row(page, "Creation of the first snapshot")).toContain("↑ worse");
    expect(row(page, "WRITELOG")).toContain("unchanged");
  });

  it("draws responses and runs, tables phases, and names the settings that differ", () => {
    expect(page.match(/role="img"/g)).toHaveLength(2);
    expect(row(page, "Redo")).toContain("503 ms");
    expect(page).toMatch(/<abbr title="workload.users">Workload, Users<\/abbr><\/th>.*100.*200/);
    expect(page).not.toContain("<script");
  });

  it("has a row a metric as CSV, in full precision", () => {
    const [head, first] = comparisonCsv(report.comparison).split("\r\n");
    expect(head).toMatch(/^"metric","unit","base","new","base_value"/);
    expect(first).toMatch(/^"throughput","transactions\/s","One","Two","105.5",/);
    expect(first).toMatch(/"proven","",""$/);
  });
});

describe("the report of a comparison whose base has a band", () => {
  const report = { ...reportOf(["One", base], ["Two", slower]), band: creationBand };

  it("tells it, with the figures numbered on", () => {
    const page = renderComparison(report);
    expect(page).toContain("What is assumed of the base");
    expect(page).toContain("Figure 3. Creation, with each assumed figure");
    expect(page).toContain(creationBand.metrics[0]?.sentence);
  });

  it("has its ends in the rows of the metrics that have one", () => {
    const [head, ...rows] = comparisonCsv(report.comparison, report.band).split("\r\n");
    expect(head).toMatch(/"base_band_low","base_band_high"$/);
    expect(rows.find((row) => row.startsWith('"creation"'))).toMatch(/"15000","143000"$/);
    expect(rows.find((row) => row.startsWith('"throughput"'))).toMatch(/"",""$/);
  });
});

describe("the report of other comparisons", () => {
  it("has an answer for each side against the base", () => {
    const page = renderComparison(reportOf(["One", base], ["Two", slower], ["Three", steady]));
    expect(page).toContain("One against Two");
    expect(page).toContain("One against Three");
    expect(page.match(/class="conclusion"/g)).toHaveLength(2);
  });

  it("of a run and a log has what both have, and no chart of what neither has", () => {
    const log = recording({ creationMs: 1_732_580, seed: null });
    const page = renderComparison(
      reportOf(["Log", [log]], ["Run", [recording({ creationMs: 3360, seed: 1 })]]),
    );
    expect(page).not.toContain("Throughput");
    expect(row(page, "Creation of the first snapshot")).toContain("not tested");
    expect(page).not.toContain('role="img"');
    expect(page).toContain("Only runs have settings.");
    expect(page).toContain("Nothing was tested: one value of each side.");
  });

  it("of alike settings says that none differs", () => {
    expect(renderComparison(reportOf(["One", base], ["Again", steady]))).toContain("None of them.");
  });
});
