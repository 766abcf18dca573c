/** A run from the choice of its preset to its end: watched, steered, stopped. */
import { type Summary, summarySchema } from "../../../app/contract/summary.ts";
import { formatClock } from "../../../app/domain/format/times.ts";
import { clockOrigin } from "../../../app/domain/timeline/clock.ts";
import { design, smallRun, start, startToBePaused, steerableRun } from "../fixtures/flows.ts";
import { snapscope } from "../fixtures/program.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Snapscope } from "../pages/snapscope.ts";

async function summaryOf(dataFolder: string, run: string): Promise<Summary> {
  const shown = JSON.parse(await snapscope(dataFolder, "runs", "show", run, "--json"));
  return summarySchema.parse(shown.summary);
}

/** Waits until the engine's clock has moved on, twice. */
async function expectMoving(app: Snapscope): Promise<void> {
  for (let look = 0; look < 2; ++look) {
    const before = await app.live.time("Engine time").textContent();
    await expect(app.live.time("Engine time")).not.toHaveText(before ?? "");
  }
}

test("a preset with a changed value runs, its lanes move and its phases appear", {
  tag: "@main",
}, async ({ app, dataFolder }) => {
  // Long enough to be still under way when it is told to hurry.
  await design(app, { ...steerableRun, users: 40 });
  await expect(app.experiments.preset("Creation under load")).toContainText("changed");
  await app.experiments.run();
  await app.expectScreen("Live");
  await expectMoving(app);
  // A creation that one could watch framed itself, and its span has no more samples once it is over.
  await app.live.expectCreated("sales_snapshot_1");
  await app.live.backToTheRun();
  const before = await app.lanes.linePoints("transactionsPerSecond");
  await expect.poll(() => app.lanes.linePoints("transactionsPerSecond")).toBeGreaterThan(before);
  for (const phase of ["Checkpoint", "Analysis", "Redo", "Undo"]) {
    await expect(app.live.phases.getByRole("listitem").filter({ hasText: phase })).toBeVisible();
  }
  await app.live.setPace("Max");
  await app.live.expectEnded("Completed");
  await expect(app.live.result).toContainText("verified row by row");
  await expect(app.live.logRow("sales_snapshot_1").first()).toBeVisible();
  // What tells what Present does leaves the buttons below it free.
  await app.live.restOnPresent();
  await app.live.openReport();
  await app.report.expectPreview("40 users, 1 snapshot at 8 s");
  const summary = await summaryOf(dataFolder, "latest");
  expect(summary.scenario.workload.users).toBe(40);
  expect(summary.run.verified).toBe(true);
});

test("an entry of the timeline follows another, as the form planned it", async ({
  app,
  dataFolder,
}) => {
  await design(app, smallRun);
  const { experiments } = app;
  await experiments.addEntry("Set users");
  await experiments.choice("Entry 2, when").selectOption({ label: "After" });
  await expect(experiments.choice("Entry 2, after which entry").locator(":checked")).toHaveText(
    "1: create snapshot sales_snapshot_1 (createSnapshot_1)",
  );
  await experiments.set("Snapshots and timeline", "Entry 2, and", 1.5);
  await experiments.set("Snapshots and timeline", "Entry 2, to", 12);
  await experiments.set("Snapshots and timeline", "Entry 1, known as", "first");
  await expect(experiments.timeline).toHaveAccessibleName(
    /; users 12, 1\.5 s after first completed; end at 30 s\.$/,
  );
  await experiments.run();
  await app.live.expectEnded("Completed");
  const { timeline, run } = await summaryOf(dataFolder, "latest");
  expect(timeline.map(({ name, outcome }) => [name, outcome])).toEqual([
    ["first", "completed"],
    [null, "completed"],
  ]);
  expect(timeline[1]?.firedMs).toBeCloseTo((timeline[0]?.endedMs ?? 0) + 1500, 6);
  await app.live.openReplay();
  await app.replay.showData("Plan");
  const planned = app.replay.details.getByRole("region", { name: "Plan" }).getByRole("listitem");
  await expect(planned).toHaveCount(2);
  await expect(planned.last()).toContainText("planned 1.5 s after first completed");
  await planned.last().getByRole("button", { name: "users 12" }).click();
  const fired = formatClock(clockOrigin(run.origin), timeline[1]?.firedMs ?? Number.NaN);
  await expect(app.replay.time).toHaveText(fired);
});

