import { describe, expect, it } from "vitest";
import type { FigureRun } from "../../contract/figure-results.ts";
import { tpccWarehouses } from "../../contract/tpcc.ts";
import { pagesPerExtent, planLoad } from "../protection-plan/plan-load.ts";
import { presetScenario } from "../scenario-form/testing/presets.ts";
import { judge } from "./checks.ts";
import { differentialShare, hoursToTheCopy, table2 } from "./dell-array-restore.ts";
import { figureById } from "./figures.ts";
import { fakeFigureRun } from "./testing/fake-figure-run.ts";

function figure(id: string) {
  const found = figureById(id);
  if (!found.ok) throw new Error(found.error.message);
  return found.value;
}
const measured = (id: string, run: FigureRun) =>
  Object.fromEntries(figure(id).measures.map((measure) => [measure.id, measure.read(run)]));
/** Verdicts where each point has one such run. */
const verdicts = (id: string, runOf: (point: string) => FigureRun) => {
  const { points, checks } = figure(id);
  const runs = new Map(points.map((point) => [point.id, [runOf(point.id)]]));
  return Object.fromEntries(
    checks.map((check) => [check.id, judge(check, runs, (point) => point).verdict]),
  );
};

/** A point each minute, as high as `valueAt` says. */
const counted = (minutes: number, valueAt: (minute: number) => Record<string, number>) => {
  const each = Array.from({ length: minutes }, (_, minute) => valueAt(minute));
  const ids = Object.keys(each[0] ?? {});
  return {
    timeMs: each.map((_, minute) => 60_000 * (minute + 1)),
    values: Object.fromEntries(ids.map((id) => [id, each.map((values) => values[id] ?? 0)])),
  };
};

it("runs on the warehouses that its inputs name", () => {
  const { database } = presetScenario("dell-creation");
  const { inputs } = figure("dell-4");
  const told = inputs.find(({ what }) => what === "Database")?.value;
  expect(told).toContain(`: ${tpccWarehouses(database).toLocaleString("en-US")} warehouses`);
});

describe("a full backup under load", () => {
  const backup = { name: "backup" as const, startMs: 300_000, endMs: 900_000, figures: {} };
  const run = (during: number, after: number, endMs = 900_000) =>
    fakeFigureRun({
      operations: [{ ...backup, endMs }],
      counters: counted(20, (minute) => {
        const factor = minute < 5 ? 1 : minute < 15 ? during : after;
        return { processorTimePercent: 30 * factor, meanMs: 50 * factor };
      }),
    });

  it("is read before, while it lasts, and at the end", () => {
    expect(measured("dell-4", run(1.5, 1))).toMatchObject({
      "processorTimePercent-before": 30,
      "processorTimePercent-during": 45,
      "meanMs-after": 50,
      "response-rise": 0.5,
      backup: 600_000,
    });
  });

  it("must rise clearly, and fall back", () => {
    const verdictsOf = (one: FigureRun) => verdicts("dell-4", () => one);
    expect(verdictsOf(run(1.5, 1))).toEqual({ cpu: "pass", response: "pass" });
    expect(verdictsOf(run(1.15, 1))).toEqual({ cpu: "fail", response: "pass" });
    expect(verdictsOf(run(1.5, 1.2))).toEqual({ cpu: "fail", response: "fail" });
  });

  it("that leaves no four minutes at the end proves nothing", () => {
    expect(verdicts("dell-4", () => run(1.5, 1, 1_000_000))).toEqual({
      cpu: "notProven",
      response: "notProven",
    });
  });
});

describe("five creations with the earlier snapshots retained", () => {
  const creationOf = (place: number, lengthMs: number) => ({
    snapshot: `s${place + 1}`,
    startMs: 300_000 + place * 600_000,
    endMs: 300_000 + place * 600_000 + lengthMs,
    asOfMs: null,
    newestRowMs: null,
    sizeOnDiskBytes: 0,
    phases: [],
  });
  /** Every creation fills five minutes; the pauses between them, too. */
  const run = (during: number, cpuAtEnd: number, lengthMs = 300_000) =>
    fakeFigureRun({
      creations: [0, 1, 2, 3, 4].map((place) => creationOf(place, lengthMs)),
      counters: counted(60, (minute) => {
        const creating = minute >= 5 && minute < 50 && Math.floor(minute / 5) % 2 === 1;
        return {
          transactionsPerSecond: creating ? 200 / during : 200,
          meanMs: creating ? 50 * during : 50,
          processorTimePercent: minute < 50 ? 30 : cpuAtEnd,
        };
      }),
    });

  it("are compared with the four minutes before each", () => {
    const values = measured("dell-7", run(2, 39));
    expect(values["transactionsPerSecond-1"]).toBeCloseTo(-0.5);
    expect(values["meanMs-5"]).toBeCloseTo(1);
    expect(values["cpu-rise"]).toBeCloseTo(0.3);
  });

  it("must take from the users each time, and from the processors in the end", () => {
    const verdictsOf = (one: FigureRun) => verdicts("dell-7", () => one);
    expect(verdictsOf(run(2, 39))).toEqual({
      transactions: "pass",
      responses: "pass",
      cpu: "pass",
    });
    expect(verdictsOf(run(1.1, 29))).toEqual({
      transactions: "pass",
      responses: "fail",
      cpu: "fail",
    });
  });

  it("take minutes, and longer than with 100 users", () => {
    const lengths = (few: number, many: number) =>
      verdicts("dell-6", (point) => run(2, 39, point === "100-users" ? few : many));
    expect(lengths(2000, 200_000)).toEqual({ minutes: "pass", longer: "pass" });
    expect(lengths(2000, 50_000)).toEqual({ minutes: "fail", longer: "pass" });
    expect(lengths(200_000, 200_000)).toEqual({ minutes: "pass", longer: "fail" });
    expect(measured("dell-6", run(2, 39))).toMatchObject({ "creation-mean": 300_000 });
  });
});

