/** Pictures: breaks and the plan ahead of now, a break that is hit, bookmarks in Live and in Replay. */
import { startToBePaused } from "../fixtures/flows.ts";
import { expect } from "../fixtures/test.ts";
import { patience, test } from "./pictures.ts";

test.describe.configure(patience);

test("steering", async ({ app, page, picture }) => {
  const { live, replay } = app;
  await startToBePaused(app);
  await live.button("Pause").click();
  await live.expectActivity("Paused");
  await live.breakOn.click();
  await expect(live.breaks).toBeVisible();
  await picture.take(app, "break-on");
  await live.breaks.getByRole("button", { name: "Set a break when a snapshot is armed" }).click();
  await page.keyboard.press("b");
  for (const key of ["Tab", "Tab", "Enter"]) await page.keyboard.press(key);
  await page.keyboard.press("m");
  await picture.take(app, "bookmark-dialog");
  await page.keyboard.type("before the snapshot");
  await page.keyboard.press("Enter");
  await picture.take(app, "live-planned");
  await live.setPace("60×");
  await live.button("Resume").click();
  await live.expectActivity("Paused where sales_snapshot_1 is armed");
  await live.backToTheRun();
  await picture.take(app, "live-broken");
  await live.takeAwayBreak("at the first FCB_REPLICA_WRITE");
  await live.setPace("Max");
  await live.button("Resume").click();
  await live.result.getByRole("button", { name: "Replay" }).click();
  await app.expectScreen("Replay");
  await replay.showTab("Findings");
  await app.lanes.selectSpan(0.4, 0.6);
  await page.keyboard.press("m");
  await page.keyboard.type("the dip of the first snapshot");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("list", { name: "Bookmarks" }).getByRole("listitem")).toHaveCount(2);
  await picture.take(app, "replay-bookmarks");
});
