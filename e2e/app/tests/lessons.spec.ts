/** Each lesson, from the list to its last step, by the keys of a clicker alone. */

import { walkLesson } from "../fixtures/lesson-walk.ts";
import { expect, test } from "../fixtures/test.ts";

/** Where motion is not wanted a step is at its end at once. */
test.use({ contextOptions: { reducedMotion: "reduce" }, viewport: { width: 1280, height: 720 } });

test("seven lessons by a clicker alone", async ({ app, page }) => {
  // Some fifteen runs are computed: beside other work that takes longer than a test usually may.
  test.setTimeout(300_000);
  await app.goTo("Lessons");
  const begin = page.getByRole("button", { name: /^Begin the lesson / });
  await expect(begin).toHaveCount(7);
  for (let at = 0; at < 7; ++at) {
    await begin.nth(at).focus();
    await walkLesson(app, at % 2);
  }
});

test("Escape while the run is computed cancels it, and the list is there again", async ({
  app,
  page,
}) => {
  await app.goTo("Lessons");
  await page
    .getByRole("button", { name: "Begin the lesson Why the second snapshot hurts" })
    .click();
  await expect(app.present.stage.getByText(/^The run is computed: /)).toBeVisible();
  await app.present.leave();
  await expect(page.getByRole("button", { name: /^Begin the lesson / })).toHaveCount(7);
  await app.goTo("Runs");
  await expect(page.getByText("Cancelled").first()).toBeVisible();
});
