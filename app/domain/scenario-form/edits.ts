/** Changes of a draft that concern more than one value, so that what they leave behind fits together. */
import { restoreInPlace, type TimelineCommand } from "../../contract/command.ts";
import type { QueueDevice } from "../../contract/device.ts";
import { maxNonclusteredIndexes } from "../../contract/fields.ts";
import { type Scenario, type Volume, virtualStartTime } from "../../contract/scenario.ts";
import type { Path } from "../../contract/schema-path.ts";
import { orderOf } from "../../contract/timeline-order.ts";
import { onArrays, plannedCopies } from "./array-snapshots.ts";
import { change, type Draft, type DraftContent, withValue } from "./draft.ts";

type TimelineEntry = Scenario["timeline"][number];
type Placement = Scenario["storage"]["placement"];

/** A disk of a server of today, for volumes that are added without a model to follow. */
export const newDevice: QueueDevice = {
  parallelism: 8,
  readServiceUs: 4000,
  writeServiceUs: 4000,
  sequentialReadServiceUs: 0,
  sequentialWriteServiceUs: 0,
  flushServiceUs: 0,
  sparseFlushWrites: 0,
  regionAllocationUs: 0,
  batchSetupUs: 0,
  spread: "exponential",
  bandwidthMiBPerSecond: 200,
  capacityMiB: 0,
};

const edited = (draft: Draft, content: DraftContent): Draft => change(draft, content);

/**
 * Virtual volumes have devices, real ones folders. Going back to the base's mode brings back its
 * volumes; else each volume keeps its name and gets what the mode asks for.
 */
export function setMode(draft: Draft, mode: Scenario["mode"]): Draft {
  const { scenario } = draft.present;
  if (scenario.mode === mode) return draft;
  const storage =
    draft.base.mode === mode
      ? {
          ...scenario.storage,
          volumes: draft.base.storage.volumes,
          placement: draft.base.storage.placement,
        }
      : {
          ...scenario.storage,
          volumes: scenario.storage.volumes.map((volume) => inMode(volume, mode)),
        };
  // The start of a simulated history is not when a real run starts.
  const startTime =
    draft.base.mode === mode ? draft.base.startTime : mode === "real" ? null : virtualStartTime;
  const content = withValue(draft.present, ["storage"], storage);
  return edited(draft, { ...content, scenario: { ...content.scenario, mode, startTime } });
}

function inMode({ name }: Volume, mode: Scenario["mode"]): Volume {
  return mode === "real" ? { name, folder: null } : { name, device: newDevice };
}

export function addVolume(draft: Draft): Draft {
  const { mode, storage } = draft.present.scenario;
  const name = freeName(
    "V",
    storage.volumes.map((volume) => volume.name),
    1,
  );
  const like = storage.volumes.at(-1);
  const volume = like === undefined ? inMode({ name }, mode) : { ...like, name };
  return edited(
    draft,
    withValue(draft.present, ["storage", "volumes"], [...storage.volumes, volume]),
  );
}

/** Files of the removed volume, and what the timeline asks of it, go to the first that is left. */
export function removeVolume(draft: Draft, index: number): Draft {
  const { storage } = draft.present.scenario;
  const removed = storage.volumes[index];
  const volumes = storage.volumes.filter((_, other) => other !== index);
  const heir = volumes[0];
  if (removed === undefined || heir === undefined) return draft;
  const content = withValue(draft.present, ["storage", "volumes"], volumes);
  return edited(draft, onOtherVolume(content, removed.name, heir.name));
}

/** Files stay on their volume under its new name, as does what the timeline asks of it; typing it is one step. */
export function renameVolume(draft: Draft, index: number, name: string): Draft {
  const { volumes } = draft.present.scenario.storage;
  const before = volumes[index]?.name;
  if (before === undefined) return draft;
  const path = ["storage", "volumes", index, "name"];
  // While two volumes have the same name, whose the files are could not be told when they part.
  const shared = volumes.some((volume, other) => other !== index && volume.name === before);
  const renamed = withValue(draft.present, path, name);
  return change(draft, shared ? renamed : onOtherVolume(renamed, before, name), path.join("."));
}

/** Files on `from`, and the commands that name it, are on `to`. */
function onOtherVolume(content: DraftContent, from: string, to: string): DraftContent {
  const { storage, timeline } = content.scenario;
  const placement = movedFiles(storage.placement, from, to);
  const entries = timeline.map((entry) => ({
    ...entry,
    command: movedCommand(entry.command, from, to),
  }));
  return withValue(withValue(content, ["storage", "placement"], placement), ["timeline"], entries);
}

