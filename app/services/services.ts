/** The services of the program, put together. Every host calls this once and closes it at its end. */
import { failure, type Result, success } from "../contract/result.ts";
import type { Services } from "../contract/rpc/services.ts";
import type { Scenario } from "../contract/scenario.ts";
import { BookmarkStore } from "./bookmarks.ts";
import { CaptureStore } from "./captures/capture-store.ts";
import { Captures } from "./captures/captures-service.ts";
import { OpenCaptures } from "./captures/open-captures.ts";
import { createComparisons } from "./comparisons.ts";
import { Devices } from "./devices.ts";
import { type EngineLauncher, forkEngine } from "./engine-launcher.ts";
import { Experiments } from "./experiments-service.ts";
import { createFigures } from "./figures/figures-service.ts";
import { FileRefs, type MayRead } from "./file-refs.ts";
import { Lessons } from "./lessons.ts";
import { LibraryChanges } from "./library/changes.ts";
import { Library } from "./library/library-service.ts";
import { cannotWrite, openDatabase } from "./library/open-database.ts";
import { RunStore } from "./library/run-store.ts";
import type { NoPdfPrinter, PdfPrinter } from "./pdf-printer.ts";
import { dataFolder } from "./platform-folders.ts";
import { presetEntries } from "./presets.ts";
import { captureWorkerEntry } from "./project-paths.ts";
import { RecordedRuns } from "./recordings/recorded-runs.ts";
import { Recordings } from "./recordings/recordings-service.ts";
import { RunLogs } from "./recordings/run-logs.ts";
import { forgetEditsOfTheGone } from "./report-edits.ts";
import { createReports } from "./reports.ts";
import { Settings } from "./settings.ts";
import { Studies } from "./studies/studies-service.ts";
import { StudyStore } from "./studies/study-store.ts";
import { createSystem } from "./system-info.ts";
import { Uploads } from "./uploads/uploads.ts";

export interface ServicesOptions {
  /** Where the library lies. Default: SNAPSCOPE_DATA, else the user's data folder. */
  readonly dataFolder?: string;
  /** Default: a forked Node process. */
  readonly launchEngine?: EngineLauncher;
  /** Null or a fix: this host cannot print. */
  readonly printPdf?: PdfPrinter | NoPdfPrinter | null;
  readonly environment?: NodeJS.ProcessEnv;
  /**
   * Which files callers may name by path: all on the command line, in the desktop what the user has chosen.
   * Others are handed in. Default: none.
   */
  readonly mayRead?: MayRead;
  /** What a thread that reads a capture runs. Default: the program's own. */
  readonly captureWorker?: string;
}

export interface RunningServices extends Services {
  /** With what only a host in the same process can use. */
  readonly experiments: Experiments;
  readonly studies: Studies;
  readonly captures: Captures;
  readonly recordings: Recordings;
  /** Ends the runs under way, which are marked interrupted, and closes the library. */
  close(): Promise<void>;
}

const noPrinter: NoPdfPrinter = { fix: "export the report as HTML and print it from a browser" };

export async function createServices(
  options: ServicesOptions = {},
): Promise<Result<RunningServices>> {
  const environment = options.environment ?? process.env;
  const folder = options.dataFolder ?? dataFolder(process.platform, environment);
  const database = openDatabase(folder);
  if (!database.ok) return database;
  const store = new RunStore(database.value);
  const captureStore = new CaptureStore(database.value);
  const uploads = new Uploads(folder);
  const runLogs = new RunLogs(store);
  const bookmarks = new BookmarkStore(database.value);
  try {
    uploads.removeAbandoned();
    captureStore.removeAbandoned();
    store.interruptAbandoned();
    store.purge();
    forgetEditsOfTheGone(database.value);
    bookmarks.forgetThoseOfTheGone();
    runLogs.removeAbandoned();
  } catch (error) {
    database.value.close();
    return failure("ioError", cannotWrite(store.path, error));
  }
  const launchEngine = options.launchEngine ?? forkEngine;
  const printPdf = options.printPdf ?? noPrinter;
  const changes = new LibraryChanges(store);
  const open = new OpenCaptures({ entry: options.captureWorker ?? captureWorkerEntry });
  const flush = (runId: string) => experiments.flush(runId);
  const devices = new Devices({ launchEngine, environment });
  const runs = new RecordedRuns({ store, flush, logs: runLogs, open });
  const prepare = (runId: string) => runs.prepare(runId);
  const experiments = new Experiments({ store, changes, environment, launchEngine }, prepare);
  const files = new FileRefs(uploads, options.mayRead ?? (() => false));
  const library = new Library({ store, changes, flush, files, bookmarks, prepare });
  const studies = new Studies({
    studies: new StudyStore(database.value),
    runs: store,
    changes,
    experiments,
    library,
  });
  const captures = new Captures({ store: captureStore, files, open });
  const recordings = new Recordings({ run: runs, capture: captures });
  const bandFor = (scenario: Scenario, signal?: AbortSignal) => studies.bandFor(scenario, signal);
  const timelineOf = (runId: string, points: number, signal?: AbortSignal) =>
    library.timeline({ runId, points }, signal);
  const system = createSystem({ libraryPath: store.path, launchEngine, printPdf, environment });
  let closing: Promise<void> | null = null;
  return success({
    presets: { list: () => presetEntries((preset, scenario) => store.timesOf(preset, scenario)) },
    lessons: new Lessons({ experiments, store }),
    devices,
    experiments,
    library,
    comparisons: createComparisons({
      library,
      recordings,
      bandFor,
      sharing: { library, captures, uploads },
      printPdf,
    }),
    studies,
    figures: createFigures({
      studies,
      summaryOf: (runId) => store.documents(runId)?.summary ?? null,
      timelineOf,
    }),
    uploads,
    captures,
    recordings,
    reports: createReports({
      timelineOf,
      recordings,
      bandFor,
      devices,
      bookmarks,
      printPdf,
    }),
    settings: new Settings(database.value),
    system,
    close: () => {
      closing ??= Promise.all([
        studies.close(),
        experiments.close(),
        open.close(),
        devices.close(),
      ]).then(() => {
        uploads.close();
        database.value.close();
      });
      return closing;
    },
  });
}