describe("a restore of a full backup and 13 logs", () => {
  const run = (logMs: number, records: number, logs = 13) => {
    const recoveryFrom = 900_000 + logs * logMs + 160_000;
    return fakeFigureRun({
      operations: [
        { name: "restoreData", startMs: 0, endMs: 600_000, figures: {} },
        { name: "restoreLog", startMs: 600_000, endMs: 900_000, figures: { records: 9 } },
        ...Array.from({ length: logs }, (_, place) => ({
          name: "restoreLog" as const,
          startMs: 900_000 + place * logMs,
          endMs: 900_000 + (place + 1) * logMs,
          figures: { records },
        })),
        {
          name: "restoreFlush",
          startMs: recoveryFrom - 160_000,
          endMs: recoveryFrom,
          figures: {},
        },
        { name: "restoreRecovery", startMs: recoveryFrom, endMs: recoveryFrom + 2000, figures: {} },
      ],
    });
  };
  const verdictsOf = (whole: FigureRun, half: FigureRun) =>
    verdicts("dell-table-2", (point) => (point === "half" ? half : whole));

  it("adds the log backups up, without the log of the full one, and is not told where one is missing", () => {
    expect(measured("dell-table-2", run(120_000, 4000))).toMatchObject({
      "full-existing": 900_000,
      "pages-existing": 600_000,
      "logs-existing": 1_560_000,
      "dirty-existing": 160_000,
      "recovery-existing": 2000,
      "full-new": null,
      records: 4000,
    });
    for (const others of [12, 14]) {
      expect(measured("dell-table-2", run(120_000, 4000, others))["logs-existing"]).toBeNull();
    }
  });

  it("tells the restore into new files from the other", () => {
    const one = run(120_000, 4000);
    const beside = one.operations.map((step) => ({ ...step, database: "tpcc_new_files" }));
    const filled = { name: "restoreFiles", database: "tpcc_new_files", startMs: 0, endMs: 7000 };
    const zeros = { ...filled, name: "restoreFiles" as const, figures: { bytes: 1 } };
    const both = { ...one, operations: [zeros, ...beside, ...one.operations] };
    expect(measured("dell-table-2", both)).toMatchObject({
      ...measured("dell-table-2", one),
      "files-new": 7000,
      "full-new": 900_000,
      "pages-new": 600_000,
      "logs-new": 1_560_000,
      "dirty-new": 160_000,
      "recovery-new": 2000,
    });
  });

  it("must take longer for the logs than for the data, and the longer the more is in them", () => {
    const passed = { "logs-1-paths": "pass", "logs-2-paths": "pass", "logs-4-paths": "pass" };
    expect(verdictsOf(run(120_000, 4000), run(60_000, 2000))).toEqual({
      ...passed,
      records: "pass",
    });
    expect(verdictsOf(run(60_000, 4000), run(60_000, 2000))).toMatchObject({
      "logs-4-paths": "fail",
      records: "fail",
    });
  });

  it("is run with 1, 2 and 4 network paths to both arrays", () => {
    const { points } = figure("dell-table-2");
    const paths = points.map(({ settings }) => /"paths":(\d)/.exec(settings.join())?.[1]);
    expect(paths).toEqual(["1", "2", "4", "4"]);
  });
});

