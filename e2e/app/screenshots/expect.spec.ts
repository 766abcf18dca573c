/** Pictures of what one expects: while it is drawn and when it is compared, on a lane and on a figure. */
import { startToBePaused } from "../fixtures/flows.ts";
import { expect } from "../fixtures/test.ts";
import { patience, test } from "./pictures.ts";

test.describe.configure(patience);

test("what one expects of a lane", async ({ app, page, picture }) => {
  const { live, lanes } = app;
  await startToBePaused(app);
  await live.button("Pause").click();
  await live.expectActivity("Paused");
  const plane = await lanes.expectOf("Transactions");
  const box = await plane.boundingBox();
  if (box === null) throw new Error("the plane is not on the page");
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.move(...at(0.05, 0.4));
  await page.mouse.down();
  await page.mouse.move(...at(0.3, 0.8), { steps: 5 });
  await page.mouse.move(...at(0.98, 0.4), { steps: 5 });
  await page.mouse.up();
  await picture.take(app, "expect-lane-drawing");
  await plane.press("Escape");
  await live.button("Resume").click();
  await live.setPace("60×");
  const outcome = app.main.getByRole("region", { name: "What you expected" });
  await expect(outcome).toContainText("On average you expected");
  await live.expectCreated("sales_snapshot_1");
  await live.backToTheRun();
  await picture.take(app, "expect-lane");
});

test("what one expects of a figure", async ({ app, picture }) => {
  await app.goTo("Figures");
  await app.figures.open("Creation time by load");
  await app.main.getByRole("button", { name: "Draw what you expect, before you look" }).click();
  const plane = app.main.getByRole("slider", { name: /^Draw what you expect: / });
  await plane.press("ArrowUp");
  await plane.press("End");
  await plane.press("Shift+ArrowUp");
  await picture.take(app, "expect-figure-drawing");
  await app.main.getByRole("button", { name: "Show what was computed" }).click();
  await picture.take(app, "expect-figure");
});
