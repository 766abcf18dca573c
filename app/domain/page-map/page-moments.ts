/** From places to moments: when pages of a stretch were pushed, and all pushes of one page. */

import { type PushCause, pushCauses } from "../../contract/telemetry-catalog.ts";
import type { PageStretch } from "./page-grid.ts";
import { type PlacedPushes, roles } from "./placed-pushes.ts";
import { type Push, type PushLog, pushAt, timeAt } from "./push-log.ts";

/** How many pages of these stretches were copied in each of so many equal parts of a span of time. */
export function momentsOf(
  pushes: PlacedPushes,
  stretches: readonly PageStretch[],
  { startMs, endMs, parts }: { startMs: number; endMs: number; parts: number },
): Uint32Array {
  const moments = new Uint32Array(parts);
  const perMs = parts / (endMs - startMs);
  const { log } = pushes;
  const first = stretches.reduce((least, { firstPage }) => Math.min(least, firstPage), 2 ** 32);
  const end = stretches.reduce((most, { endPage }) => Math.max(most, endPage), 0);
  if (end <= first) return moments;
  pushes.forEachNear(first, end, (index) => {
    if ((pushes.roles[index] ?? roles.none) === roles.none) return;
    if (!holdsPage(stretches, log.pages[index] ?? 0)) return;
    const part = Math.floor((timeAt(log, index) - startMs) * perMs);
    if (part >= 0 && part < parts) moments[part] = (moments[part] ?? 0) + 1;
  });
  return moments;
}

/** Stretches of a rectangle ascend and never overlap. */
function holdsPage(stretches: readonly PageStretch[], page: number): boolean {
  let [from, to] = [0, stretches.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    const stretch = stretches[middle];
    if (stretch === undefined) return false;
    if (page < stretch.firstPage) to = middle;
    else if (page >= stretch.endPage) from = middle + 1;
    else return true;
  }
  return false;
}

/** What happened to a page of a data file, in every snapshot, in order of time. */
export function historyOf(log: PushLog, file: number, page: number): Push[] {
  const ofFile = log.sparseFiles.map((sparse) => sparse.file === file);
  const history: Push[] = [];
  for (
    let index = log.pages.indexOf(page);
    index >= 0;
    index = log.pages.indexOf(page, index + 1)
  ) {
    const push = ofFile[log.targets[index] ?? -1] === true ? pushAt(log, index) : null;
    if (push !== null) history.push(push);
  }
  return history;
}

/** Which of the pages [firstPage, endPage) had been copied after so many pushes, and why. */
export function copiedBy(
  pushes: PlacedPushes,
  { firstPage, endPage }: PageStretch,
  made: number,
): (PushCause | null)[] {
  const { log } = pushes;
  const found = new Array<PushCause | null>(Math.max(0, endPage - firstPage)).fill(null);
  pushes.forEachNear(firstPage, endPage, (index) => {
    const page = log.pages[index] ?? 0;
    if (index >= made || page < firstPage || page >= endPage) return;
    if ((pushes.roles[index] ?? roles.none) === roles.none) return;
    found[page - firstPage] = pushCauses[log.causes[index] ?? -1] ?? null;
  });
  return found;
}
