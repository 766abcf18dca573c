/** What can be asked of a run under way: free names, what there is to drop, build or go back to, a range for the users. */
import { commandSchema } from "../../contract/command.ts";
import { maxNonclusteredIndexes, maxUsers } from "../../contract/fields.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { databaseVolumes } from "../scenario-form/array-snapshots.ts";
import { plannedClock } from "../scenario-form/moments.ts";
import { parseWhole } from "../scenario-form/number-text.ts";
import { triggerText } from "../scenario-form/trigger-text.ts";
import type { Act, Timeline } from "../timeline/timeline.ts";

/** Every name that the run has used, dropped snapshots included: a name means one snapshot. */
export function usedNames({ bands, snapshots }: Timeline): ReadonlySet<string> {
  const created = bands.flatMap(({ snapshot }) => (snapshot === null ? [] : [snapshot]));
  return new Set([...created, ...snapshots.map(({ name }) => name)]);
}

/** "sales_snapshot_2", after the database, with the first number that is free. */
export function nextFreeName(database: string, used: ReadonlySet<string>): string {
  // Names of databases may be as long as names of snapshots.
  const stem = `${database.slice(0, 48)}_snapshot_`;
  let number = 1;
  while (used.has(`${stem}${number}`)) number += 1;
  return `${stem}${number}`;
}

/** "sales_copy_2": a table that neither this run nor its plan makes otherwise. */
export const nextCopyName = (timeline: Timeline, scenario: Scenario): string =>
  nextName("selectInto", `${scenario.database.name.slice(0, 48)}_copy_`, timeline, scenario);

/** Tables of SELECT INTO that can be dropped: those that were made, or came back with a restore. */
export function tablesOf({ acts }: Timeline): readonly string[] {
  const made = new Set<string>();
  const there = new Set<string>();
  for (const { kind, name, outcome } of acts) {
    if (outcome !== "applied") continue;
    if (kind === "restore" && name === null) for (const one of made) there.add(one);
    if (name === null) continue;
    if (kind === "selectInto") {
      made.add(name);
      there.add(name);
    }
    if (kind === "dropTable") there.delete(name);
  }
  return [...there];
}

/** "backup_2": a backup that neither this run nor its plan makes otherwise. */
export const nextBackupName = (timeline: Timeline, scenario: Scenario): string =>
  nextName("backup", "backup_", timeline, scenario);

/** "array_snapshot_2", likewise. */
export const nextArraySnapshotName = (timeline: Timeline, scenario: Scenario): string =>
  nextName("createArraySnapshot", "array_snapshot_", timeline, scenario);

/** Both are backup sets, and share their names. */
const sharingNames: ReadonlySet<string> = new Set(["backup", "createArraySnapshot"]);

/** Numbered past what the run has made, and past what its plan will make. Names are the same in other letters. */
function nextName(
  kind: "selectInto" | "backup" | "createArraySnapshot",
  stem: string,
  { bands, acts }: Timeline,
  { timeline }: Scenario,
): string {
  const isOne = (other: string) =>
    other === kind || (sharingNames.has(kind) && sharingNames.has(other));
  const commands = [...timeline, ...acts].map(({ command }): GivenCommand => command);
  const used = new Set(
    commands.flatMap(({ kind: other, name }) =>
      isOne(other) && typeof name === "string" ? [name.toLowerCase()] : [],
    ),
  );
  let number = 1 + bands.filter(({ phase }) => phase === kind).length;
  while (used.has(`${stem}${number}`.toLowerCase())) number += 1;
  return `${stem}${number}`;
}

type GivenCommand = Act["command"];
type Run = Pick<Timeline, "acts" | "bands">;

/**
 * Array snapshots that this run has, with those that restores in place took first. True: a database can be opened from
 * it; false: it is torn, or the array has deleted a part of it for room.
 */
function arraySnapshotsOf({ acts, bands }: Run): ReadonlyMap<string, boolean> {
  const there = new Map<string, boolean>();
  let kept = 0;
  for (const act of acts) {
    const { kind, name, command, outcome } = act;
    if (outcome !== "applied") continue;
    if (kind === "createArraySnapshot" && wasTaken(act, { acts, bands })) {
      // An array snapshot that begins has a message where it is torn.
      there.set(String(name), act.message === null);
    }
    if (kind === "deleteArraySnapshot") there.delete(String(name));
    if (kind === "reserve" && name !== null && there.has(name)) there.set(name, false);
    if (kind === "restore" && name === null && typeof command.arraySnapshot === "string") {
      kept += 1;
      there.set(`before_restore_${kept}`, true);
    }
  }
  return there;
}

/** It has ended, and was not given up as it did: its failure is told in the instant of its end. */
function wasTaken({ name, atMs }: Act, { acts, bands }: Run): boolean {
  const endMs = bands.find(
    ({ phase, startMs }) => phase === "arraySnapshot" && startMs === atMs,
  )?.endMs;
  return (
    endMs != null &&
    !acts.some((other) => isRefusal(other) && other.name === name && other.atMs === endMs)
  );
}

const isRefusal = ({ kind, outcome }: Act): boolean =>
  kind === "createArraySnapshot" && outcome === "refused";

/** Those that can be deleted. */
export const existingArraySnapshots = (run: Run): readonly string[] => [
  ...arraySnapshotsOf(run).keys(),
];

