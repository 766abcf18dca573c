/** The page map in Replay: pages by cause, from a dip to its pages and from pages to their moments. */
import { expectAccessible } from "../fixtures/accessibility.ts";
import { start, steerableRun } from "../fixtures/flows.ts";
import { expectStage } from "../fixtures/layout.ts";
import { prepared } from "../fixtures/prepared-library.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Snapscope } from "../pages/snapscope.ts";

async function openMap(app: Snapscope, run: string): Promise<void> {
  await app.goTo("Runs");
  await app.runs.choose(run);
  await app.runs.list.press("Enter");
  await app.replay.expectOpen(run);
  await app.pageMap.toggle();
  await expect(app.pageMap.map).toBeVisible();
}

test.describe("in Replay", () => {
  test.use({ library: "prepared" });

  test("a page before and after it was copied, by keys", async ({ app, page }) => {
    const { pageMap, replay } = app;
    await openMap(app, prepared.completed);
    await test.step("at the end it has causes, and cells with copied pages", async () => {
      await page.keyboard.press("End");
      await expect(pageMap.legend).toContainText("workload");
      await expect(pageMap.legend).toContainText("redo");
    });
    const [first = ""] = await pageMap.copiedCells();
    const number = /\((1:\d+)\)/.exec(first)?.[1] ?? "";
    const moments = replay.details.getByRole("button", { name: /^\d\d:\d\d:\d\d/ });
    await test.step("goes to one, whose history leads to its moment", async () => {
      await pageMap.goTo(`(${number})`);
      await pageMap.cursor.focus();
      await pageMap.cursor.press("+");
      await pageMap.cursor.press("+");
      await pageMap.cursor.press("+");
      await replay.openDetails();
      await expect(replay.details.getByRole("heading", { name: `Page (${number})` })).toBeVisible();
      for (let page = 0; page < 8 && (await moments.count()) === 0; ++page) {
        await pageMap.cursor.press("ArrowRight");
      }
      await pageMap.expectUnderCursor(/: copied by/);
      await moments.first().press("Enter");
      await pageMap.expectUnderCursor(/: copied by/);
    });
    await test.step("and is not copied before", async () => {
      await page.keyboard.press("Escape");
      await replay.button("Previous event").press("Enter");
      await pageMap.expectUnderCursor(/: not copied; boot and allocation pages$/);
    });
  });

  test("a span of the lanes and its pages, a rectangle and its moments, by mouse", async ({
    app,
    page,
  }) => {
    const { pageMap, replay, lanes } = app;
    await openMap(app, prepared.second);
    await page.keyboard.press("End");
    await expect(pageMap.snapshot).toHaveText("sales_snapshot_2");
    await expect(pageMap.moments).toHaveCount(0);
    await pageMap.drag([0.05, 0.05], [0.9, 0.9]);
    await expect(pageMap.moments).toHaveCount(1);
    await page.keyboard.press("Escape");
    await expect(pageMap.moments).toHaveCount(0);
    await lanes.selectSpan(0.5, 0.7);
    await pageMap.cursor.press("Control+Home");
    await pageMap.expectUnderCursor(/in the selected time/);
    await expect(replay.details).toContainText("in the selected time");
  });

  test("is accessible, has room, and is kept", async ({ app, page }) => {
    await openMap(app, prepared.completed);
    await page.keyboard.press("End");
    await app.pageMap.cursor.press("ArrowRight");
    await app.pageMap.cursor.press("o");
    await expect(app.pageMap.owners).toContainText("table dbo.accounts");
    await app.pageMap.expectUnderCursor(/; (mostly )?(table|index|boot|build|free)/);
    await expectAccessible(page, "Replay with the page map");
    await expectStage(page, "Replay with the page map");
    await page.reload();
    await expect(app.pageMap.map).toBeVisible();
    await app.pageMap.toggleButton.click();
    await expect(app.pageMap.map).toBeHidden();
    await expect(app.replay.log).toBeVisible();
  });
});

test("of a run under way: in small beside it, and in the place of its log", async ({
  app,
  page,
}) => {
  const { live, lanes, pageMap } = app;
  await start(app, steerableRun);
  await live.expectActivity(/Warming up|Running|Steady/);
  await page.keyboard.press("p");
  await expect(app.main.getByRole("heading", { name: "No page is copied yet" })).toBeVisible();
  await app.main.getByRole("button", { name: "Back to the log" }).click();
  await live.expectCreated("sales_snapshot_1");
  await live.backToTheRun();
  await expect(live.miniature).toHaveAccessibleName(/: [\d,]+ pages copied, /);
  await live.rail.getByRole("button", { name: "Show the page map" }).click();
  await expect(pageMap.legend).toContainText("workload");
  await pageMap.cursor.press("Control+Home");
  await pageMap.expectUnderCursor(/pages copied/);
  const copied = await live.miniature.getAttribute("aria-label");
  await expect(live.miniature).not.toHaveAttribute("aria-label", copied ?? "");
  await live.button("Pause").click();
  await live.expectActivity("Paused");
  await pageMap.drag([0.05, 0.05], [0.9, 0.9]);
  await expect(pageMap.moments).toHaveCount(1);
  await lanes.selectSpan(0.02, 0.045);
  await pageMap.expectUnderCursor(/in the selected time/);
  await expectAccessible(page, "Live with the page map");
  await expectStage(page, "Live with the page map");
  await app.present.open();
  await expect(app.present.sentence).toHaveText(
    /each page is copied once, before its first change\.$/,
  );
  const pages = app.present.stage.getByRole("img", {
    name: /^Source and sparse file of .* copied$/,
  });
  await expect(pages).toBeVisible();
});
