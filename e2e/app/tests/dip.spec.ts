/** A dip of throughput, traced to its wait and to its pages, and one page before and after its writes. */
import { expectAccessible } from "../fixtures/accessibility.ts";
import { makeFolder, removeFolder } from "../fixtures/prepared-library.ts";
import { settings, smallScenario, snapscope } from "../fixtures/program.ts";
import { test as base, expect } from "../fixtures/test.ts";
import type { LaneRow } from "../pages/lanes.ts";
import type { Snapscope } from "../pages/snapscope.ts";

const [dip, twice] = ["A second snapshot on a slow disk", "Every row written twice"];

/** With two runs: one whose second snapshot is a burden, one in which every page changes twice. */
const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from it
  dataFolder: async ({}, use) => {
    const folder = makeFolder();
    const run = (preset: string, values: Readonly<Record<string, unknown>>) =>
      snapscope(folder, "run", preset, ...settings({ ...smallScenario, ...values }), "--save");
    await run("two-snapshots", {
      ...{ name: dip, "workload.users": 60, durationSeconds: 40, sampleIntervalMs: 500 },
      ...{ "timeline.1.atSeconds": 20, "storage.volumes.2.device.parallelism": 1 },
    });
    const update = { kind: "updateTable", batchRows: 1000 };
    await run("creation-idle", {
      ...{ name: twice, "workload.users": 0, durationSeconds: 120 },
      timeline: [
        { atSeconds: 5, command: { kind: "createSnapshot", name: "before" } },
        ...[10, 60].map((atSeconds) => ({ atSeconds, command: update })),
      ],
    });
    await use(folder);
    removeFolder(folder);
  },
});

const wait = "FCB_REPLICA_WRITE";
const waitLane = `Waiting on ${wait}`;

const shownIn = ({ values }: LaneRow, lane: string): number =>
  Number((values[lane] ?? "").replaceAll(",", ""));

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Transactions/s while nobody and while somebody waits for the sparse files. */
async function throughputs({ lanes }: Snapscope): Promise<{ without: number; waiting: number }> {
  const rows = (await lanes.rows()).filter((row) => shownIn(row, "Transactions, /s") > 0);
  const rates = (isWaiting: boolean) =>
    rows
      .filter((row) => shownIn(row, `${waitLane}, sessions`) > 0 === isWaiting)
      .map((row) => shownIn(row, "Transactions, /s"));
  return { without: median(rates(false)), waiting: median(rates(true)) };
}

async function open(app: Snapscope, run: string): Promise<void> {
  await app.goTo("Runs");
  await app.runs.choose(run);
  await app.runs.list.press("Enter");
  await app.replay.expectOpen(run);
}

/** Copied by the workload, in % of the file's pages. */
async function copiedShare({ pageMap }: Snapscope): Promise<number> {
  const legend = (await pageMap.legend.textContent()) ?? "";
  return Number(/workload ([\d.]+) %/.exec(legend)?.[1] ?? Number.NaN);
}

const number = "(1:1000)";
const beforeFirst = "Not copied into ‘before’ until here; its first change copies it.";
const afterFirst = /^Copied into ‘before’ at .*; later changes copy nothing\.$/;

test("a dip leads to its wait and its pages, a page is copied once, by keys", async ({
  app,
  page,
}) => {
  const { lanes, pageMap, replay } = app;
  const { details } = replay;
  await open(app, dip);
  await page.keyboard.press("End");
  await test.step("its wait becomes a lane", async () => {
    await replay.showTab("Waits");
    const pin = details.getByRole("button", { name: `Lane of ${wait}` });
    await pin.press("Enter");
    await expect(pin).toHaveAttribute("aria-pressed", "true");
    const { without, waiting } = await throughputs(app);
    expect(waiting, "transactions/s while somebody waits").toBeLessThan(0.7 * without);
  });
  await test.step("which leads to the pages pushed at its peak", async () => {
    await lanes.seePages(waitLane, "at its peak", "keys");
    await pageMap.cursor.press("Control+Home");
    await pageMap.expectUnderCursor(/by the workload/);
    await replay.showTab("Here");
    await expect(details).toContainText("in the selected time");
  });
  await test.step("one page of a run in which every row is written twice", async () => {
    await open(app, twice);
    await expect(pageMap.map).toBeVisible();
    await page.keyboard.press("End");
    await pageMap.goTo(number);
    await replay.showTab("Here");
    await expect(details.getByText(afterFirst)).toBeVisible();
    await expect(details.getByText("1 push", { exact: true })).toBeVisible();
    await details.getByRole("button", { name: /^\d\d:\d\d:\d\d/ }).press("Enter");
    await expect(details.getByText(afterFirst)).toBeVisible();
    await page.keyboard.press("Escape");
    await replay.button("Previous event").press("Enter");
    await expect(details.getByText(beforeFirst)).toBeVisible();
  });
});

test("a dip leads to its wait and its pages, a page is copied once, by mouse", async ({
  app,
  page,
}) => {
  const { lanes, pageMap, replay } = app;
  const { details } = replay;
  await open(app, dip);
  await page.keyboard.press("End");
  await test.step("its wait becomes a lane", async () => {
    await replay.showTab("Waits");
    await details.getByRole("button", { name: `Lane of ${wait}` }).click();
    await expect(lanes.title(waitLane)).toBeVisible();
  });
  await test.step("a span of it leads to the pages pushed then", async () => {
    await lanes.selectSpan(0.6, 0.8);
    await lanes.seePages(waitLane, "in the selected time", "mouse");
    await expect(pageMap.map).toBeVisible();
    await pageMap.drag([0.02, 0.02], [0.9, 0.9]);
    await expect(pageMap.moments).toHaveCount(1);
    await pageMap.expectUnderCursor(/in the selected time/);
    await expectAccessible(page, "Replay with the pages of a dip");
  });
  await test.step("one page before its first write, after it, and after the second", async () => {
    await open(app, twice);
    await pageMap.goTo(number);
    await replay.showTab("Here");
    await lanes.tapAt(0.05);
    await expect(details.getByText(beforeFirst)).toBeVisible();
    await lanes.tapAt(0.45);
    await expect(details.getByText(afterFirst)).toBeVisible();
    const once = await copiedShare(app);
    expect(once, "% of the pages, copied by the first write of every row").toBeGreaterThan(50);
    await lanes.tapAt(0.99);
    await expect(details.getByText(afterFirst)).toBeVisible();
    await expect(details.getByText("1 push", { exact: true })).toBeVisible();
    expect((await copiedShare(app)) - once, "% more by the second write").toBeLessThan(1);
  });
});
