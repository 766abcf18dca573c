/** The presets that come with the program, as they are on disk and as a form gets them. */
import { readFileSync } from "node:fs";
import { resolveScenario } from "../../../contract/resolve-scenario.ts";
import type { Scenario } from "../../../contract/scenario.ts";

export const presetNames = [
  "creation-idle",
  "creation-in-the-classroom",
  "creation-on-a-busy-array",
  "creation-on-this-machine",
  "creation-under-load",
  "sqlcat-creation",
  "two-snapshots",
] as const;

export function rawPreset(name: string): unknown {
  const file = new URL(`../../../../assets/presets/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}

export function presetScenario(name: string): Scenario {
  const resolved = resolveScenario(rawPreset(name), name);
  if (!resolved.ok) throw new Error(resolved.error.message);
  return resolved.value;
}
