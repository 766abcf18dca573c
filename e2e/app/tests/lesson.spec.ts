/**
 * A trainer's ten minutes: a class watches two creations phase by phase. At every stop, what the screen
 * says of state, clock and figures is what the engine recorded of that instant.
 */
import { standardLanes } from "../../../app/domain/timeline/lanes.ts";
import { type RecordedRun, recordedRun } from "../content/recorded-run.ts";
import { clockMs, expectShown, numberIn } from "../content/shown.ts";
import { start, steerableRun } from "../fixtures/flows.ts";
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
  /** "sales_snapshot_1 ... 1,324 pages", one for each snapshot. */
  readonly snapshots: readonly string[];
}

async function look({ live, lanes }: Snapscope): Promise<Look> {
  await live.expectActivity("Paused");
  const clock = await live.time("Engine time").innerText();
  const found: Look = {
    clock,
    phases: (await live.phases.isVisible()) ? await live.phases.innerText() : "",
    row: (await lanes.rows()).at(-1),
    snapshots: await live.snapshots.allInnerTexts(),
  };
  // Nothing has gone on meanwhile.
  await expect(live.time("Engine time")).toHaveText(clock);
  await live.expectActivity("Paused");
  return found;
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

/** The engine's own account of the instant: the sample so far, the sizes, and the phases that had begun. */
function expectMeasured(run: RecordedRun, origin: string, { clock, row, snapshots }: Look): void {
  const shownMs = clockMs(clock, origin);
  const paused = run.events.filter(
    (event) => event.kind === "state" && event.state === "paused" && near(event.atMs, shownMs),
  );
  expect(paused.length, `the engine paused at ${clock}`).toBeGreaterThan(0);
  const partial = run.events.findLast(
    (event) => event.kind === "partialSample" && near(event.atMs, shownMs),
  );
  if (partial?.kind !== "partialSample") throw new Error(`no sample of the pause at ${clock}`);
  expect(near(clockMs(row?.time ?? "", origin), shownMs), `row of ${clock}`).toBe(true);
  for (const lane of standardLanes) {
    const text = row?.values[`${lane.title}, ${lane.unit}`] ?? "";
    const value = lane.id === "p99Ms" ? partial.p99Ms : partial.counters[lane.id];
    if (value === null || value === undefined) expect(text, lane.title).toBe("–");
    else expectShown(text, value * lane.scale, `${lane.title} at ${clock}`);
  }
  for (const text of snapshots) {
    const name = text.split("\n")[0] ?? "";
    const size = run.events.findLast(
      (event) => event.kind === "snapshot" && event.name === name && near(event.atMs, shownMs),
    );
    if (size?.kind !== "snapshot") throw new Error(`no size of ${name} at ${clock}`);
    const pages = /([\d,]+) pages$/.exec(text)?.[1] ?? "";
    expect(numberIn(pages), `pages pushed to ${name} at ${clock}`).toBe(size.pagesPushed);
  }
}

/** The clock shows hundredths. */
const near = (atMs: number, shownMs: number): boolean => Math.abs(atMs - shownMs) <= 10;

test("two creations are stepped through, and every stop shows its instant", async ({
  app,
  page,
  dataFolder,
  scratch,
}) => {
  const { live } = app;
  await start(app, { ...steerableRun, pace: 2 });
  await live.expectActivity("Running");
  await page.keyboard.press("Space");
  const looks = [await look(app)];
  expect(looks[0]?.snapshots).toEqual([]);

  const first = await stepThrough(app, "sales_snapshot_1");
  const inFirst = (phase: string) => first.find(({ phases }) => underWay(phases) === phase);
  for (const phase of ["Checkpoint", "Analysis", "Redo", "Undo"]) {
    expect(inFirst(phase), `a stop in ${phase}`).toBeDefined();
  }

  await live.createSnapshot("second");
  const second = await stepThrough(app, "second");
  expect(second.length).toBeGreaterThanOrEqual(5);
  expect(second.at(-1)?.snapshots).toHaveLength(2);

  await live.button("Resume").click();
  await live.expectActivity("Running");
  const before = await live.time("Engine time").innerText();
  await expect(live.time("Engine time")).not.toHaveText(before);
  await live.button("Stop").click();
  await live.expectEnded("Cancelled");
  const stopped = await live.time("Engine time").innerText();

  const run = await recordedRun(dataFolder, "latest", scratch);
  const origin = run.summary?.run.origin ?? "";
  looks.push(...first, ...second);
  for (const one of looks) expectMeasured(run, origin, one);
  const commands = run.events.flatMap((event) =>
    event.kind === "command" ? event.command.kind : [],
  );
  const steps = first.length + second.length;
  expect(commands.filter((kind) => kind === "stepToNextPhase")).toHaveLength(steps);
  expect(commands.filter((kind) => kind === "pause")).toHaveLength(1);
  expect(commands.filter((kind) => kind === "resume")).toHaveLength(1);

  // In Replay the same instants show the same phases.
  await live.openReplay();
  await app.expectScreen("Replay");
  await app.replay.playhead.press("End");
  await expect(app.replay.time).toHaveValue(stopped);
  await app.replay.showPhases();
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
