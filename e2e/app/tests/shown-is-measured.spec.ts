/** What the screens show is what the engine measured: compared with the recording and the summary. */
import type { Summary } from "../../../app/contract/summary.ts";
import { standardLanes } from "../../../app/domain/timeline/lanes.ts";
import { isIdleWait } from "../../../app/domain/waits/idle-waits.ts";
import { type RecordedRun, recordedRun } from "../content/recorded-run.ts";
import { clockMs, durationMs, expectShown } from "../content/shown.ts";
import { prepared } from "../fixtures/prepared-library.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Snapscope } from "../pages/snapscope.ts";

test.use({ library: "prepared" });

interface Truth {
  readonly run: RecordedRun;
  readonly summary: Summary;
}

async function openRun(app: Snapscope, dataFolder: string, scratch: string): Promise<Truth> {
  const run = await recordedRun(dataFolder, prepared.completed, scratch);
  if (run.summary === null) throw new Error("the run has no summary");
  await app.goTo("Runs");
  await app.runs.choose(prepared.completed);
  await app.runs.command("Replay").click();
  await app.replay.expectOpen(prepared.completed);
  return { run, summary: run.summary };
}

/** The value of a lane at a sample, in the lane's unit; null where nothing was measured. */
function measured(run: RecordedRun, lane: (typeof standardLanes)[number], sample: number) {
  const value = lane.id === "p99Ms" ? run.p99Ms[sample] : run.counters[lane.id]?.[sample];
  return value === null || value === undefined ? null : value * lane.scale;
}

const noValue = "–";

test("the recording agrees with the summary that the engine made by itself", async ({
  dataFolder,
  scratch,
}) => {
  const { summary, timeMs, counters, waits } = await recordedRun(
    dataFolder,
    prepared.completed,
    scratch,
  );
  if (summary === null) throw new Error("the run has no summary");
  const after = timeMs.flatMap((atMs, sample) => (atMs > summary.run.warmupMs ? sample : []));
  const of = (column: readonly number[] | undefined) =>
    after.map((sample) => column?.[sample] ?? 0);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  for (const [id, { mean, max }] of Object.entries(summary.counters)) {
    const values = of(counters[id]);
    expect(sum(values) / values.length, `mean of ${id}`).toBeCloseTo(mean, 6);
    expect(Math.max(...values), `highest ${id}`).toBeCloseTo(max, 6);
  }
  for (const wait of summary.waits) {
    const recorded = sum(of(waits[wait.wait_type]?.waitMs));
    expect(recorded, wait.wait_type).toBeCloseTo(wait.wait_time_ms, 3);
  }
});

