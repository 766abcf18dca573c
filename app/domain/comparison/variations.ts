/**
 * What an experiment is compared with, as people ask: what do its snapshots cost, what would one more,
 * what if there were twice the users, or another device. Each is two settings of the same scenario.
 */
import { type DeviceDescription, deviceOfPreset } from "../../contract/device.ts";
import { devicePreset } from "../../contract/device-presets.ts";
import { dataVolumes } from "../../contract/placement.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { differences, settingOf } from "../scenario-form/differences.ts";
import { type Draft, draftOf } from "../scenario-form/draft.ts";
import { deviceGroups, putOnDevice, storageChoiceOf } from "../scenario-form/one-device.ts";
import { plannedSnapshots, setSnapshotCount } from "../scenario-form/planned-snapshots.ts";
import { onScaledDevices, scaledDevice } from "../scenario-form/scaled-device.ts";

/** A side, as a point of a study: what makes it out of the scenario. */
export interface VariedSide {
  readonly name: string;
  readonly settings: readonly string[];
}

export interface Variation {
  readonly id: string;
  /** "No snapshots against 2". */
  readonly title: string;
  readonly base: VariedSide;
  readonly variant: VariedSide;
}

/** `preset`: what the form began with; null where it is the scenario itself. */
export function variationsOf(scenario: Scenario, preset: Scenario | null): readonly Variation[] {
  const draft = draftOf(scenario);
  const planned = plannedSnapshots(scenario).length;
  const { users } = scenario.workload;
  const changes = preset === null ? [] : differences(scenario, preset).map(settingOf);
  return [
    ...(changes.length === 0
      ? []
      : [
          {
            id: "form",
            title: "What was changed in the form",
            base: { name: "As it came", settings: changes },
            variant: { name: "As changed", settings: [] },
          },
        ]),
    ...(planned === 0 ? [] : [snapshots(draft, 0, planned)]),
    snapshots(draft, planned, planned + 1),
    ...(users === 0
      ? []
      : [
          sides(draft, "users", [
            { name: usersText(users), draft },
            { name: usersText(2 * users), draft: withUsers(draft, 2 * users) },
          ]),
        ]),
  ];
}

export interface DeviceVariation extends Variation {
  /** What its data lie on. */
  readonly device: DeviceDescription;
}

/** How many times as long as now each I/O takes. */
const speeds = [
  { name: "Half as fast", factor: 2 },
  { name: "Twice as fast", factor: 0.5 },
] as const;

/** On slower and faster ones of its own devices, and on each that there is a description of but the one it is on. */
export function deviceVariations(scenario: Scenario): readonly DeviceVariation[] {
  const draft = draftOf(scenario);
  const now = storageChoiceOf(scenario);
  const nameOf = deviceGroups.flatMap(({ names }) => names).find((name) => name === now);
  const here = nameOf === undefined ? "As it is" : devicePreset(nameOf).title;
  const own = presentDevice(scenario);
  const scaled =
    own === null
      ? []
      : speeds.map(({ name, factor }) => ({
          ...sides(draft, `speed/${factor}`, [
            { name: here, draft },
            {
              name: nameOf === undefined ? name : `${here}, ${name.toLowerCase()}`,
              draft: withScenario(draft, onScaledDevices(scenario, factor)),
            },
          ]),
          device: scaledDevice(own, factor),
        }));
  const others = deviceGroups.flatMap(({ names }) =>
    names
      .filter((name) => name !== now)
      .map((name) => ({
        ...sides(draft, `device/${name}`, [
          { name: here, draft },
          { name: devicePreset(name).title, draft: putOnDevice(draft, name) },
        ]),
        device: deviceOfPreset(name),
      })),
  );
  return [...scaled, ...others];
}

/** What the data lie on; null: files of this machine. */
export function presentDevice({ mode, storage }: Scenario): DeviceDescription | null {
  if (mode === "real") return null;
  const [data] = dataVolumes(storage.placement);
  return storage.volumes.find(({ name }) => name === data)?.device ?? null;
}

const snapshotsText = (count: number): string =>
  count === 0 ? "No snapshot" : count === 1 ? "1 snapshot" : `${count} snapshots`;
const usersText = (users: number): string => `${users} users`;

const snapshots = (draft: Draft, from: number, to: number): Variation =>
  sides(draft, `snapshots/${from}/${to}`, [
    { name: snapshotsText(from), draft: setSnapshotCount(draft, from) },
    { name: snapshotsText(to), draft: setSnapshotCount(draft, to) },
  ]);

const withUsers = (draft: Draft, users: number): Draft => {
  const { scenario } = draft.present;
  return withScenario(draft, { ...scenario, workload: { ...scenario.workload, users } });
};

const withScenario = (draft: Draft, scenario: Scenario): Draft => ({
  ...draft,
  present: { ...draft.present, scenario },
});

interface Side {
  readonly name: string;
  readonly draft: Draft;
}

/** Both run as long as the longer of them: means over unlike times are no comparison. */
function sides({ present }: Draft, id: string, [base, variant]: readonly [Side, Side]): Variation {
  const scenarios = [base, variant].map((side) => side.draft.present.scenario);
  const durationSeconds = Math.max(...scenarios.map((scenario) => scenario.durationSeconds));
  const [of, to] = scenarios.map((scenario) =>
    differences(present.scenario, { ...scenario, durationSeconds }).map(settingOf),
  );
  return {
    id,
    title: `${base.name} against ${variant.name}`,
    base: { name: base.name, settings: of ?? [] },
    variant: { name: variant.name, settings: to ?? [] },
  };
}
