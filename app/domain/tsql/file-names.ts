/** Files of a run's database as the engine calls them (native/database/file_names.h), and where they lie. */
import { maxBackupFiles } from "../../contract/command.ts";
import type { Scenario } from "../../contract/scenario.ts";

export interface NamedFile {
  /** Logical name. */
  readonly name: string;
  readonly path: string;
}

export type FileKind = "data" | "log" | "snapshot" | "backup";

/** On disks of this machine each kind of file has a folder of its own. */
export function pathOf(
  { mode, storage }: Pick<Scenario, "mode" | "storage">,
  volume: string,
  kind: FileKind,
  file: string,
): string {
  if (mode === "virtual") return `${volume}:\\MSSQL\\${file}`;
  const folder = storage.volumes.find(({ name }) => name === volume)?.folder ?? volume;
  return `${folder}/${kind}/${file}`;
}

/** No more than a backup may have, which is more than data files: a draft may ask for any number. */
export const positionsOf = (count: number): readonly number[] =>
  Array.from({ length: Math.min(count, maxBackupFiles) }, (_, position) => position);

/** The volume of a file where files are dealt to volumes in turn. */
export const volumeAt = (volumes: string | readonly string[], position: number): string =>
  typeof volumes === "string" ? volumes : (volumes[position % volumes.length] ?? "");

/** sales, sales_2, … */
export const dataFileName = (database: string, position: number): string =>
  position === 0 ? database : `${database}_${position + 1}`;

/** A sparse file for each data file, which has the logical name of that one. */
export const sparseFiles = (scenario: Scenario, snapshot: string): readonly NamedFile[] =>
  positionsOf(scenario.database.dataFiles).map((position) => ({
    name: dataFileName(scenario.database.name, position),
    path: pathOf(
      scenario,
      scenario.storage.placement.snapshot,
      "snapshot",
      `${snapshot}${position === 0 ? "" : `.${position + 1}`}.ss`,
    ),
  }));

/** Files of a database that is restored beside the one of the run; `volume`: null: where that one’s are. */
export function filesOfCopy(
  scenario: Scenario,
  copy: string,
  volume: string | null,
): readonly NamedFile[] {
  const { name, dataFiles } = scenario.database;
  const { data, log } = scenario.storage.placement;
  const ofData = positionsOf(dataFiles).map((position) => ({
    name: dataFileName(name, position),
    path: pathOf(
      scenario,
      volume ?? volumeAt(data, position),
      "data",
      `${dataFileName(copy, position)}${position === 0 ? ".mdf" : ".ndf"}`,
    ),
  }));
  const ofLog = {
    name: `${name}_log`,
    path: pathOf(scenario, volume ?? log, "log", `${copy}.ldf`),
  };
  return [...ofData, ofLog];
}
