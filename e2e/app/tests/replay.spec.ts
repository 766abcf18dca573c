/** Replay of a recorded run and of real logs: the same tests, since they are shown alike. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { standardLanes } from "../../../app/domain/timeline/lanes.ts";
import { recordedRun } from "../content/recorded-run.ts";
import { clockMs, expectShown } from "../content/shown.ts";
import { dropFiles } from "../fixtures/drop.ts";
import { design, smallRun } from "../fixtures/flows.ts";
import { prepared } from "../fixtures/prepared-library.ts";
import { paperLog, snapscope } from "../fixtures/program.ts";
import { nightRecords, writeNight } from "../fixtures/server-logs.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Snapscope } from "../pages/snapscope.ts";

test.use({ library: "prepared" });

/** What is tested of both: how each is opened, and a record of it that has a phase. */
const recordings: readonly {
  readonly what: string;
  readonly record: string;
  readonly tag: string | string[];
  open(app: Snapscope, scratch: string): Promise<void>;
}[] = [
  {
    what: "a run",
    record: "Analysis starting",
    tag: "@main",
    async open(app) {
      await app.goTo("Runs");
      await app.runs.choose(prepared.completed);
      await app.runs.list.press("Enter");
      await app.expectScreen("Replay");
      await app.replay.expectOpen(prepared.completed);
    },
  },
  {
    what: "opened files",
    record: "Analysis starting",
    tag: [],
    async open(app, scratch) {
      const night = writeNight(scratch);
      await dropFiles(app.page, [night.perfmon, night.errorlog, night.errorlog1]);
      await app.expectScreen("Replay");
      await app.replay.expectRecords(nightRecords);
    },
  },
];

for (const { what, record, tag, open } of recordings) {
  test.describe(what, () => {
    test("one playhead drives lanes, phases and log", { tag }, async ({ app, scratch }) => {
      await open(app, scratch);
      const { replay } = app;
      await replay.showPhases();
      await replay.playhead.press("Home");
      const start = await replay.time.textContent();
      await replay.scrubTo(0.5);
      await expect(replay.time).not.toHaveText(start ?? "");
      const middle = (await replay.time.textContent()) ?? "";
      await expect(replay.playhead).toHaveAttribute("aria-valuetext", middle);
      await expect(app.lanes.timeOf("playhead")).toHaveText(middle);
      // Selected in the log: the playhead goes there, and no row moves under the pointer.
      const before = await replay.log.boundingBox();
      await replay.selectRecord(record);
      expect((await replay.log.boundingBox())?.y).toBe(before?.y);
      const time = await replay.selectedRow.getByRole("gridcell").nth(1).textContent();
      await expect(replay.time).toHaveText(time ?? "");
      await replay.showTab("Here");
      await expect(replay.details).toContainText("Record");
    });

    test("it is stepped through and played, its records are searched and go out as they are", async ({
      app,
      page,
      scratch,
    }) => {
      await open(app, scratch);
      await test.step("steps by event and by phase, plays to the end and skips what is idle", async () => {
        const { replay } = app;
        await replay.showPhases();
        await replay.playhead.press("Home");
        const times = [await replay.time.textContent()];
        for (let step = 0; step < 3; ++step) {
          await replay.button("Next event").click();
          times.push(await replay.time.textContent());
        }
        expect([...times].sort()).toEqual(times);
        expect(new Set(times).size).toBeGreaterThan(2);
        await replay.button("Previous event").click();
        await expect(replay.time).toHaveText(times[2] ?? "");
        await replay.button("Next phase").click();
        await replay.setSpeed("100×");
        await expect(replay.skipIdle).toBeChecked();
        await replay.button("Play").click();
        await expect(replay.button("Play")).toBeVisible();
        await expect(replay.playhead).toHaveAttribute(
          "aria-valuenow",
          (await replay.playhead.getAttribute("aria-valuemax")) ?? "",
        );
        await page.keyboard.press("Home");
        await expect(replay.time).toHaveText(times[0] ?? "");
      });
      await test.step("its records are searched and go out as they are, its counters have figures", async () => {
        const { replay } = app;
        await replay.selectRecord(record);
        const all = Number(await replay.log.getAttribute("aria-rowcount")) - 1;
        const file = join(scratch, "records.log");
        await (await replay.exportRecords("Verbatim, as a log")).saveAs(file);
        const text = readFileSync(file, "utf8");
        expect(text.match(/^\d{4}-\d\d-\d\d /gm)).toHaveLength(all);
        expect(text).toContain(record);
        await replay.showData("Counters");
        await expect(
          replay.details.getByRole("rowheader", { name: /^Transactions/ }),
        ).toBeVisible();
        await replay.showTab("Findings");
        await expect(replay.details.getByRole("tab", { name: /^Findings \d/ })).toBeVisible();
      });
    });
  });
}

