/** Whether this engine gives what comes with the program: hashes of telemetry, run by run. */
import type { HashComparison } from "../../contract/figure.ts";
import type { FigureResults } from "../../contract/figure-results.ts";

export function compareHashes(shipped: FigureResults, here: FigureResults): HashComparison {
  const pairs = here.points.flatMap(({ id, settings, runs }) => {
    const point = shipped.points.find((one) => one.id === id);
    if (point?.settings.join("\n") !== settings.join("\n")) return [];
    return runs.flatMap(({ seed, telemetryHash }) => {
      const other = point.runs.find((run) => run.seed === seed);
      return other === undefined
        ? []
        : [{ point: id, seed, shipped: other.telemetryHash, here: telemetryHash }];
    });
  });
  return {
    compared: pairs.length,
    different: pairs.filter((pair) => pair.shipped !== pair.here),
  };
}
