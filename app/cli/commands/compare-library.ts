/** `snapscope compare` of what the library has: two runs as they are, or the sides of a shared comparison. */
import { basename, join } from "node:path";
import type { ComparisonOfSides } from "../../contract/comparison.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import {
  type ComparisonQuestion,
  comparisonFileExtension,
} from "../../contract/rpc/comparisons.ts";
import type { RecordingRef } from "../../contract/rpc/recordings.ts";
import { type RunEntry, runFileExtension } from "../../contract/rpc/runs.ts";
import type { Scenario } from "../../contract/scenario.ts";
import { differences, settingOf } from "../../domain/scenario-form/differences.ts";
import { dataFolder } from "../../services/platform-folders.ts";
import type { RunningServices } from "../../services/services.ts";
import { printNote } from "../console.ts";
import { exists } from "../result-folder.ts";
import { writeNewFile } from "../write-new-file.ts";
import { type CheckedOptions, type Compared, named } from "./compare-options.ts";

export async function ofLibrary(
  base: string,
  variant: string,
  options: CheckedOptions,
): Promise<Result<Compared>> {
  const exported = [base, variant].find((run) => run.endsWith(runFileExtension));
  if (exported !== undefined) {
    return failure(
      "badInput",
      `${exported}: runs are compared in the library; take it in first: snapscope runs import ${exported}`,
    );
  }
  const { findRun } = await import("../../services/library/find-run.ts");
  return inLibrary(options, async ({ library }) => {
    const entries = await library.list();
    const [one, other] = [findRun(entries, base), findRun(entries, variant)];
    if (!one.ok) return one;
    if (!other.ok) return other;
    const [baseFromMs, variantFromMs] = options.steadyFromMs;
    const sideOf = (name: string, { id }: RunEntry, steadyFromMs: number | null) => ({
      name,
      recordings: [{ kind: "run" as const, id }],
      ...(steadyFromMs === null ? {} : { steadyFromMs }),
    });
    return success({
      sides: [sideOf("Base", one.value, baseFromMs), sideOf("New", other.value, variantFromMs)],
      ...named(options),
    });
  });
}

/** Its runs and logs come into the library, as far as they are not there. */
export const ofSharedFile = (path: string, options: CheckedOptions): Promise<Result<Compared>> =>
  inLibrary(options, async ({ comparisons }) => {
    const opened = await comparisons.open({ name: basename(path), path });
    if (!opened.ok) return opened;
    const { sides, primary, align: _, ...asked } = opened.value;
    const [baseFromMs, othersFromMs] = options.steadyFromMs;
    return success({
      sides: sides.map((side, at) => {
        const steadyFromMs = at === 0 ? baseFromMs : othersFromMs;
        return steadyFromMs === null ? side : { ...side, steadyFromMs };
      }),
      ...asked,
      ...(primary === null ? {} : { primary }),
      ...named(options),
    });
  });

/** The scenario as it ran, live commands included. A library is not made for a name that stands for nothing. */
export async function scenarioOfRun(run: string): Promise<Result<Scenario>> {
  const { libraryFileName } = await import("../../services/library/open-database.ts");
  const folder = dataFolder(process.platform, process.env);
  if (!(await exists(join(folder, libraryFileName)))) {
    return failure("notFound", `${folder}: holds no library`);
  }
  const { findRun } = await import("../../services/library/find-run.ts");
  return withLibrary(async ({ library }) => {
    const entry = findRun(await library.list(), run);
    const details = entry.ok ? await library.details(entry.value.id) : entry;
    if (!details.ok) return details;
    return success(details.value.summary?.scenario ?? details.value.scenario);
  });
}

async function inLibrary(
  options: CheckedOptions,
  ask: (services: RunningServices) => Promise<Result<ComparisonQuestion>>,
): Promise<Result<Compared>> {
  const checked = await checkExport(options);
  if (!checked.ok) return checked;
  return withLibrary(async (services): Promise<Result<Compared>> => {
    const question = await ask(services);
    if (!question.ok) return question;
    const compared = await services.comparisons.compare(question.value);
    if (!compared.ok) return compared;
    const written = await writeExport(services, question.value, options);
    return written.ok ? toldOf(services, compared.value) : written;
  });
}

/** Loaded when asked for: it opens a database, which most comparisons do not need. */
async function withLibrary<T>(
  work: (services: RunningServices) => Promise<Result<T>>,
): Promise<Result<T>> {
  const { createServices } = await import("../../services/services.ts");
  const services = await createServices({ mayRead: () => true });
  if (!services.ok) return services;
  try {
    return await work(services.value);
  } finally {
    await services.value.close();
  }
}

/** What would be refused later is refused before the library is read. */
async function checkExport({ export: path, force }: CheckedOptions): Promise<Result<null>> {
  if (path === undefined) return success(null);
  if (!path.endsWith(comparisonFileExtension)) {
    return failure(
      "badInput",
      `--export ${path}: is not allowed; allowed: a file that ends in ${comparisonFileExtension}`,
    );
  }
  return force !== true && (await exists(path))
    ? failure(
        "badInput",
        `--export ${path}: exists already; give --force to overwrite it, or another name`,
      )
    : success(null);
}

async function writeExport(
  { comparisons }: RunningServices,
  question: ComparisonQuestion,
  { export: path, force }: CheckedOptions,
): Promise<Result<null>> {
  if (path === undefined) return success(null);
  const shared = await comparisons.share({ ...question, align: "analysis" });
  if (!shared.ok) return shared;
  const written = await writeNewFile(path, shared.value.bytes, force === true);
  if (!written.ok) return written;
  printNote(`wrote ${path}`);
  return success(null);
}

async function toldOf(
  { library }: RunningServices,
  { sides, against }: ComparisonOfSides,
): Promise<Result<Compared>> {
  const [base] = sides;
  const told: Compared[number][] = [];
  for (const [at, compared] of against.entries()) {
    const side = sides[at + 1];
    const settings = await settingsOf(library, base?.shown, side?.shown);
    if (!settings.ok) return settings;
    // With two sides it is known which is meant.
    const title = against.length === 1 ? {} : { title: `${base?.name} against ${side?.name}` };
    told.push({ ...title, ...compared, settings: settings.value });
  }
  return success(told);
}

/** Settings in the form that `--with` reads; a log has none. */
async function settingsOf(
  library: RunningServices["library"],
  base: RecordingRef | undefined,
  other: RecordingRef | undefined,
): Promise<Result<string[]>> {
  if (base?.kind !== "run" || other?.kind !== "run") return success([]);
  const [from, to] = [await library.details(base.id), await library.details(other.id)];
  if (!from.ok) return from;
  if (!to.ok) return to;
  return success(differences(from.value.scenario, to.value.scenario).map(settingOf));
}