describe("five smart copies", () => {
  const copies = (lengthsMs: readonly number[]) =>
    lengthsMs.map((lengthMs, place) => ({
      name: "arraySnapshot" as const,
      startMs: 180_000 + place * 300_000,
      endMs: 180_000 + place * 300_000 + lengthMs,
      figures: {},
    }));
  const smart = (lengthsMs: readonly number[], meanMs = 100) =>
    fakeFigureRun({
      operations: copies(lengthsMs),
      responses: [
        { type: "transaction1", count: 3, meanMs: 50, p50Ms: 1, p95Ms: 1, p99Ms: 1 },
        { type: "transaction2", count: 1, meanMs: 90, p50Ms: 1, p95Ms: 1, p99Ms: 1 },
      ],
      counters: counted(30, (minute) => ({
        processorTimePercent: minute < 3 ? 90 : 30,
        meanMs: minute === 3 ? meanMs : 10,
      })),
    });
  const native = (lengthMs: number, meanMs = 150) =>
    fakeFigureRun({
      creations: [0, 1].map((place) => ({
        snapshot: `s${place + 1}`,
        startMs: 180_000 + place * 400_000,
        endMs: 180_000 + place * 400_000 + lengthMs,
        asOfMs: null,
        newestRowMs: null,
        sizeOnDiskBytes: 0,
        phases: [],
      })),
      counters: counted(30, () => ({ meanMs })),
    });
  const usual = [4500, 4600, 4700, 4800, 4900];

  it("are told by their lengths, by responses of all types and in the minute of the first", () => {
    expect(measured("dell-8", smart(usual))).toMatchObject({
      "copy-1": 4500,
      "copy-5": 4900,
      "copy-mean": 4700,
      "native-mean": null,
    });
    expect(measured("dell-8", smart(usual.slice(1)))["copy-mean"]).toBeNull();
    expect(measured("dell-9", smart(usual))).toMatchObject({ cpu: 30 });
    expect(measured("dell-10", smart(usual))).toEqual({ response: 60, "response-first": 100 });
    expect(measured("dell-10", native(50_000))).toMatchObject({ "response-first": 150 });
  });

  it("must take seconds, the fifth as the first, and far less than SQL Server’s", () => {
    const verdictsOf = (copy: readonly number[], nativeMs: number) =>
      verdicts("dell-8", (point) => (point === "native" ? native(nativeMs) : smart(copy)));
    expect(verdictsOf(usual, 100_000)).toEqual({
      seconds: "pass",
      retained: "pass",
      native: "pass",
    });
    expect(verdictsOf([4500, 4600, 15_000, 4800, 7000], 90_000)).toEqual({
      seconds: "fail",
      retained: "fail",
      native: "fail",
    });
  });

  it("are asked for one after the other, as snapshots of SQL Server are", () => {
    for (const [id, kind, count] of [
      ["smart", "createArraySnapshot", 5],
      ["native", "createSnapshot", 2],
      ["none", "create", 0],
    ] as const) {
      const found = figure("dell-10").points.find((point) => point.id === id);
      expect(found?.settings.join().split(`"kind":"${kind}`)).toHaveLength(count + 1);
    }
  });
});

describe("a restore of a smart copy and one log", () => {
  const run = (logMs: number) => {
    const step =
      (name: "arrayRestore" | "restoreLog" | "restoreFlush" | "restoreRecovery") =>
      (startMs: number, lengthMs: number) => ({
        name,
        startMs,
        endMs: startMs + lengthMs,
        figures: {},
      });
    return fakeFigureRun({
      operations: [
        { name: "restore", startMs: 0, endMs: 168_000 + logMs + 62_000, figures: {} },
        step("arrayRestore")(0, 168_000),
        step("restoreLog")(168_000, 2000),
        step("restoreLog")(170_000, logMs - 2000),
        step("restoreFlush")(168_000 + logMs, 60_000),
        step("restoreRecovery")(228_000 + logMs, 2000),
      ],
    });
  };

  it("is told by its parts, beside the ways of table 2", () => {
    const total = 168_000 + 300_000 + 62_000;
    const differential = Math.round((1 + differentialShare) * table2.fullMs) + 298_000 + 62_000;
    expect(measured("dell-table-3", run(300_000))).toEqual({
      total,
      "array-restore": 168_000,
      "own-log": 2000,
      log: 298_000,
      dirty: 60_000,
      recovery: 2000,
      "by-differential": differential,
      full: table2.fullMs,
      differential: Math.round(differentialShare * table2.fullMs),
      "by-logs": table2.restoreMs,
    });
    expect(measured("dell-12", run(300_000))).toMatchObject({
      "times-by-logs": table2.restoreMs / total,
      "times-by-differential": differential / total,
    });
    const none = fakeFigureRun({});
    expect(measured("dell-12", none)["times-by-logs"]).toBeNull();
    expect(measured("dell-12", none)["by-differential"]).toBeNull();
  });

  it("reckons a differential as a protection plan does", () => {
    const load = planLoad(presetScenario("dell-creation"), 216);
    const changed = load.changedGroups(hoursToTheCopy * 3600, pagesPerExtent) * pagesPerExtent;
    expect(changed / load.usedPages).toBeCloseTo(differentialShare, 2);
  });

  it("is not told by its logs where the copy’s own or the backup is missing", () => {
    const whole = run(300_000);
    const operations = whole.operations.filter(({ startMs }) => startMs !== 170_000);
    const values = measured("dell-table-3", { ...whole, operations });
    expect([values["own-log"], values.log, values["by-differential"]]).toEqual([null, null, null]);
  });

  it("must take a third of either way of table 2 at most", () => {
    const verdictsOf = (logMs: number) => verdicts("dell-table-3", () => run(logMs));
    expect(verdictsOf(300_000)).toEqual({ logs: "pass", differential: "pass" });
    expect(verdictsOf(2_000_000)).toEqual({ logs: "pass", differential: "fail" });
    expect(verdictsOf(4_000_000)).toEqual({ logs: "fail", differential: "fail" });
    expect(verdicts("dell-12", () => run(700_000))).toEqual({ times: "pass" });
  });
});
