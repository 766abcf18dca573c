/** The results of figures that come with the program, and how they get there. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type FigureResults, figureResultsSchema } from "../../contract/figure-results.ts";
import { parseJsonWith } from "../../contract/issues.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import type { FigureDefinition } from "../../domain/figures/figure-definition.ts";
import { makeOneScenario, settingsOf } from "../../domain/figures/figure-plan.ts";
import { readRawPreset } from "../presets.ts";
import { figuresFolder } from "../project-paths.ts";

const pathOf = (id: string, folder: string): string => join(folder, `${id}.json`);

/**
 * Those of the figure's points as they are: a point that the figure no longer has, or by whose settings another
 * scenario was run, is left out. Null: the figure was never computed.
 */
export async function readFigureResults(
  figure: FigurePoints,
  folder = figuresFolder,
): Promise<Result<FigureResults | null>> {
  const results = await readResults(figure.id, folder);
  if (!results.ok || results.value === null) return results;
  const preset = await readRawPreset(figure.preset);
  if (!preset.ok) return preset;
  const points = results.value.points.filter((point) => isOfFigure(figure, preset.value, point));
  return success({ ...results.value, points });
}

type FigurePoints = Pick<FigureDefinition, "id" | "preset" | "settings" | "points">;

function isOfFigure(
  figure: FigurePoints,
  preset: unknown,
  { id, settings }: FigureResults["points"][number],
): boolean {
  const point = figure.points.find((one) => one.id === id);
  return point !== undefined && makeOneScenario(preset, settings, settingsOf(figure, point));
}

async function readResults(id: string, folder: string): Promise<Result<FigureResults | null>> {
  const path = pathOf(id, folder);
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ENOENT") return success(null);
    return failure("ioError", `${path}: cannot be read (${code}); it comes with the program`);
  }
  return parseJsonWith(figureResultsSchema, text, path);
}

/** A line for each run, so that a change shows which of them it is of. */
function textOf({ points, ...results }: FigureResults): string {
  const opened = (value: object, list: string) =>
    `${JSON.stringify(value).slice(0, -1)},"${list}":[`;
  const told = points.map(({ runs, ...point }) =>
    [opened(point, "runs"), runs.map((run) => JSON.stringify(run)).join(",\n"), "]}"].join("\n"),
  );
  return `${opened(results, "points")}\n${told.join(",\n")}\n]}\n`;
}

/** The path. */
export async function writeFigureResults(
  results: FigureResults,
  folder = figuresFolder,
): Promise<Result<string>> {
  const path = pathOf(results.figure, folder);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(path, textOf(results));
    return success(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return failure(
      "ioError",
      `${path}: cannot be written (${code}); results belong into a checkout`,
    );
  }
}
