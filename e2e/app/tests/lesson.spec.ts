/**
 * A trainer's ten minutes: a class watches two creations phase by phase. At every stop, what the screen
 * says of state, clock and figures is what the engine recorded of that instant.
 */
import { counters } from "../../../app/contract/telemetry-catalog.ts";
import { standardLanes } from "../../../app/domain/timeline/lanes.ts";
import { type RecordedRun, recordedRun } from "../content/recorded-run.ts";
import { clockMs, expectShown, numberIn } from "../content/shown.ts";
import { startToBePaused, steerableRun } from "../fixtures/flows.ts";
import { expect, test } from "../fixtures/test.ts";
import type { LaneRow } from "../pages/lanes.ts";
import type { Snapscope } from "../pages/snapscope.ts";

/** What stood on the screen while the run was paused. */
interface Look {
  /** Engine time as a time of day. */
  readonly clock: string;
  /** The list of phases, in words; empty before the first creation. */
  readonly phases: string;
  /** The last row of the lanes' table. */
  readonly row: LaneRow | undefined;
  /** "sales_snapshot_1 ... Pages pushed 1,324 pages ...", one for each snapshot. */
  readonly snapshots: readonly string[];
}

/** The word comes an instant before the clock's last value: looked at again, if that has changed meanwhile. */
async function look({ live, lanes }: Snapscope): Promise<Look> {
  const looks: Look[] = [];
  await expect(async () => {
    await live.expectActivity("Paused");
    const clock = await live.time("Engine time").innerText();
    const row = (await lanes.rows()).at(-1);
    // The lanes follow the clock a frame later.
    expect(row?.time).toBe(clock);
    looks.push({
      clock,
      phases: (await live.phases.isVisible()) ? await live.phases.innerText() : "",
      row,
      snapshots: await live.snapshots.allInnerTexts(),
    });
    await expect(live.time("Engine time")).toHaveText(clock, { timeout: 1 });
    await live.expectActivity("Paused");
  }).toPass();
  const last = looks.at(-1);
  if (last === undefined) throw new Error("nothing was looked at");
  return last;
}

/** Steps through a creation that is to come or under way, and looks wherever the run pauses. */
async function stepThrough(app: Snapscope, snapshot: string): Promise<Look[]> {
  const { live } = app;
  const looks: Look[] = [];
  const created = live.rail.getByRole("heading", { name: `‘${snapshot}’ created` });
  while (!(await created.isVisible())) {
    const before = await live.time("Engine time").innerText();
    const phases = looks.at(-1)?.phases;
    await live.button("Step to next phase").click();
    // A phase may begin in the hundredth in which the one before it began.
    await expect
      .poll(async () => {
        const moved = (await live.time("Engine time").innerText()) !== before;
        return moved || (await live.phases.innerText()) !== phases;
      })
      .toBe(true);
    looks.push(await look(app));
  }
  return looks;
}

type Told<Kind extends string> = Extract<RecordedRun["events"][number], { kind: Kind }>;

const told = <Kind extends string>({ events }: RecordedRun, kind: Kind) =>
  events.filter((event): event is Told<Kind> => event.kind === kind);

/** The engine's own account of the instant at which it paused: the sample so far, and the sizes. */
function expectMeasured(run: RecordedRun, partial: Told<"partialSample">, seen: Look): void {
  const { clock, row, snapshots } = seen;
  const origin = run.summary?.run.origin ?? "";
  const shownMs = clockMs(clock, origin);
  expect(near(partial.atMs, shownMs), `paused at ${partial.atMs} ms, shown ${clock}`).toBe(true);
  expect(near(clockMs(row?.time ?? "", origin), shownMs), `row of ${clock}`).toBe(true);
  // While a creation is watched, what users feel of it; else all lanes.
  const lanes = standardLanes.filter((lane) => titleOf(lane) in (row?.values ?? {}));
  expect(lanes.length, `lanes at ${clock}`).toBeGreaterThanOrEqual(2);
  // From less than a tenth of a sample no rate follows.
  const isShort = partial.atMs - partial.fromMs < steerableRun.sampleIntervalMs / 10;
  for (const lane of lanes) {
    const text = row?.values[titleOf(lane)] ?? "";
    const measured = lane.id === "p99Ms" ? partial.p99Ms : partial.counters[lane.id];
    const value = isShort && !gauges.has(lane.id) ? null : measured;
    if (value === null || value === undefined) expect(text, lane.title).toBe("–");
    else expectShown(text, value * lane.scale, `${lane.title} at ${clock}`);
  }
  for (const text of snapshots) {
    const name = text.split("\n")[0] ?? "";
    const size = told(run, "snapshot").findLast(
      (event) => event.name === name && event.atMs === partial.atMs,
    );
    const pages = /Pages pushed\s+([\d,]+) pages/.exec(text)?.[1] ?? "";
    expect(numberIn(pages), `pages pushed to ${name} at ${clock}`).toBe(size?.pagesPushed);
  }
}

