import type { FigureResults } from "../../../contract/figure-results.ts";
import type { FigureDefinition } from "../figure-definition.ts";
import type { fakeFigureRun } from "./fake-figure-run.ts";

type Run = ReturnType<typeof fakeFigureRun>;

/** Results of all points of the figure; `runsOf` is given a point's place among them. */
export function fakeFigureResults(
  figure: FigureDefinition,
  runsOf: (place: number) => Run[],
  settingsOf = (settings: readonly string[]) => settings,
): FigureResults {
  return {
    formatVersion: 1,
    figure: figure.id,
    computedAt: "2026-11-26T07:00:00.000Z",
    engineVersion: "0.1.0",
    points: figure.points.map(({ id, settings }, place) => ({
      id,
      settings: [...settingsOf([...figure.settings, ...settings])],
      runs: runsOf(place),
    })),
  };
}