function movedCommand(command: TimelineCommand, from: string, to: string): TimelineCommand {
  if (command.kind === "restore" && command.volume === from) return { ...command, volume: to };
  if (command.kind !== "createArraySnapshot" || command.volumes == null) return command;
  return { ...command, volumes: movedNames(command.volumes, from, to) };
}

export type FileKind = keyof Placement;

/** A file, or those of a kind that are on `from`, go to another volume. */
export function moveFile(draft: Draft, file: FileKind, from: string, to: string): Draft {
  const { placement } = draft.present.scenario.storage;
  const name = file === "data" || file === "backup" ? moved(placement[file], from, to) : to;
  return edited(draft, withValue(draft.present, ["storage", "placement", file], name ?? to));
}

/** Data files are dealt among these volumes in turn; the last one stays. */
export function setDataVolumes(draft: Draft, names: readonly string[]): Draft {
  const data = oneOrList(names);
  if (data === null) return draft;
  return edited(draft, withValue(draft.present, ["storage", "placement", "data"], data));
}

/** A backup's files are dealt among these volumes in turn; without one they go with the snapshots. */
export const setBackupVolumes = (draft: Draft, names: readonly string[]): Draft =>
  edited(draft, withValue(draft.present, ["storage", "placement", "backup"], oneOrList(names)));

function oneOrList(names: readonly string[]): Placement["data"] | null {
  const [first] = names;
  return first === undefined ? null : names.length === 1 ? first : [...names];
}

/** Files on `from` are on `to`; those that have no place of their own stay without one. */
function moved(place: Placement["backup"], from: string, to: string): Placement["backup"] {
  if (place === null) return null;
  return oneOrList(movedNames([place].flat(), from, to));
}

const movedNames = (names: readonly string[], from: string, to: string): string[] => [
  ...new Set(names.map((name) => (name === from ? to : name))),
];

const movedFiles = (placement: Placement, from: string, to: string): Placement => ({
  data: moved(placement.data, from, to) ?? placement.data,
  log: placement.log === from ? to : placement.log,
  snapshot: placement.snapshot === from ? to : placement.snapshot,
  tempdb: placement.tempdb === from ? to : placement.tempdb,
  backup: moved(placement.backup, from, to),
});

export const setTimeline = (draft: Draft, timeline: readonly TimelineEntry[]): Draft =>
  edited(draft, withValue(draft.present, ["timeline"], timeline));

export type TimelineKind = TimelineCommand["kind"];

/** The new entry comes some time after the last, and is one that the rules accept where any is. */
export function addEntry(draft: Draft, kind: TimelineKind): Draft {
  const { scenario } = draft.present;
  const { durationSeconds, warmupSeconds } = scenario;
  const last = Math.max(0, ...knownTimes(scenario).filter(Number.isFinite));
  const room = Math.max(0, durationSeconds - Math.max(last, warmupSeconds));
  const atSeconds = Math.min(durationSeconds, Math.round(Math.max(last, warmupSeconds) + room / 3));
  const entry = { atSeconds, command: newCommand(kind, scenario) };
  return edited(
    draft,
    withCommand(draft.present, ["timeline"], [...scenario.timeline, entry], kind),
  );
}

/** An array snapshot needs an array. */
function withCommand(content: DraftContent, path: Path, value: unknown, kind: TimelineKind) {
  const changed = withValue(content, path, value);
  return kind === "createArraySnapshot" ? onArrays(changed) : changed;
}

/** An entry turns into another kind, with values that make sense for it. */
export function setEntryKind(draft: Draft, index: number, kind: TimelineKind): Draft {
  const { scenario } = draft.present;
  if (scenario.timeline[index]?.command.kind === kind) return draft;
  const others = scenario.timeline.filter((_, other) => other !== index);
  const command = newCommand(kind, { ...scenario, timeline: others });
  return edited(draft, withCommand(draft.present, ["timeline", index, "command"], command, kind));
}

/** Scripts of DBAs have it so: the locks and the log of a batch stay few. */
const usualBatchRows = 1000;
const usualCopiedRows = 10_000;

/** The first that the table does not have, as far as there is one. */
function nextIndex({ database, timeline }: Scenario): number {
  const created = timeline.filter(({ command }) => command.kind === "createIndex").length;
  return Math.min(2 + database.nonclusteredIndexes + created, 1 + maxNonclusteredIndexes);
}

