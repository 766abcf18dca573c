/** Array snapshots in the form of a scenario: how a volume's array begins, and what the timeline has of them by then. */
import { capacityMiB } from "../../contract/device.ts";
import { dataVolumes, placedFiles } from "../../contract/placement.ts";
import { type Scenario, scenarioSchema, type Volume } from "../../contract/scenario.ts";
import { formatBytes } from "../format/bytes.ts";
import { type DraftContent, withValue } from "./draft.ts";

type ArrayOptions = NonNullable<Volume["arraySnapshots"]>;

const mibPerGiB = 1024;

const volumeSchema = scenarioSchema.shape.storage.shape.volumes.element;

/** The schema's defaults. A device that tells no size is given one: what the files on the volume need. */
export function newArraySnapshots(scenario: Scenario, { name, device }: Volume): ArrayOptions {
  const options = volumeSchema.parse({ name, device, arraySnapshots: {} }).arraySnapshots;
  if (options === undefined) throw new Error("the schema has lost a group that it was given");
  if (device === undefined || capacityMiB(device) !== null) return options;
  const filesMiB = placedFiles(scenario)
    .filter(({ volume }) => volume === name)
    .reduce((sum, { sizeMiB }) => sum + sizeMiB, 0);
  return { ...options, sizeGiB: Math.max(1, Math.ceil(filesMiB / mibPerGiB)) };
}

/** An array snapshot is of all volumes of the database: those that take none yet do from now on. */
export function onArrays(content: DraftContent): DraftContent {
  const { mode, storage } = content.scenario;
  const own = new Set([...dataVolumes(storage.placement), storage.placement.log]);
  const isLeftOut = (volume: Volume) => own.has(volume.name) && volume.arraySnapshots === undefined;
  if (mode === "real" || !storage.volumes.some(isLeftOut)) return content;
  const volumes = storage.volumes.map((volume) =>
    isLeftOut(volume)
      ? { ...volume, arraySnapshots: newArraySnapshots(content.scenario, volume) }
      : volume,
  );
  return withValue(content, ["storage", "volumes"], volumes);
}

/** Names of volumes whose array takes snapshots. */
export const arrayVolumes = ({ storage }: Scenario): readonly string[] =>
  storage.volumes.flatMap(({ name, arraySnapshots }) =>
    arraySnapshots === undefined ? [] : [name],
  );

/** Array snapshots that the timeline has, with those that restores in place take first. */
export function plannedArraySnapshots({ timeline }: Pick<Scenario, "timeline">): readonly string[] {
  const commands = timeline.map(({ command }) => command);
  const taken = commands.flatMap((command) =>
    command.kind === "createArraySnapshot" ? command.name : [],
  );
  const restores = commands.filter(
    (command) => command.kind === "restore" && command.as === null && command.arraySnapshot != null,
  );
  return [...new Set([...taken, ...restores.map((_, before) => `before_restore_${before + 1}`)])];
}

/** Databases that restores of the timeline make beside the one that users work on, and that can be read. */
export const plannedCopies = ({ timeline }: Pick<Scenario, "timeline">): readonly string[] => [
  ...new Set(
    timeline.flatMap(({ command }) =>
      command.kind === "restore" && command.recovery ? (command.as ?? []) : [],
    ),
  ),
];

/** "Array snapshots: reserve 200.0 GiB, 2 planned", of a volume as it is drawn; null: its array takes none. */
export function arrayText(volume: Volume, { timeline }: Scenario): string | null {
  const { name, device, arraySnapshots } = volume;
  if (arraySnapshots === undefined || device === undefined) return null;
  const { sizeGiB, reservePercent } = arraySnapshots;
  const sizeMiB = sizeGiB === 0 ? capacityMiB(device) : sizeGiB * mibPerGiB;
  const planned = timeline.filter(
    ({ command }) =>
      command.kind === "createArraySnapshot" && (command.volumes?.includes(name) ?? true),
  ).length;
  const reserve =
    sizeMiB === null
      ? `${reservePercent} %`
      : formatBytes((sizeMiB * 1024 * 1024 * reservePercent) / 100);
  return `Array snapshots: reserve ${reserve}, ${planned === 0 ? "none" : planned} planned`;
}
