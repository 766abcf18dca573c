/** Pictures of the page map: at the end of a run, with selected time, and close to one page. */

import { start, steerableRun } from "../fixtures/flows.ts";
import { prepared } from "../fixtures/prepared-library.ts";
import { settings, smallScenario, snapscope } from "../fixtures/program.ts";
import { expect } from "../fixtures/test.ts";
import { patience, test } from "./pictures.ts";

test.describe.configure(patience);
test.use({ library: "prepared" });

test("page map", async ({ app, page, picture }) => {
  const { pageMap, replay, lanes } = app;
  await app.goTo("Runs");
  await app.runs.choose(prepared.second);
  await app.runs.list.press("Enter");
  await replay.expectOpen(prepared.second);
  await pageMap.toggle();
  await expect(pageMap.map).toBeVisible();
  await picture.take(app, "page-map-before");
  await page.keyboard.press("End");
  await picture.take(app, "page-map");
  await lanes.selectSpan(0.55, 0.65);
  await picture.take(app, "page-map-span");
  await pageMap.goTo("(1:300)");
  await pageMap.cursor.focus();
  for (let closer = 0; closer < 5; ++closer) await pageMap.cursor.press("+");
  await pageMap.cursor.press("ArrowRight");
  await picture.take(app, "page-map-page");
  await pageMap.cursor.press("o");
  await picture.take(app, "page-map-owners");
  await page.getByRole("group", { name: "Charts" }).getByRole("button", { name: "Phases" }).click();
  await picture.take(app, "page-map-phases");
  await app.present.open();
  await page.keyboard.press("End");
  await expect(app.present.stage.getByRole("img", { name: /^Source and sparse/ })).toBeVisible();
  await picture.take(app, "present-pages");
});

test("page map of a run without a snapshot, and in a report", async ({
  app,
  dataFolder,
  page,
  picture,
}) => {
  const name = "No snapshot";
  const values = { ...smallScenario, name, "workload.users": 30, timeline: [] };
  await snapscope(dataFolder, "run", "creation-idle", ...withoutEntries(values), "--save");
  await page.reload();
  await app.goTo("Runs");
  await app.runs.choose(name);
  await app.runs.list.press("Enter");
  await app.replay.expectOpen(name);
  await app.pageMap.toggle();
  await picture.take(app, "page-map-empty");
  await app.goTo("Runs");
  await app.runs.choose(prepared.second);
  await app.runs.list.press("Enter");
  await app.replay.openReport();
  const still = page.frameLocator("iframe").locator("#page-map");
  await still.scrollIntoViewIfNeeded();
  await picture.take(app, "report-page-map");
});

/** A preset without the entries of its timeline. */
const withoutEntries = (values: Readonly<Record<string, unknown>>): string[] =>
  settings(
    Object.fromEntries(Object.entries(values).filter(([key]) => !key.includes("timeline."))),
  );

test("page map of a run under way", async ({ app, page, picture }) => {
  const { live, pageMap } = app;
  await start(app, steerableRun);
  await live.expectCreated("sales_snapshot_1");
  await live.backToTheRun();
  await expect(live.miniature).toBeVisible();
  await live.button("Pause").click();
  await live.expectActivity("Paused");
  await live.miniature.scrollIntoViewIfNeeded();
  await picture.take(app, "live-page-map-miniature");
  await page.keyboard.press("p");
  await expect(pageMap.map).toBeVisible();
  await pageMap.cursor.press("Control+Home");
  await picture.take(app, "live-page-map");
  await app.present.open();
  await picture.take(app, "live-present-pages");
});
