/**
 * Results of sys.dm_os_wait_stats from all files of a capture, and what came between them. The view
 * counts from the server's start, so it is the differences that tell of a night.
 */
import type { CapturedWait, WaitCapture } from "../../contract/capture.ts";
import { printLocalTime } from "../local-time.ts";
import { rankWaits } from "../waits/wait-ranking.ts";
import type { TakenWaits, WaitRow, WaitStatsReading } from "./read-wait-stats.ts";

export interface PlacedReading {
  /** Position in the capture's files. */
  readonly file: number;
  readonly reading: WaitStatsReading;
}

/** Differences of one server; of more results some are skipped, evenly. */
export const maxDifferences = 200;

interface LabelledWaits {
  readonly file: number;
  readonly label: string;
  readonly selected: boolean;
  readonly taken: TakenWaits;
}

/**
 * By server; of each first the differences, then the first and the last totals. `originMs`: ms since
 * 1970 of the clock without zones.
 */
export function waitCaptures(readings: readonly PlacedReading[], originMs: number): WaitCapture[] {
  const servers = new Map<string, LabelledWaits[]>();
  for (const one of labelled(readings)) {
    const key = one.taken.server?.toLowerCase() ?? "";
    const known = servers.get(key);
    if (known === undefined) servers.set(key, [one]);
    else known.push(one);
  }
  return [...servers]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, ofServer]) => capturesOf(inOrder(ofServer), originMs));
}

function capturesOf(all: readonly LabelledWaits[], originMs: number): WaitCapture[] {
  const kept = evenly(all, maxDifferences + 1);
  const differences = kept.flatMap((later, at) => {
    const earlier = kept[at - 1];
    return earlier === undefined ? [] : [difference(earlier, later, originMs)];
  });
  const ends = [all[0], all.length > 1 ? all.at(-1) : undefined];
  return [...differences, ...ends.flatMap((one) => (one ? [totals(one, originMs)] : []))];
}

/** At most `most` of them, with the first and the last. */
function evenly<T>(all: readonly T[], most: number): readonly T[] {
  if (all.length <= most) return all;
  const step = (all.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, at) => all[Math.round(at * step)] as T);
}

/** Each label is used once: a difference names the result before it by its label. */
function labelled(readings: readonly PlacedReading[]): readonly LabelledWaits[] {
  const results = readings.flatMap(({ file, reading }) =>
    reading.captures.map((taken) => ({ file, reading, taken })),
  );
  const several = new Set(results.map(({ taken }) => taken.server?.toLowerCase() ?? "")).size > 1;
  const used = new Map<string, number>();
  return results.map(({ file, reading, taken }) => {
    const time = taken.timeMs === null ? taken.timeText : readable(taken.timeMs);
    const base = time ?? reading.name;
    const text = several && taken.server !== null ? `${taken.server}, ${base}` : base;
    const ordinal = (used.get(text) ?? 0) + 1;
    used.set(text, ordinal);
    const label = ordinal === 1 ? text : `${text} (${ordinal})`;
    return { file, label, selected: reading.selected, taken };
  });
}

/** "2024-05-01 22:00:00", with a fraction where there is one. */
const readable = (timeMs: number): string =>
  printLocalTime(timeMs)
    .replace("T", " ")
    .replace(/\.000$/, "");

/** By time where all have one; else as given, unless counters then fall at every step. */
function inOrder(results: readonly LabelledWaits[]): readonly LabelledWaits[] {
  if (results.every(({ taken }) => taken.timeMs !== null)) {
    return results.toSorted((a, b) => (a.taken.timeMs ?? 0) - (b.taken.timeMs ?? 0));
  }
  const falls = (sequence: readonly LabelledWaits[]) =>
    sequence.filter((later, at) => {
      const earlier = sequence[at - 1];
      return earlier !== undefined && isReset(earlier, later);
    }).length;
  if (results.length < 2 || falls(results) < results.length - 1) return results;
  // Files are often given by name, "after" before "before".
  const reversed = results.toReversed();
  return falls(reversed) === 0 ? reversed : results;
}

function totals({ file, label, taken }: LabelledWaits, originMs: number): WaitCapture {
  return {
    file,
    label,
    atMs: taken.timeMs === null ? null : taken.timeMs - originMs,
    since: null,
    spanMs: null,
    reset: false,
    waits: ranked(taken.rows),
  };
}

function difference(earlier: LabelledWaits, later: LabelledWaits, originMs: number): WaitCapture {
  const reset = isReset(earlier, later);
  const [from, to] = [earlier.taken.timeMs, later.taken.timeMs];
  return {
    ...totals(later, originMs),
    since: earlier.label,
    // After a reset it is not known since when the counters count.
    spanMs: reset || from === null || to === null ? null : to - from,
    reset,
    waits: ranked(reset ? later.taken.rows : changesOf(earlier, later)),
  };
}

const byType = ({ taken }: LabelledWaits): ReadonlyMap<string, WaitRow> =>
  new Map(taken.rows.map((row) => [row.waitType, row]));

/** Counters only grow while a server runs. */
function isReset(earlier: LabelledWaits, later: LabelledWaits): boolean {
  const before = byType(earlier);
  return later.taken.rows.some(({ waitType, tasks, waitMs }) => {
    const known = before.get(waitType);
    return known !== undefined && (tasks < known.tasks || waitMs < known.waitMs);
  });
}

function changesOf(earlier: LabelledWaits, later: LabelledWaits): WaitRow[] {
  const before = byType(earlier);
  // The view has every type; a script may have left one out whose waits are not known then.
  const missingIsZero = !earlier.selected && !later.selected;
  return later.taken.rows.flatMap((row): WaitRow[] => {
    const known = before.get(row.waitType);
    if (known === undefined) return missingIsZero ? [row] : [];
    const { waitType } = row;
    return [
      {
        waitType,
        tasks: row.tasks - known.tasks,
        waitMs: row.waitMs - known.waitMs,
        maxWaitMs: longestSince(known.maxWaitMs, row.maxWaitMs),
        signalMs:
          row.signalMs === null || known.signalMs === null
            ? null
            : Math.max(row.signalMs - known.signalMs, 0),
      },
    ];
  });
}

/** The longest wait since the start is one of the span only if it has grown in it. */
const longestSince = (before: number | null, after: number | null): number | null =>
  after !== null && (before === null || after > before) ? after : null;

function ranked(rows: readonly WaitRow[]): CapturedWait[] {
  const { costs, idle } = rankWaits(rows, (row) => row);
  return [
    ...costs.map((row) => ({ ...row, idle: false })),
    ...idle.map((row) => ({ ...row, idle: true })),
  ];
}