test("lanes, crosshair, phases, responses and results are what was recorded", async ({
  app,
  dataFolder,
  scratch,
}) => {
  const { run, summary } = await openRun(app, dataFolder, scratch);
  await test.step("the lanes show each sample as it was recorded", async () => {
    const rows = await app.lanes.rows();
    expect(rows.length).toBeGreaterThan(20);
    for (const { time, values } of rows) {
      const atMs = clockMs(time, summary.run.origin);
      const sample = run.timeMs.findIndex((sampleMs) => sampleMs >= atMs - 1);
      for (const lane of standardLanes) {
        const shown = values[`${lane.title}, ${lane.unit}`] ?? "";
        const value = measured(run, lane, sample);
        if (value === null) expect(shown, `${lane.title} at ${time}`).toBe(noValue);
        else expectShown(shown, value, `${lane.title} at ${time}`);
      }
    }
  });
  await test.step("the crosshair reads the values of its moment", async () => {
    await app.lanes.crosshair.press("Home");
    for (const keys of [12, 9, 17]) {
      for (let press = 0; press < keys; ++press)
        await app.lanes.crosshair.press("Shift+ArrowRight");
      const said = await app.lanes.atCrosshair();
      const atMs = clockMs(said.slice(0, 11), summary.run.origin);
      const sample = run.timeMs.findIndex((sampleMs) => sampleMs >= atMs - 1);
      for (const lane of standardLanes) {
        const value = measured(run, lane, sample);
        const text = new RegExp(`${lane.title}: ([^a-zA-Z%/]+|no value)`).exec(said)?.[1] ?? "";
        if (value === null) expect(text).toBe("no value");
        else expectShown(text, value, `${lane.title} in “${said}”`);
      }
    }
  });
  await test.step("the phases on screen are those of the summary", async () => {
    await app.replay.showPhases();
    await expect(app.replay.phases.getByRole("row").nth(summary.phases.length)).toBeAttached();
    const rows = await app.replay.phases
      .getByRole("row")
      .evaluateAll((found) =>
        found.map((row) =>
          [...row.querySelectorAll("th, td")].map((cell) => cell.textContent ?? ""),
        ),
      );
    const shown = rows.slice(1).map(([title = "", start = "", end = "", duration = ""]) => ({
      title,
      startMs: clockMs(start, summary.run.origin),
      endMs: end === "none" ? null : clockMs(end, summary.run.origin),
      durationMs: durationMs(duration),
    }));
    const closed = summary.phases.filter(({ endMs }) => endMs !== null);
    expect(closed.length).toBeGreaterThan(6);
    for (const { name, startMs, endMs } of closed) {
      const like = shown.find(
        (row) =>
          Math.abs(row.startMs - startMs) <= 10 && Math.abs((row.endMs ?? 0) - (endMs ?? 0)) <= 10,
      );
      expect(like, `${name} at ${startMs} ms`).toBeDefined();
      const length = (endMs ?? 0) - startMs;
      if (length > 0) expect(Math.abs((like?.durationMs ?? 0) - length)).toBeLessThanOrEqual(10);
    }
    // The rail says the same of the creation as a whole.
    await app.replay.playhead.press("End");
    const [snapshot] = summary.snapshots;
    const took = app.replay.details.getByText("Took").locator("xpath=following-sibling::*");
    expect(
      Math.abs(durationMs((await took.textContent()) ?? "") - (snapshot?.createdMs ?? 0)),
    ).toBeLessThanOrEqual(5);
  });
  await test.step("responses and results are the summary's", async () => {
    await app.replay.showData("Responses");
    const table = app.replay.details.getByRole("table");
    await expect(table).toBeVisible();
    const ended = summary.transactions.byType.filter(({ count }) => count > 0);
    // The names of the columns, then of each type its name and its figures.
    await expect(table.getByRole("row")).toHaveCount(1 + 2 * ended.length);
    for (const [index, { type, count, ...times }] of ended.entries()) {
      const [shownCount = "", ...shown] = await table
        .getByRole("row")
        .nth(2 + 2 * index)
        .getByRole("cell")
        .allInnerTexts();
      expectShown(shownCount, count, `count of ${type}`);
      for (const [column, key] of (["meanMs", "p50Ms", "p95Ms", "p99Ms"] as const).entries()) {
        expectShown(shown[column] ?? "", times[key] ?? Number.NaN, `${key} of ${type}`);
      }
    }
    await app.goTo("Runs");
    await app.runs.choose(prepared.completed);
    await app.runs.showDetails();
    const fact = async (name: string) =>
      (await app.runs.details
        .getByRole("term")
        .filter({ hasText: new RegExp(`^${name}$`) })
        .locator("xpath=following-sibling::*")
        .first()
        .textContent()) ?? "";
    await expect(app.runs.details.getByText("Committed")).toBeVisible();
    expectShown(await fact("Transactions"), summary.transactions.perSecond, "transactions");
    expectShown(await fact("Rolled back"), summary.transactions.rolledBack, "rolled back");
    const busiest = summary.waits
      .filter(({ wait_type }) => !isIdleWait(wait_type))
      .toSorted((a, b) => b.wait_time_ms - a.wait_time_ms)[0];
    expect(await fact("Top wait")).toContain(busiest?.wait_type);
    expectShown(
      (await app.runs.cell(prepared.completed, "Transactions/s").textContent()) ?? "",
      summary.transactions.perSecond,
      "transactions/s in the list",
    );
  });
});

