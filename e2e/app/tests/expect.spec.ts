/** What one expects is drawn before it is computed, and how far it was off is said. */
import { expectAccessible } from "../fixtures/accessibility.ts";
import { design, smallRun, startToBePaused } from "../fixtures/flows.ts";
import { expect, test } from "../fixtures/test.ts";

const difference =
  /^You expected ‘Transactions’ to fall to .* at \d\d:\d\d:\d\d.*; the lowest .*was .*\. On average you expected .*, and it was .*;/;

test("on a lane of a run under way, by the pointer, and then by keys", async ({ app, page }) => {
  const { live, lanes } = app;
  await startToBePaused(app);
  await live.button("Pause").click();
  await live.expectActivity("Paused");
  const plane = await lanes.expectOf("Transactions");
  await test.step("drawn by the pointer, one may take a stroke back", async () => {
    const box = await plane.boundingBox();
    if (box === null) throw new Error("the plane is not on the page");
    const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
    await page.mouse.move(...at(0.05, 0.4));
    await page.mouse.down();
    await page.mouse.move(...at(0.4, 0.6), { steps: 5 });
    await page.mouse.move(...at(0.98, 0.3), { steps: 5 });
    await page.mouse.up();
    await expect(lanes.stack.locator("[data-expected] polyline")).toHaveCount(1);
    await plane.press("Control+z");
    await expect(lanes.stack.locator("[data-expected] polyline")).toHaveCount(0);
    await expectAccessible(page, "Live with a lane on which one draws");
  });
  await test.step("drawn by keys, which leave it", async () => {
    await plane.press("ArrowUp");
    await plane.press("End");
    await plane.press("Shift+ArrowDown");
    await expect(plane).toHaveAttribute("aria-valuetext", /: [\d,.]+ \/s$/);
    await plane.press("Escape");
    await expect(plane).toBeHidden();
    await expect(lanes.stack.locator("[data-expected] polyline")).toHaveCount(1);
  });
  await test.step("what is computed comes over it, and the difference is said", async () => {
    await live.button("Resume").click();
    await live.setPace("60×");
    const outcome = app.main.getByRole("region", { name: "What you expected" });
    await expect(outcome.getByRole("status")).toHaveText(difference);
    await outcome.getByRole("button", { name: "Clear" }).click();
    await expect(outcome).toBeHidden();
  });
});

test("before a run begins, and the line is still there in Replay", async ({ app }) => {
  const { experiments, live, lanes } = app;
  await design(app, smallRun);
  await experiments.bar.getByRole("button", { name: "Draw what you expect" }).click();
  await app.expectScreen("Live");
  await live.expectActivity("Paused");
  const plane = app.main.getByRole("slider", { name: /^Draw what you expect: / });
  await expect(plane).toBeFocused();
  await plane.press("ArrowUp");
  await expect(plane).toHaveAttribute("aria-valuetext", /^21:48:07/);
  await plane.press("End");
  await plane.press("Shift+ArrowDown");
  await plane.press("Enter");
  await live.button("Resume").click();
  const outcome = app.main.getByRole("region", { name: "What you expected" });
  await expect(outcome.getByRole("status")).toHaveText(difference);
  await live.result.getByRole("button", { name: "Replay" }).click();
  await app.expectScreen("Replay");
  await expect(outcome.getByRole("status")).toHaveText(difference);
  await expect(lanes.stack.locator("[data-expected] polyline")).toHaveCount(1);
});

test("on a figure, before its points are shown", async ({ app, page }) => {
  const { figures } = app;
  await app.goTo("Figures");
  await figures.open("Creation time by load");
  const conclusion = await figures.conclusion.textContent();
  await app.main.getByRole("button", { name: "Draw what you expect, before you look" }).click();
  const plane = app.main.getByRole("slider", { name: /^Draw what you expect: / });
  await expect(plane).toBeFocused();
  await expect(figures.conclusion).not.toHaveText(conclusion ?? "");
  await expect(figures.points).toBeHidden();
  await expect(figures.checks).toBeHidden();
  await plane.press("ArrowUp");
  await plane.press("End");
  await plane.press("ArrowUp");
  await expectAccessible(page, "a figure on which one draws");
  await app.main.getByRole("button", { name: "Show what was computed" }).click();
  await expect(figures.conclusion).toHaveText(conclusion ?? "");
  const outcome = app.main.getByRole("region", { name: "What you expected" });
  await expect(outcome.getByRole("status")).toHaveText(/^You expected ‘.*; the (low|high)est was /);
});
