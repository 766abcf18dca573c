/** Which counters of a recording are lanes, and which drive is whose: kept from one to the next. */
import { useCallback, useMemo } from "react";
import * as z from "zod";
import type { CapturedCounter, CounterEffect } from "../../../../app/contract/capture.ts";
import type { Scenario } from "../../../../app/contract/scenario.ts";
import {
  choicesOf,
  type Volume,
  type VolumeRole,
  volumeRoles,
  volumesOf,
} from "../../../../app/domain/perfmon/volumes.ts";
import { lanesOfCounters } from "../../../../app/domain/timeline/counter-lanes.ts";
import {
  type LaneArrangement,
  lanesIn,
  lanesWithoutUsers,
} from "../../../../app/domain/timeline/lane-layout.ts";
import type { Lane } from "../../../../app/domain/timeline/lanes.ts";
import { type AxisCounter, axisCountersOf } from "../../../../app/domain/timeline/one-axis.ts";
import { waitLanes } from "../../../../app/domain/timeline/wait-lanes.ts";
import { useLaneArrangement } from "../../../state/recordings/lane-layouts.ts";
import { useSetting } from "../../../state/services/settings.ts";

export interface DriveRole {
  readonly volume: Volume;
  /** Null: none was told. */
  readonly role: VolumeRole | null;
}

export interface RecordingCounters {
  readonly all: readonly CapturedCounter[];
  /** Lanes that can be shown: of counters, and where there are waits of their types. */
  readonly possible: readonly Lane[];
  /** Those that are shown, in their order. */
  readonly lanes: readonly Lane[];
  readonly arrangement: LaneArrangement;
  /** Those of them and of all others that the paper's figure 4 has. */
  readonly ofFigure4: readonly AxisCounter[];
  /** Samples read so far. */
  readonly samples: number;
  readonly drives: readonly DriveRole[];
  show(arrangement: LaneArrangement): void;
  chooseUsual(): void;
  tellDrive(volume: Volume, role: VolumeRole | null): void;
}

const chosenSchema = z.array(z.string()).nullable();
const rolesSchema = z.array(
  z.object({ host: z.string().nullable(), drive: z.string(), role: z.enum(volumeRoles) }),
);
type KeptRole = z.infer<typeof rolesSchema>[number];
const noRoles: KeptRole[] = [];
const noEffects: readonly CounterEffect[] = [];

/** Where none of the engine's counters is in a file, its first ones are shown. */
const shownAtFirst = 6;
/** Counters of more files nobody keeps. */
const mostChosen = 500;
/** Roles of more drives nobody keeps. */
const mostRoles = 100;

const isOf =
  ({ host, drive }: Volume) =>
  (kept: KeptRole): boolean =>
    kept.drive === drive && kept.host === host;

/** The engine's counters first, else what a file begins with; then those that changed while something happened. */
export function usualIds(
  lanes: readonly Lane[],
  changed: readonly string[] = [],
): readonly string[] {
  const known = lanes.filter(({ engineId }) => engineId !== undefined);
  const standard = known.filter((lane) => lane.standard);
  const best = [standard, known, lanes].find((list) => list.length > 0) ?? [];
  const usual = best.slice(0, Math.max(shownAtFirst, standard.length)).map(({ id }) => id);
  const others = changed.filter((id) => !usual.includes(id));
  return [...usual, ...others.slice(0, Math.max(shownAtFirst - usual.length, 0))];
}

export function useRecordingCounters(
  counters: readonly CapturedCounter[],
  hasWaits: boolean,
  effects: readonly CounterEffect[] = noEffects,
  scenario: Scenario | null = null,
): RecordingCounters {
  const [chosen, keepChosen] = useSetting("replay.counters", chosenSchema, null);
  // Runs had lanes of their own.
  const [former] = useSetting("replay.lanes", chosenSchema, null);
  const [roles, keepRoles] = useSetting("replay.drives", rolesSchema, noRoles);
  const drives = useMemo(
    () =>
      volumesOf(counters).map(
        (volume): DriveRole => ({
          volume,
          role: roles.find(isOf(volume))?.role ?? null,
        }),
      ),
    [counters, roles],
  );
  const possible = useMemo(() => {
    const choices = drives.flatMap(({ volume, role }) =>
      role === null ? [] : choicesOf(volume, role),
    );
    const measured = counters.filter(({ samples }) => samples > 0);
    return [...lanesOfCounters(measured, choices), ...(hasWaits ? waitLanes("sessions") : [])];
  }, [counters, drives, hasWaits]);
  const ids = useMemo(() => {
    const wanted = chosen ?? former ?? (scenario && lanesWithoutUsers(scenario));
    return shownLanes(possible, wanted, effects).map(({ id }) => id);
  }, [possible, chosen, former, effects, scenario]);
  const choose = useCallback(
    (next: readonly string[]) => keepChosen(withOthers(next, chosen ?? [], possible)),
    [keepChosen, chosen, possible],
  );
  const [arrangement, show] = useLaneArrangement("replay", { ids, choose });
  const lanes = useMemo(() => lanesIn(arrangement, possible), [arrangement, possible]);
  const samples = useMemo(
    () => counters.reduce((sum, counter) => sum + counter.samples, 0),
    [counters],
  );
  return useMemo(
    () => ({
      all: counters,
      possible,
      lanes,
      arrangement,
      show,
      ofFigure4: axisCountersOf(possible),
      samples,
      drives,
      chooseUsual: () => keepChosen(null),
      tellDrive: (volume, role) => {
        const others = roles.filter((kept) => !isOf(volume)(kept));
        const { host, drive } = volume;
        keepRoles([...others, ...(role === null ? [] : [{ host, drive, role }])].slice(-mostRoles));
      },
    }),
    [counters, possible, lanes, arrangement, show, samples, drives, roles, keepChosen, keepRoles],
  );
}

/** What was chosen for other recordings, whose counters this one has not, stays chosen for them. */
function withOthers(
  ids: readonly string[],
  chosen: readonly string[],
  possible: readonly Lane[],
): string[] {
  if (ids.length === 0) return [];
  const own = new Set(possible.map(({ id }) => id));
  return [...ids, ...chosen.filter((id) => !own.has(id))].slice(0, mostChosen);
}

/** What was chosen for another recording may not be in this one: then its usual ones are shown. */
function shownLanes(
  possible: readonly Lane[],
  chosen: readonly string[] | null,
  effects: readonly CounterEffect[],
): readonly Lane[] {
  if (chosen !== null && chosen.length === 0) return [];
  const known = (chosen ?? []).flatMap((id) => possible.find((lane) => lane.id === id) ?? []);
  if (known.length > 0) return known;
  const changed = effects.flatMap(({ changes }) => changes.map(({ counter }) => counter));
  const usual = new Set(usualIds(possible, [...new Set(changed)]));
  return possible.filter(({ id }) => usual.has(id));
}
