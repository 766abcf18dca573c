/** The flows that a desktop has of its own: dialogs, printing, processes, being started again. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type ElectronApplication, expect, test } from "@playwright/test";
import { reportSchema } from "../../app/contract/report.ts";
import { expectCaptureReportJson } from "../app/content/capture-report.ts";
import { expectPdfOfReport } from "../app/content/report-pdf.ts";
import { dropFiles } from "../app/fixtures/drop.ts";
import { designedName, smallRun, start, steerableRun } from "../app/fixtures/flows.ts";
import { PageWatch } from "../app/fixtures/page-watch.ts";
import { ConnectionWatch, familyOf, onlyOne } from "../app/fixtures/processes.ts";
import { settings, smallScenario, snapscope } from "../app/fixtures/program.ts";
import {
  nightAnalysis,
  nightRecords,
  writeLargeLog,
  writeNight,
} from "../app/fixtures/server-logs.ts";
import { Snapscope } from "../app/pages/snapscope.ts";
import {
  type Desktop,
  launchDesktop,
  newDataFolder,
  processesOf,
  removeDataFolder,
} from "./launch.ts";

let dataFolder: string;
let desktop: Desktop;
let app: Snapscope;
let watch: PageWatch;

async function launch(): Promise<void> {
  desktop = await launchDesktop({ dataFolder });
  watch = new PageWatch(desktop.page);
  app = new Snapscope(desktop.page);
  await app.expectReady();
}

test.beforeEach(async () => {
  dataFolder = newDataFolder();
  await launch();
});
test.afterEach(async () => {
  // A test that failed may leave a run under way, for which the application asks before it closes.
  if (test.info().errors.length > 0) desktop.app.process().kill("SIGKILL");
  await desktop.app.close();
  removeDataFolder(dataFolder);
  watch.expectNoComplaint();
});

const pidOf = (electron: ElectronApplication): number =>
  onlyOne("the application", [electron.process().pid]);

/** The next dialogs answer by themselves, as if the user had chosen these files. */
const answerOpen = (electron: ElectronApplication, ...files: string[]): Promise<void> =>
  electron.evaluate(({ dialog }, filePaths) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths });
  }, files);
const answerSave = (electron: ElectronApplication, file: string): Promise<void> =>
  electron.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: path });
  }, file);

/** A file is there as a whole: it is written aside and renamed. */
function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

test("a run is steered, its engine killed, and the next one completes", async () => {
  await start(app, steerableRun);
  await app.live.expectRunning();
  // The rail shows the last creation: one by hand is not hidden by the preset's after that.
  await app.live.expectCreated("sales_snapshot_1");
  await app.live.createSnapshot("by_hand");
  await app.live.expectCreated("by_hand");
  process.kill(onlyOne("the engine", await processesOf(desktop.app, "engine")), "SIGKILL");
  await app.live.expectEnded("Failed");
  await app.goTo("Runs");
  await expect(app.runs.cell(designedName, "Status")).toHaveText("Failed");
  await app.goTo("Experiments");
  await app.experiments.setPace(0);
  await app.experiments.set("Measurement", "Duration", 30);
  await app.experiments.run();
  await app.live.expectEnded("Completed");
});

test("services and engines are utility processes, as in the product", {
  tag: "@main",
}, async () => {
  const services = await processesOf(desktop.app, "services");
  expect(services).toHaveLength(1);
  // Slow enough to be seen running, however busy the machine is.
  await start(app, { ...smallRun, pace: 1 });
  await app.live.expectActivity(/Warming up|Running/);
  const engines = await processesOf(desktop.app, "engine");
  expect(engines).toHaveLength(1);
  // The engine is native code in a process of its own, and in no other.
  const withAddon = familyOf(pidOf(desktop.app)).filter(({ pid }) =>
    textOf(`/proc/${pid}/maps`).includes("snapscope.node"),
  );
  expect(withAddon.map(({ pid }) => pid)).toEqual(engines);
  await app.live.setPace("Max");
  await app.live.expectEnded("Completed");
  await expect.poll(() => processesOf(desktop.app, "engine")).toEqual([]);
  expect(await processesOf(desktop.app, "services")).toEqual(services);
});

test("a run comes in by the dialog, and its report goes out as PDF", async () => {
  // Made by another program over another library, as a colleague would send it.
  const elsewhere = newDataFolder();
  try {
    const name = "As a colleague sent it";
    const sent = join(elsewhere, "sent.snapscope-run");
    await snapscope(
      elsewhere,
      "run",
      "creation-under-load",
      ...settings({ ...smallScenario, name: name }),
      "--save",
      "--json",
    );
    await snapscope(elsewhere, "runs", "export", "latest", sent);
    await answerOpen(desktop.app, sent);
    await app.goTo("Runs");
    await app.page.getByRole("button", { name: "Import a run…" }).click();
    await app.expectScreen("Replay");
    await app.goTo("Runs");
    await expect(app.runs.row(name)).toBeVisible();
    await app.runs.choose(name);
    await app.runs.command("Report").click();
    await app.report.expectPreview(name);
    const [json, pdf] = [join(elsewhere, "report.json"), join(elsewhere, "report.pdf")];
    await answerSave(desktop.app, json);
    await app.report.exportButton("json").click();
    await expect.poll(() => textOf(json).length).toBeGreaterThan(0);
    await answerSave(desktop.app, pdf);
    await app.report.exportButton("pdf").click();
    await expect.poll(() => textOf(pdf).length, { timeout: 60_000 }).toBeGreaterThan(0);
    expectPdfOfReport(pdf, reportSchema.parse(JSON.parse(textOf(json))));
  } finally {
    removeDataFolder(elsewhere);
  }
});

