/** Twice of the resource that bounds the run, whatever it is. */
import { bottleneckSentence } from "../bottleneck/bottleneck-text.ts";
import { firstOperationFalls, throughputRises } from "./promises.ts";
import { reliefOf } from "./relief.ts";
import type { Rule } from "./rule.ts";

export const moreOfWhatBinds: Rule = ({ scenario, measured, bottleneck }) => {
  const { binding } = bottleneck;
  const relief = binding === null ? null : reliefOf(binding, scenario);
  const promise =
    measured.counter("userConnections") > 0 ? throughputRises : firstOperationFalls(scenario);
  if (binding === null || relief === null || promise === null) return null;
  return {
    rule: "bottleneck",
    ...relief,
    reason: bottleneckSentence(bottleneck),
    evidence: binding.evidence,
    promise,
  };
};
