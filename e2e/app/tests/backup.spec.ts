/** A backup is taken while users work, and the database restored from it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Summary, summarySchema } from "../../../app/contract/summary.ts";
import { expectPdfOfReport } from "../content/report-pdf.ts";
import { backUpDatabase, start, startInFullRecovery, steerableRun } from "../fixtures/flows.ts";
import { snapscope } from "../fixtures/program.ts";
import { expect, test } from "../fixtures/test.ts";

async function latestSummary(dataFolder: string): Promise<Summary> {
  const shown = JSON.parse(await snapscope(dataFolder, "runs", "show", "latest", "--json"));
  return summarySchema.parse(shown.summary);
}

test("from a full backup the database is restored under another name, then itself", async ({
  app,
  dataFolder,
}) => {
  await start(app, steerableRun);
  await app.live.expectCreated("sales_snapshot_1");
  await backUpDatabase(app);
  // Users go on, and the snapshot of the database that they work on stands in nobody's way.
  await app.live.restoreAs("yesterday");
  await expect(app.live.logRow("Database was restored: Database: yesterday").first()).toBeVisible();
  // A database with snapshots is not restored itself.
  await app.live.dropSnapshot("sales_snapshot_1");
  await expect(app.live.snapshots).toHaveCount(0);
  await app.live.restore();
  await expect(app.live.logRow("Database was restored: Database: sales,").first()).toBeVisible();
  await app.live.setPace("Max");
  await app.live.expectEnded("Completed");
  const { backups, restores } = await latestSummary(dataFolder);
  expect(backups.map(({ kind, state }) => [kind, state])).toEqual([["full", "complete"]]);
  const from = [backups[0]?.name];
  expect(restores.map((restore) => [restore.verified, restore.database, restore.from])).toEqual([
    [true, "yesterday", from],
    [true, null, from],
  ]);
  await app.live.openReplay();
  await app.replay.showData("Backups");
  await expect(app.replay.details).toContainText("as yesterday");
  await expect(app.replay.details.getByRole("table")).toHaveCount(3);
});

test("after a wrong update the database goes back to the second before it", async ({
  app,
  dataFolder,
  scratch,
}) => {
  await startInFullRecovery(app);
  await backUpDatabase(app);
  await app.live.changeTable("Update every row, 1,000 a batch");
  await app.live.restoreToBefore("the table was updated", 4);
  await app.live.setPace("Max");
  await app.live.expectEnded("Completed");
  const { phases, restores } = await latestSummary(dataFolder);
  const update = phases.find(({ name }) => name === "tableUpdate");
  expect(restores.map(({ verified, from }) => [verified, from])).toEqual([
    [true, ["backup_1", "tail_1"]],
  ]);
  expect(restores[0]?.stopAtMs).toBeCloseTo((update?.startMs ?? 0) - 1000, -1);
  await app.live.openReplay();
  await app.replay.find("Log was restored");
  await expect(app.replay.hits).toHaveText(/^\d+ hits?$/);
  await app.replay.openReport();
  const [pdf, json] = [join(scratch, "report.pdf"), join(scratch, "report.json")];
  await (await app.report.export("pdf")).saveAs(pdf);
  await (await app.report.export("json")).saveAs(json);
  expectPdfOfReport(pdf, JSON.parse(readFileSync(json, "utf8")));
});

test("after a table was dropped the database goes back to the second before it", async ({
  app,
  dataFolder,
}) => {
  await startInFullRecovery(app);
  await app.live.changeTable("Select 10,000 rows into sales_copy_1");
  await backUpDatabase(app);
  await app.live.dropTable("sales_copy_1");
  await app.live.restoreToBefore("the table sales_copy_1 was dropped", 5);
  await expect(app.live.logRow("Log was restored").first()).toBeVisible();
  // It is there again.
  await app.live.dropTable("sales_copy_1");
  await app.live.setPace("Max");
  await app.live.expectEnded("Completed");
  const { phases, restores } = await latestSummary(dataFolder);
  expect(restores.map(({ verified, from }) => [verified, from])).toEqual([
    [true, ["backup_1", "tail_1"]],
  ]);
  const drops = phases.filter(({ name }) => name === "dropTable");
  expect(drops).toHaveLength(2);
  expect(restores[0]?.stopAtMs).toBeCloseTo((drops[0]?.startMs ?? 0) - 1000, -1);
});
