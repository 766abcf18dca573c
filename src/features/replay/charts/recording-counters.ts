/** Which counters of a recording are lanes, and which drive is whose: kept from one to the next. */
import { useMemo } from "react";
import * as z from "zod";
import type { CapturedCounter } from "../../../../app/contract/capture.ts";
import {
  choicesOf,
  type Volume,
  type VolumeRole,
  volumeRoles,
  volumesOf,
} from "../../../../app/domain/perfmon/volumes.ts";
import { lanesOfCounters } from "../../../../app/domain/timeline/counter-lanes.ts";
import type { Lane } from "../../../../app/domain/timeline/lanes.ts";
import { type AxisCounter, axisCountersOf } from "../../../../app/domain/timeline/one-axis.ts";
import { useSetting } from "../../../state/services/settings.ts";

export interface DriveRole {
  readonly volume: Volume;
  /** Null: none was told. */
  readonly role: VolumeRole | null;
}

export interface RecordingCounters {
  readonly all: readonly CapturedCounter[];
  /** Those that are shown. */
  readonly lanes: readonly Lane[];
  /** Those of them and of all others that the paper's figure 4 has. */
  readonly ofFigure4: readonly AxisCounter[];
  /** Samples read so far. */
  readonly samples: number;
  readonly drives: readonly DriveRole[];
  choose(ids: readonly string[]): void;
  chooseUsual(): void;
  tellDrive(volume: Volume, role: VolumeRole | null): void;
}

const chosenSchema = z.array(z.string()).nullable();
const rolesSchema = z.array(
  z.object({ host: z.string().nullable(), drive: z.string(), role: z.enum(volumeRoles) }),
);
type KeptRole = z.infer<typeof rolesSchema>[number];
const noRoles: KeptRole[] = [];

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

/** The engine's counters first; else what a file begins with. */
export function usualIds(lanes: readonly Lane[]): readonly string[] {
  const known = lanes.filter(({ engineId }) => engineId !== undefined);
  const standard = known.filter((lane) => lane.standard);
  const best = [standard, known, lanes].find((list) => list.length > 0) ?? [];
  return best.slice(0, Math.max(shownAtFirst, standard.length)).map(({ id }) => id);
}

export function useRecordingCounters(counters: readonly CapturedCounter[]): RecordingCounters {
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
    return lanesOfCounters(measured, choices);
  }, [counters, drives]);
  const lanes = useMemo(() => shownLanes(possible, chosen ?? former), [possible, chosen, former]);
  const samples = useMemo(
    () => counters.reduce((sum, counter) => sum + counter.samples, 0),
    [counters],
  );
  return useMemo(
    () => ({
      all: counters,
      lanes,
      ofFigure4: axisCountersOf(possible),
      samples,
      drives,
      choose: (ids) => keepChosen(withOthers(ids, chosen ?? [], counters)),
      chooseUsual: () => keepChosen(null),
      tellDrive: (volume, role) => {
        const others = roles.filter((kept) => !isOf(volume)(kept));
        const { host, drive } = volume;
        keepRoles([...others, ...(role === null ? [] : [{ host, drive, role }])].slice(-mostRoles));
      },
    }),
    [counters, lanes, possible, samples, drives, roles, chosen, keepChosen, keepRoles],
  );
}

/** What was chosen for other recordings, whose counters this one has not, stays chosen for them. */
function withOthers(
  ids: readonly string[],
  chosen: readonly string[],
  counters: readonly CapturedCounter[],
): string[] {
  if (ids.length === 0) return [];
  const own = new Set(counters.map(({ id }) => id));
  return [...ids, ...chosen.filter((id) => !own.has(id))].slice(0, mostChosen);
}

/** What was chosen for another recording may not be in this one: then its usual ones are shown. */
function shownLanes(possible: readonly Lane[], chosen: readonly string[] | null): readonly Lane[] {
  if (chosen !== null && chosen.length === 0) return [];
  const wanted = new Set(chosen ?? []);
  const known = possible.filter(({ id }) => wanted.has(id));
  if (known.length > 0) return known;
  const usual = new Set(usualIds(possible));
  return possible.filter(({ id }) => usual.has(id));
}
