/**
 * Which columns of Perfmon files are the counters that the engine measures too, so that both are drawn
 * alike. The rest keeps its path for an id and can be chosen by it.
 *
 * Where one file has several servers, the one with the most such counters is meant; of the databases
 * `_Total`, but for the share of the log that is used, which has no sensible total: that is of the
 * busiest user database, as everything is where no total was recorded. Volumes belong to no lane:
 * no file tells which drive holds the data (see volumes.ts).
 */
import type { CapturedCounter } from "../../contract/capture.ts";
import { counters } from "../../contract/telemetry-catalog.ts";
import { type CounterName, counterName } from "./counter-names.ts";
import { parseCounterPath, pathKey } from "./counter-path.ts";
import type { ColumnFigures, PerfmonColumn, PerfmonTable } from "./perfmon-table.ts";

/** Id of the lane of response times, which the engine's own samples have. */
export const responseLane = "p99Ms";
export const responsePath = "Snapscope:Transactions(_Total)\\p99 Response Time (ms)";

/** A counter, and where its values are: in one table, or in several that follow each other. */
export interface CounterSource {
  /** Lane, or path. */
  readonly id: string;
  readonly lane: string | null;
  readonly places: readonly CounterPlace[];
}

export interface CounterPlace {
  /** Position in the list of tables. */
  readonly table: number;
  readonly column: PerfmonColumn;
}

interface NamedColumn extends CounterPlace {
  readonly name: CounterName;
  readonly key: string;
  /** Host and server: what is measured together. */
  readonly group: string;
}

/** Names are taken apart once for each table: a series is asked for again and again. */
const namesOf = new WeakMap<PerfmonTable, readonly Omit<NamedColumn, "table">[]>();

function namedColumns(table: PerfmonTable): readonly Omit<NamedColumn, "table">[] {
  const known = namesOf.get(table);
  if (known !== undefined) return known;
  const columns = table.columns.map((column) => {
    const name = counterName(column);
    const group = `${pathKey(column.host ?? "")}\\${name.server ?? ""}`;
    return { column, name, key: pathKey(column.path), group };
  });
  namesOf.set(table, columns);
  return columns;
}

/** In the order of the files. */
export function counterSources(tables: readonly PerfmonTable[]): readonly CounterSource[] {
  const columns = tables.flatMap((table, position) =>
    namedColumns(table).map((column): NamedColumn => ({ ...column, table: position })),
  );
  const laneOfPath = lanesByPath(columns);
  const sources = new Map<string, { readonly lane: string | null; places: CounterPlace[] }>();
  for (const { table, column, key } of columns) {
    const lane = laneOfPath.get(key) ?? null;
    const source = sources.get(lane ?? key);
    if (source === undefined) sources.set(lane ?? key, { lane, places: [{ table, column }] });
    else source.places.push({ table, column });
  }
  return [...sources.values()].map(({ lane, places }) => ({
    id: lane ?? places[0]?.column.path ?? "",
    lane,
    places,
  }));
}

/** By the key of a path. A lane has at most one path. */
function lanesByPath(columns: readonly NamedColumn[]): ReadonlyMap<string, string> {
  const byName = new Map<string, NamedColumn[]>();
  for (const column of columns) {
    const key = nameKey(column.name);
    const same = byName.get(key);
    if (same === undefined) byName.set(key, [column]);
    else same.push(column);
  }
  const server = mainServer(byName);
  const database = busiestDatabase(columns.filter(({ group }) => group === server));
  const lanes = new Map<string, string>();
  for (const rule of rules) {
    const candidates = rule.keys.flatMap((key) => byName.get(key) ?? []);
    const chosen = rule.choose(candidates, { server, database });
    if (chosen !== undefined && !lanes.has(chosen.key)) lanes.set(chosen.key, rule.lane);
  }
  return lanes;
}

const nameKey = ({ object, counter }: Pick<CounterName, "object" | "counter">): string =>
  `${object}\\${counter}`;

interface Preference {
  readonly server: string | null;
  readonly database: string | null;
}

interface LaneRule {
  readonly lane: string;
  /** Object and counter that can be meant. */
  readonly keys: readonly string[];
  readonly ofServer: boolean;
  readonly choose: (
    candidates: readonly NamedColumn[],
    preference: Preference,
  ) => NamedColumn | undefined;
}

const rules: readonly LaneRule[] = [
  ...counters.map(({ id, path }) => ruleOf(id, path)),
  ruleOf(responseLane, responsePath),
];

