/** Settings in which scenarios beside each other differ, in the words and figures of the form. */
import type { DifferingSetting } from "../../contract/comparison.ts";
import { type DeviceDescription, isComposed } from "../../contract/device.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { scenarioField } from "../../contract/scenario-form.ts";
import { type Path, printPath, valueAt } from "../../contract/schema-path.ts";
import { timelineEntrySchema } from "../../contract/timeline.ts";
import { describeDevice } from "../device-text.ts";
import { countChanges, countValues, differences, sameValue } from "../scenario-form/differences.ts";
import { labelOf, placeOf } from "../scenario-form/labels.ts";
import { plainSetting, settingUnit } from "../scenario-form/setting-text.ts";
import { triggerText } from "../scenario-form/trigger-text.ts";
import { deviceName } from "../storage-text.ts";
import { labelOf as actText } from "../timeline/acts.ts";

type Sides = readonly (Scenario | null)[];

/** Nobody asks what they do: a name, the seeds that sides share, and the speed of watching. */
const notCompared = new Set(["name", "description", "seed", "pace"]);

/** `sides`: the base first; null: files of a server, which have no settings. */
export function settingsThatDiffer(sides: Sides): DifferingSetting[] {
  const [base] = sides;
  const paths = new Map(
    sides
      .slice(1)
      .flatMap((scenario) => (base && scenario ? pathsThatDiffer(base, scenario) : []))
      .map((path) => [printPath(path), path]),
  );
  return [...paths].map(([printed, path]) => ({
    path: printed,
    label: placeOf(path),
    values: sides.map((scenario) => {
      const value = scenario === null ? undefined : valueAt(scenario, path);
      return value === undefined ? null : valueText(path, value, scenario);
    }),
  }));
}

const volumesPath = ["storage", "volumes"] as const;

function pathsThatDiffer(base: Scenario, other: Scenario): Path[] {
  const placed = ({ storage, ...rest }: Scenario) => ({
    ...rest,
    storage: { ...storage, volumes: [] },
  });
  return [
    ...differences(placed(base), placed(other)).map(({ path }) => path),
    ...volumePathsThatDiffer(base, other),
  ].filter(([first]) => !notCompared.has(String(first)));
}

/** Each volume by itself where both have the same ones; of a device of the same kind each figure. */
function volumePathsThatDiffer(base: Scenario, other: Scenario): Path[] {
  const [from, to] = [base.storage.volumes, other.storage.volumes];
  if (sameValue(from, to)) return [];
  const names = (volumes: Scenario["storage"]["volumes"]) => volumes.map(({ name }) => name).join();
  if (names(from) !== names(to)) return [volumesPath];
  return from.flatMap((volume, at) =>
    differences(volume, to[at]).map(({ path }) => [...volumesPath, at, ...path]),
  );
}

/** Values that all sides have alike. */
export function countSame(sides: Sides): number {
  const [base, ...others] = sides.flatMap((scenario) => {
    if (scenario === null) return [];
    const { name, description, seed, pace, formatVersion, ...compared } = scenario;
    return [compared];
  });
  if (base === undefined || others.length === 0) return 0;
  return countValues(base) - Math.max(...others.map((other) => countChanges(base, other)));
}

function valueText(path: Path, value: unknown, scenario: Scenario | null): string {
  const special = scenarioField(path, scenario ?? {})?.specials.find((one) => one.value === value);
  if (special !== undefined) return special.means;
  if (path[0] === "timeline" && path.length <= 2) return timelineText(value);
  const key = path.at(-1);
  if (key === "basedOn") return plainSetting([...path, "preset"], value);
  if (isDevice(value)) return deviceText(value);
  if (typeof value === "number") return `${plainSetting(path, value)} ${settingUnit(path)}`.trim();
  if (Array.isArray(value) && value.some((one) => typeof one === "object" && one !== null)) {
    return value.map((one, at) => valueText([...path, at], one, scenario)).join("; ");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return plainSetting(path, value);
  }
  return Object.entries(value)
    .filter(([, part]) => part !== undefined)
    .map(([name, part]) => partText([...path, name], part, scenario))
    .join(", ");
}

/** "users 20"; what a thing is called, and the device of a volume, need no name before them. */
function partText(path: Path, value: unknown, scenario: Scenario | null): string {
  const text = valueText(path, value, scenario);
  const key = path.at(-1);
  return key === "name" || key === "device" ? text : `${labelOf(path).toLowerCase()} ${text}`;
}

/** An entry after the other; of a whole timeline without any, "nothing". */
function timelineText(value: unknown): string {
  const entries = timelineEntrySchema.array().parse(Array.isArray(value) ? value : [value]);
  const told = entries.map((entry) => `${triggerText(entry)}: ${actText(entry.command)}`);
  return told.length === 0 ? "nothing" : told.join("; ");
}

const isDevice = (value: unknown): value is DeviceDescription =>
  typeof value === "object" && value !== null && ("member" in value || "parallelism" in value);

function deviceText(device: DeviceDescription): string {
  if (!isComposed(device)) return describeDevice(device);
  return `${deviceName(device)}: ${describeDevice({ ...device, basedOn: null })}`;
}
