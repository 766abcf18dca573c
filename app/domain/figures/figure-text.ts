/** What is said of figures alike on the page, in reports and on the command line. */
import type { FigureProvenance, Verdict } from "../../contract/figure.ts";
import { countText, utcText } from "../format/report-text.ts";

export const verdictNames: Readonly<Record<Verdict, string>> = {
  pass: "pass",
  fail: "fail",
  notProven: "not proven",
};

export function provenanceText(provenance: FigureProvenance | null): string {
  if (provenance === null) return "It was not computed yet.";
  const { computedAt, engineVersion, seeds } = provenance;
  return `Computed ${utcText(computedAt)} by engine ${engineVersion}, ${countText(seeds.length, "repeat")} of each point, ${seeds.length === 1 ? "seed" : "seeds"} ${seeds.join(", ")}.`;
}
