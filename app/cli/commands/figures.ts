/** `snapscope figures`: what the papers show, computed, judged and verified. */
import { randomInt } from "node:crypto";
import { engineRevision } from "../../contract/engine-revision.ts";
import type { FigureAnswer, HashComparison } from "../../contract/figure.ts";
import type { FigureResults, FigureRun } from "../../contract/figure-results.ts";
import { failure, type Result, success } from "../../contract/result.ts";
import { mostRepeats } from "../../contract/study.ts";
import { figureAnswer } from "../../domain/figures/figure-answer.ts";
import type { FigureDefinition } from "../../domain/figures/figure-definition.ts";
import type { FigurePlan } from "../../domain/figures/figure-plan.ts";
import { revisionText } from "../../domain/figures/figure-text.ts";
import { figureById, figures } from "../../domain/figures/figures.ts";
import { compareVerdicts, isContradicted } from "../../domain/figures/verdict-comparison.ts";
import { countOf } from "../../domain/format/numbers.ts";
import { readFigureResults, writeFigureResults } from "../../services/figures/figure-files.ts";
import { computeFigure, type FigureRuns, keepShipped } from "../../services/figures/figure-runs.ts";
import { compareHashes } from "../../services/figures/figure-verification.ts";
import { printNote, printResult, reportFailure, setExitCode } from "../console.ts";
import { exitFailed } from "../exit-codes.ts";
import { onInterrupt } from "../interrupt.ts";
import {
  renderChecks,
  renderFigure,
  renderFigureList,
  renderHashes,
  renderVerdicts,
} from "../text/figures.ts";

interface JsonOption {
  readonly json?: true;
}

/** How often a figure is repeated that has no results yet: fewer prove no difference. */
const usualRepeats = 6;

interface PlanOptions {
  readonly repeats?: string;
  readonly seed?: string;
}

interface WhichOptions {
  readonly all?: true;
}

export async function listFigures({ json }: JsonOption): Promise<void> {
  const answers = await answersOf(figures);
  if (!answers.ok) return reportFailure(answers.error);
  printResult(json ? JSON.stringify(answers.value, null, 2) : renderFigureList(answers.value));
}

export async function showFigure(id: string, { json }: JsonOption): Promise<void> {
  const figure = figureById(id);
  if (!figure.ok) return reportFailure(figure.error);
  const answer = await answerOf(figure.value);
  if (!answer.ok) return reportFailure(answer.error);
  printResult(json ? JSON.stringify(answer.value, null, 2) : renderFigure(answer.value));
}

export async function runFigure(id: string, options: PlanOptions & JsonOption): Promise<void> {
  const figure = figureById(id);
  if (!figure.ok) return reportFailure(figure.error);
  const shipped = await readFigureResults(figure.value);
  if (!shipped.ok) return reportFailure(shipped.error);
  const plan = parsePlan(options, shipped.value?.points[0]?.runs.length ?? 1);
  if (!plan.ok) return reportFailure(plan.error);
  const here = await compute(figure.value, plan.value, new Map());
  if (!here.ok) return reportFailure(here.error);
  const answer = figureAnswer(figure.value, here.value);
  const hashes = shipped.value === null ? null : compareHashes(shipped.value, here.value);
  const verdicts =
    shipped.value === null ? null : compareVerdicts(figure.value, shipped.value, here.value);
  printResult(
    options.json
      ? JSON.stringify({ ...answer, hashes, verdicts }, null, 2)
      : [renderFigure(answer), renderHashes(hashes), renderVerdicts(verdicts)].join("\n"),
  );
  failIfDifferent(hashes);
  if (verdicts !== null && isContradicted(verdicts)) setExitCode(exitFailed);
}

export async function checkFigures(
  ids: readonly string[],
  { all, json }: WhichOptions & JsonOption,
): Promise<void> {
  const chosen = chosenFigures(ids, all === true);
  if (!chosen.ok) return reportFailure(chosen.error);
  const answers = await answersOf(chosen.value);
  if (!answers.ok) return reportFailure(answers.error);
  printResult(
    json ? JSON.stringify(checksOf(answers.value), null, 2) : renderChecks(answers.value),
  );
  const isFailed = answers.value.some(({ checks }) =>
    checks.some(({ verdict }) => verdict === "fail"),
  );
  if (isFailed) setExitCode(exitFailed);
}