test("files dropped together share one timeline, and are read from where they are", async () => {
  const elsewhere = newDataFolder();
  try {
    const night = writeNight(elsewhere);
    await dropFiles(app.page, [night.errorlog1, night.perfmon, night.errorlog]);
    await app.replay.expectOpen("ERRORLOG.1 and 2 more");
    await app.replay.expectRecords(nightRecords);
    await app.replay.selectRecord("Analysis starting");
    await app.replay.openReport("02:00:20.00 to 02:00:24.50");
    await app.report.expectPreview("ERRORLOG.1 and 2 more");
    await app.report.part.selectOption("selection");
    await app.report.expectPreview("ERRORLOG.1 and 2 more");
    const json = join(elsewhere, "night.json");
    await answerSave(desktop.app, json);
    await app.report.exportButton("json").click();
    await expect.poll(() => textOf(json).length).toBeGreaterThan(0);
    expectCaptureReportJson(textOf(json), nightAnalysis);
  } finally {
    removeDataFolder(elsewhere);
  }
});

test("the reading of a large log is cancelled, and what was read stays", async () => {
  const elsewhere = newDataFolder();
  try {
    await answerOpen(desktop.app, writeLargeLog(elsewhere, 1200));
    await app.goTo("Open log");
    await app.page.getByRole("button", { name: "Choose files…" }).click();
    await app.replay.expectOpen("ERRORLOG.2");
    await app.replay.cancelReading();
    await expect(app.replay.row("Server process ID").first()).toBeAttached();
  } finally {
    removeDataFolder(elsewhere);
  }
});

test("a second start finds everything as it was left", async () => {
  await app.setTheme("dark");
  await start(app, smallRun);
  await app.live.expectEnded("Completed");
  await app.live.openReplay();
  await app.replay.expectOpen(new RegExp(`^${designedName}`));
  await desktop.app.close();
  await launch();
  await app.expectScreen("Replay");
  await app.replay.expectOpen(new RegExp(`^${designedName}`));
  await expect(app.page.locator("html")).toHaveAttribute("data-theme", "dark");
  await app.goTo("Experiments");
  await expect(app.experiments.field("Database", "Data files")).toHaveValue("64");
});

test("an app that is killed leaves its run interrupted, and the library opens", async () => {
  await start(app, steerableRun);
  await app.live.expectRunning();
  const closed = desktop.app.waitForEvent("close");
  desktop.app.process().kill("SIGKILL");
  await closed;
  await launch();
  await app.goTo("Runs");
  await expect(app.runs.cell(designedName, "Status")).toHaveText("Interrupted");
  await app.runs.choose(designedName);
  await app.runs.command("Replay").click();
  await app.replay.expectOpen(new RegExp(`^${designedName}`));
});

test("the window is loaded anew when its page asks for it", async () => {
  await app.page.evaluate("globalThis.before = true");
  await app.page.evaluate("location.reload()");
  await expect.poll(() => app.page.evaluate("globalThis.before").catch(() => true)).toBeUndefined();
  await app.expectReady();
});

test("nothing is asked of a network, by page or process", async () => {
  await desktop.app.evaluate(({ app: electron, session }) => {
    const seen: string[] = [];
    (globalThis as { seen?: string[] }).seen = seen;
    // Sent, not only asked for: what the application refuses itself never comes this far.
    const listen = (own: typeof session.defaultSession) => {
      own.webRequest.onSendHeaders(({ url }) => void seen.push(url));
    };
    listen(session.defaultSession);
    electron.on("session-created", listen);
  });
  const sockets = new ConnectionWatch(pidOf(desktop.app));
  await app.page.reload();
  await app.expectReady();
  await start(app, { ...smallRun, pace: 10 });
  await app.live.expectEnded("Completed");
  const pdf = join(dataFolder, "report.pdf");
  await answerSave(desktop.app, pdf);
  await app.live.openReport();
  await app.report.expectPreview(designedName);
  await app.report.exportButton("pdf").click();
  await expect.poll(() => textOf(pdf).length, { timeout: 60_000 }).toBeGreaterThan(0);
  const { looks, connections } = sockets.stop();
  expect(looks).toBeGreaterThan(5);
  // Playwright's own connections to the program are on the loopback.
  expect(connections.filter(({ staysHere }) => !staysHere)).toEqual([]);
  const seen = await desktop.app.evaluate(() => (globalThis as { seen?: string[] }).seen ?? []);
  expect(seen.some((url) => url.startsWith("snapscope://app/"))).toBe(true);
  // The spelling checker would download dictionaries later than this test waits.
  const languages = await desktop.app.evaluate(({ session }) =>
    session.defaultSession.getSpellCheckerLanguages(),
  );
  expect(languages).toEqual([]);
  const elsewhere = /^(?!snapscope:|snapscope-report:|data:|blob:|devtools:)/;
  expect(seen.filter((url) => elsewhere.test(url))).toEqual([]);
});
