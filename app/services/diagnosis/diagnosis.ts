/**
 * What of the program's surroundings works, and what to do about the rest: for `snapscope doctor`.
 * Nothing is created, repaired or removed; only a library of an earlier version is brought up to date,
 * as whoever opens it does.
 */
import type { Check } from "./check.ts";
import { addonChecks, electronCheck, nodeCheck, programCheck, uiCheck } from "./program-checks.ts";
import {
  displayCheck,
  folderCheck,
  libraryCheck,
  machineCheck,
  pdfCheck,
} from "./surroundings-checks.ts";

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