test("what a selection is said to hold is what was recorded in it", async ({
  app,
  dataFolder,
  scratch,
}) => {
  const { run, summary } = await openRun(app, dataFolder, scratch);
  await test.step("the waits of a selected span are those that were recorded in it", async () => {
    // All of the run after its warm-up: what the summary's waits are about.
    await app.replay.row(/spid/).last().click();
    const { details } = app.replay;
    const origin = Date.parse(`${summary.run.origin}Z`);
    const clock = (atMs: number) => new Date(origin + atMs).toISOString().slice(11, 22);
    const fill = async (name: string, value: string) => {
      const field = details.getByRole("textbox", { name });
      await field.fill(value);
      await field.press("Enter");
    };
    await fill("Start", clock(summary.run.warmupMs));
    await fill("End", clock(summary.run.engineMs));
    await app.replay.showTab("Waits");
    const seconds = (summary.run.engineMs - summary.run.warmupMs) / 1000;
    const busy = summary.waits
      .filter(({ wait_type, wait_time_ms }) => !isIdleWait(wait_type) && wait_time_ms > 0)
      .toSorted((a, b) => b.wait_time_ms - a.wait_time_ms)
      .slice(0, 6);
    expect(busy.length).toBeGreaterThan(2);
    for (const { wait_type, wait_time_ms } of busy) {
      // ASYNC_IO_COMPLETION is another wait than IO_COMPLETION.
      const hasText = new RegExp(`(?<![A-Z_])${wait_type}(?![A-Z_])`);
      const row = details.getByRole("listitem").filter({ hasText }).first();
      // "19.0", and below it "19,021 ms/s · …".
      const [sessions = "", rate = ""] = (await row.innerText())
        .replace(wait_type, "")
        .trim()
        .split(/\n+/);
      if (!sessions.startsWith("<")) {
        expectShown(sessions, wait_time_ms / seconds / 1000, `sessions in ${wait_type}`);
      }
      expectShown(rate.replace(/ms\/s.*/, ""), wait_time_ms / seconds, wait_type);
    }
  });
  await test.step("responses of a selection are those of its transactions", async () => {
    const { details } = app.replay;
    await app.replay.selectRecord("FlushCache");
    await app.replay.showTab("Here");
    // From the end of the warm-up to the last sample: what the summary is of.
    const { warmupMs, origin } = summary.run;
    const start = new Date(Date.parse(`${origin}Z`) + warmupMs).toISOString();
    const fill = async (name: string, text: string) => {
      await details.getByRole("textbox", { name }).fill(text);
      await details.getByRole("textbox", { name }).press("Enter");
    };
    await fill("Start", start.slice(0, 22).replace("T", " "));
    await fill("Duration", `${((run.timeMs.at(-1) ?? 0) - warmupMs) / 1000} s`);
    await app.replay.showData("Responses");
    const ended = summary.transactions.byType.reduce((sum, { count }) => sum + count, 0);
    await expect(details.getByText("Responses in the selection")).toBeVisible();
    await expect(details.getByText(/^[\d,]+ transactions$/)).toHaveText(
      `${ended.toLocaleString("en-GB")} transactions`,
    );
    const p99 = await details
      .getByRole("term")
      .filter({ hasText: "p99" })
      .first()
      .locator("xpath=following-sibling::*")
      .first()
      .textContent();
    const highest = Math.max(...summary.transactions.byType.map(({ p99Ms }) => p99Ms ?? 0));
    expect(Number.parseFloat(p99?.replaceAll(",", "") ?? "")).toBeGreaterThan(0);
    expect(Number.parseFloat(p99?.replaceAll(",", "") ?? "")).toBeLessThanOrEqual(highest);
  });
});
