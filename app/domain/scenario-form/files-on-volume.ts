/** What lies on a volume, or will, as it is drawn. */
import { backupVolumes, placedFiles } from "../../contract/placement.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { formatBytes } from "../format/bytes.ts";
import { countOf } from "../format/numbers.ts";
import type { FileKind } from "./edits.ts";

export interface FilesOnVolume {
  readonly file: FileKind;
  /** "Data file", "4 data files", "Snapshots". */
  readonly name: string;
  /** "1.0 GiB"; of files that grow, how many are planned. */
  readonly size: string;
  /** False: it is a place that the run leaves empty. */
  readonly isPlanned: boolean;
}

const names = { data: "Data", log: "Log", tempdb: "tempdb" } as const;

export function filesOn(volume: string, scenario: Scenario): FilesOnVolume[] {
  const { placement } = scenario.storage;
  const whole = placedFiles(scenario)
    .filter((files) => files.volume === volume)
    .map(({ file, count, sizeMiB }) => ({
      file,
      name: count === 1 ? names[file] : countOf(count, `${file} file`),
      size: formatBytes(sizeMiB * 1024 * 1024),
      isPlanned: true,
    }));
  const growing = (file: "snapshot" | "backup", isHere: boolean): FilesOnVolume[] => {
    const kind = file === "snapshot" ? "createSnapshot" : "backup";
    const planned = scenario.timeline.filter(({ command }) => command.kind === kind).length;
    const name = file === "snapshot" ? "Snapshots" : "Backups";
    const size = planned === 0 ? "none planned" : `${planned} planned`;
    return isHere ? [{ file, name, size, isPlanned: planned > 0 }] : [];
  };
  return [
    ...whole,
    ...growing("snapshot", placement.snapshot === volume),
    ...growing("backup", backupVolumes(placement).includes(volume)),
  ];
}
