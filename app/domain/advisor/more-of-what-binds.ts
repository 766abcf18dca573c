/** Twice of the resource that bounds the run, whatever it is. */
import { bottleneckSentence } from "../bottleneck/bottleneck-text.ts";
import { firstOperation, throughputRises } from "./promises.ts";
import { reliefOf } from "./relief.ts";
import type { Rule } from "./rule.ts";

export const moreOfWhatBinds: Rule = ({ scenario, measured, bottleneck }) => {
  const { binding } = bottleneck;
  const relief = binding === null ? null : reliefOf(binding, scenario);
  const users = measured.counter("userConnections") > 0;
  const promise = users ? throughputRises : (firstOperation(scenario)?.promise ?? null);
  if (binding === null || relief === null || promise === null) return null;
  return {
    rule: "bottleneck",
    promise,
    ...relief,
    reason: bottleneckSentence(bottleneck),
    evidence: binding.evidence,
  };
};
