/** The figures of a phase, as engine or log report them, named and with their units. */

import { backupTypes } from "../../../../app/contract/command.ts";
import type { PhaseName } from "../../../../app/contract/phase.ts";
import { formatBytes } from "../../../../app/domain/format/bytes.ts";
import { formatNumber } from "../../../../app/domain/format/numbers.ts";
import { formatDuration } from "../../../../app/domain/format/times.ts";
import { phaseTerm } from "../../../../app/domain/glossary/glossary.ts";
import type { Band } from "../../../../app/domain/timeline/timeline.ts";
import type { Fact } from "../../../components/ui/FactList.tsx";
import { messageNumbers } from "../message-facts.ts";

type Format = (value: number) => string;

const counted =
  (unit: string): Format =>
  (value) =>
    `${formatNumber(value)} ${unit}`;

const known: Readonly<Record<string, readonly [name: string, format: Format]>> = {
  buffers: ["Buffers written", counted("pages")],
  writes: ["Writes", counted("writes")],
  durationMs: ["Took, as reported", formatDuration],
  avoided: ["Dirtied meanwhile", counted("pages")],
  bytes: ["Log read", formatBytes],
  records: ["Log records", counted("records")],
  inFlight: ["Open transactions", counted("transactions")],
  estimateRedoBytes: ["Redo, at most", formatBytes],
  estimateUndoRecords: ["Undo, at most", counted("records")],
  applied: ["Applied", counted("records")],
  pagesPulled: ["Pages pulled", counted("pages")],
  transactions: ["Rolled back", counted("transactions")],
  systemTransactions: ["System transactions", counted("transactions")],
  databaseId: ["Database id", String],
  phase1Ms: ["First phase", formatDuration],
  zeroingMs: ["Zeroing of files", formatDuration],
  errorState: ["Error state", String],
  file: ["File id", String],
  page: ["Page", String],
  index: ["Index id", String],
};

/** "pagesPushed": "Pages pushed". */
function wordsOf(key: string): string {
  const words = key.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

/** Phases in which a figure of one name is another thing. */
const knownOf: Partial<Readonly<Record<PhaseName, typeof known>>> = {
  backup: {
    kind: ["Type", (value) => backupTypes[value] ?? formatNumber(value)],
    pages: ["Pages of data", counted("pages")],
    bytes: ["Size of its file", formatBytes],
    logBytes: ["Log in it", formatBytes],
    checkpointMs: ["Its checkpoint", formatDuration],
  },
  restoreData: { pages: ["Pages written", counted("pages")] },
};

/** Those that messages have, too, are named as there; of a newer engine, by the words of their names. */
export function bandFacts({ phase, figures }: Band): readonly Fact[] {
  const ofPhase = phase === null ? undefined : knownOf[phase];
  const facts = Object.entries(figures).flatMap(([key, value]): Fact[] => {
    if (typeof value !== "number") return [];
    const [name, format] = ofPhase?.[key] ??
      known[key] ??
      messageNumbers[key] ?? [wordsOf(key), formatNumber];
    return [{ name, value: format(value) }];
  });
  if (typeof figures.contradiction === "string") {
    facts.push({ name: "Contradiction", value: figures.contradiction, wide: true });
  }
  if (phase === null || facts.length === 0) return facts;
  return [...facts, { name: "What it is", value: phaseTerm(phase).what, wide: true }];
}
