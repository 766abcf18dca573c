/** Which files lie on which volumes. */

interface Placement {
  readonly data: string | readonly string[];
  readonly log: string;
  readonly snapshot: string;
  readonly tempdb: string | null;
  readonly backup: string | readonly string[] | null;
}

/** Files that are whole from the start; those of snapshots and backups grow. */
export interface PlacedFiles {
  readonly volume: string;
  readonly file: "data" | "log" | "tempdb";
  readonly count: number;
  /** The size of all of them together, MiB. */
  readonly sizeMiB: number;
}

export interface PlacedScenario {
  readonly server: { readonly tempdbSizeMiB: number };
  readonly database: {
    readonly sizeMiB: number;
    readonly dataFiles: number;
    readonly logSizeMiB: number;
  };
  readonly storage: { readonly placement: Placement };
}

/** Volumes among which the data files are dealt in turn: the first file goes to the first of them. */
export const dataVolumes = ({ data }: Placement): readonly string[] => listOf(data);

const listOf = (volumes: string | readonly string[]): readonly string[] =>
  typeof volumes === "string" ? [volumes] : volumes;

/** tempdb goes with the first data file unless it has a place of its own. */
export const tempdbVolume = (placement: Placement): string | undefined =>
  placement.tempdb ?? dataVolumes(placement)[0];

/** Volumes to which a backup's files go in turn: with the snapshots unless they have a place of their own. */
export const backupVolumes = ({ backup, snapshot }: Placement): readonly string[] =>
  listOf(backup ?? snapshot);

/** Every volume that holds files, or will. */
export const usedVolumes = (placement: Placement): readonly string[] => [
  ...dataVolumes(placement),
  placement.log,
  placement.snapshot,
  ...(placement.tempdb === null ? [] : [placement.tempdb]),
  ...(placement.backup === null ? [] : listOf(placement.backup)),
];

const extentsPerMiB = 16;

export function placedFiles({ server, database, storage }: PlacedScenario): PlacedFiles[] {
  const { placement } = storage;
  const { sizeMiB, dataFiles, logSizeMiB } = database;
  // Whole extents each: what is left over is not used.
  const dataFileMiB = Math.floor((sizeMiB * extentsPerMiB) / dataFiles) / extentsPerMiB;
  const volumes = dataVolumes(placement);
  const tempdb = tempdbVolume(placement);
  const data = volumes.flatMap((volume, turn): PlacedFiles[] => {
    const count = Math.ceil((dataFiles - turn) / volumes.length);
    return count < 1 ? [] : [{ volume, file: "data", count, sizeMiB: count * dataFileMiB }];
  });
  return [
    ...data,
    { volume: placement.log, file: "log", count: 1, sizeMiB: logSizeMiB },
    ...(tempdb === undefined
      ? []
      : [{ volume: tempdb, file: "tempdb" as const, count: 1, sizeMiB: server.tempdbSizeMiB }]),
  ];
}
