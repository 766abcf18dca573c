/**
 * How screens use their room, at every size of the window that is supported: nothing overlaps, nothing is cut,
 * no text is too small, and plots have most of the window. What was measured is printed.
 */
import { startToBePaused } from "../fixtures/flows.ts";
import {
  chosenWithoutEdge,
  dividerContrast,
  drawnInvisibly,
  expectStage,
  stageTable,
} from "../fixtures/layout.ts";
import { prepared } from "../fixtures/prepared-library.ts";
import { expect, test } from "../fixtures/test.ts";
import { screenNames } from "../pages/snapscope.ts";

/** The title of the window, the header of the recording, and names above what is drawn, px. */
const mostAbovePlots = 120;

test.afterAll(() => console.log(stageTable()));

test("panes are divided by what the eye sees, in every theme", async ({ app, page }) => {
  await app.goTo("Settings");
  for (const theme of ["light", "dark", "high-contrast"]) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    const contrast = await dividerContrast(page);
    console.log(`dividers, ${theme}: ${contrast.toFixed(2)}:1`);
    expect(contrast, theme).toBeGreaterThanOrEqual(1.5);
  }
});

test("screens without anything in them", async ({ app, page }) => {
  for (const screen of screenNames) {
    await app.goTo(screen);
    await expectStage(page, `${screen}, empty`);
  }
});

test("the form keeps its rows in place, and an error in sight", async ({ app, page }) => {
  await test.step("rows of the form stay where they are while one is used, and say all there is to it", async () => {
    await app.experiments.openAdvanced();
    const fields = app.experiments.section("Database").getByRole("textbox");
    const filled = app.experiments.field("Database", "Filled");
    const places = () =>
      fields.evaluateAll((all) => {
        const tops = all.map((field) => field.getBoundingClientRect().top);
        return tops.map((top) => Math.round(top - (tops[0] ?? 0)));
      });
    const before = await places();
    await filled.focus();
    expect(await places()).toEqual(before);
  });
  await test.step("a value with an error stays in sight in the smallest window, and its section leads to it", async () => {
    await app.experiments.choosePreset("Creation under load");
    await app.experiments.openAdvanced();
    const sections = page.getByRole("navigation", { name: "Sections of the form" });
    // In a high window the last sections are in view together, none of them at the top.
    await page.setViewportSize({ width: 1920, height: 1080 });
    const timeline = sections.getByRole("button", { name: "Snapshots and timeline" });
    await timeline.click();
    await expect(timeline).toHaveAttribute("aria-current", "location");
    await page.setViewportSize({ width: 960, height: 600 });
    const volume = app.experiments.section("Storage").getByRole("region", { name: "Volume J" });
    const times = volume.getByText("Service times", { exact: true });
    const read = volume.getByRole("textbox", { name: /^Volume J, Read/ });
    await times.click();
    await read.fill("-5");
    await expect(page.getByText("One value keeps this from running.")).toBeVisible();
    await expect(read).toBeInViewport({ ratio: 0.9 });
    await sections.getByRole("button", { name: "Database" }).click();
    await times.click();
    await sections.getByRole("button", { name: /^Storage/ }).click();
    await expect(read).toBeInViewport({ ratio: 0.9 });
  });
});

test("a run under way: its creation, its lanes, its end", async ({ app, page }) => {
  await startToBePaused(app);
  await app.live.button("Pause").click();
  await app.live.expectActivity("Paused");
  await app.live.button("Step to next phase").click();
  await expect(app.live.phases).toBeVisible();
  await app.live.stepInto("Checkpoint", "sales_snapshot_1");
  await expect(page.getByRole("region", { name: "Creation", exact: true })).toBeVisible();
  await expectStage(page, "Live, a creation");
  await page.emulateMedia({ forcedColors: "active" });
  expect(await chosenWithoutEdge(page)).toEqual([]);
  expect(await drawnInvisibly(page)).toEqual([]);
  await page.emulateMedia({ forcedColors: "none" });
  await page.keyboard.press("c");
  await expect(page.getByRole("button", { name: "Show the creation" })).toBeVisible();
  await expectStage(page, "Live, the run", { abovePlots: mostAbovePlots });
  await app.live.button("Stop").click();
  await app.live.expectEnded("Cancelled");
  await expectStage(page, "Live, ended");
});

test.describe("with a library", () => {
  test.use({ library: "prepared" });

  test("replay, runs and report", async ({ app, page }) => {
    await app.goTo("Runs");
    await app.runs.choose(prepared.completed);
    await app.runs.showDetails();
    await expectStage(page, "Runs");
    await page.emulateMedia({ forcedColors: "active" });
    expect(await chosenWithoutEdge(page)).toEqual([]);
    await app.runs.command("Replay").click();
    await app.replay.expectOpen(prepared.completed);
    // A selection brings a button for it, which takes a row of the log's height.
    await app.replay.row("redo").first().click();
    await expect(app.replay.selectedRow).toBeInViewport({ ratio: 0.9 });
    expect(await chosenWithoutEdge(page)).toEqual([]);
    expect(await drawnInvisibly(page)).toEqual([]);
    await page.emulateMedia({ forcedColors: "none" });
    await page.setViewportSize({ width: 960, height: 600 });
    await expect(app.replay.selectedRow).toBeInViewport({ ratio: 0.9 });
    for (const tab of ["Here", "Waits", "Findings", "Data"] as const) {
      await app.replay.showTab(tab);
      await expectStage(page, `Replay of a run, ${tab}`, { abovePlots: mostAbovePlots });
    }
    await app.goTo("Open log");
    await app.openLog.openSample();
    await app.expectScreen("Replay");
    await expectStage(page, "Replay of a log", { abovePlots: mostAbovePlots });
    await app.goTo("Runs");
    await app.runs.choose(prepared.completed);
    await app.runs.command("Report").click();
    await app.report.expectPreview(prepared.completed);
    await expectStage(page, "Report");
  });
});
