/** BACKUP and the media that RESTORE names. */
import type { Scenario } from "../../contract/scenario.ts";
import { pathOf, positionsOf, volumeAt } from "./file-names.ts";
import { quoted, stringOf } from "./quoting.ts";
import { type Backup, isBackup, type Scene, type VerifyBackup } from "./scene.ts";

/** What is known of a backup that a statement names. */
export type Media = Pick<Backup, "name" | "type" | "files" | "toNul">;

/** The media that a backup of this name mostly has, which nobody has taken yet. */
const usual = (name: string): Media => ({ name, type: "full", files: 1 });

export const mediaNamed = (name: string, { before }: Scene): Media =>
  before
    .map(({ command }) => command)
    .filter(isBackup)
    .findLast((backup) => backup.name === name) ?? usual(name);

/** TO DISK = …, DISK = … */
export function disksOf({ name, type, files, toNul }: Media, scenario: Scenario): string {
  if (toNul === true) return "DISK = N'NUL'";
  const { placement } = scenario.storage;
  const extension = type === "log" ? "trn" : "bak";
  return positionsOf(files)
    .map((position) => {
      const file = `${scenario.database.name}_${name}${position === 0 ? "" : `.${position + 1}`}.${extension}`;
      const volume = volumeAt(placement.backup ?? placement.snapshot, position);
      return `DISK = ${stringOf(pathOf(scenario, volume, "backup", file))}`;
    })
    .join(",\n    ");
}

/** `onLines`: each on a line of its own. */
export const withOptions = (options: readonly string[], onLines = false): string =>
  `\nWITH ${options.join(onLines ? ",\n    " : ", ")}`;

/** A run's backups have checksums unless one is to have none; the product's have none by default. */
export const checksumOption = "CHECKSUM";

export function backupStatement(backup: Backup, { scenario }: Scene): string {
  const { name, type, copyOnly, bufferCount, checksum, maxTransferSizeKiB, blockSizeBytes } =
    backup;
  const what = type === "log" ? "LOG" : "DATABASE";
  const options = [
    ...(type === "differential" ? ["DIFFERENTIAL"] : []),
    ...(copyOnly ? ["COPY_ONLY"] : []),
    checksum === false ? "NO_CHECKSUM" : checksumOption,
    ...(backup.continueAfterError === true ? ["CONTINUE_AFTER_ERROR"] : []),
    ...(backup.noTruncate === true ? ["NO_TRUNCATE"] : []),
    ...(backup.compression === true ? ["COMPRESSION"] : []),
    ...(backup.format === true ? ["FORMAT"] : []),
    ...(backup.init === true ? ["INIT"] : []),
    ...(bufferCount == null ? [] : [`BUFFERCOUNT = ${bufferCount}`]),
    ...(blockSizeBytes == null ? [] : [`BLOCKSIZE = ${blockSizeBytes}`]),
    ...(maxTransferSizeKiB == null ? [] : [`MAXTRANSFERSIZE = ${maxTransferSizeKiB * 1024}`]),
    `NAME = ${stringOf(name)}`,
  ];
  const groups = (backup.filegroups ?? []).map((group) => `\nFILEGROUP = ${stringOf(group)}`);
  return `BACKUP ${what} ${quoted(scenario.database.name)}${groups.join(",")}\nTO ${disksOf(backup, scenario)}${withOptions(options)};`;
}

/** Another host's server does not know what this one has backed up. */
export const backupNote = ({ arraySnapshot }: Backup): string =>
  arraySnapshot == null
    ? ""
    : `Given to the server of another host, which has the array snapshot ${arraySnapshot} mounted.`;

export function verifyStatement({ name, checksum }: VerifyBackup, scene: Scene): string {
  const disks = disksOf(mediaNamed(name, scene), scene.scenario);
  const options = checksum === true ? withOptions([checksumOption]) : "";
  return `RESTORE VERIFYONLY\nFROM ${disks}${options};`;
}
