/**
 * What the analysis concludes from records, each once, when nothing more can come of it. Findings are functions of
 * facts; phases are made of the same ones.
 */
import type { BackupMade } from "./backups.ts";
import type { FailedBackup, FailedDevice } from "./failed-backups.ts";
import type { Freeze } from "./io-freezes.ts";
import type { Recovery } from "./recovery.ts";
import type { ServerStart } from "./server-starts.ts";
import type { Dump } from "./stack-dumps.ts";

export type Fact =
  | ServerStart
  | Recovery
  | BackupMade
  | FailedBackup
  | FailedDevice
  | Freeze
  | Dump;

export type FactKind = Fact["fact"];
export type FactOf<K extends FactKind> = Extract<Fact, { readonly fact: K }>;
