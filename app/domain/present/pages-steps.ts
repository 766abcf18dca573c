/** What becomes of each snapshot after its creation, page by page. */
import { formatNumber } from "../format/numbers.ts";
import { formatMomentOf } from "../format/timeline-clock.ts";
import { countAt, type PushLog } from "../page-map/push-log.ts";
import type { Span } from "../timeline/span.ts";
import type { Timeline } from "../timeline/timeline.ts";
import { fitting, nameText } from "./sentences.ts";
import type { Candidate, PresentStep } from "./step.ts";

type Stretch = Pick<PresentStep, "startMs" | "endMs" | "open">;

/**
 * A stretch from the end of each creation to what comes next: another creation, its drop, the end. In a run under way
 * the last of them goes on with the run.
 */
export function pagesSteps(
  timeline: Timeline,
  creations: readonly Span[],
  log: PushLog,
  underWay = false,
): readonly Candidate[] {
  const stretches = log.snapshots.map(({ createdMs, droppedMs, hidden }): Stretch | null => {
    const creation = creations.findLast(({ startMs }) => startMs <= createdMs);
    if (hidden || creation === undefined) return null;
    const startMs = creation.endMs;
    const next = creations.find((other) => other.startMs > creation.startMs)?.startMs;
    const known = timeline.endMs;
    const endMs = Math.min(next ?? known, droppedMs ?? known, known);
    return endMs <= startMs ? null : { startMs, endMs, open: underWay && endMs === known };
  });
  const copies = copiesUntil(
    log,
    stretches.map((stretch) => (stretch === null ? 0 : countAt(log, stretch.endMs))),
  );
  return log.snapshots.flatMap(({ name }, at): readonly Candidate[] => {
    const stretch = stretches[at] ?? null;
    const target = shownOf(log, at, copies, stretch?.open === true);
    if (stretch === null || target === null) return [];
    const { startMs, endMs, open } = stretch;
    const { pages = 0 } = log.files[log.sparseFiles[target]?.file ?? -1] ?? {};
    const once = "each page is copied once, before its first change";
    const figures = `${formatNumber(copies[target] ?? 0)} of ${formatNumber(pages)} pages`;
    const until = ` until ${formatMomentOf(timeline, endMs)}`;
    // How many there are by now stands above the picture: the sentence stands still.
    const sentence = open
      ? `${nameText(name)}: ${once}.`
      : fitting(
          `${nameText(name)}: ${once}: ${figures}${until}.`,
          `${nameText(name)}: ${figures} copied, each once${until}.`,
        );
    const picture = { kind: "pages", view: { startMs, endMs }, target } as const;
    return [{ rank: 1, step: { id: `pages/${at}`, sentence, ...stretch, tells: [], picture } }];
  });
}

/** How many pages each sparse file has when so many pushes of the log, by snapshot, were made. */
function copiesUntil({ sparseFiles, targets }: PushLog, made: readonly number[]): Uint32Array {
  const madeOf = Uint32Array.from(sparseFiles, ({ snapshot }) => made[snapshot] ?? 0);
  const most = Math.max(0, ...made);
  const copies = new Uint32Array(sparseFiles.length);
  for (let index = 0; index < most; ++index) {
    const target = targets[index] ?? 0;
    if (index < (madeOf[target] ?? 0)) copies[target] = (copies[target] ?? 0) + 1;
  }
  return copies;
}

/** Of the sparse files of a snapshot the one with the most pages; while they come, the first that has any. Null: none has. */
function shownOf(
  { sparseFiles }: PushLog,
  snapshot: number,
  copies: Uint32Array,
  isOpen: boolean,
): number | null {
  const own = [...sparseFiles.keys()].filter(
    (target) => sparseFiles[target]?.snapshot === snapshot && (copies[target] ?? 0) > 0,
  );
  if (isOpen) return own[0] ?? null;
  return own.toSorted((a, b) => (copies[b] ?? 0) - (copies[a] ?? 0))[0] ?? null;
}
