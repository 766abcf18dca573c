/** What a statement needs to know beside its command: the server it is given to, and what was done there before. */
import type { Command } from "../../contract/command.ts";
import type { Scenario } from "../../contract/scenario.ts";

export interface GivenCommand {
  readonly command: Command;
  /** Engine time; null: not known before the run. */
  readonly atSeconds: number | null;
}

export interface Scene {
  readonly scenario: Scenario;
  /** Local time of the engine’s second 0, ms since 1970 of a clock without zones; null: not known before the run. */
  readonly originMs: number | null;
  /** In the order in which they were carried out. */
  readonly before: readonly GivenCommand[];
}

type OfKind<Kind extends Command["kind"]> = Extract<Command, { readonly kind: Kind }>;
export type Backup = OfKind<"backup">;
export type Restore = OfKind<"restore">;
export type CreateArraySnapshot = OfKind<"createArraySnapshot">;
export type VerifyBackup = OfKind<"verifyBackup">;

export const isBackup = (command: Command): command is Backup => command.kind === "backup";
export const isRestore = (command: Command): command is Restore => command.kind === "restore";
export const isArraySnapshot = (command: Command): command is CreateArraySnapshot =>
  command.kind === "createArraySnapshot";

export interface Tsql {
  /** Null: none stands for it; the note says what it is. */
  readonly statement: string | null;
  /** What the statement leaves open; "": nothing. */
  readonly note: string;
}
