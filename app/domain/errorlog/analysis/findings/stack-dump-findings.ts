import { countOf } from "../../../format/numbers.ts";
import { finding } from "./finding.ts";
import { factRule } from "./group-rule.ts";
import { listText, timesText } from "./wording.ts";

const maxNamed = 5;

/** Stack dumps: the product met something that it did not expect. */
export const stackDumps = factRule({
  id: "stackDump",
  fact: "dump",
  keyOf: () => "",
  newState: () => ({ unwritten: 0, exceptions: new Set<string>() }),
  add: ({ occurrences, state }, { proof, exception, isUnwritten }) => {
    if (proof !== null) occurrences.add(proof);
    if (isUnwritten) state.unwritten += 1;
    if (exception !== null && state.exceptions.size < maxNamed) {
      state.exceptions.add(exception.slice(0, 120));
    }
  },
  tell: ({ occurrences, state: { unwritten, exceptions } }) => {
    const written = occurrences.count - unwritten;
    const more = unwritten === 0 ? "" : `; of ${unwritten} more no file could be written`;
    return finding(
      "critical",
      written === 0
        ? `The server dumped its stack ${timesText(unwritten)}, and could not write a file of it`
        : `The server wrote ${countOf(written, "stack dump")}${more}`,
      `${exceptions.size === 0 ? "" : `With: ${listText([...exceptions])}. `}Access violations and assertions are faults of the product or of memory and storage beneath it. See whether a later cumulative update mends it, and run DBCC CHECKDB. ${written === 0 ? "Without a file only the records around it tell what happened." : "Note the input buffer in the dump, and keep the .mdmp files for the product's support."}`,
      occurrences,
    );
  },
});
