/**
 * A run under way that is told where to pause and when to end, and moments of it that somebody wants to
 * find again: by the pointer and by keys.
 */
import { readFileSync } from "node:fs";
import { design, startToBePaused, steerableRun } from "../fixtures/flows.ts";
import { expect, test } from "../fixtures/test.ts";

test("a run pauses where a snapshot is armed, and at a wait, and not where a break was taken away", async ({
  app,
  page,
}) => {
  const { live } = app;
  await startToBePaused(app);
  await expect(live.plannedActs).toHaveCount(1);
  await live.breakOn.click();
  await live.breaks.getByRole("button", { name: "Set a break when a snapshot is armed" }).click();
  await expect(live.plan).toContainText("Break when a snapshot is armed");
  // By keys: the next break has the focus of its popover, and Tab leads to the type of wait.
  await page.keyboard.press("b");
  await expect(live.breaks).toBeVisible();
  for (const key of ["Tab", "Tab", "Enter"]) await page.keyboard.press(key);
  await expect(live.plan).toContainText("Break at the first FCB_REPLICA_WRITE");
  await page.keyboard.press("b");
  await live.breaks.getByRole("textbox", { name: "When sparse files" }).fill("1");
  await page.keyboard.press("Enter");
  await expect(live.plan).toContainText("Break when sparse files pass 1 MiB");
  await live.takeAwayBreak("when sparse files pass 1 MiB");
  await expect(live.plan).not.toContainText("1 MiB");
  await live.setPace("60×");
  await live.expectActivity("Paused where sales_snapshot_1 is armed");
  await expect(live.plan).not.toContainText("Break when a snapshot is armed");
  await expect(live.plannedActs).toHaveCount(0);
  // One snapshot writes its copies without that wait: another one is broken on.
  await live.takeAwayBreak("at the first FCB_REPLICA_WRITE");
  await live.breakOn.click();
  await live.breaks.getByRole("combobox").selectOption("WRITELOG");
  await live.breaks.getByRole("button", { name: "Set a break at the first WRITELOG" }).click();
  await live.button("Resume").click();
  await live.expectActivity("Paused where the first WRITELOG ended");
  await expect(live.plan).toHaveText("Paused where the first WRITELOG ended.");
});

test("a run is prolonged by a menu and from the palette, while it goes and while it is paused", async ({
  app,
  page,
}) => {
  const { live, experiments } = app;
  await design(app, { ...steerableRun, durationSeconds: 12, pace: 1 });
  await experiments.run();
  await app.expectScreen("Live");
  await app.choose("Break when a snapshot is armed");
  await live.prolongBy("30 s");
  await expect(live.time("Remaining")).toContainText(/^[34]\d s/);
  await live.expectActivity("Paused where sales_snapshot_1 is armed");
  await expect(live.plan).toHaveText("Paused where sales_snapshot_1 is armed.");
  await app.choose("Prolong the run by 1 min");
  await expect(live.time("Remaining")).toContainText("1 min 3");
  await live.setPace("Max");
  await live.button("Resume").click();
  await live.expectActivity("Completed");
  await expect(live.time("Elapsed")).toHaveText("1 min 42.00 s");
  await app.goTo("Runs");
  await expect(page.getByText(/of 12 s/)).toHaveCount(0);
});

test("who is about to lose a creation to the end of the run is told, and prolongs it there", async ({
  app,
}) => {
  const { live, experiments } = app;
  await design(app, { ...steerableRun, durationSeconds: 12, pace: 1 });
  await experiments.run();
  await app.expectScreen("Live");
  await app.choose("Break when a snapshot is armed");
  await live.expectActivity("Paused where sales_snapshot_1 is armed");
  await expect(live.plan).toContainText(
    "The run ends in 4 s, and sales_snapshot_1 is still being created.",
  );
  await live.plan.getByRole("button", { name: "Prolong by 1 min" }).click();
  await expect(live.plan).toHaveText("Paused where sales_snapshot_1 is armed.");
  await expect(live.time("Remaining")).toContainText("1 min 4 s");
});

test("a bookmark with a note is found again in Replay, after a reload, and in the report", async ({
  app,
  page,
}) => {
  const { live, replay, report } = app;
  await startToBePaused(app);
  await live.button("Pause").click();
  await live.expectActivity("Paused");
  await page.keyboard.press("m");
  const dialog = page.getByRole("dialog", { name: /^Bookmark at/ });
  await dialog.getByRole("textbox", { name: "Text of the bookmark" }).fill("before the snapshot");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  const inLive = live.rail.getByRole("list", { name: "Bookmarks" });
  await expect(inLive).toContainText("before the snapshot");
  const when = await live.time("Engine time").innerText();
  await expect(inLive).toContainText(when);
  await live.setPace("Max");
  await live.button("Resume").click();
  await live.result.getByRole("button", { name: "Replay" }).click();
  await app.expectScreen("Replay");
  await replay.showTab("Findings");
  const list = replay.details.getByRole("list", { name: "Bookmarks" });
  await list.getByRole("button", { name: /^before the snapshot/ }).click();
  await expect(replay.time).toHaveText(when);
  // Of a span, by the pointer, and taken away and back again.
  await app.lanes.selectSpan(0.4, 0.6);
  await page.keyboard.press("m");
  await page.keyboard.type("the dip");
  await page.keyboard.press("Enter");
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await list.getByRole("button", { name: "Delete ‘the dip’" }).click();
  await expect(list.getByRole("listitem")).toHaveCount(1);
  await page.getByRole("button", { name: "Undo" }).click();
  await list.getByRole("button", { name: "Edit ‘the dip’" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type(" of snapshot 1");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(list).toContainText("the dip of snapshot 1");
  await page.waitForTimeout(500);
  await page.reload();
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await app.main.getByRole("button", { name: "Report", exact: true }).click();
  const file = await report.export("json");
  const { bookmarks } = JSON.parse(readFileSync(await file.path(), "utf8"));
  expect(bookmarks.map(({ text }: { text: string }) => text)).toEqual([
    "before the snapshot",
    "the dip of snapshot 1",
  ]);
});
