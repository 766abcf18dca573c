/** The tuning post's path: each run names what bounds it, and the next is one button or one key away. */
import { expectAccessible } from "../fixtures/accessibility.ts";
import { expectStage } from "../fixtures/layout.ts";
import { expect, test } from "../fixtures/test.ts";

const preset = "Faster backups, step by step";
const more = "Write the backup to more destinations";
const larger = "Give the backup more and larger buffers";
const control = "Back up to NUL once, as a control";

test("a backup is made faster step by step, by mouse and by keys", async ({ app, page }) => {
  const { experiments, live, replay } = app;
  await experiments.choosePreset(preset);
  await experiments.set("Database", "Data files", 2048);
  await experiments.set("Measurement", "Duration", 6);
  await experiments.run();
  await app.expectScreen("Live");
  await live.expectEnded("Completed");

  // By the mouse.
  await page
    .getByRole("region", { name: "Result of the run" })
    .getByRole("button", { name: "Next step…" })
    .click();
  await app.expectScreen("Replay");
  await expect(replay.steps).toHaveCount(1);
  await expect(replay.steps).toContainText("the buffers of the backup");
  await expect(replay.series).toContainText(`Next: ${more}.`);
  await replay.nextStep.click();
  await app.expectScreen("Live");
  await live.expectEnded("Completed");

  // By keys.
  await page.keyboard.press("Control+Enter");
  await app.expectScreen("Replay");
  await expect(replay.steps).toHaveCount(2);
  await expect(replay.steps.last()).toContainText(`2. ${more}`);
  await expect(replay.steps.last()).toContainText(/the time of an I\/O of volume DSI3[45]00/);
  await expect(replay.series).toContainText(`Next: ${larger}.`);
  await page.keyboard.press("Control+Enter");
  await app.expectScreen("Live");
  await live.expectEnded("Completed");

  await page.keyboard.press("Control+Enter");
  await expect(replay.steps).toHaveCount(3);
  await expect(replay.series).toContainText(`Next: ${control}.`);
  await expectAccessible(page, "Replay, step by step");
  await page.setViewportSize({ width: 960, height: 600 });
  await expectStage(page, "Replay, step by step");
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.keyboard.press("Control+Enter");
  await app.expectScreen("Live");
  await live.expectEnded("Completed");

  await page.keyboard.press("Control+Enter");
  await expect(replay.steps).toHaveCount(4);
  await expect(replay.series).toContainText("No further change is proposed.");
  const times = (await replay.steps.getByRole("cell").allInnerTexts())
    .filter((text) => text.endsWith("×"))
    .map((text) => Number.parseFloat(text));
  expect(times).toHaveLength(4);
  const [first = 0, second = 0, third = 0, fourth = 0] = times;
  expect(first).toBe(1);
  expect(second).toBeGreaterThan(1.3);
  expect(third).toBeGreaterThan(second);
  // The control takes as long: nothing is left to gain but the reading.
  expect(fourth / third).toBeCloseTo(1, 1);

  // Each step is a run of its own.
  await replay.steps.nth(1).getByRole("button", { name: more }).click();
  await expect(replay.steps).toHaveCount(2);
});
