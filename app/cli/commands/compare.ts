/**
 * `snapscope compare`: what a change of a scenario does. Both settings run from the same seeds, and
 * what is said of them comes from statistics. Or two runs of the library, as they are.
 */
import { leastEffectSchema } from "../../contract/comparison.ts";
import { resolveScenario } from "../../contract/resolve-scenario.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import { comparisonFileExtension } from "../../contract/rpc/comparisons.ts";
import { type Scenario, scenarioSchema } from "../../contract/scenario.ts";
import { applySetting } from "../../contract/set-path.ts";
import { type ComparedSides, compareRuns } from "../../domain/comparison/compare-runs.ts";
import { comparedRun } from "../../domain/comparison/compared-recordings.ts";
import type { ComparedRun } from "../../domain/comparison/compared-run.ts";
import { type Limit, parseLimit, passed } from "../../domain/comparison/limit.ts";
import { checkMetrics, throughputId } from "../../domain/comparison/run-metrics.ts";
import { mostSteadySamples } from "../../domain/comparison/steady-throughput.ts";
import { differences, settingOf } from "../../domain/scenario-form/differences.ts";
import { setupPhrase } from "../../domain/setup-phrase.ts";
import { readRawScenario } from "../../services/presets.ts";
import { runMany } from "../../services/run-many.ts";
import { printNote, printResult, reportFailure, setExitCode } from "../console.ts";
import { exitFailed } from "../exit-codes.ts";
import { onInterrupt } from "../interrupt.ts";
import { renderComparison, type ToldComparison } from "../text/comparison.ts";
import { ofLibrary, ofSharedFile, scenarioOfRun } from "./compare-library.ts";
import {
  type CheckedOptions,
  type Compared,
  type CompareOptions,
  named,
} from "./compare-options.ts";

/** More would take days, and prove nothing that a hundred do not. */
const mostRepeats = 1000;

export async function compareCommand(
  base: string,
  variant: string | undefined,
  options: CompareOptions,
): Promise<void> {
  const limits: Limit[] = [];
  for (const text of options.failIf) {
    const limit = parseLimit(text);
    if (!limit.ok) return reportFailure(limit.error);
    limits.push(limit.value);
  }
  const steadyFromMs = parseSteadyFrom(options.steadyFrom);
  if (!steadyFromMs.ok) return reportFailure(steadyFromMs.error);
  const leastEffect = parseLeastEffect(options.leastEffect);
  if (!leastEffect.ok) return reportFailure(leastEffect.error);
  // Known before anything runs, which may take hours.
  const asked = [...limits.map(({ metric }) => metric), options.primary ?? throughputId];
  const known = checkMetrics(asked);
  if (!known.ok) return reportFailure(known.error);
  const compared = await comparisonOf(base, variant, {
    ...options,
    steadyFromMs: steadyFromMs.value,
    leastShare: leastEffect.value,
  });
  if (!compared.ok) return reportFailure(compared.error);
  const told = compared.value.map((one): ToldComparison => ({ formatVersion: 1, ...one }));
  printResult(
    options.json
      ? JSON.stringify(told.length === 1 ? told[0] : told)
      : told.map(renderComparison).join("\n"),
  );
  for (const limit of limits) {
    for (const { metrics } of told) {
      const broken = passed(limit, metrics);
      if (!broken.ok) return reportFailure(broken.error);
      if (broken.value === null) continue;
      printNote(`limit passed: ${broken.value}`);
      setExitCode(exitFailed);
    }
  }
}

/** "2": a difference of less than 2 % of the base does not matter. */
function parseLeastEffect(text: string | undefined): Result<number | null> {
  if (text === undefined) return success(null);
  const share = leastEffectSchema.safeParse(text.trim() === "" ? text : Number(text) / 100);
  return share.success
    ? success(share.data)
    : failure(
        "badInput",
        `--least-effect ${text}: is not allowed; allowed: 0 to 50, in % of the base`,
      );
}

/** "20": of both runs; "20,35": of base and new, in seconds; either may be left out. */
function parseSteadyFrom(text: string | undefined): Result<CheckedOptions["steadyFromMs"]> {
  if (text === undefined) return success([null, null]);
  const given = text.split(",").map((part) => part.trim());
  const seconds = given.map((part) => (part === "" ? null : Number(part)));
  const isTime = (one: number | null): boolean =>
    one === null || (Number.isFinite(one) && one >= 0);
  const [base = null, variant = base] = seconds;
  if (seconds.length > 2 || !seconds.every(isTime) || (base === null && variant === null)) {
    return failure(
      "badInput",
      `--steady-from ${text}: is not allowed; allowed: seconds from the run's start, such as 20 for both runs, or 20,35 for base and new`,
    );
  }
  const toMs = (one: number | null): number | null => (one === null ? null : 1000 * one);
  return success([toMs(base), toMs(variant)]);
}