test("a second snapshot is created and dropped by hand, and users are changed", async ({
  app,
  page,
  dataFolder,
}) => {
  await start(app, steerableRun);
  await app.live.expectCreated("sales_snapshot_1");
  await app.live.createSnapshot("by_hand");
  await app.live.expectCreated("by_hand");
  await app.live.createSnapshot("for_a_moment");
  await app.live.expectCreated("for_a_moment");
  await app.live.dropSnapshot("for_a_moment");
  // Fewer: however late this comes, what they insert until the end finds room in the data file.
  await app.live.setUsers(20);
  await app.live.acts(5).click();
  const dropping = page.getByRole("listitem").filter({ hasText: "drop snapshot for_a_moment" });
  await dropping.getByText("T-SQL", { exact: true }).click();
  await expect(dropping).toContainText("DROP DATABASE [for_a_moment];");
  await page.keyboard.press("Escape");
  await app.live.setPace("Max");
  await app.live.expectEnded("Completed");
  const summary = await summaryOf(dataFolder, "latest");
  const states = summary.snapshots.map(({ name, state, verified }) => ({ name, state, verified }));
  expect(states).toContainEqual({ name: "sales_snapshot_1", state: "online", verified: true });
  expect(states).toContainEqual({ name: "by_hand", state: "online", verified: true });
  expect(states.find(({ name }) => name === "for_a_moment")?.state).toBe("dropped");
  expect(summary.scenario.commands.map(({ command }) => command.kind)).toEqual([
    "createSnapshot",
    "createSnapshot",
    "dropSnapshot",
    "setUsers",
    "setPace",
  ]);
});

test("a run pauses, goes on to its next phase, and resumes", async ({ app, page }) => {
  await startToBePaused(app);
  await page.keyboard.press("Space");
  await app.live.expectActivity("Paused");
  await app.live.button("Step to next phase").click();
  await expect(app.live.phases.getByRole("listitem").filter({ hasText: "Files" })).toContainText(
    "so far",
  );
  await app.live.expectActivity("Paused");
  // What the state was told after each command, not at some later event: a second pause is one.
  for (let round = 0; round < 2; ++round) {
    await app.live.button("Resume").click();
    await app.live.expectActivity(/Running|Creating/);
    await app.live.button("Pause").click();
    await app.live.expectActivity("Paused");
  }
  await expect(page.getByRole("region", { name: "Creation", exact: true })).toBeVisible();
  await page.setViewportSize({ width: 1024, height: 700 });
  const heights = () =>
    Promise.all(
      [app.live.runBar, app.live.steer, app.live.log.getByRole("grid")].map(
        async (part) => (await part.boundingBox())?.height,
      ),
    );
  // The bars have a row each, and the log three records, beside the creation that is watched.
  await expect.poll(heights).toEqual([52, 44, 72]);
});

test("the form tells what is not allowed, and predicts what users will get", async ({
  app,
  page,
}) => {
  await test.step("a value that is not allowed is told at its field, and nothing runs", async () => {
    await app.experiments.choosePreset("Creation under load");
    const users = app.experiments.asked("Users");
    await users.fill("-5");
    await expect(users).toHaveAttribute("aria-invalid", "true");
    await expect(users).toHaveAccessibleDescription(/allowed/);
    await page.keyboard.press("Control+Enter");
    await app.expectScreen("Experiments");
    await expect(users).toBeFocused();
    await users.fill("many");
    await expect(users).toHaveAccessibleDescription(/./);
    await page.keyboard.press("Control+Z");
    await page.keyboard.press("Control+Z");
    await expect(users).toHaveValue("100");
    await expect(users).toHaveAttribute("aria-invalid", "false");
  });
  await test.step("the form predicts what users will get, anew for each change", async () => {
    await app.experiments.choosePreset("Creation under load");
    await app.experiments.set("Workload", "Think time", 1000);
    await app.experiments.set("Workload", "Users", 100);
    // Fewer than a user's one a second: he waits as well.
    await app.experiments.expectPrediction("Transactions", /≈ 9\d\/slimited by think time/);
    await app.experiments.expectPrediction("Response time", /≈ [\d.]+ ms/);
    await app.experiments.set("Workload", "Users", 10);
    await app.experiments.expectPrediction("Transactions", /≈ 9\.\d\/s|≈ 10\/s|≈ 9\/s/);
  });
});

test("two runs at once are shown side by side, and keep what they recorded when they are stopped", async ({
  app,
  page,
  dataFolder,
}) => {
  await start(app, steerableRun);
  await app.goTo("Experiments");
  await app.experiments.run();
  await app.expectScreen("Live");
  const recordings = page.getByRole("contentinfo").getByRole("button", { name: /^Recording/ });
  await expect(recordings).toHaveCount(2);
  // The run begun last is shown.
  await app.live.button("Stop").click();
  await app.live.expectEnded("Cancelled");
  await expect(recordings).toHaveCount(1);
  await recordings.click();
  await app.live.expectRunning();
  await app.live.button("Stop").click();
  await app.live.expectEnded("Cancelled");
  // What was recorded of a run that is stopped is kept.
  await app.live.openReplay();
  await app.expectScreen("Replay");
  await expect(app.replay.log).toBeVisible();
  await app.goTo("Runs");
  await expect(app.runs.rows.filter({ hasText: "Cancelled" })).toHaveCount(2);
  const entries = JSON.parse(await snapscope(dataFolder, "runs", "list", "--json"));
  expect(entries.map(({ status }: { status: string }) => status)).toEqual([
    "cancelled",
    "cancelled",
  ]);
  const longest = Math.max(...entries.map(({ engineMs }: { engineMs: number }) => engineMs));
  expect(longest).toBeGreaterThan(3000);
  expect(longest).toBeLessThan(300_000);
});