export function newCommand(kind: TimelineKind, scenario: Scenario): TimelineCommand {
  if (kind === "setUsers") return { kind, users: scenario.workload.users };
  if (kind === "restartServer") return { kind, mode: "crash" };
  if (kind === "rebuildIndex") return { kind, index: 1, online: false };
  if (kind === "createIndex") {
    return { kind, index: nextIndex(scenario), online: false, sortInTempdb: false };
  }
  if (kind === "updateTable") return { kind, batchRows: usualBatchRows };
  const namesOf = (wanted: TimelineKind) =>
    scenario.timeline.flatMap(({ command }) =>
      command.kind === wanted && "name" in command ? [command.name] : [],
    );
  /** The first of what is made that is not taken away, if that can be; null: nothing is made. */
  const firstLeft = (maker: TimelineKind, taker: TimelineKind): string | null => {
    const [made, gone] = [namesOf(maker), namesOf(taker)];
    return made.find((name) => !gone.includes(name)) ?? made[0] ?? null;
  };
  const sets = [...namesOf("backup"), ...namesOf("createArraySnapshot")];
  if (kind === "backup") {
    return { kind, name: freeName("backup_", sets, 1), type: "full", copyOnly: false, files: 1 };
  }
  if (kind === "verifyBackup") return { kind, name: namesOf("backup")[0] ?? "backup_1" };
  if (kind === "createArraySnapshot") {
    return { kind, name: freeName("array_snapshot_", sets, 1), freeze: "vss", copyOnly: false };
  }
  const kept = firstLeft("createArraySnapshot", "deleteArraySnapshot") ?? "array_snapshot_1";
  if (kind === "deleteArraySnapshot") return { kind, name: kept };
  if (kind === "restore") {
    const isBackedUp = namesOf("backup").length > 0 || namesOf("createArraySnapshot").length === 0;
    return isBackedUp ? restoreInPlace : { ...restoreInPlace, arraySnapshot: kept };
  }
  const created = namesOf("createSnapshot");
  const firstName = `${scenario.database.name}_snapshot_1`;
  if (kind === "checkDatabase") return { kind };
  if (kind === "setReportUsers") {
    return { kind, name: created[0] ?? plannedCopies(scenario)[0] ?? firstName, users: 10 };
  }
  if (kind === "createSnapshot") {
    return { kind, name: freeName(`${scenario.database.name}_snapshot_`, created, 1) };
  }
  if (kind === "selectInto") {
    return { kind, name: freeName("copy_", namesOf("selectInto"), 1), rows: usualCopiedRows };
  }
  if (kind === "damagePage") return { kind, page: null };
  if (kind === "dropTable") {
    return { kind, name: firstLeft("selectInto", "dropTable") ?? "copy_1" };
  }
  const name = firstLeft("createSnapshot", "dropSnapshot") ?? firstName;
  return kind === "revertSnapshot" ? { kind, name, closeConnections: true } : { kind, name };
}

export const removeEntry = (draft: Draft, index: number): Draft =>
  setTimeline(
    draft,
    draft.present.scenario.timeline.filter((_, other) => other !== index),
  );

/** Times before which the entries cannot come, s; infinite where they wait for each other. */
function knownTimes({ timeline, warmupSeconds }: Scenario): number[] {
  const order = orderOf(timeline, warmupSeconds);
  return timeline.map((_, index) => order.earliest(index));
}

export const isSorted = (scenario: Scenario): boolean =>
  knownTimes(scenario).every((time, index, times) => time >= (times[index - 1] ?? 0));

/** By time; entries of one moment keep their order, in which the engine does them. */
export function sortTimeline(draft: Draft): Draft {
  const { scenario } = draft.present;
  const times = knownTimes(scenario);
  // Two infinite times have no difference: the comparison must not subtract them.
  const sorted = [...scenario.timeline.keys()].toSorted((a, b) =>
    times[a] === times[b] ? 0 : (times[a] ?? 0) < (times[b] ?? 0) ? -1 : 1,
  );
  return setTimeline(
    draft,
    sorted.flatMap((index) => scenario.timeline[index] ?? []),
  );
}

/** Names that differ by case only are the same to the product. */
function freeName(stem: string, taken: readonly string[], from: number): string {
  const used = new Set(taken.map((name) => name.toLowerCase()));
  let number = from;
  while (used.has(`${stem}${number}`.toLowerCase())) number += 1;
  return `${stem}${number}`;
}
