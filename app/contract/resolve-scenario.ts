/** From what a file or a command line says to the complete scenario that the engine runs. */
import { scenarioFormatVersion } from "./fields.ts";
import { parseWith } from "./issues.ts";
import { failure, type Result, success } from "./result.ts";
import { type Scenario, scenarioSchema, virtualStartTime } from "./scenario.ts";
import { withServerPreset } from "./server-presets.ts";
import { parseSweep, splitSweep } from "./sweep.ts";

/**
 * Resolving is idempotent: a resolved scenario resolves to itself, so a recorded one runs again. It keeps its
 * formatVersion, by which it also says what a server preset means that is set later. A sweep is checked and left out.
 */
export function resolveScenario(raw: unknown, what: string): Result<Scenario> {
  const { document, sweep } = splitSweep(raw);
  const version = formatVersionOf(document);
  if (version > scenarioFormatVersion) return failure("badInput", isNewer(what, version));
  const checked = parseSweep(sweep, what);
  if (!checked.ok) return checked;
  const parsed = parseWith(scenarioSchema, withServerPreset(document), what);
  if (!parsed.ok) return parsed;
  return success(withTargetRecoveryTime(withStartTime(parsed.value)));
}

/** 0 where it says none, which the schema refuses. */
const formatVersionOf = (document: unknown): number =>
  isRecord(document) && typeof document.formatVersion === "number" ? document.formatVersion : 0;

/** It would fail at whatever is new in it; its version is what a person needs to know. */
const isNewer = (what: string, version: number): string =>
  `${what}: has format ${version} of scenarios, and this version of Snapscope knows up to ` +
  `format ${scenarioFormatVersion}; update Snapscope to open it`;

/**
 * By which scenarios are the same: the text of what this version makes of one. The text of a stored scenario says
 * nothing, since an earlier version knew fewer keys. Null: this version does not allow it.
 */
export function scenarioKey(raw: unknown): string | null {
  const resolved = resolveScenario(raw, "scenario");
  return resolved.ok ? resolvedKey(resolved.value) : null;
}

/**
 * The key of a scenario that this version has resolved, which puts its keys into one order. Nothing is left out of it
 * that its format would say.
 */
export const resolvedKey = (scenario: Scenario): string => keyOf(scenario);

/** Whether a stored scenario has this key. One whose text says so is not resolved: nearly all are of this version. */
export const hasKey = (stored: unknown, key: string): boolean =>
  (isRecord(stored) && keyOf(stored) === key) || scenarioKey(stored) === key;

function keyOf(complete: object): string {
  const { formatVersion, ...said } = complete as { readonly formatVersion?: unknown };
  return JSON.stringify(said);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A stored scenario with the settings that it lacks; one that this version does not allow stays as it is. */
export function asOfThisVersion(stored: Scenario): Scenario {
  const resolved = resolveScenario(stored, "scenario");
  return resolved.ok ? resolved.value : stored;
}

/** Only the virtual clock has a start of its own; a real run starts when it starts. */
const withStartTime = (scenario: Scenario): Scenario =>
  scenario.mode === "real" || scenario.startTime !== null
    ? scenario
    : { ...scenario, startTime: virtualStartTime };

/** The generation creates its databases so: with indirect checkpoints since 2016. */
function withTargetRecoveryTime(scenario: Scenario): Scenario {
  const { server, database } = scenario;
  if (database.targetRecoveryTimeSeconds !== null) return scenario;
  const targetRecoveryTimeSeconds = server.engineVersion === "2016" ? 60 : 0;
  return { ...scenario, database: { ...database, targetRecoveryTimeSeconds } };
}
