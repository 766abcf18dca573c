/**
 * What a run is called when nobody named it: by what tells its scenario from the preset that it was
 * made from, so that runs can be told apart in a list. It follows from these two alone, and is kept
 * with the run from its start: it never changes because of other runs.
 */
import type { Scenario } from "../contract/scenario.ts";
import type { Path } from "../contract/schema-path.ts";
import { countOf } from "./format/numbers.ts";
import { withoutEffect } from "./scenario-form/also-set.ts";
import { type Difference, differences } from "./scenario-form/differences.ts";
import { plainSetting, settingPhrase } from "./scenario-form/setting-text.ts";
import { usersText } from "./setup-phrase.ts";
import { describeStorage, type StorageRole, storageRoles } from "./storage-text.ts";

/** The longest that the library takes. */
const longestName = 100;
/** What is beyond these is counted: a name is read at a glance. */
const mostFurther = 3;

/**
 * "300 users, NVMe data centre, 1 snapshot": users, device and snapshots, then what else differs. The
 * name of the scenario where a person gave it one; `unchanged`, unless null, where nothing differs.
 */
export function runName(scenario: Scenario, preset: Scenario, unchanged: string | null): string {
  if (scenario.name !== preset.name) return scenario.name;
  const changed = differences(preset, scenario).filter(({ path }) => !isIn(path, withoutEffect));
  if (changed.length === 0 && unchanged !== null) return unchanged;
  const devices = storageTexts(scenario, preset);
  const further = furtherTexts(changed, scenario, preset);
  const nameOf = (told: number, named: number): string => {
    const rest = further.length - told + devices.length - named;
    return [
      usersText(scenario.workload.users),
      ...devices.slice(0, named),
      snapshotsText(scenario, preset),
      ...further.slice(0, told),
      ...(rest === 0 ? [] : [`${rest} more`]),
    ].join(", ");
  };
  // The fewest are left out that make it fit, of the devices last.
  let told = Math.min(mostFurther, further.length);
  let named = devices.length;
  while (nameOf(told, named).length > longestName && told + named > 0) {
    if (told > 0) --told;
    else --named;
  }
  return nameOf(told, named);
}

/** Where data, log and snapshots lie, as far as it tells a run; none: the preset's own devices, which have no name. */
function storageTexts(scenario: Scenario, preset: Scenario): string[] {
  const [theirs, ours] = [storageRoles(preset), storageRoles(scenario)];
  const isChanged = ({ role, device }: StorageRole): boolean =>
    theirs.find((other) => other.role === role)?.device !== device;
  const data = ours.find(({ role }) => role === "data");
  const alike = ours.every(({ device }) => device === data?.device);
  if (alike && ours.some(isChanged)) return [describeStorage(scenario)];
  const hasName = data !== undefined && /^[a-z]/i.test(data.device);
  return ours.flatMap((one) => {
    if (one.role === "data") return isChanged(one) || hasName ? [one.device] : [];
    return isChanged(one) ? [`${one.role} on ${one.device}`] : [];
  });
}

/** "1 snapshot at 8 s" where only its moment is another one. */
function snapshotsText(scenario: Scenario, preset: Scenario): string {
  const [theirs, ours] = [creationsIn(preset), creationsIn(scenario)];
  const count = ours.length === 0 ? "no snapshot" : countOf(ours.length, "snapshot", "snapshots");
  const at = ours[0]?.atSeconds;
  const moved = ours.length === 1 && at !== undefined && theirs[0]?.atSeconds !== at;
  return moved ? `${count} at ${plainSetting(["atSeconds"], at)} s` : count;
}

const creationsIn = ({ timeline }: Scenario) =>
  timeline.filter(({ command }) => command.kind === "createSnapshot");

/** Told in words of their own. */
const toldApart = [
  "traceFlags",
  "commands",
  "timeline",
  "workload.users",
  "storage.volumes",
  "storage.placement",
  "server.basedOn",
];

const isIn = (path: Path, places: readonly string[]): boolean => {
  const text = path.join(".");
  return places.some((place) => text === place || text.startsWith(`${place}.`));
};

function furtherTexts(
  changed: readonly Difference[],
  scenario: Scenario,
  preset: Scenario,
): string[] {
  const values = changed
    .filter(({ path }) => !isIn(path, toldApart))
    .toSorted((a, b) => rankOf(a.path) - rankOf(b.path));
  const differs = (...places: string[]) => changed.some(({ path }) => isIn(path, places));
  const sameSteps = snapshotsText(scenario, preset) === snapshotsText(preset, preset);
  const sameDevices = describeStorage(scenario) === describeStorage(preset);
  return [
    ...(scenario.commands.length > 0 && differs("commands") ? ["steered"] : []),
    ...values.map(({ path, value }) => settingPhrase(path, value)),
    ...(sameSteps && differs("timeline") ? ["other steps"] : []),
    ...(sameDevices && differs("storage.volumes", "storage.placement")
      ? ["other figures of devices"]
      : []),
    ...(differs("traceFlags") ? ["other trace flags"] : []),
  ];
}

/** What changes most stands first; how long it is watched, last. */
const order = ["mode", "workload", "database", "server", "storage", "reporting", "seed"];
function rankOf([part]: Path): number {
  const rank = order.indexOf(String(part));
  return rank < 0 ? order.length : rank;
}
