/** Message 833 by file: which disk is slow shows in the files that it names. */
import type { LongIoGroup, ReportPhase } from "../../contract/report.ts";
import { numberOf, textOf } from "../phase-figures.ts";

export function longIoGroups(phases: readonly ReportPhase[]): LongIoGroup[] {
  const groups = new Map<string, LongIoGroup>();
  for (const phase of phases) {
    if (phase.name !== "longIo") continue;
    const file = textOf(phase, "file") ?? "";
    groups.set(file, grown(groups.get(file), file, phase));
  }
  return [...groups.values()].toSorted(
    (a, b) => b.occurrences - a.occurrences || (a.file < b.file ? -1 : 1),
  );
}

function grown(known: LongIoGroup | undefined, file: string, phase: ReportPhase): LongIoGroup {
  // The message is written at the end: the newer form tells how long the I/O took until then.
  const atMs = phase.endMs ?? phase.startMs;
  const durationMs = numberOf(phase, "durationMs") ?? (phase.instant ? null : phase.durationMs);
  const longest = [known?.longestMs ?? null, durationMs].filter((ms) => ms !== null);
  return {
    file,
    messages: (known?.messages ?? 0) + 1,
    occurrences: (known?.occurrences ?? 0) + (numberOf(phase, "occurrences") ?? 1),
    longestMs: longest.length === 0 ? null : Math.max(...longest),
    firstMs: Math.min(known?.firstMs ?? atMs, atMs),
    lastMs: Math.max(known?.lastMs ?? atMs, atMs),
  };
}