const gauges = new Set(counters.filter(({ kind }) => kind === "gauge").map(({ id }) => id));

const titleOf = ({ title, unit }: (typeof standardLanes)[number]): string => `${title}, ${unit}`;

/** The clock shows hundredths. */
const near = (atMs: number, shownMs: number): boolean => Math.abs(atMs - shownMs) <= 10;

test("two creations are stepped through, and every stop shows its instant", async ({
  app,
  page,
  dataFolder,
  scratch,
}) => {
  const { live } = app;
  await startToBePaused(app);
  await page.keyboard.press("Space");
  const looks = [await look(app)];
  expect(looks[0]?.snapshots).toEqual([]);

  const first = await stepThrough(app, "sales_snapshot_1");
  const inFirst = (phase: string) => first.find(({ phases }) => underWay(phases) === phase);
  for (const phase of ["Checkpoint", "Analysis", "Redo", "Undo"]) {
    expect(inFirst(phase), `a stop in ${phase}`).toBeDefined();
  }

  // The command is taken at once, and the run stays where it is: before the first phase.
  await live.createSnapshot("second");
  await expect(live.acts(2)).toBeVisible();
  const begun = await look(app);
  expect(begun.clock).toBe(first.at(-1)?.clock);
  const second = await stepThrough(app, "second");
  expect(second.length).toBeGreaterThanOrEqual(5);
  expect(second.at(-1)?.snapshots).toHaveLength(2);

  await live.button("Resume").click();
  await live.expectRunning();
  const before = await live.time("Engine time").innerText();
  await expect(live.time("Engine time")).not.toHaveText(before);
  await live.button("Stop").click();
  await live.expectEnded("Cancelled");
  const stopped = await live.time("Engine time").innerText();

  const run = await recordedRun(dataFolder, "latest", scratch);
  looks.push(...first, begun, ...second);
  const pauses = told(run, "state").filter(({ state }) => state === "paused");
  const partials = told(run, "partialSample");
  expect(pauses).toHaveLength(looks.length);
  // Where a whole sample ends at the very instant of a pause, there is no part of one.
  const within = pauses.flatMap(({ atMs }, index) =>
    atMs % steerableRun.sampleIntervalMs === 0 ? [] : [{ atMs, seen: looks[index] }],
  );
  expect(partials.map(({ atMs }) => atMs)).toEqual(within.map(({ atMs }) => atMs));
  for (const [index, partial] of partials.entries()) {
    const seen = within[index]?.seen;
    if (seen !== undefined) expectMeasured(run, partial, seen);
  }
  const commands = told(run, "command").map(({ command }) => command.kind);
  const steps = first.length + second.length;
  expect(commands.filter((kind) => kind === "stepToNextPhase")).toHaveLength(steps);
  expect(commands.filter((kind) => kind === "pause")).toHaveLength(1);
  expect(commands.filter((kind) => kind === "resume")).toHaveLength(1);

  // In Replay the same instants show the same phases.
  await live.openReplay();
  await app.expectScreen("Replay");
  await app.replay.showPhases();
  await app.replay.playhead.press("End");
  await expect(app.replay.time).toContainText(stopped);
  for (const name of ["sales_snapshot_1", "second"]) {
    await expect(
      app.replay.phases.getByRole("row").filter({ hasText: name }).first(),
    ).toBeVisible();
  }
});

/** The phase that the list has as begun and not ended. */
function underWay(phases: string): string | null {
  const lines = phases.split("\n").map((line) => line.trim());
  const index = lines.findIndex((line) => line.endsWith("so far"));
  return index < 1 ? null : (lines[index - 1] ?? null);
}
