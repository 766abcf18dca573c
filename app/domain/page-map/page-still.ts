/** From a push log to the page maps of a report, which stand still, and back to what draws one. */
import type { PageStill } from "../../contract/page-still.ts";
import { pushCauses } from "../../contract/telemetry-catalog.ts";
import { formatBytes } from "../format/bytes.ts";
import { countOf, formatNumber, formatPercent } from "../format/numbers.ts";
import { formatMomentOf, type TimelineClock } from "../format/timeline-clock.ts";
import { type CellCounts, totalsOf } from "./cell-state.ts";
import { causeWords, regionBytes } from "./map-words.ts";
import { gridOfAll, type PageGrid } from "./page-grid.ts";
import { PlacedPushes } from "./placed-pushes.ts";
import { countAt, type PushLog, pageBytes } from "./push-log.ts";
import { whole } from "./slices.ts";
import { causes, SpanCounts } from "./span-counts.ts";
import { sparseFileNote, sparseFileTitle } from "./sparse-files.ts";

/** Of each of both files, user units of a drawing. */
export const stillRoom = { width: 352, height: 144 };
/** A report with the maps of more would be of nothing else. */
const mostStills = 6;

export const gridOfStill = ({ file }: Pick<PageStill, "file">): PageGrid =>
  gridOfAll(Math.max(1, file.pages), stillRoom);

/** Those of all snapshots but a consistency check's own, the first ones of many. */
export function stillsOf(log: PushLog, clock: TimelineClock, atMs: number): PageStill[] {
  return log.sparseFiles
    .flatMap(({ snapshot: of }, target) => {
      const snapshot = log.snapshots[of];
      const isShown = snapshot !== undefined && !snapshot.hidden && snapshot.createdMs <= atMs;
      return isShown ? target : [];
    })
    .slice(0, mostStills)
    .flatMap((target) => stillOf(log, target, clock, atMs) ?? []);
}

function stillOf(
  log: PushLog,
  target: number,
  clock: TimelineClock,
  atMs: number,
): PageStill | null {
  const file = log.files[log.sparseFiles[target]?.file ?? -1];
  if (file === undefined) return null;
  const grid = gridOfStill({ file });
  const pushes = new PlacedPushes(log, target);
  whole(pushes.take(log));
  const counts = new SpanCounts(pushes, grid);
  const made = countAt(log, atMs);
  whole(counts.moveTo({ from: 0, to: made }));
  return {
    snapshot: sparseFileTitle(log, target, clock),
    file: { id: file.id, name: file.name, pages: file.pages },
    atMs,
    note: noteOf(log, target, clock, { atMs, made }),
    causes: totalsOf(counts).filter(({ pages }) => pages > 0),
    pagesPerCell: grid.pagesPerCell,
    cells: cellsOf(counts),
  };
}

function noteOf(
  log: PushLog,
  target: number,
  clock: TimelineClock,
  { atMs, made }: { readonly atMs: number; readonly made: number },
): string | null {
  const notes = [
    sparseFileNote(log, target, clock, atMs),
    log.byExtentsFrom !== null && made > log.byExtentsFrom
      ? "Toward its end the first page of each extent is recorded, not every page."
      : null,
    log.endsMs !== null && atMs > log.endsMs
      ? `Pages are recorded until ${formatMomentOf(clock, log.endsMs)}: the run has too many.`
      : null,
  ].filter((note) => note !== null);
  return notes.length === 0 ? null : notes.join(" ");
}

function cellsOf({ pages, regions }: CellCounts): PageStill["cells"] {
  const cells: PageStill["cells"] = [];
  for (let at = 0; at < pages.length; ++at) {
    const cause = pushCauses[at % causes];
    const count = pages[at] ?? 0;
    if (cause === undefined || count === 0) continue;
    const cell = Math.floor(at / causes);
    cells.push({ cell, cause, pages: count, regions: regions[at] ?? 0 });
  }
  return cells;
}

/** As they were counted, for a drawing. */
export function countsOfStill(still: PageStill): CellCounts {
  const length = gridOfStill(still).cells * causes;
  const counts = { pages: new Uint32Array(length), regions: new Uint32Array(length) };
  for (const { cell, cause, pages, regions } of still.cells) {
    const at = cell * causes + pushCauses.indexOf(cause);
    counts.pages[at] = pages;
    counts.regions[at] = regions;
  }
  return counts;
}

/** "Of 8,192 pages 1,234 were copied (15 %): 1,200 by the workload, 34 by redo of the snapshot's creation. …" */
export function stillSentence({ file, causes: byCause }: PageStill): string {
  const copied = byCause.reduce((sum, { pages }) => sum + pages, 0);
  if (copied === 0) return `Of ${countOf(file.pages, "page")} none was copied.`;
  const regions = byCause.reduce((sum, total) => sum + total.regions, 0);
  const by = byCause.map(({ cause, pages }) => `${formatNumber(pages)} ${causeWords[cause]}`);
  return `Of ${countOf(file.pages, "page")} ${formatNumber(copied)} ${copied === 1 ? "was" : "were"} copied (${formatPercent(copied / file.pages)}): ${by.join(", ")}. Copied are ${formatBytes(copied * pageBytes)}; the sparse file takes ${formatBytes(regions * regionBytes)} on disk, as space on disk goes by 64 KiB.`;
}
