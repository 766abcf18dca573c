import { type FigureResults, figureResultsVersion } from "../../../contract/figure-results.ts";
import type { FigureDefinition } from "../figure-definition.ts";
import type { fakeFigureRun } from "./fake-figure-run.ts";

type Run = ReturnType<typeof fakeFigureRun>;

/** Results of all points of the figure; `runsOf` is given a point's place among them. */
export function fakeFigureResults(
  figure: FigureDefinition,
  runsOf: (place: number) => Run[],
): FigureResults {
  return {
    formatVersion: figureResultsVersion,
    figure: figure.id,
    computedAt: "2026-11-26T07:00:00.000Z",
    points: figure.points.map(({ id, settings }, place) => ({
      id,
      settings: [...figure.settings, ...settings],
      runs: runsOf(place),
    })),
  };
}
