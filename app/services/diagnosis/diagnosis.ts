/**
 * What of the program's surroundings works, and what to do about the rest: for `snapscope doctor`.
 * Nothing is created, repaired or removed; only a library of an earlier version is brought up to date,
 * as whoever opens it does.
 */
import { addonChecks, electronCheck, nodeCheck, programCheck, uiCheck } from "./program-checks.ts";
import {
  displayCheck,
  folderCheck,
  libraryCheck,
  machineCheck,
  pdfCheck,
} from "./surroundings-checks.ts";

/**
 * ok: it works; missing: something that is needed does not; note: something does not that only some
 * things need.
 */
export type CheckStatus = "ok" | "missing" | "note";

export interface Check {
  readonly id: string;
  readonly title: string;
  readonly status: CheckStatus;
  /** What was found. */
  readonly found: string;
  /** What to do; null when there is nothing to. */
  readonly fix: string | null;
}

export interface Diagnosis {
  readonly formatVersion: 1;
  /** Nothing that is needed is missing. */
  readonly ok: boolean;
  readonly checks: readonly Check[];
}

export async function diagnose(environment: NodeJS.ProcessEnv = process.env): Promise<Diagnosis> {
  const checks = [
    programCheck(),
    nodeCheck(),
    machineCheck(),
    ...(await addonChecks(environment)),
    await libraryCheck(environment),
    await folderCheck(environment),
    uiCheck(),
    electronCheck(),
    displayCheck(environment),
    pdfCheck(),
  ];
  return { formatVersion: 1, ok: checks.every(({ status }) => status !== "missing"), checks };
}
