/** A dip of throughput, traced to its wait and to its pages, and one page before and after its writes. */
import { expectAccessible } from "../fixtures/accessibility.ts";
import { start, steerableRun } from "../fixtures/flows.ts";
import { prepared } from "../fixtures/prepared-library.ts";
import { expect, test } from "../fixtures/test.ts";
import type { LaneRow } from "../pages/lanes.ts";

const wait = "FCB_REPLICA_WRITE";
const waitLane = `Waiting on ${wait}`;

const shownIn = ({ values }: LaneRow, lane: string): number =>
  Number((values[lane] ?? "").replaceAll(",", ""));

/** Of throughput where the wait is longest, against the median of all. */
function dipAtPeak(rows: readonly LaneRow[]): { atPeak: number; median: number } {
  const measured = rows.filter((row) => shownIn(row, "Transactions, /s") >= 0);
  const rates = measured.map((row) => shownIn(row, "Transactions, /s")).sort((a, b) => a - b);
  const [peak] = measured.toSorted(
    (a, b) => shownIn(b, `${waitLane}, sessions`) - shownIn(a, `${waitLane}, sessions`),
  );
  if (peak === undefined) throw new Error("no sample in the lanes");
  expect(shownIn(peak, `${waitLane}, sessions`), "sessions that wait at the peak").toBeGreaterThan(
    0,
  );
  return {
    atPeak: shownIn(peak, "Transactions, /s"),
    median: rates[Math.floor(rates.length / 2)] ?? 0,
  };
}

test.describe("in Replay", () => {
  test.use({ library: "prepared" });

  test("a dip leads to its wait, its pages and one of them, by keys", async ({ app, page }) => {
    const { lanes, pageMap, replay } = app;
    await app.goTo("Runs");
    await app.runs.choose(prepared.second);
    await app.runs.list.press("Enter");
    await replay.expectOpen(prepared.second);
    await page.keyboard.press("End");
    await test.step("its wait becomes a lane", async () => {
      await replay.showTab("Waits");
      const pin = replay.details.getByRole("button", { name: `Lane of ${wait}` });
      await pin.press("Enter");
      await expect(pin).toHaveAttribute("aria-pressed", "true");
      await expect(lanes.title(waitLane)).toBeVisible();
      const { atPeak, median } = dipAtPeak(await lanes.rows());
      expect(atPeak, "transactions/s where the wait is longest").toBeLessThan(median);
    });
    await test.step("which leads to the pages pushed then", async () => {
      await lanes.seePages(waitLane, "at its peak", "keys");
      await expect(pageMap.map).toBeVisible();
      await pageMap.cursor.press("Control+Home");
      await pageMap.expectUnderCursor(/in the selected time/);
    });
    const [first = ""] = await pageMap.copiedCells();
    const number = /\((1:\d+)\)/.exec(first)?.[1] ?? "";
    const state = replay.details.getByText(/copied into ‘.*’/i);
    const moments = replay.details.getByRole("button", { name: /^\d\d:\d\d:\d\d/ });
    await test.step("one of them, when it was copied", async () => {
      await replay.showTab("Here");
      await pageMap.goTo(`(${number})`);
      await pageMap.cursor.focus();
      for (let closer = 0; closer < 3; ++closer) await pageMap.cursor.press("+");
      for (let step = 0; step < 8 && (await moments.count()) === 0; ++step) {
        await pageMap.cursor.press("ArrowRight");
      }
      await page.keyboard.press("Escape");
      await moments.last().press("Enter");
      await expect(state).toHaveText(/^Copied into ‘.*’ at .*; later changes copy nothing\.$/);
    });
    await test.step("before its first write it is not", async () => {
      await page.keyboard.press("Escape");
      await replay.button("Previous event").press("Enter");
      await expect(state).toHaveText(
        /^Not copied into ‘.*’ until here; its first change copies it\.$/,
      );
    });
    await test.step("and after all writes it was copied once", async () => {
      const pushes = await replay.details.getByText(/^\d+ push(es)?$/).textContent();
      await page.keyboard.press("End");
      await expect(state).toHaveText(/; later changes copy nothing\.$/);
      await expect(replay.details.getByText(/^\d+ push(es)?$/)).toHaveText(pushes ?? "");
    });
  });
});

test("a dip of a run under way leads to its wait and its pages, a second write copies nothing, by mouse", async ({
  app,
  page,
}) => {
  const { live, lanes, pageMap } = app;
  await start(app, { ...steerableRun, pace: 10 });
  await live.expectCreated("sales_snapshot_1");
  await live.backToTheRun();
  await test.step("the wait becomes a lane, the brushed dip leads to its pages", async () => {
    await live.rail.getByRole("button", { name: /^Show all \d+ types of wait$/ }).click();
    await live.rail.getByRole("button", { name: `Lane of ${wait}` }).click();
    await expect(lanes.title(waitLane)).toBeVisible();
    await lanes.seePages(waitLane, "at its peak", "mouse");
    await expect(pageMap.map).toBeVisible();
    await pageMap.drag([0.02, 0.02], [0.04, 0.04]);
    await pageMap.expectUnderCursor(/in the selected time/);
  });
  await expectAccessible(page, "Live with the pages of a dip");
});
