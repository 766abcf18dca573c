import { describe, expect, it } from "vitest";
import { counters, transactionTypes, waitTypes } from "../../contract/telemetry-catalog.ts";
import { rawPreset } from "../scenario-form/testing/presets.ts";
import { quantitiesOf } from "./checks.ts";
import { figureTurns } from "./figure-plan.ts";
import { responseCounters } from "./figure-run.ts";
import { figureById, figures } from "./figures.ts";
import { fakeFigureRun } from "./testing/fake-figure-run.ts";

const twice = (values: readonly string[]) =>
  values.filter((value, place) => values.indexOf(value) !== place);

describe("the papers' figures", () => {
  it("have ids of their own", () => {
    expect(twice(figures.map(({ id }) => id))).toEqual([]);
  });

  it.each(figures.map((figure) => [figure.id, figure] as const))(
    "%s checks and publishes what its own points and measures have",
    (_, { points, measures, checks, published, mechanisms = [] }) => {
      const [pointIds, measureIds] = [points, measures].map((all) => all.map(({ id }) => id));
      for (const ids of [pointIds, measureIds, checks.map(({ id }) => id)]) {
        expect(twice(ids ?? [])).toEqual([]);
      }
      expect(checks).not.toEqual([]);
      const explained = mechanisms.flatMap((mechanism) => mechanism.checks);
      expect(twice(explained)).toEqual([]);
      expect(checks.map(({ id }) => id)).toEqual(expect.arrayContaining(explained));
      for (const check of checks) {
        expect(quantitiesOf(check)).not.toEqual([]);
        for (const { point, measure } of quantitiesOf(check)) {
          expect(pointIds).toContain(point);
          expect(measureIds).toContain(measure.id);
        }
      }
      for (const { measure, points: of = [] } of published) {
        expect(measureIds).toContain(measure);
        expect(pointIds).toEqual(expect.arrayContaining([...of]));
      }
    },
  );

  it.each(figures.map((figure) => [figure.id, figure] as const))(
    "%s is a study of virtual runs, whose repeats differ by their seeds",
    (_, figure) => {
      const turns = figureTurns(figure, rawPreset(figure.preset), { repeats: 2, seed: 7 });
      if (!turns.ok) throw new Error(turns.error.message);
      const repeats = figure.points.map(({ mostRepeats = 2 }) => Math.min(mostRepeats, 2));
      expect(turns.value).toHaveLength(repeats.reduce((sum, one) => sum + one, 0));
      for (const { repeat, scenario } of turns.value) {
        expect([scenario.mode, scenario.seed]).toEqual(["virtual", 7 + repeat]);
      }
    },
  );

  it("read counters, waits and transactions that the telemetry has", () => {
    const known = new Set([
      ...counters.map(({ id }) => id),
      ...waitTypes.map(({ id }) => id),
      ...transactionTypes,
      ...responseCounters,
    ]);
    const named = figures.flatMap(({ measures, counters: drawn = [] }) => [
      ...drawn,
      ...measures.map(({ id }) => id).filter((id) => /^[A-Z_]+$|^transaction\d$/.test(id)),
    ]);
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((id) => !known.has(id))).toEqual([]);
  });

  it("take for usual what is before a creation, without the point that has part of it", () => {
    const figure = figureById("sqlcat-4");
    if (!figure.ok) throw new Error(figure.error.message);
    const mebibyte = 1024 ** 2;
    const run = fakeFigureRun({
      creations: [
        {
          snapshot: "s1",
          startMs: 25_000,
          endMs: 40_000,
          asOfMs: 35_000,
          newestRowMs: null,
          sizeOnDiskBytes: 0,
          phases: [{ name: "checkpoint", startMs: 25_000, endMs: 30_000 }],
        },
      ],
      counters: {
        timeMs: [10_000, 20_000, 30_000, 40_000, 50_000],
        values: { snapshotWriteBytesPerSecond: [0, 0, 2 * mebibyte, 8 * mebibyte, mebibyte] },
      },
    });
    const read = (id: string) => figure.value.measures.find((one) => one.id === id)?.read(run);
    expect(read("snapshotWriteBytesPerSecond-before")).toBe(0);
    expect(read("snapshotWriteBytesPerSecond-after")).toBe(8);
    expect(read("logReadBytesPerSecond-after")).toBeNull();
  });

  it("are found by their ids, and a mistyped one is told what may be meant", () => {
    expect(figureById("sqlcat-1")).toMatchObject({ ok: true, value: { label: "Figure 1" } });
    const missing = figureById("sqlcat1");
    expect(missing).toMatchObject({ ok: false, error: { code: "notFound" } });
    expect(!missing.ok && missing.error.message).toContain('did you mean "sqlcat-1"');
  });
});
