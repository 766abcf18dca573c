/** A snapshot by the array beside one by the database, and what is done with it while users work. */
import { summarySchema } from "../../../app/contract/summary.ts";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { design, type RunSettings, smallRun, start } from "../fixtures/flows.ts";
import { snapscope } from "../fixtures/program.ts";
import { expect, test } from "../fixtures/test.ts";

const bothKinds: RunSettings = {
  ...smallRun,
  preset: "Database or array snapshot?",
  durationSeconds: 160,
};

test("the preset answers which of the two costs what, in one sentence", async ({ app, page }) => {
  await start(app, bothKinds);
  await app.live.expectEnded("Completed");
  const answer = app.live.answerOfBothKinds;
  await expect(answer).toContainText(
    /array snapshot ‘array_snapshot_1’ took [\d.]+ s, of which [\d.]+ s were given, not predicted, with writes frozen for/,
  );
  const sentence = await answer.innerText();
  await expectAccessible(page, "Live, both kinds of snapshot");
  await app.live.openReport();
  await expect(app.report.preview.getByText(sentence).first()).toBeVisible();
  const taken = app.report.preview.getByRole("table", { name: /^Array snapshots; what is/ });
  await expect(taken).toContainText("array_snapshot_1");
});

test("array snapshots are taken, restored and deleted while users work", async ({
  app,
  page,
  dataFolder,
}) => {
  await design(app, { ...bothKinds, durationSeconds: 300, pace: 5 });
  // A database with snapshots is not restored: the snapshot comes when all is done.
  await app.experiments.set("Snapshots and timeline", "Entry 2, At", 290);
  await app.experiments.run();
  await app.expectScreen("Live");
  await expect(app.live.logRow("I/O was resumed on database sales").first()).toBeVisible();
  // The usual one has a key.
  await page.keyboard.press("Control+Shift+A");
  await expect(app.live.acts(2)).toBeVisible();
  await app.live.takeArraySnapshot("array_snapshot_3");
  await expect(app.live.acts(3)).toBeVisible();
  await app.live.deleteArraySnapshot("array_snapshot_3");
  const dialog = await app.live.openRestoreOf("array_snapshot_1");
  await expect(dialog.getByRole("status")).toContainText("one more snapshot first");
  await expectAccessible(page, "the restore of an array snapshot");
  await dialog.getByRole("button", { name: "Restore" }).click();
  await app.live.expectRunning();
  await app.live.setPace("Max");
  await app.live.expectEnded("Completed");
  const shown = JSON.parse(await snapscope(dataFolder, "runs", "show", "latest", "--json"));
  const { arraySnapshots = [], restores } = summarySchema.parse(shown.summary);
  expect(arraySnapshots.map(({ name, state }) => [name, state])).toEqual([
    ["array_snapshot_1", "complete"],
    ["array_snapshot_2", "complete"],
    ["array_snapshot_3", "deleted"],
    ["before_restore_1", "complete"],
  ]);
  expect(restores).toMatchObject([
    { arraySnapshot: "array_snapshot_1", kept: "before_restore_1", verified: true },
  ]);
});
