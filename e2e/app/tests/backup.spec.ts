/** A backup is taken while users work, and the database restored from it. */
import { summarySchema } from "../../../app/contract/summary.ts";
import { start, steerableRun } from "../fixtures/flows.ts";
import { snapscope } from "../fixtures/program.ts";
import { expect, test } from "../fixtures/test.ts";

test("a full backup is taken by hand, and the database restored from it", async ({
  app,
  dataFolder,
}) => {
  await start(app, steerableRun);
  await app.live.expectCreated("sales_snapshot_1");
  await app.live.backUp("Full");
  await expect(app.live.logRow("Database backed up").first()).toBeVisible();
  // A database with snapshots is not restored.
  await app.live.dropSnapshot("sales_snapshot_1");
  await expect(app.live.snapshots).toHaveCount(0);
  await app.live.restore();
  await expect(app.live.logRow("Database was restored").first()).toBeVisible();
  await app.live.setPace("Max");
  await app.live.expectEnded("Completed");
  const shown = JSON.parse(await snapscope(dataFolder, "runs", "show", "latest", "--json"));
  const { backups, restores } = summarySchema.parse(shown.summary);
  expect(backups.map(({ kind, state }) => [kind, state])).toEqual([["full", "complete"]]);
  expect(restores.map(({ verified, from }) => [verified, from])).toEqual([
    [true, [backups[0]?.name]],
  ]);
  await app.live.openReplay();
  await app.replay.showTab("Backups");
  await expect(app.replay.details.getByRole("table")).toHaveCount(2);
});
