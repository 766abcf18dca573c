/**
 * Disk counters are of drives, and no file tells which drive holds the data, the log or the snapshots.
 * Whoever knows says so: then a drive's counters take the place of the engine's.
 */
import type { CapturedCounter } from "../../contract/capture.ts";
import { language } from "../format/language.ts";
import { counterName } from "./counter-names.ts";
import { parseCounterPath, pathKey } from "./counter-path.ts";

export const volumeRoles = ["data", "log", "snapshot"] as const;
export type VolumeRole = (typeof volumeRoles)[number];

export interface Volume {
  readonly host: string | null;
  /** "Q:", "C:\\Snapshots", or "0 C: D:" of a physical disk. */
  readonly drive: string;
  /** Ids of its counters of bytes per second. */
  readonly readBytes: string | null;
  readonly writeBytes: string | null;
}

/** A counter that is drawn as one of the engine's. */
export interface CounterChoice {
  /** Id of the engine's counter. */
  readonly lane: string;
  /** `CapturedCounter.id`. */
  readonly counter: string;
}

/** Drives with counters of bytes that belong to no lane, by name. Where one is measured twice the logical disk counts. */
export function volumesOf(counters: readonly CapturedCounter[]): readonly Volume[] {
  const found = new Map<string, Volume>();
  for (const object of ["logicaldisk", "physicaldisk"]) {
    for (const counter of counters) {
      const name = counterName(counter);
      const drive = driveOf(counter);
      // What a run counts of its volumes says what they are for.
      if (name.object !== object || drive === null || counter.lane !== null) continue;
      const host = parseCounterPath(counter.path)?.host ?? null;
      const key = pathKey(`${host ?? ""}\\${drive}`);
      const known = found.get(key) ?? { host, drive, readBytes: null, writeBytes: null };
      if (name.counter === "disk read bytes/sec") {
        found.set(key, { ...known, readBytes: known.readBytes ?? counter.id });
      } else if (name.counter === "disk write bytes/sec") {
        found.set(key, { ...known, writeBytes: known.writeBytes ?? counter.id });
      }
    }
  }
  return [...found.values()].sort((a, b) => a.drive.localeCompare(b.drive, language));
}

/** Physical disks are numbered: "1 Q:" is the drive "Q:"; of several partitions the number tells. */
function driveOf({ instance }: CapturedCounter): string | null {
  if (instance === null || instance.toLowerCase() === "_total") return null;
  return /^\d+ ([a-z]:)$/i.exec(instance)?.[1] ?? instance;
}

/** What has to be chosen for the counters of a drive to be those of a role. */
export function choicesOf(volume: Volume, role: VolumeRole): readonly CounterChoice[] {
  const { readBytes, writeBytes } = volume;
  return [
    ...(readBytes === null ? [] : [{ lane: `${role}ReadBytesPerSecond`, counter: readBytes }]),
    ...(writeBytes === null ? [] : [{ lane: `${role}WriteBytesPerSecond`, counter: writeBytes }]),
  ];
}
