/** Opens files from a drop, a dialog, the clipboard or the menu, and shows what came of them. */
import { create } from "zustand";
import { parseJson } from "../../../app/contract/issues.ts";
import { type Result, success } from "../../../app/contract/result.ts";
import type { OpenedComparison } from "../../../app/contract/rpc/comparisons.ts";
import { followAnew } from "../comparison/studies.ts";
import { loadScenario } from "../experiments/scenario-files.ts";
import { takeEntry } from "../library/library.ts";
import { isPlan, loadPlan } from "../plan/plan.ts";
import { takeCapture } from "../recordings/captures.ts";
import { answerTo } from "../services/ask.ts";
import { messageOf } from "../services/services.ts";
import { type ComparisonPlace, useNavigation } from "../shell/navigation.ts";
import { notify } from "../shell/notifications.ts";
import type { OpenableFile } from "./files.ts";
import { type DocumentKind, type Opened, type OpeningHost, openAll } from "./opening.ts";
import { upload } from "./uploads.ts";

/** Files that are being opened. */
export interface OpeningProgress {
  readonly names: readonly string[];
  /** The bytes that have to be sent; none where the services read the files themselves. */
  readonly totalBytes: number;
  readonly sentBytes: number;
}

interface OpeningState {
  readonly current: OpeningProgress | null;
  /** Why files of the last opening were not opened, one sentence each, until dismissed. */
  readonly problems: readonly string[];
}

export const useOpening = create<OpeningState>()(() => ({ current: null, problems: [] }));

export const dismissProblems = (): void => useOpening.setState({ problems: [] });

/** One after the other: what is dropped while files are sent waits for them. */
let last: Promise<void> = Promise.resolve();
let abort: AbortController | null = null;

/** Ends the opening that goes on; what was imported before stays. */
export const cancelOpening = (): void => abort?.abort();

export function openFiles(files: readonly OpenableFile[]): Promise<void> {
  if (files.length === 0) return Promise.resolve();
  const opening = last.then(() => openNow(files));
  last = opening;
  return opening;
}

async function openNow(files: readonly OpenableFile[]): Promise<void> {
  const controller = new AbortController();
  abort = controller;
  const names = files.map(({ name }) => name);
  useOpening.setState({ current: { names, totalBytes: 0, sentBytes: 0 }, problems: [] });
  try {
    const opened = await openAll(files, hostOf(controller.signal));
    if (controller.signal.aborted) tellCancelled(opened);
    else show(opened);
  } catch (error) {
    show({ ...nothing, problems: [messageOf(error)] });
  } finally {
    abort = null;
    useOpening.setState({ current: null });
  }
}

const nothing = { runs: [], studies: [], comparisons: [], capture: null, scenarios: [], plans: [] };

function loadDocument(name: string, text: string): Result<DocumentKind> {
  const json = parseJson(text, name);
  const isOfPlan = json.ok && isPlan(json.value);
  const loaded = isOfPlan ? loadPlan(name, text) : loadScenario(name, text);
  return loaded.ok ? success(isOfPlan ? "plan" : "scenario") : loaded;
}

const hostOf = (signal: AbortSignal): OpeningHost => ({
  signal,
  messageOf,
  loadDocument,
  upload: (content, onSent) => upload(content, { signal, onSent }),
  // What came into the library stays there: how that ends is heard, cancelled or not.
  openComparison: (file) => answerTo((services) => services.comparisons.open.mutate({ file })),
  addStudy: (file) => answerTo((services) => services.studies.addFile.mutate({ file })),
  importRun: (file, studyIds) =>
    answerTo((services) => services.studies.importRun.mutate({ file, studyIds: [...studyIds] })),
  openCapture: (files) =>
    answerTo((services) => services.captures.open.mutate({ files: [...files] })),
  onSent: (sentBytes, totalBytes) =>
    useOpening.setState(({ current }) =>
      current === null ? {} : { current: { ...current, sentBytes, totalBytes } },
    ),
});

function show(opened: Opened): void {
  const { runs, studies, comparisons, capture, scenarios, plans } = opened;
  const { openCompare, openReplay, openScreen, openStudy } = useNavigation.getState();
  const [comparison] = comparisons;
  const [run, ...others] = runs;
  const study = studies[0] ?? runs.find((run) => run.study !== null)?.study ?? null;
  takeOver(opened);
  if (capture !== null) openReplay({ kind: "capture", id: capture.entry.id });
  else if (comparison !== undefined) openCompare(placeOfComparison(comparison));
  else if (study !== null) openStudy(study);
  else if (run !== undefined && others.length === 0) openReplay({ kind: "run", id: run.entry.id });
  else if (run !== undefined) openScreen("runs");
  else if (scenarios.length > 0) openScreen("experiments");
  else if (plans.length > 0) openScreen("plan");
  tellProblems(opened.problems);
}

const placeOfComparison = ({ sides, ...asked }: OpenedComparison): ComparisonPlace => ({
  ...asked,
  sides: sides.map((side) => ({ ...side, point: null })),
  studyId: null,
});

/** What was made is in the lists, whichever screen is shown. */
function takeOver({ runs, studies, capture, scenarios }: Opened): void {
  for (const { entry } of runs) takeEntry(entry);
  if (studies.length > 0 || runs.some(({ study }) => study !== null)) followAnew();
  if (capture !== null) takeCapture(capture.entry);
  if (runs.length > 0) {
    notify({
      intent: "success",
      title: importedTitle(runs),
      body: [...new Set(runs.map(({ entry, study }) => study?.name ?? entry.name))].join(", "),
    });
  }
  if (runs.length === 0 && studies.length > 0) {
    notify({
      intent: "success",
      title: "Sweep imported, without a result",
      body: "Drop its results, or run it here.",
    });
  }
  if (scenarios.length > 0) {
    notify({
      intent: "success",
      title: scenarios.length === 1 ? "Scenario loaded" : `${scenarios.length} scenarios loaded`,
      body: `${scenarios.join(", ")}: in Experiments.`,
    });
  }
}

function importedTitle(runs: Opened["runs"]): string {
  const known = runs.filter(({ isNew }) => !isNew).length;
  const taken = runs.length - known;
  if (taken === 0)
    return known === 1 ? "The run is here already" : `${known} runs are here already`;
  const title = taken === 1 ? "Run imported" : `${taken} runs imported`;
  return known === 0 ? title : `${title}, ${known} here already`;
}

function tellCancelled(opened: Opened): void {
  takeOver(opened);
  const { runs, studies, comparisons, scenarios, plans } = opened;
  const nothing = [runs, studies, comparisons, scenarios, plans].every(
    ({ length }) => length === 0,
  );
  notify({
    intent: "info",
    title: "Opening cancelled",
    body: nothing ? "Nothing was kept." : "What had been imported before stays.",
  });
}

/** More toasts than this would cover each other; the screen lists all. */
const mostTold = 3;

function tellProblems(problems: readonly string[]): void {
  useOpening.setState({ problems });
  const { screen, openScreen } = useNavigation.getState();
  if (screen === "open-log") return;
  for (const body of problems.slice(0, mostTold)) {
    notify({ intent: "error", title: "File not opened", body });
  }
  const more = problems.length - mostTold;
  if (more > 0) {
    notify({
      intent: "error",
      title: more === 1 ? "1 more file not opened" : `${more} more files not opened`,
      action: { label: "Show all", run: () => openScreen("open-log") },
    });
  }
}
