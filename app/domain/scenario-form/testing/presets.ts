/** The presets that come with the program, as they are on disk and as a form gets them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { resolveScenario } from "../../../contract/resolve-scenario.ts";
import type { Scenario } from "../../../contract/scenario.ts";

export const presetNames = [
  "creation-idle",
  "creation-in-the-classroom",
  "creation-in-the-cloud",
  "creation-on-a-busy-array",
  "creation-on-this-machine",
  "creation-under-load",
  "database-or-array-snapshot",
  "dell-creation",
  "faster-backups-step-by-step",
  "faster-scans-step-by-step",
  "restore-after-a-wrong-update",
  "restore-on-this-machine",
  "revert-after-a-wrong-update",
  "sqlcat-creation",
  "sqlskills-select-into",
  "two-snapshots",
] as const;

/** Tests of components have a URL of the page, not of the file. */
const folder = join(import.meta.dirname, "../../../../assets/presets");

export function rawPreset(name: string): unknown {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8"));
}

export function presetScenario(name: string): Scenario {
  const resolved = resolveScenario(rawPreset(name), name);
  if (!resolved.ok) throw new Error(resolved.error.message);
  return resolved.value;
}