test("zooming into a run, in Live and in Replay, shows samples that were merged before", async ({
  app,
  page,
  dataFolder,
  scratch,
}) => {
  const sampleIntervalMs = 10;
  await design(app, { ...smallRun, durationSeconds: 60, sampleIntervalMs });
  await app.experiments.run();
  await app.live.expectEnded("Completed");
  const { timeMs, counters, summary } = await recordedRun(dataFolder, "latest", scratch);
  expect(timeMs.length).toBeGreaterThan(4096);
  const apart = (rows: readonly { readonly time: string }[]): number => {
    const [first = 0, second = 0] = rows.map(({ time }) =>
      clockMs(time, summary?.run.origin ?? ""),
    );
    return Math.round(second - first);
  };
  const zoomIn = async () => {
    await app.lanes.sweepPointer();
    expect(apart(await app.lanes.rows())).not.toBe(sampleIntervalMs);
    // Half a second of the minute: fewer points than the table has rows.
    for (let step = 0; step < 22; ++step) await page.keyboard.press("w");
    await expect.poll(async () => apart(await app.lanes.rows())).toBe(sampleIntervalMs);
  };
  await zoomIn();
  await app.live.openReplay();
  await app.expectScreen("Replay");
  await zoomIn();
  const rows = await app.lanes.rows();
  const lane = standardLanes[0];
  if (lane === undefined) throw new Error("there are no lanes");
  for (const { time, values } of rows) {
    const atMs = clockMs(time, summary?.run.origin ?? "");
    const sample = timeMs.findIndex((sampleMs) => sampleMs >= atMs - 1);
    const value = (counters[lane.id]?.[sample] ?? Number.NaN) * lane.scale;
    expectShown(values[`${lane.title}, ${lane.unit}`] ?? "", value, `${lane.title} at ${time}`);
  }
});

test("the paper's log opens with its phases and its as-of line", { tag: "@main" }, async ({
  app,
  dataFolder,
}) => {
  await app.goTo("Open log");
  await app.openLog.openFiles(paperLog);
  await app.expectScreen("Replay");
  await app.replay.expectOpen("sqlcat-2006.log");
  // The command line reads it by another way: the two must agree.
  const imported = JSON.parse(await snapscope(dataFolder, "import", paperLog, "--json"));
  expect(imported.phases.length).toBeGreaterThan(5);
  await app.replay.expectRecords(imported.source.records);
  const phases = app.replay.phases.getByRole("row");
  for (const { name } of imported.phases) {
    const title = { startup: "start-up" }[String(name)] ?? name;
    await expect(phases.filter({ hasText: new RegExp(String(title), "i") }).first()).toBeAttached();
  }
  await app.replay
    .row(/Recovery is writing a checkpoint|analysis/i)
    .first()
    .click();
  await app.replay.showTab("Here");
  await expect(app.replay.details).toContainText("As of");
});

test("a log is found again among those opened before, and what is no log refused", async ({
  app,
  page,
}) => {
  await test.step("a log is found again among those opened before, and searched", async () => {
    await app.goTo("Open log");
    await app.openLog.openSample();
    await app.expectScreen("Replay");
    await app.replay.find("analysis");
    await expect(app.replay.hits).toHaveText(/^\d+ hits?$/);
    await page.keyboard.press("Enter");
    await expect(app.replay.hits).toHaveText(/^1 of \d+$/);
    await expect(app.replay.selectedRow).toContainText("Analysis");
    await app.goTo("Open log");
    await app.openLog.recent("sqlcat-2006.log").click();
    await app.expectScreen("Replay");
  });
  await test.step("text that is no log is refused with what is understood", async () => {
    await app.goTo("Open log");
    await app.openLog.openText("these are not the records of a server");
    await expect(app.openLog.main.getByText(/Not opened/)).toBeVisible();
  });
});

test("charts and log share the height as one has left them", async ({ app, page }) => {
  await app.goTo("Runs");
  await app.runs.choose(prepared.completed);
  await app.runs.list.press("Enter");
  await app.expectScreen("Replay");
  const bar = page.getByRole("separator", { name: "Height of the charts" });
  const before = Number(await bar.getAttribute("aria-valuenow"));
  await bar.press("ArrowUp");
  const now = () => bar.getAttribute("aria-valuenow").then(Number);
  await expect.poll(now).toBeLessThan(before);
  const left = await now();
  await app.goTo("Runs");
  await app.goTo("Replay");
  await expect.poll(now).toBeCloseTo(left, 0);
  for (let pressed = 0; pressed < 20; pressed += 1) await bar.press("ArrowUp");
  await expect.poll(now).toBeGreaterThanOrEqual(15);
  await expect(app.lanes.lines.first()).toBeAttached();
});
