/** Pictures of array snapshots: in the form, in a run under way, and in what is kept of it. */
import { design, smallRun } from "../fixtures/flows.ts";
import { expect } from "../fixtures/test.ts";
import { test } from "./library.ts";
import { patience } from "./pictures.ts";

test.describe.configure(patience);

const preset = "Database or array snapshot?";

test("the form of array snapshots", async ({ app, picture }) => {
  await app.experiments.choosePreset(preset);
  await app.experiments.expectPrediction("Transactions", /≈ [\d,]+\/s/);
  await picture.take(app, "array-experiment");
  await app.experiments.openAdvanced();
  await app.experiments
    .section("Storage")
    .getByRole("region", { name: "Volume Q", exact: true })
    .scrollIntoViewIfNeeded();
  await picture.take(app, "array-volumes");
  for (const section of ["Storage", "Snapshots and timeline"]) {
    await app.experiments.section(section).scrollIntoViewIfNeeded();
    await picture.take(app, `array-${section.toLowerCase().split(" ")[0]}`);
  }
  await app.experiments
    .section("Storage")
    .getByRole("heading", { name: "Times of an array snapshot" })
    .scrollIntoViewIfNeeded();
  await picture.take(app, "array-times");
});

test("a run with array snapshots", async ({ app, picture }) => {
  await app.experiments.choosePreset(preset);
  await app.experiments.setPace(5);
  await app.experiments.run();
  await app.expectScreen("Live");
  await expect(app.live.logRow("I/O was resumed on database sales").first()).toBeVisible();
  const dialog = await app.live.openRestoreOf("array_snapshot_1");
  await picture.take(app, "array-restore");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await app.live.setPace("Max");
  await app.live.expectEnded("Completed");
  await expect(app.live.answerOfBothKinds).toBeVisible();
  await picture.take(app, "array-ended");
  await app.live.openReplay();
  await app.replay.showData("Backups");
  await picture.take(app, "array-replay");
  await app.replay.openReport();
  await expect(app.report.preview.getByText(/: database snapshot ‘/).first()).toBeVisible();
  await picture.take(app, "array-report");
});

const small = { ...smallRun, preset, durationSeconds: 300, pace: 5 };

test("the way back from an array snapshot", async ({ app, page, picture }) => {
  await design(app, small);
  // A database with snapshots is not restored: the snapshot comes when all is done.
  await app.experiments.set("Snapshots and timeline", "Entry 2, At", 290);
  await app.experiments.run();
  await app.expectScreen("Live");
  await page.keyboard.press("Control+Shift+A");
  await expect(app.live.acts(2)).toBeVisible();
  await app.live.openMore("Array snapshot");
  await expect(page.getByRole("menuitem", { name: "Delete array_snapshot_2…" })).toBeVisible();
  await picture.take(app, "array-menu");
  await page
    .getByRole("menuitem", { name: "Take array snapshot array_snapshot_3 without" })
    .click();
  await app.live.changeTable("Update every row in one transaction");
  await expect(app.live.acts(4)).toBeVisible();
  const dialog = await app.live.openRestoreOf("array_snapshot_2");
  await dialog.getByRole("button", { name: "Restore" }).click();
  await app.live.expectActivity(/Restoring/);
  await picture.take(app, "array-restoring");
  await app.live.expectRunning();
  await app.live.setPace("Max");
  await app.live.expectEnded("Completed");
  await picture.take(app, "array-restored");
  await app.live.openReplay();
  await app.replay.showData("Backups");
  await picture.take(app, "array-restored-replay");
  await app.replay.openReport();
  await expect(app.report.preview.getByText(/was restored to what/).first()).toBeVisible();
  await app.report.preview
    .getByRole("table", { name: /^Array snapshots; what is/ })
    .scrollIntoViewIfNeeded();
  await picture.take(app, "array-restored-report");
});

test("what goes wrong with array snapshots", async ({ app, picture }) => {
  await design(app, { ...small, durationSeconds: 160, pace: 0 });
  await app.experiments.set("Storage", "Volume Q, Volume size", 1);
  await app.experiments.set("Storage", "Volume Q, Snapshot reserve", 1);
  await app.experiments.set("Snapshots and timeline", "Entry 2, At", 70);
  await app.experiments.run();
  await app.expectScreen("Live");
  await app.live.expectEnded("Completed");
  await picture.take(app, "array-lost");
  await app.live.openReplay();
  await app.replay.showData("Backups");
  await picture.take(app, "array-lost-replay");
  await app.replay.openReport();
  await expect(app.report.preview.getByText(/to have room in the reserve/).first()).toBeVisible();
  await picture.take(app, "array-lost-report");
  await app.goTo("Experiments");
  await app.experiments.set("Storage", "Other databases", 1000);
  await app.experiments.set("Storage", "Freezing one of them", 100);
  await app.experiments.run();
  await app.expectScreen("Live");
  await app.live.expectEnded("Completed");
  await picture.take(app, "array-given-up");
  await app.goTo("Compare");
  await app.page.getByRole("button", { name: "Compare the last two runs" }).click();
  await expect(app.compare.sentence).toBeVisible();
  await picture.take(app, "array-compared");
});
