/** The whole flow without a mouse: preset, parameter, run, pause, snapshot, replay, export. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../fixtures/test.ts";

/** Presses Tab until the control has the focus; with more presses than that, nobody gets there. */
async function tabTo(page: Page, control: Locator, most = 100): Promise<void> {
  await expect(control).toBeVisible();
  const focused = () =>
    control.evaluate((element) => element === element.ownerDocument.activeElement);
  for (let presses = 0; presses < most; ++presses) {
    if (await focused()) return;
    await page.keyboard.press("Tab");
  }
  expect(await focused(), `reached by Tab: ${control}`).toBe(true);
}

async function type(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press("Control+A");
  await page.keyboard.type(text);
}

test("a run is designed, steered, replayed and exported by keyboard alone", async ({
  app,
  page,
  scratch,
}) => {
  const { experiments, live, replay, report } = app;
  await page.keyboard.press("Alt+1");
  await tabTo(page, experiments.preset("Creation under load"));
  await page.keyboard.press("Enter");
  await expect(experiments.preset("Creation under load")).toHaveAttribute("aria-current", "true");
  await tabTo(page, experiments.advanced.locator("summary").first());
  await page.keyboard.press("Enter");
  await type(page, experiments.field("Database", "Data files"), "64");
  await type(page, experiments.field("Database", "Log file"), "64");
  await type(page, experiments.field("Database", "Buffer pool"), "16");
  await type(page, experiments.field("Workload", "Users"), "30");
  await type(page, experiments.field("Snapshots and timeline", "Entry 1, At"), "8");
  await type(page, experiments.field("Measurement", "Duration"), "300");
  await type(page, experiments.field("Measurement", "Warm-up"), "3");
  await tabTo(page, experiments.pace);
  await page.keyboard.press("ArrowDown");
  await type(page, experiments.field("Measurement", "Pace"), "5");
  await page.keyboard.press("Control+Enter");
  await app.expectScreen("Live");

  await live.expectRunning();
  await page.keyboard.press("Space");
  await live.expectActivity("Paused");
  await page.keyboard.press("Space");
  await live.expectCreated("sales_snapshot_1");
  await type(
    page,
    live.steer.getByRole("textbox", { name: "Name of the new snapshot" }),
    "by_keys",
  );
  await page.keyboard.press("Enter");
  await live.expectCreated("by_keys");
  await page.keyboard.press("Control+Shift+P");
  await page.keyboard.type("Pace: as fast");
  await page.keyboard.press("Enter");
  await live.expectEnded("Completed");

  await tabTo(page, live.result.getByRole("button", { name: "Replay" }));
  await page.keyboard.press("Enter");
  await app.expectScreen("Replay");
  await expect(replay.time).toBeVisible();
  const before = (await replay.time.textContent()) ?? "";
  await page.keyboard.press("Shift+ArrowRight");
  await expect(replay.time).not.toHaveText(before);

  await tabTo(page, app.main.getByRole("button", { name: "Report", exact: true }));
  await page.keyboard.press("Enter");
  await app.expectScreen("Report");
  await tabTo(page, report.exportButton("json"));
  const download = page.waitForEvent("download");
  await page.keyboard.press("Enter");
  const file = join(scratch, "report.json");
  await (await download).saveAs(file);
  const written = JSON.parse(readFileSync(file, "utf8"));
  const names = written.summary.snapshots.map(({ name }: { name: string }) => name);
  expect(names).toEqual(["sales_snapshot_1", "by_keys"]);
});
