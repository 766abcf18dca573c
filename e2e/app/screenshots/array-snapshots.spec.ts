/** Pictures of array snapshots: in the form, in a run under way, and in what is kept of it. */
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