function ruleOf(lane: string, path: string): LaneRule {
  const parsed = parseCounterPath(`\\${path}`);
  if (parsed === null) throw new Error(`the catalogue's path of ${lane} names no counter: ${path}`);
  const name = counterName(parsed);
  const keys = [nameKey(name)];
  // Newer versions of Windows count the same by processor group.
  if (name.object === "processor") {
    keys.push(nameKey({ object: "processor information", counter: name.counter }));
  }
  const ofServer = name.server !== null;
  return { lane, keys, ofServer, choose: chooserOf(lane, parsed.instance, ofServer) };
}

function chooserOf(lane: string, instance: string | null, ofServer: boolean): LaneRule["choose"] {
  if (instance === "db")
    return (candidates, preference) => ofDatabase(lane, candidates, preference);
  const wanted = instance?.toLowerCase();
  return (candidates, { server }) => {
    const same = candidates.filter(
      ({ column }) => wanted === undefined || column.instance?.toLowerCase() === wanted,
    );
    const near = same.find(({ group }) =>
      ofServer ? group === server : hostOf(group) === hostOf(server ?? ""),
    );
    // Without any server in the file every host is as good as another.
    return near ?? (server === null || !ofServer ? same[0] : undefined);
  };
}

const hostOf = (group: string): string => group.slice(0, group.lastIndexOf("\\"));

function ofDatabase(
  lane: string,
  candidates: readonly NamedColumn[],
  { server, database }: Preference,
): NamedColumn | undefined {
  const ofServer = candidates.filter(({ group }) => group === server);
  const of = (name: string | null) =>
    ofServer.find(({ column }) => column.instance?.toLowerCase() === name);
  const busiest = of(database) ?? ofServer.find(({ column }) => isUserDatabase(column.instance));
  return lane === "percentLogUsed" ? (busiest ?? of("_total")) : (of("_total") ?? busiest);
}

/** Host and server with the most counters of the catalogue; of equals the first. */
function mainServer(byName: ReadonlyMap<string, readonly NamedColumn[]>): string | null {
  const lanesOfGroup = new Map<string, Set<string>>();
  for (const { lane, keys, ofServer } of rules) {
    if (!ofServer) continue;
    for (const { group } of keys.flatMap((key) => byName.get(key) ?? [])) {
      const lanes = lanesOfGroup.get(group) ?? new Set();
      lanesOfGroup.set(group, lanes.add(lane));
    }
  }
  let [best, most] = [null as string | null, 0];
  for (const [group, lanes] of lanesOfGroup) {
    if (lanes.size > most) [best, most] = [group, lanes.size];
  }
  return best;
}

const systemDatabases: ReadonlySet<string> = new Set([
  "_total",
  "master",
  "model",
  "msdb",
  "tempdb",
  "mssqlsystemresource",
  "distribution",
]);

const isUserDatabase = (instance: string | null): boolean =>
  instance !== null && !systemDatabases.has(instance.toLowerCase());

/** By transactions, else by what is written to the log; in lower case. */
function busiestDatabase(columns: readonly NamedColumn[]): string | null {
  for (const counter of ["transactions/sec", "log bytes flushed/sec"]) {
    const ofUsers = columns.filter(
      ({ name, column }) =>
        name.object === "databases" && name.counter === counter && isUserDatabase(column.instance),
    );
    const busiest = ofUsers.reduce<NamedColumn | null>(
      (most, one) => ((one.column.mean ?? 0) > (most?.column.mean ?? -1) ? one : most),
      null,
    );
    if (busiest !== null) return busiest.column.instance?.toLowerCase() ?? null;
  }
  return null;
}

/**
 * What can be drawn. `files` has the position of each table's file in its capture. A counter that
 * several files have counts once, with the figures of all of them.
 */
export function capturedCounters(
  tables: readonly PerfmonTable[],
  files: readonly number[] = tables.map((_, table) => table),
): CapturedCounter[] {
  return counterSources(tables).flatMap(({ id, lane, places }) => {
    const [first] = places;
    if (first === undefined) return [];
    const { path, object, instance, counter, unit } = first.column;
    const file = files[first.table] ?? first.table;
    const figures = figuresOf(places.map(({ column }) => column));
    return [{ id, file, path, object, instance, counter, lane, unit, ...figures }];
  });
}

function figuresOf(columns: readonly ColumnFigures[]): ColumnFigures {
  const measured = columns.filter(({ samples }) => samples > 0);
  const samples = measured.reduce((sum, column) => sum + column.samples, 0);
  if (samples === 0) return { samples, minimum: null, mean: null, maximum: null };
  const total = measured.reduce((sum, column) => sum + (column.mean ?? 0) * column.samples, 0);
  return {
    samples,
    minimum: Math.min(...measured.map(({ minimum }) => minimum ?? Number.POSITIVE_INFINITY)),
    mean: measured.length === 1 ? (measured[0]?.mean ?? null) : total / samples,
    maximum: Math.max(...measured.map(({ maximum }) => maximum ?? Number.NEGATIVE_INFINITY)),
  };
}
