/** Whether this engine gives what comes with the program: hashes of telemetry, run by run. */
import type { HashComparison } from "../../contract/figure.ts";
import type { FigureResults } from "../../contract/figure-results.ts";

/** Compares engines of one revision: those of another give other telemetry, which says nothing. */
export function compareHashes(shipped: FigureResults, here: FigureResults): HashComparison {
  const pairs = here.points.flatMap(({ id, runs }) => {
    const point = shipped.points.find((one) => one.id === id);
    return runs.flatMap((run) => {
      const other = point?.runs.find(({ seed }) => seed === run.seed);
      return other === undefined ? [] : [{ point: id, run, other }];
    });
  });
  const [alike, apart] = [
    pairs.filter(isOfOneEngine),
    pairs.filter((pair) => !isOfOneEngine(pair)),
  ];
  const otherRevisions = apart.flatMap(({ other }) => other.engineRevision ?? []);
  return {
    compared: alike.length,
    otherRevisions: [...new Set(otherRevisions)].sort((a, b) => a - b),
    different: alike.flatMap(({ point, run, other }) =>
      run.telemetryHash === other.telemetryHash
        ? []
        : [{ point, seed: run.seed, shipped: other.telemetryHash, here: run.telemetryHash }],
    ),
  };
}

type Run = FigureResults["points"][number]["runs"][number];

const isOfOneEngine = ({ run, other }: { readonly run: Run; readonly other: Run }): boolean =>
  run.engineRevision === other.engineRevision;
