/** What the steering row offers: a free name for the next snapshot, and a range for the users. */
import { commandSchema } from "../../../app/contract/command.ts";
import { maxUsers } from "../../../app/contract/fields.ts";
import type { Scenario } from "../../../app/contract/scenario.ts";
import { parseWhole } from "../../../app/domain/scenario-form/number-text.ts";
import { asOfLines } from "../../../app/domain/timeline/run-timeline.ts";
import type { Timeline } from "../../../app/domain/timeline/timeline.ts";

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

/** Numbered past what the run has made, and past what its plan will make. Names are the same in other letters. */
function nextName(
  kind: "selectInto" | "backup",
  stem: string,
  { bands }: Timeline,
  { timeline }: Scenario,
): string {
  const planned = new Set(
    timeline.flatMap(({ command }) => (command.kind === kind ? [command.name.toLowerCase()] : [])),
  );
  let number = 1 + bands.filter(({ phase }) => phase === kind).length;
  while (planned.has(`${stem}${number}`.toLowerCase())) number += 1;
  return `${stem}${number}`;
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

/** How far the database goes back in a revert to the snapshot; null until its point in time is fixed. */
export function lostInRevert(
  { bands, endMs }: Timeline,
  snapshot: string,
): { readonly asOfMs: number; readonly forMs: number } | null {
  const asOf = asOfLines(bands).findLast((one) => one.snapshot === snapshot);
  return asOf === undefined ? null : { asOfMs: asOf.atMs, forMs: endMs - asOf.atMs };
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
