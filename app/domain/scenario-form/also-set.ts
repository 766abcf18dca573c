/**
 * What decides the answer beside what the question asks for, in the form's words. Two drafts that agree
 * in the question and in this give the same answer: whatever is neither here, nor asked, nor without
 * effect is as the schema has it.
 */
import {
  type DeviceDescription,
  deviceOfPreset,
  isComposed,
  queueDeviceSchema,
} from "../../contract/device.ts";
import { isDevicePreset } from "../../contract/device-presets.ts";
import { usedVolumes } from "../../contract/placement.ts";
import { type Scenario, scenarioSchema } from "../../contract/scenario.ts";
import { type Path, printPath } from "../../contract/schema-path.ts";
import { deviceName, placementText } from "../storage-text.ts";
import { labelOf as actText } from "../timeline/acts.ts";
import { usualArraySnapshots } from "./array-snapshots.ts";
import { differences } from "./differences.ts";
import { storageChoiceOf } from "./one-device.ts";
import { askedPlaces, askedSnapshots } from "./question.ts";
import { plainSetting, settingPhrase } from "./setting-text.ts";
import { triggerText } from "./trigger-text.ts";

/** What has no effect on what is measured. */
export const withoutEffect = ["name", "description", "startTime", "pace", "database.name"];
/** Told in words of their own, here or beside the question. */
const toldApart = [
  "formatVersion",
  "mode",
  "durationSeconds",
  "warmupSeconds",
  "workload.profile",
  "workload.thinkTimeMs",
  "storage.volumes",
  "storage.placement",
  "timeline",
  "commands",
];

/** "think time 500 ms", "data on Q, log on J, snapshots on P", "log file 1,024 MiB". */
export function alsoSet(scenario: Scenario): string[] {
  const { workload } = scenario;
  const asked = new Set(askedSnapshots(scenario).map(({ index }) => index));
  const left = new Set([...withoutEffect, ...toldApart, ...askedPlaces(scenario)]);
  return [
    plainSetting(["workload", "profile"], workload.profile),
    settingPhrase(["workload", "thinkTimeMs"], workload.thinkTimeMs),
    placementText(scenario),
    ...devicesApart(scenario),
    ...arraysApart(scenario),
    ...differences(usual(), scenario)
      .flatMap(({ path, value }) => leaves(path, value))
      .filter(({ path }) => !path.some((_, at) => left.has(printPath(path.slice(0, at + 1)))))
      .map(({ path, value }) => settingPhrase(path, value)),
    ...scenario.timeline
      .filter((_, index) => !asked.has(index))
      .map((entry) => `${triggerText(entry)}: ${actText(entry.command)}`),
    ...scenario.commands.map(({ atNs, command }) => `at ${atNs / 1e9} s: ${actText(command)}`),
  ];
}

/** Where one choice does not say what they are. */
function devicesApart(scenario: Scenario): string[] {
  if (storageChoiceOf(scenario) !== "several" && scenario.mode === "virtual") return [];
  const { volumes, placement } = scenario.storage;
  const used = usedVolumes(placement);
  return volumes.flatMap(({ name, device, folder }) => {
    if (!used.includes(name)) return [];
    if (device !== undefined) return [`${name}: ${deviceText(device)}`];
    return folder == null ? [] : [`${name}: ${folder}`];
  });
}

/** "array snapshots of Q, array page 1,024 KiB": of how its array takes them, what is not as usual. */
function arraysApart({ storage, mode }: Scenario): string[] {
  if (mode === "real") return [];
  return storage.volumes.flatMap(({ name, arraySnapshots }) => {
    if (arraySnapshots === undefined) return [];
    const own = differences(usualArraySnapshots(), arraySnapshots).map(({ path, value }) =>
      settingPhrase(["storage", "volumes", "arraySnapshots", ...path], value),
    );
    return [[`array snapshots of ${name}`, ...own].join(", ")];
  });
}

/** "SQLCAT K (changed), disks 4"; of a device that is nobody's, all that its name does not say. */
function deviceText(device: DeviceDescription): string {
  const figures = differences(knownOf(device), device).flatMap(({ path, value }) =>
    leaves(path, value),
  );
  return [deviceName(device), ...figures.map(({ path, value }) => settingPhrase(path, value))].join(
    ", ",
  );
}

/** What goes without saying once a device's name is told. */
function knownOf(device: DeviceDescription): unknown {
  if (isComposed(device)) {
    const { basedOn } = device;
    return basedOn !== null && isDevicePreset(basedOn) ? deviceOfPreset(basedOn) : {};
  }
  const { parallelism, readServiceUs } = device;
  const { writeServiceUs, bandwidthMiBPerSecond, ...usual } = queueDeviceSchema.parse({
    parallelism,
    readServiceUs,
    writeServiceUs: 1,
    bandwidthMiBPerSecond: 1,
  });
  return usual;
}

interface Leaf {
  readonly path: Path;
  readonly value: unknown;
}

/** Values that are told one by one: the parts of an object, and a list as a whole. */
const leaves = (path: Path, value: unknown): Leaf[] =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.entries(value).flatMap(([key, part]) => leaves([...path, key], part))
    : [{ path, value }];

let parsed: Scenario | null = null;

/** What the schema fills in. */
function usual(): Scenario {
  parsed ??= scenarioSchema.parse({
    formatVersion: 1,
    name: "usual",
    storage: {
      volumes: [{ name: "A", device: deviceOfPreset("nvme-data-centre") }],
      placement: { data: "A", log: "A", snapshot: "A" },
    },
  });
  return parsed;
}
