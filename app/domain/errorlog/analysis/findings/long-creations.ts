import { phasesOfCreation } from "../creation-phases.ts";
import { lengthOfPhase } from "../edges.ts";
import { Occurrences } from "../evidence.ts";
import { finding, maxFindingsOfRule } from "./finding.ts";
import type { FindingRule } from "./finding-rule.ts";
import { spanText } from "./wording.ts";

const longMs = 60_000;

/** Creations of snapshots that took a minute or more, with the part that took most. */
export const longCreations = (): FindingRule => ({
  id: "longCreation",
  kinds: [],
  take: () => undefined,
  findings: ({ creations }) =>
    creations
      .flatMap((creation) => {
        const { snapshot, begun, filesStartMs, recovery } = creation;
        const lengthMs = (recovery.completedMs ?? filesStartMs) - filesStartMs;
        if (lengthMs < longMs) return [];
        const occurrences = new Occurrences();
        occurrences.addEvidence(begun);
        occurrences.touch(filesStartMs + lengthMs);
        const [most] = phasesOfCreation(creation).sort(
          (a, b) => lengthOfPhase(b) - lengthOfPhase(a),
        );
        const part =
          most === undefined
            ? ""
            : `, ${most.name} ${most.endSource === "bound" ? "up to " : ""}${spanText(lengthOfPhase(most))} of it`;
        return finding(
          "information",
          `Creating ${snapshot ?? "a snapshot"} took ${spanText(lengthMs)}${part}`,
          "The snapshot shows the moment at which its analysis begins, and can be read only when all is over. From the moment its files are open each first change of a page of the source waits for its copy. Redo and undo take as long as there were changes since the last checkpoint, and open transactions: a quieter hour, or a CHECKPOINT of the source right before, shortens them.",
          occurrences,
        );
      })
      .slice(0, maxFindingsOfRule),
});
