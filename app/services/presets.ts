/** Presets are scenario files that come with the program. */
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { guessOf, parseJson } from "../contract/issues.ts";
import { resolveScenario } from "../contract/resolve-scenario.ts";
import { failure, type Result, success } from "../contract/result.ts";
import type { PresetEntry } from "../contract/rpc/services.ts";
import type { Scenario } from "../contract/scenario.ts";
import { titleOfPreset } from "../domain/preset-title.ts";
import { runName } from "../domain/run-name.ts";
import type { RunTimes } from "./library/run-store.ts";
import { presetsFolder } from "./project-paths.ts";

export async function presetNames(): Promise<string[]> {
  const files = await readdir(presetsFolder);
  return files
    .filter((file) => file.endsWith(".json"))
    .map((file) => basename(file, ".json"))
    .sort();
}

export async function readPreset(name: string): Promise<Result<Scenario>> {
  const raw = await readRawPreset(name);
  return raw.ok ? resolveScenario(raw.value, `preset ${name}`) : raw;
}

export async function readRawPreset(name: string): Promise<Result<unknown>> {
  const names = await presetNames();
  if (!names.includes(name)) {
    return failure(
      "notFound",
      `${JSON.stringify(name)} is not a preset; allowed: ${names.join(", ")}`,
    );
  }
  return parseJson(await readFile(join(presetsFolder, `${name}.json`), "utf8"), `preset ${name}`);
}

/** What a run is called at its start; `preset`: name of the one that it was made from. */
export async function nameOfRun(scenario: Scenario, preset: string | null): Promise<string> {
  // A page may still have a preset that this version no longer brings: the scenario's name is left then.
  const base = preset === null ? null : await readPreset(preset);
  return base?.ok === true && preset !== null
    ? runName(scenario, base.value, titleOfPreset(preset))
    : scenario.name;
}

/**
 * The raw scenario that `what` stands for: a preset's name, a scenario file, or the summary of an
 * earlier run, whose scenario (with the commands that steered it) is then run again.
 */
export async function readRawScenario(what: string): Promise<Result<unknown>> {
  const names = await presetNames();
  if (names.includes(what)) return readRawPreset(what);
  let text: string;
  try {
    text = await readFile(what, "utf8");
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code !== "ENOENT") {
      return failure("badInput", `${what}: cannot be read (${code}); expected a scenario file`);
    }
    const allowed = names.join(", ");
    return failure(
      "notFound",
      `${JSON.stringify(what)} is neither a preset nor a file; ${guessOf(what, names)}presets: ${allowed}`,
    );
  }
  const json = parseJson(text, what);
  return json.ok ? success(scenarioOf(json.value)) : json;
}

const scenarioOf = (json: unknown): unknown =>
  typeof json === "object" && json !== null && "run" in json && "scenario" in json
    ? json.scenario
    : json;

/** In a minute it shows what the program is for, on a server of today. */
const firstPreset = "creation-in-the-cloud";

/** All presets, with how long runs of each took, which `timesOf` gives. */
export async function presetEntries(
  timesOf: (preset: string, scenario: Scenario) => readonly RunTimes[],
): Promise<PresetEntry[]> {
  const entries: PresetEntry[] = [];
  const names = new Set([firstPreset, ...(await presetNames())]);
  for (const name of names) {
    const scenario = await readPreset(name);
    // They come with the program, and a test resolves each.
    if (!scenario.ok) throw new Error(scenario.error.message);
    const times = timesOf(name, scenario.value);
    entries.push({
      name,
      title: titleOfPreset(name),
      description: scenario.value.description,
      scenario: scenario.value,
      typicalWallMs: median(times.map(({ wallMs }) => wallMs)),
      typicalOf: times.length,
      typicalCreationMs: median(times.flatMap(({ creationMs }) => creationMs ?? [])),
    });
  }
  return entries;
}

function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.floor((sorted.length - 1) / 2)];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}
