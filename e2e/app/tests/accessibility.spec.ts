/** axe finds nothing of level A or AA, on any screen, in light and in dark, whatever its state. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { dropFiles } from "../fixtures/drop.ts";
import { designedName, start, steerableRun } from "../fixtures/flows.ts";
import { prepared } from "../fixtures/prepared-library.ts";
import { engineOf } from "../fixtures/processes.ts";
import { nightRecords, writeNight } from "../fixtures/server-logs.ts";
import { expect, test } from "../fixtures/test.ts";
import { screenNames } from "../pages/snapscope.ts";

test("every screen while it is empty", async ({ app, page }) => {
  for (const screen of screenNames) {
    await app.goTo(screen);
    await expect(app.main.getByRole("heading").first()).toBeVisible();
    await expectAccessible(page, `${screen}, empty`);
  }
});

test("a run under way, failed, and what can be steered", async ({ app, page, server }) => {
  await start(app, steerableRun);
  await expect(app.live.phases).toBeVisible();
  await app.live.button("Pause").click();
  await app.live.expectActivity("Paused");
  await expectAccessible(page, "Live");
  process.kill(engineOf(server.pid), "SIGKILL");
  await app.live.expectEnded("Failed");
  await expectAccessible(page, "Live, failed");
  await app.goTo("Runs");
  await app.runs.choose(designedName);
  await app.runs.showDetails();
  await expectAccessible(page, "Runs, failed");
  await app.runs.command("Report").click();
  await app.report.expectPreview(designedName);
  await expectAccessible(page, "Report, failed");
});

test("what lies over the screens, and errors at fields", async ({ app, page }) => {
  await app.openPalette();
  await expectAccessible(page, "the palette");
  await page.keyboard.press("Escape");
  await app.openShortcuts();
  await expectAccessible(page, "the shortcut sheet");
  await page.keyboard.press("Escape");
  await app.experiments.choosePreset("Creation under load");
  await app.experiments.asked("Users").fill("-5");
  await expect(app.experiments.problems).toBeVisible();
  await expectAccessible(page, "Experiments with an error in the question");
  await app.experiments.setPace(5);
  await expect(app.experiments.field("Workload", "Users")).toHaveAttribute("aria-invalid", "true");
  await expectAccessible(page, "Experiments with an error, Advanced open");
  await app.goTo("Open log");
  await app.openLog.openText("no record");
  await expect(app.openLog.main.getByText(/Not opened/)).toBeVisible();
  await expectAccessible(page, "Open log with an error");
});

test.describe("with a library", () => {
  test.use({ library: "prepared" });

  test("replay, runs and report, on screen and as a document", async ({ app, page, scratch }) => {
    await app.goTo("Runs");
    await app.runs.choose(prepared.completed);
    await app.runs.showDetails();
    await expect(app.runs.details.getByText("Committed")).toBeVisible();
    await expectAccessible(page, "Runs");
    await app.runs.command("Replay").click();
    await app.replay.expectOpen(prepared.completed);
    await app.replay.row("analysis").first().click();
    await expectAccessible(page, "Replay of a run");
    for (const tab of ["Waits", "Findings"] as const) {
      await app.replay.showTab(tab);
      await expectAccessible(page, `Replay, ${tab}`);
    }
    for (const part of ["Responses", "Plan"] as const) {
      await app.replay.showData(part);
      await expectAccessible(page, `Replay, ${part}`);
    }
    await app.goTo("Open log");
    await app.openLog.openSample();
    await app.expectScreen("Replay");
    await app.replay.row(/spid/).nth(2).click();
    await expectAccessible(page, "Replay of a log");
    await app.goTo("Runs");
    await app.runs.choose(prepared.completed);
    await app.runs.command("Report").click();
    await app.report.expectPreview(prepared.completed);
    await app.report.openSections();
    await app.report.editSection("Waits");
    await expectAccessible(page, "Report");
    const file = join(scratch, "report.html");
    const download = await app.report.export("html");
    await app.dismiss(app.notification("downloaded"));
    await download.saveAs(file);
    await app.goTo("Live");
    await expectAccessible(page, "Live, nothing runs");
    await page.goto(pathToFileURL(file).href);
    await expectAccessible(page, "the HTML report");
  });

  test("logs with counters and waits", async ({ app, page, scratch }) => {
    const night = writeNight(scratch);
    await dropFiles(page, [night.errorlog, night.errorlog1, night.perfmon, night.waits]);
    await app.replay.expectRecords(nightRecords);
    await app.replay.showPhases();
    for (const tab of ["Findings", "Waits"] as const) {
      await app.replay.showTab(tab);
      await expectAccessible(page, `Replay of a capture, ${tab}`);
    }
    for (const part of ["Counters", "Files"] as const) {
      await app.replay.showData(part);
      await expectAccessible(page, `Replay of a capture, ${part}`);
    }
    await app.replay.selectRecord("Analysis starting");
    await app.replay.showTab("Here");
    await expectAccessible(page, "Replay of a capture, a record");
    await page.getByRole("button", { name: "Export records" }).click();
    await expectAccessible(page, "the menu of exports", "[role=menu]");
  });

  test("a run over a log, and the log's report", async ({ app, page, scratch }) => {
    const night = writeNight(scratch);
    await dropFiles(page, [night.errorlog, night.perfmon]);
    await app.replay.expectOpen("ERRORLOG and 1 more");
    const dialog = await app.replay.askForOverlay();
    await expectAccessible(page, "the dialog of the overlay, empty");
    await dialog.chooseRun(prepared.completed);
    await expect(dialog.words).toContainText("is shown at");
    await expectAccessible(page, "the dialog of the overlay");
    await dialog.layOver();
    await expect(app.replay.overlay).toContainText(prepared.completed);
    await expectAccessible(page, "Replay of a capture under a run");
    await app.replay.openReport();
    await app.report.expectPreview("ERRORLOG and 1 more");
    await expectAccessible(page, "Report of a capture");
    const file = join(scratch, "night.html");
    const download = await app.report.export("html");
    await app.dismiss(app.notification("downloaded"));
    await download.saveAs(file);
    await app.goTo("Open log");
    await expect(app.openLog.recent("ERRORLOG and 1 more")).toBeVisible();
    await expectAccessible(page, "Open log with logs");
    await page.goto(pathToFileURL(file).href);
    await expectAccessible(page, "the HTML report of a capture");
  });
});
