/** Pictures of backups and restores: designed, taken by hand, replayed and reported. */
import { backUpDatabase, startInFullRecovery } from "../fixtures/flows.ts";
import { snapscope } from "../fixtures/program.ts";
import { expect } from "../fixtures/test.ts";
import { patience, test } from "./pictures.ts";

test.describe.configure(patience);

test("by hand", async ({ app, page, picture }) => {
  const { live } = app;
  await startInFullRecovery(app);
  await backUpDatabase(app);
  await live.changeTable("Update every row, 1,000 a batch");
  await live.button("Pause").click();
  await live.expectActivity("Paused");
  await live.openRestore();
  await picture.take(app, "live-restore-dialog");
  await page.keyboard.press("Escape");
  await live.button("Resume").click();
  await live.restoreToBefore("the table was updated", 4);
  await expect(live.logRow("Log was restored").first()).toBeVisible();
  await live.setPace("Max");
  await live.expectEnded("Completed");
  await expect(live.answer).toBeVisible();
  await picture.take(app, "live-restored");
});

test("a revert asks first", async ({ app, picture }) => {
  const { live } = app;
  await startInFullRecovery(app);
  await live.createSnapshot("before_batch");
  await expect(await live.openRevert("before_batch")).toContainText("of work");
  await picture.take(app, "live-revert-dialog");
});

test("by the preset", async ({ app, dataFolder, picture }) => {
  const title = "Restore after a wrong update";
  await app.experiments.choosePreset(title);
  await app.experiments.openAdvanced();
  await app.experiments.section("Snapshots and timeline").scrollIntoViewIfNeeded();
  await picture.take(app, "experiments-backups");
  await snapscope(dataFolder, "run", "restore-after-a-wrong-update", "--save", "--json");
  await app.goTo("Runs");
  await app.runs.choose(title);
  await app.runs.command("Replay").click();
  await app.replay.expectOpen(title);
  await app.replay.showData("Backups");
  await expect(app.replay.log).toContainText("Database backed up");
  await picture.take(app, "replay-backups");
  await app.goTo("Runs");
  await app.runs.command("Report").click();
  await app.report.expectPreview(title);
  const heading = app.report.preview.getByRole("heading", { name: "Backups and restores" });
  await heading.scrollIntoViewIfNeeded();
  await picture.take(app, "report-backups");
});
