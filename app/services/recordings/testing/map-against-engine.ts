/** Where the page map of a run differs from what the engine says of the same instants. */
import { type PushCause, pushCauses } from "../../../contract/telemetry-catalog.ts";
import { copiedOf } from "../../../domain/page-map/cell-state.ts";
import { PlacedPushes } from "../../../domain/page-map/placed-pushes.ts";
import { countAt, type PushLog, sparseFileOf } from "../../../domain/page-map/push-log.ts";
import { whole } from "../../../domain/page-map/slices.ts";
import { SpanCounts } from "../../../domain/page-map/span-counts.ts";
import type { EngineSnapshot, EngineStop, WatchedRun } from "./watched-runs.ts";

/** The pages of all files of one snapshot, as the map has them; moved from one instant to the next. */
class MapOfSnapshot {
  readonly #files: readonly { readonly place: number; readonly counts: SpanCounts | null }[];

  constructor(log: PushLog, snapshot: number) {
    let place = 0;
    this.#files = log.files.map(({ pages }, file) => {
      const target = sparseFileOf(log, { snapshot, file });
      const cells = { firstPage: 0, pagesPerCell: 1, cells: pages };
      const counts = target === null ? null : new SpanCounts(placed(log, target), cells);
      const first = place;
      place += pages;
      return { place: first, counts };
    });
  }

  /** Places in the database of the pages that are copied after so many pushes. */
  copiedAfter(made: number): Set<number> {
    const copied = new Set<number>();
    for (const { place, counts } of this.#files) {
      if (counts === null) continue;
      whole(counts.moveTo({ from: 0, to: made }));
      for (let page = 0; page < counts.cells.cells; ++page) {
        if (copiedOf(counts, page) > 0) copied.add(place + page);
      }
    }
    return copied;
  }
}

function placed(log: PushLog, target: number): PlacedPushes {
  const pushes = new PlacedPushes(log, target);
  whole(pushes.take(log));
  return pushes;
}

function pagesOf({ copied }: EngineSnapshot): Set<number> {
  const pages = new Set<number>();
  for (let at = 0; at < copied.length; at += 2) {
    const [first = 0, count = 0] = copied.slice(at, at + 2);
    for (let page = first; page < first + count; ++page) pages.add(page);
  }
  return pages;
}

const missingIn = (of: ReadonlySet<number>, among: ReadonlySet<number>): number[] =>
  [...among].filter((place) => !of.has(place));

/** The newest of that name that was there. */
const snapshotAt = (log: PushLog, name: string, atMs: number): number =>
  log.snapshots.findLastIndex((each) => each.name === name && each.createdMs <= atMs);

/** One page of one snapshot at one instant. */
export interface Probe {
  readonly snapshot: string;
  readonly atMs: number;
  readonly place: number;
  readonly inMap: boolean;
  readonly inEngine: boolean;
}

/** Of a run: probes that a number chooses, and all that differs. */
export function compareWithEngine(run: WatchedRun, probes: number, choose: () => number) {
  const { log, stops } = run;
  const maps = new Map<number, MapOfSnapshot>();
  const problems: string[] = [];
  const seen: {
    stop: EngineStop;
    snapshot: EngineSnapshot;
    map: Set<number>;
    engine: Set<number>;
  }[] = [];
  for (const stop of stops) {
    for (const snapshot of stop.snapshots) {
      const number = snapshotAt(log, snapshot.name, stop.atMs);
      const map = maps.get(number) ?? new MapOfSnapshot(log, number);
      maps.set(number, map);
      const inMap = map.copiedAfter(countAt(log, stop.atMs));
      const inEngine = pagesOf(snapshot);
      seen.push({ stop, snapshot, map: inMap, engine: inEngine });
      const differing = [...missingIn(inEngine, inMap), ...missingIn(inMap, inEngine)];
      for (const place of differing.slice(0, 1)) {
        problems.push(
          `${stop.atMs} ms: page ${place} of ${snapshot.name} is ${inMap.has(place) ? "on the map alone" : "not on the map"}; ${differing.length} such pages`,
        );
      }
    }
  }
  problems.push(...differentCauses(run));
  const places = log.files.reduce((sum, { pages }) => sum + pages, 0);
  const probed = Array.from({ length: seen.length === 0 ? 0 : probes }, (_, at): Probe => {
    const { stop, snapshot, map, engine } = oneOf(seen, choose());
    // Every other one is a page that the run has pushed at some time: most others never are.
    const place = at % 2 === 0 ? choose() % places : oneOf([...log.pages], choose());
    return {
      snapshot: snapshot.name,
      atMs: stop.atMs,
      place,
      inMap: map.has(place),
      inEngine: engine.has(place),
    };
  });
  return { problems, probed };
}

function oneOf<T>(list: readonly T[], number: number): T {
  const found = list[number % list.length];
  if (found === undefined) throw new Error("nothing to choose from");
  return found;
}

/** Between two instants of one life of a snapshot as many pages must come by each cause as the engine counts. */
function differentCauses({ log, stops, builtPages }: WatchedRun): string[] {
  const problems: string[] = [];
  const before = new Map<string, { snapshot: EngineSnapshot; made: number; number: number }>();
  for (const { atMs, snapshots } of stops) {
    const made = countAt(log, atMs);
    for (const snapshot of snapshots) {
      const number = snapshotAt(log, snapshot.name, atMs);
      const last = before.get(snapshot.name);
      before.set(snapshot.name, { snapshot, made, number });
      const isNew = last === undefined || last.number !== number;
      if (!isNew && last.snapshot.life !== snapshot.life) continue;
      const base = isNew ? { pushed: 0, along: 0, redo: 0, undo: 0 } : last.snapshot;
      const told = byCause(log, number, isNew ? 0 : last.made, made);
      const sum = [...told.values()].reduce((all, count) => all + count, 0);
      const engine = {
        redo: snapshot.redo - base.redo,
        undo: snapshot.undo - base.undo,
        along: snapshot.along - base.along,
        all: snapshot.pushed + snapshot.redo + snapshot.undo - base.pushed - base.redo - base.undo,
      };
      const map = {
        redo: told.get("redo") ?? 0,
        undo: told.get("undo") ?? 0,
        along: told.get("along") ?? 0,
        all: sum,
      };
      if (JSON.stringify(map) !== JSON.stringify(engine)) {
        problems.push(
          `${atMs} ms: ${snapshot.name} has ${JSON.stringify(map)}, the engine ${JSON.stringify(engine)}`,
        );
      }
    }
  }
  const built = log.causes.reduce(
    (sum, cause) => sum + (pushCauses[cause] === "indexBuild" ? 1 : 0),
    0,
  );
  if (built !== builtPages) problems.push(`builds pushed ${builtPages} pages, told are ${built}`);
  return problems;
}

function byCause(log: PushLog, snapshot: number, from: number, to: number) {
  const counts = new Map<PushCause, number>();
  for (let index = from; index < to; ++index) {
    const cause = pushCauses[log.causes[index] ?? -1];
    if (log.sparseFiles[log.targets[index] ?? -1]?.snapshot !== snapshot || cause === undefined)
      continue;
    counts.set(cause, (counts.get(cause) ?? 0) + 1);
  }
  return counts;
}