/** Each figure is written as soon as it is whole: what comes after it may take hours. */
export async function computeFigures(
  ids: readonly string[],
  options: PlanOptions & WhichOptions & { readonly keep?: true; readonly underAMinute?: true },
): Promise<void> {
  const chosen = chosenFigures(ids, options.all === true);
  if (!chosen.ok) return reportFailure(chosen.error);
  const known: FigureRuns = new Map();
  for (const figure of chosen.value) {
    const shipped = await readFigureResults(figure);
    if (!shipped.ok) return reportFailure(shipped.error);
    const plan = parsePlan(options, shipped.value?.points[0]?.runs.length ?? usualRepeats);
    if (!plan.ok) return reportFailure(plan.error);
    const isKept = keptBy(options);
    if (shipped.value !== null && isKept !== null) {
      const kept = await keepShipped(figure, plan.value, shipped.value, known, isKept);
      if (!kept.ok) return reportFailure(kept.error);
    }
    const results = await compute(figure, plan.value, known);
    if (!results.ok) return reportFailure(results.error);
    if (JSON.stringify(results.value.points) === JSON.stringify(shipped.value?.points)) {
      printResult(`${figure.id}: nothing was to be computed`);
      continue;
    }
    const written = await writeFigureResults(results.value);
    if (!written.ok) return reportFailure(written.error);
    printResult(`wrote ${written.value}`);
  }
}

/** Which runs that came with the program are not computed again; null: all of them are. */
function keptBy({
  keep,
  underAMinute,
}: {
  readonly keep?: true;
  readonly underAMinute?: true;
}): ((run: FigureRun, point: FigurePointRuns) => boolean) | null {
  if (underAMinute) {
    return (run, point) => run.engineRevision === engineRevision || !isUnderAMinute(point);
  }
  return keep ? () => true : null;
}

type FigurePointRuns = FigureResults["points"][number];

/** By those of its runs of which it was noted: the seed changes little of what a run takes. */
function isUnderAMinute({ runs }: FigurePointRuns): boolean {
  const noted = runs.flatMap(({ wallSeconds }) => wallSeconds ?? []);
  return noted.length > 0 && noted.every((seconds) => seconds < 60);
}

export async function verifyFigure(
  id: string | undefined,
  { json, ...run }: JsonOption & RunOptions,
): Promise<void> {
  const chosen = await chosenRun(id, run);
  if (!chosen.ok) return reportFailure(chosen.error);
  const { figure, shipped, pointId, seed } = chosen.value;
  printNote(`Again: snapscope figures verify ${figure.id} --point ${pointId} --seed ${seed}`);
  const onePoint = { ...figure, points: figure.points.filter((one) => one.id === pointId) };
  const here = await compute(onePoint, { repeats: 1, seed }, new Map());
  if (!here.ok) return reportFailure(here.error);
  const hashes = compareHashes(shipped, here.value);
  printResult(
    json
      ? JSON.stringify({ figure: figure.id, point: pointId, seed, ...hashes }, null, 2)
      : `${figure.id}, ${pointId}, seed ${seed}: ${renderHashes(hashes)}`,
  );
  failIfDifferent(hashes);
}

function failIfDifferent(hashes: HashComparison | null): void {
  if (hashes !== null && hashes.different.length > 0) setExitCode(exitFailed);
}

const checksOf = (answers: readonly FigureAnswer[]) =>
  answers.flatMap(({ figure, provenance, checks }) =>
    checks.map((check) => ({ figure: figure.id, ...check, provenance })),
  );

async function answerOf(figure: FigureDefinition): Promise<Result<FigureAnswer>> {
  const results = await readFigureResults(figure);
  return results.ok ? success(figureAnswer(figure, results.value)) : results;
}

async function answersOf(
  chosen: readonly FigureDefinition[],
): Promise<Result<readonly FigureAnswer[]>> {
  const answers: FigureAnswer[] = [];
  for (const figure of chosen) {
    const answer = await answerOf(figure);
    if (!answer.ok) return answer;
    answers.push(answer.value);
  }
  return success(answers);
}

function chosenFigures(ids: readonly string[], all: boolean): Result<readonly FigureDefinition[]> {
  if (all === ids.length > 0) {
    return failure(
      "badInput",
      all
        ? `--all means each figure already; leave out ${ids.join(" ")}, or --all`
        : "no figure is named; allowed: ids, as figures list has them, or --all",
    );
  }
  if (all) return success(figures);
  const chosen: FigureDefinition[] = [];
  for (const id of ids) {
    const figure = figureById(id);
    if (!figure.ok) return figure;
    chosen.push(figure.value);
  }
  return success(chosen);
}

