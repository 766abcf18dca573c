/** Pictures of a guided series: its preset, what a run proposes, and the steps so far. */
import { expect } from "../fixtures/test.ts";
import { patience, test } from "./pictures.ts";

test.describe.configure(patience);

test("step by step", async ({ app, page, picture }) => {
  const { experiments, live, replay } = app;
  await experiments.choosePreset("Faster backups, step by step");
  await picture.take(app, "experiments-steps");
  await experiments.run();
  for (const count of [1, 2, 3]) {
    await app.expectScreen("Live");
    await live.expectEnded("Completed");
    if (count === 1) await picture.take(app, "live-next-step");
    await page.keyboard.press("Control+Enter");
    await replay.openDetails();
    await replay.showTab("Findings");
    await expect(replay.steps).toHaveCount(count);
    if (count !== 2) await picture.take(app, `replay-steps-${count}`);
    if (count < 3) await replay.nextStep.click();
  }
});
