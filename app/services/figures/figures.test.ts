import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { FigureResults } from "../../contract/figure-results.ts";
import { figureAnswer } from "../../domain/figures/figure-answer.ts";
import { figures } from "../../domain/figures/figures.ts";
import { fakeFigureRun } from "../../domain/figures/testing/fake-figure-run.ts";
import { readFigureResults, writeFigureResults } from "./figure-files.ts";
import { computeFigure, type FigureRuns, keepShipped } from "./figure-runs.ts";
import { compareHashes } from "./figure-verification.ts";

const folder = mkdtempSync(join(tmpdir(), "snapscope-figures-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const results = (hash: string, settings = ["seed=1"]): FigureResults => ({
  formatVersion: 1,
  figure: "sqlcat-1",
  computedAt: "2026-11-26T07:00:00.000Z",
  engineVersion: "0.1.0",
  points: [
    {
      id: "0-users",
      settings,
      runs: [fakeFigureRun({ seed: 1 }), fakeFigureRun({ seed: 2, telemetryHash: hash })],
    },
  ],
});
const [same, other] = ["0123456789abcdef", "fedcba9876543210"];

describe("results of figures", () => {
  it.each(figures.map((figure) => [figure.id, figure] as const))(
    "that come with the program are of the settings that %s has",
    async (id, { points, settings }) => {
      const shipped = await readFigureResults(id);
      if (!shipped.ok) throw new Error(shipped.error.message);
      if (shipped.value === null) return;
      expect(shipped.value.figure).toBe(id);
      expect(shipped.value.points.map((point) => [point.id, point.settings])).toEqual(
        points.map((point) => [point.id, [...settings, ...point.settings]]),
      );
      const seeds = shipped.value.points.map(({ runs }) => runs.map(({ seed }) => seed));
      expect(new Set(seeds.map(String)).size).toBe(1);
    },
  );

  it("fail the checks that the documentation explains, and no others", async () => {
    const failing = await Promise.all(
      figures.map(async (figure) => {
        const shipped = await readFigureResults(figure.id);
        if (!shipped.ok) throw new Error(shipped.error.message);
        const { checks } = figureAnswer(figure, shipped.value);
        return checks.filter(({ verdict }) => verdict === "fail").map(({ id }) => id);
      }),
    );
    const text = readFileSync("docs/figure-validation.md", "utf8");
    const rows = text.split("\n").filter((line) => line.startsWith("| ") && line.includes("`"));
    const explained = rows.flatMap((row) =>
      [...(row.split(" | ")[1] ?? "").matchAll(/`([^`]+)`/g)].map(([, id]) => id),
    );
    expect(explained.toSorted()).toEqual(failing.flat().toSorted());
  });

  it("are read as they were written, a line a run", async () => {
    const written = results(same);
    expect(await writeFigureResults(written, folder)).toMatchObject({ ok: true });
    expect(await readFigureResults("sqlcat-1", folder)).toEqual({ ok: true, value: written });
    expect(await readFigureResults("sqlcat-2", folder)).toEqual({ ok: true, value: null });
    const lines = readFileSync(join(folder, "sqlcat-1.json"), "utf8").split("\n");
    const { runs = [] } = written.points[0] ?? {};
    for (const run of runs) {
      expect(lines.filter((line) => line.startsWith(JSON.stringify(run)))).toHaveLength(1);
    }
  });

  it("that are damaged are refused with the place", async () => {
    const path = join(folder, "sqlcat-3.json");
    writeFileSync(path, JSON.stringify({ ...results(same), points: [{ id: "0-users" }] }));
    const read = await readFigureResults("sqlcat-3", folder);
    expect(!read.ok && read.error.message).toContain(`${path}: points.0.settings: is missing`);
  });
});

describe("hashes of telemetry", () => {
  it("tell which runs are not what came with the program", () => {
    for (const hash of [same, other]) {
      const alike = compareHashes(results(hash), results(hash));
      expect(alike).toEqual({ compared: 2, different: [] });
    }
    expect(compareHashes(results(same), results(other))).toEqual({
      compared: 2,
      different: [{ point: "0-users", seed: 2, shipped: same, here: other }],
    });
  });

  it("are compared of the same settings and seeds alone", () => {
    expect(compareHashes(results(same), results(other, ["seed=2"])).compared).toBe(0);
  });
});

describe("a figure of which runs are kept", () => {
  const figure = figures.find(({ id }) => id === "sqlskills-1");
  const kept = async (repeats: number, change: (settings: string[]) => string[]) => {
    const shipped = await readFigureResults("sqlskills-1");
    if (figure === undefined || !shipped.ok || shipped.value === null) throw new Error("none");
    const { points } = shipped.value;
    const told = points.map((point) => ({ ...point, settings: change([...point.settings]) }));
    const known: FigureRuns = new Map();
    await keepShipped(figure, { repeats, seed: null }, { ...shipped.value, points: told }, known);
    return { figure, shipped: shipped.value, known };
  };

  it("computes none of them again", async () => {
    const { shipped, known, ...one } = await kept(6, (settings) => settings);
    const computed = await computeFigure(one.figure, { repeats: 6, seed: null }, known, {
      signal: new AbortController().signal,
      onBegin: () => expect.unreachable("a run is begun"),
      onEnded: () => expect.unreachable("a run ended"),
    });
    expect(computed).toMatchObject({ ok: true, value: { points: shipped.points } });
  });

  it("has those alone that have its seeds and settings", async () => {
    const { shipped, known } = await kept(7, (settings) => settings);
    expect(known.size).toBe(shipped.points.length * 6);
    expect((await kept(6, (settings) => [...settings, "seed=2"])).known.size).toBe(0);
  });
});