function parsePlan({ repeats, seed }: PlanOptions, usual: number): Result<FigurePlan> {
  const plan = {
    repeats: Number(repeats ?? usual),
    seed: seed === undefined ? null : Number(seed),
  };
  if (!Number.isInteger(plan.repeats) || plan.repeats < 1 || plan.repeats > mostRepeats) {
    return failure(
      "badInput",
      `--repeats ${repeats}: is not allowed; allowed: 1 to ${mostRepeats} runs of each point`,
    );
  }
  if (plan.seed !== null && (seed === "" || !Number.isSafeInteger(plan.seed) || plan.seed < 0)) {
    return failure("badInput", `--seed ${seed}: is not allowed; allowed: a whole number from 0 on`);
  }
  return success(plan);
}

interface RunOptions {
  readonly point?: string | undefined;
  readonly seed?: string | undefined;
}

interface ChosenRun {
  readonly figure: FigureDefinition;
  readonly shipped: FigureResults;
  readonly pointId: string;
  readonly seed: number;
  readonly engineRevision: number | null;
  readonly isShort: boolean;
}

/**
 * What is not named is chosen at random, so that every run of CI looks at another one: of runs of this engine's
 * revision, and of those that take less than a minute where there are any.
 */
async function chosenRun(id: string | undefined, named: RunOptions): Promise<Result<ChosenRun>> {
  const { point, seed } = named;
  if (id === undefined && (point ?? seed) !== undefined) {
    const option = point === undefined ? `--seed ${seed}` : `--point ${point}`;
    return failure(
      "badInput",
      `${option}: of which figure? allowed: figures verify <figure> ${option}`,
    );
  }
  const candidates = id === undefined ? success(figures) : chosenFigures([id], false);
  if (!candidates.ok) return candidates;
  const runs: ChosenRun[] = [];
  for (const figure of candidates.value) {
    const results = await readFigureResults(figure);
    if (!results.ok) return results;
    const found = results.value === null ? success([]) : runsOf(figure, results.value, named);
    if (!found.ok) return found;
    runs.push(...found.value);
  }
  const present = runs.filter((run) => run.engineRevision === engineRevision);
  const chosen = oneOf(present.filter(({ isShort }) => isShort)) ?? oneOf(present);
  return chosen === null ? failure("notFound", nothingToVerify(id, runs)) : success(chosen);
}

/** Those that are named, of the figure's results. */
function runsOf(
  figure: FigureDefinition,
  shipped: FigureResults,
  { point, seed }: RunOptions,
): Result<readonly ChosenRun[]> {
  const points = shipped.points.filter(({ id }) => point === undefined || id === point);
  if (points.length === 0) {
    const ids = shipped.points.map(({ id }) => id).join(", ");
    return failure("notFound", `--point ${point}: is no point of ${figure.id}; allowed: ${ids}`);
  }
  const runs = points.flatMap((each) => {
    const place = { figure, shipped, pointId: each.id, isShort: isUnderAMinute(each) };
    return each.runs.map((run) => ({
      ...place,
      seed: run.seed,
      engineRevision: run.engineRevision,
    }));
  });
  const named = runs.filter((run) => seed === undefined || `${run.seed}` === seed);
  if (named.length > 0) return success(named);
  const seeds = points[0]?.runs.map((run) => run.seed).join(", ");
  return failure("notFound", `--seed ${seed}: is no seed of ${figure.id}; allowed: ${seeds}`);
}

/** `others`: what there is of other revisions. */
function nothingToVerify(id: string | undefined, others: readonly ChosenRun[]): string {
  if (others.length === 0) {
    return `${id ?? "no figure"}: has no results yet; compute them with: snapscope figures compute ${id ?? "--all"}`;
  }
  const revisions = others.flatMap((run) => run.engineRevision ?? []);
  const each = [...new Set(revisions)].sort((a, b) => a - b);
  return (
    `${id ?? "figures"}: nothing can be verified; the results are ${revisionText(each)}; those of under ` +
    "a minute are computed anew with: snapscope figures compute --all --under-a-minute"
  );
}

const oneOf = <T>(values: readonly T[]): T | null =>
  values.length === 0 ? null : (values[randomInt(values.length)] ?? null);

/** Ctrl+C ends its runs. */
async function compute(
  figure: FigureDefinition,
  plan: FigurePlan,
  known: FigureRuns,
): Promise<Result<FigureResults>> {
  const stop = new AbortController();
  const stopListening = onInterrupt(() => stop.abort());
  let total = 0;
  try {
    return await computeFigure(figure, plan, known, {
      signal: stop.signal,
      onBegin: (runs, atOnce) => {
        total = runs;
        printNote(`${figure.id}: ${countOf(runs, "run")}, ${atOnce} at a time; Ctrl+C ends them`);
      },
      onEnded: (ended) => printNote(`${figure.id}: ${ended} of ${countOf(total, "run")}`),
    });
  } finally {
    stopListening();
  }
}
