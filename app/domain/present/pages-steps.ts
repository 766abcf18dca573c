/** What becomes of each snapshot after its creation, page by page. */
import { formatNumber } from "../format/numbers.ts";
import { formatMomentOf } from "../format/timeline-clock.ts";
import { countAt, type PushLog } from "../page-map/push-log.ts";
import type { Span } from "../timeline/span.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { fitting, nameText } from "./sentences.ts";
import type { Candidate } from "./step.ts";

/** A stretch from the end of each creation to what comes next: another creation, its drop, the end. */
export function pagesSteps(
  timeline: Timeline,
  creations: readonly Span[],
  log: PushLog,
): readonly Candidate[] {
  return log.snapshots.flatMap((snapshot, at): readonly Candidate[] => {
    const creation = creations.findLast(({ startMs }) => startMs <= snapshot.createdMs);
    const target = fullestOf(log, at);
    if (snapshot.hidden || creation === undefined || target === null) return [];
    const startMs = creation.endMs;
    const next = creations.find((other) => other.startMs > creation.startMs)?.startMs;
    const endMs = Math.min(
      next ?? timeline.endMs,
      snapshot.droppedMs ?? timeline.endMs,
      timeline.endMs,
    );
    const copied = copiesIn(log, target, countAt(log, endMs));
    if (endMs <= startMs || copied === 0) return [];
    const { pages = 0 } = log.files[log.sparseFiles[target]?.file ?? -1] ?? {};
    const once = "each page is copied once, before its first change";
    const figures = `${formatNumber(copied)} of ${formatNumber(pages)} pages`;
    const until = ` until ${formatMomentOf(timeline, endMs)}`;
    const sentence = fitting(
      `${nameText(snapshot.name)}: ${once}: ${figures}${until}.`,
      `${nameText(snapshot.name)}: ${figures} copied, each once${until}.`,
    );
    const picture = { kind: "pages", view: { startMs, endMs }, target } as const;
    const step = { id: `pages/${at}`, sentence, startMs, endMs, open: false, tells: [], picture };
    return [{ rank: 1, step }];
  });
}

/** Of the sparse files of a snapshot the one with the most pages; null: it has none. */
function fullestOf(log: PushLog, snapshot: number): number | null {
  let [most, found]: [number, number | null] = [0, null];
  for (const [target, sparse] of log.sparseFiles.entries()) {
    const copied = sparse.snapshot === snapshot ? copiesIn(log, target, log.count) : 0;
    if (copied > most) [most, found] = [copied, target];
  }
  return found;
}

function copiesIn({ targets }: PushLog, target: number, made: number): number {
  let copied = 0;
  for (let index = 0; index < made; ++index) if (targets[index] === target) copied += 1;
  return copied;
}
