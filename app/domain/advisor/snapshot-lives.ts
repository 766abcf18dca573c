/** When each snapshot of a run was there: from the end of its creation until it was dropped, or the end. */
import type { Summary } from "../../contract/summary.ts";
import { creationSpans } from "../creation-cost/creation-spans.ts";
import type { Span } from "../timeline/span.ts";

export interface SnapshotLife extends Span {
  readonly name: string;
  /** When its creation began. */
  readonly askedMs: number;
  /** Its creation alone, ms. */
  readonly creationMs: number;
}

export function snapshotLives({ phases, run, timeline, scenario }: Summary): SnapshotLife[] {
  const drops = [
    ...timeline.flatMap(({ command, outcome, endedMs }) =>
      command.kind === "dropSnapshot" && outcome === "completed" && endedMs !== null
        ? [{ name: command.name, atMs: endedMs }]
        : [],
    ),
    ...scenario.commands.flatMap(({ command, atNs }) =>
      command.kind === "dropSnapshot" ? [{ name: command.name, atMs: atNs / 1e6 }] : [],
    ),
  ];
  return creationSpans(phases).flatMap(({ snapshot, startMs, endMs }): SnapshotLife[] => {
    if (endMs === null) return [];
    const dropped = drops.filter(({ name, atMs }) => name === snapshot && atMs >= startMs);
    return [
      {
        name: snapshot,
        askedMs: startMs,
        creationMs: endMs - startMs,
        startMs: endMs,
        // A drop that was given meanwhile waits for the end of the creation.
        endMs: Math.max(endMs, Math.min(run.engineMs, ...dropped.map(({ atMs }) => atMs))),
      },
    ];
  });
}