/** Those that a database can be restored or backed up from. */
export const usableArraySnapshots = (run: Run): readonly string[] =>
  [...arraySnapshotsOf(run)].flatMap(([name, isUsable]) => (isUsable ? name : []));

/** Databases that were restored beside the one that users work on. True: it can be read. */
function copiesOf({ acts }: Pick<Timeline, "acts">): ReadonlyMap<string, boolean> {
  const there = new Map<string, boolean>();
  for (const { kind, name, command, outcome } of acts) {
    if (outcome !== "applied" || name === null) continue;
    if (kind === "restore") there.set(name, command.recovery !== false);
    if (kind === "dropSnapshot") there.delete(name);
  }
  return there;
}

export const existingCopies = (run: Pick<Timeline, "acts">): readonly string[] => [
  ...copiesOf(run).keys(),
];

/** Those that are not left restoring. */
export const readableCopies = (run: Pick<Timeline, "acts">): readonly string[] =>
  [...copiesOf(run)].flatMap(([name, isReadable]) => (isReadable ? name : []));

/** Why the array cannot take a snapshot of all volumes of the database; null: it can. */
export function whyNoArraySnapshot({ mode, storage }: Scenario): string | null {
  if (mode === "real") return "Only simulated storage has an array";
  const own = databaseVolumes({ storage });
  const without = storage.volumes.filter(
    ({ name, arraySnapshots }) => own.includes(name) && (arraySnapshots?.reservePercent ?? 0) === 0,
  );
  return without.length === 0
    ? null
    : `No array has a reserve for snapshots of ${without.map(({ name }) => name).join(", ")}`;
}

/** What is wrong with the name of a new snapshot; null: nothing. */
export function problemOfName(name: string, existing: readonly string[]): string | null {
  if (!commandSchema.safeParse({ kind: "createSnapshot", name }).success) {
    return "Letters, digits and _, at most 64, not beginning with a digit.";
  }
  if (existing.includes(name)) return `‘${name}’ exists. Drop it first, or choose another name.`;
  return null;
}

/** Snapshots that can be dropped now. */
export const existingSnapshots = ({ snapshots }: Timeline): readonly string[] =>
  snapshots.filter(({ dropped }) => !dropped).map(({ name }) => name);

/** Names that a new snapshot cannot have: of those that there are, and of those that are being created. */
export const takenNames = (timeline: Timeline): readonly string[] => [
  ...existingSnapshots(timeline),
  ...timeline.bands.flatMap(({ row, phase, snapshot, endMs }) =>
    row === "command" && phase === null && endMs === null && snapshot !== null ? snapshot : [],
  ),
];

/** Sessions that read the snapshot, as they were last asked for. */
export function readersOf({ acts }: Pick<Timeline, "acts">, snapshot: string): number {
  const last = acts.findLast(
    ({ kind, name, outcome }) =>
      kind === "setReportUsers" && name === snapshot && outcome === "applied",
  );
  return typeof last?.command.users === "number" ? last.command.users : 0;
}

/** Numbers of the table's indexes: those that it begins with, and those that were created. */
export function indexesOf(
  { acts }: Pick<Timeline, "acts">,
  { database }: Pick<Scenario, "database">,
): readonly number[] {
  const indexes = new Set(
    Array.from({ length: 1 + database.nonclusteredIndexes }, (_, position) => position + 1),
  );
  for (const { kind, command, outcome } of acts) {
    const isMade = kind === "createIndex" && outcome === "applied";
    if (isMade && typeof command.index === "number") indexes.add(command.index);
  }
  return [...indexes].toSorted((one, other) => one - other);
}

/** The number of the next nonclustered index; null: the table takes no more. */
export function nextIndex(
  timeline: Pick<Timeline, "acts">,
  scenario: Pick<Scenario, "database">,
): number | null {
  const next = 1 + Math.max(...indexesOf(timeline, scenario));
  return next <= 1 + maxNonclusteredIndexes ? next : null;
}

/** When the run's plan creates its next snapshot, "at 60 s (21:49:07)"; null: it creates no more. */
export function nextPlannedSnapshot(
  scenario: Pick<Scenario, "timeline" | "mode" | "startTime">,
  { acts, endMs }: Pick<Timeline, "acts" | "endMs">,
): string | null {
  const given = new Set(acts.flatMap(({ kind, name }) => (kind === "createSnapshot" ? name : [])));
  const open = scenario.timeline.filter(
    ({ command, atSeconds }) =>
      command.kind === "createSnapshot" &&
      !given.has(command.name) &&
      (atSeconds === undefined || atSeconds * 1000 >= endMs),
  );
  const [next] = open.toSorted(
    (one, other) =>
      (one.atSeconds ?? Number.POSITIVE_INFINITY) - (other.atSeconds ?? Number.POSITIVE_INFINITY),
  );
  return next === undefined
    ? null
    : triggerText(next, (seconds) => plannedClock(scenario, seconds));
}

/** End of the slider: room to double the load, in a round number. The field takes any allowed one. */
export function sliderEnd(usersAtStart: number, usersNow: number): number {
  const wanted = Math.max(100, 2 * usersAtStart, usersNow);
  const step = 10 ** Math.floor(Math.log10(wanted));
  return Math.min(maxUsers, Math.ceil(wanted / step) * step);
}

/** A number of users as typed; null when it is none that the engine takes. */
export function parseUsers(text: string): number | null {
  const users = parseWhole(text);
  return users !== null && users >= 0 && users <= maxUsers ? users : null;
}