function comparisonOf(
  base: string,
  variant: string | undefined,
  options: CheckedOptions,
): Promise<Result<Compared>> | Result<Compared> {
  const isAsTheyAre = options.with.length === 0 && options.set.length === 0;
  if (isAsTheyAre && variant === undefined && base.endsWith(comparisonFileExtension)) {
    return ofSharedFile(base, options);
  }
  if (options.with.length > 0 && variant === undefined) {
    if (options.export !== undefined) {
      return failure(
        "badInput",
        "--export: is for runs of the library; what --with runs is not kept. Run it there with: snapscope sweep",
      );
    }
    if (options.steadyFrom === undefined) return runBoth(base, options);
    return failure(
      "badInput",
      "--steady-from: is for two runs as they are; of runs that --with makes, each counts from its warm-up on: --set warmupSeconds=20",
    );
  }
  if (isAsTheyAre && variant !== undefined) return ofLibrary(base, variant, options);
  return failure(
    "badInput",
    "compare takes two runs as they are, or one scenario and what to change of it; allowed: compare <run> <run>, compare <scenario> [--set path=value] --with path=value, or compare <file>.snapscope-comparison",
  );
}

async function runBoth(what: string, options: CheckedOptions): Promise<Result<Compared>> {
  const repeats = Number(options.repeats);
  if (!Number.isInteger(repeats) || repeats < 1 || repeats > mostRepeats) {
    return failure(
      "badInput",
      `--repeats ${options.repeats}: is not allowed; allowed: 1 to ${mostRepeats} runs of each side`,
    );
  }
  const raw = await rawScenario(what);
  if (!raw.ok) return raw;
  const base = settled(raw.value, options.set, what);
  if (!base.ok) return base;
  const asked = settled(raw.value, [...options.set, ...options.with], what);
  if (!asked.ok) return asked;
  // Seeds are shared, and no simulated run waits for a clock.
  const variant = { ...asked.value, seed: base.value.seed, pace: base.value.pace };
  const settings = differences(base.value, variant).map(settingOf);
  if (settings.length === 0) {
    return failure(
      "badInput",
      "--with changes nothing that is compared: the base has these values already, and seed and pace are the same on both sides",
    );
  }
  const runs = await runPairs(base.value, variant, repeats);
  if (!runs.ok) return runs;
  const { notes, ...sides } = runs.value;
  const compared = compareRuns({
    ...{ ...sides, paired: true, ...named(options) },
    setup: setupPhrase(base.value, variant),
  });
  if (!compared.ok) return compared;
  return success([{ ...compared.value, notes: [...notes, ...compared.value.notes], settings }]);
}

/** The scenario of a preset, a file, or a run of the library. */
async function rawScenario(what: string): Promise<Result<unknown>> {
  const raw = await readRawScenario(what);
  if (raw.ok || raw.error.code !== "notFound") return raw;
  const ran = await scenarioOfRun(what);
  if (ran.ok || ran.error.code !== "notFound") return ran;
  return failure("notFound", `${raw.error.message}; or a run: snapscope runs list`);
}

function settled(raw: unknown, settings: readonly string[], what: string): Result<Scenario> {
  let document = raw;
  for (const setting of settings) {
    const changed = applySetting(document, setting, scenarioSchema);
    if (!changed.ok) return changed;
    document = changed.value;
  }
  return resolveScenario(document, what);
}

type Pairs = Pick<ComparedSides, "base" | "variant"> & { readonly notes: readonly string[] };

/** A pair of runs for each seed, from the scenario's own on; real runs in turns that a drift cannot favour. */
async function runPairs(
  base: Scenario,
  variant: Scenario,
  repeats: number,
): Promise<Result<Pairs>> {
  const order = Array.from({ length: repeats }, (_, repeat) => {
    const seeded = (scenario: Scenario) => ({
      ...scenario,
      seed: base.seed + repeat,
      pace: scenario.mode === "virtual" ? 0 : scenario.pace,
    });
    const pair = [
      { repeat, side: "base", scenario: seeded(base) },
      { repeat, side: "variant", scenario: seeded(variant) },
    ] as const;
    return repeat % 2 === 0 ? pair : pair.toReversed();
  }).flat();
  const stop = new AbortController();
  const stopListening = onInterrupt(() => stop.abort());
  const done = await runMany({
    scenarios: order.map(({ scenario }) => scenario),
    signal: stop.signal,
    onBegin: (atOnce) => printNote(`${order.length} runs, ${atOnce} at a time; Ctrl+C ends them`),
    onEnded: (ended) => printNote(`${ended} of ${order.length} runs`),
    measure: (summary, samples) =>
      comparedRun(summary, samples.series({ points: mostSteadySamples })),
  });
  stopListening();
  if (!done.ok) return done;
  if (stop.signal.aborted) return failure("interrupted", "the comparison was cancelled");
  const runOf = (repeat: number, side: "base" | "variant") =>
    done.value[order.findIndex((one) => one.repeat === repeat && one.side === side)];
  const pairs: Pairs & { base: ComparedRun[]; variant: ComparedRun[]; notes: string[] } = {
    base: [],
    variant: [],
    notes: [],
  };
  let lost: Result<ComparedRun> | undefined;
  for (let repeat = 0; repeat < repeats; ++repeat) {
    const [one, other] = [runOf(repeat, "base"), runOf(repeat, "variant")];
    if (one?.ok && other?.ok) {
      pairs.base.push(one.value);
      pairs.variant.push(other.value);
      continue;
    }
    const failed = one?.ok ? other : one;
    if (failed === undefined || failed.ok) continue;
    lost ??= failed;
    pairs.notes.push(
      `The pair of seed ${base.seed + repeat} is left out: ${failed.error.message}.`,
    );
  }
  if (pairs.base.length === 0 && lost !== undefined && !lost.ok) return lost;
  return success(pairs);
}
