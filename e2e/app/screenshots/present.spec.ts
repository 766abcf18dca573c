/** Pictures of presentations: a log, a run, files of a server, a restore. */
import { dropFiles } from "../fixtures/drop.ts";
import { writeNight } from "../fixtures/server-logs.ts";
import { test } from "./library.ts";
import { patience } from "./pictures.ts";

test.describe.configure(patience);
test.use({ library: "prepared" });

test("present", async ({ app, picture }) => {
  await app.goTo("Open log");
  await app.openLog.openSample();
  await app.replay.expectOpen("sqlcat-2006.log");
  await app.present.open();
  for (const [sentence, name] of [
    [/^At 21:48:07/, "begins"],
    [/^Checkpoint: /, "checkpoint"],
    [/^The snapshot is armed/, "armed"],
    [/^Nothing is logged for 5 min/, "silence"],
    [/^As of 21:56:05/, "as-of"],
    [/^Redo: /, "redo"],
    [/^Creating ‘snapshot_test_2’/, "complete"],
  ] as const) {
    await app.present.goOnTo(sentence);
    await picture.take(app, `present-log-${name}`);
  }
  await app.present.leave();
  await app.goTo("Runs");
  await app.runs.choose("Two snapshots");
  await app.runs.command("Replay").click();
  await app.replay.expectOpen("Two snapshots");
  await app.present.open();
  await picture.take(app, "present-run-before");
  for (const [sentence, name] of [
    [/^The snapshot is armed/, "armed"],
    [/^‘sales_snapshot_1’ is as of/, "as-of"],
    [/^In .* redo read/, "redo"],
    [/^Creating ‘sales_snapshot_1’/, "complete"],
    [/^Throughput /, "cost"],
  ] as const) {
    await app.present.goOnTo(sentence);
    await picture.take(app, `present-run-${name}`);
  }
});

test("present of logs", async ({ app, page, picture, scratch }) => {
  const night = writeNight(scratch);
  await dropFiles(page, [night.perfmon]);
  await app.expectScreen("Replay");
  await app.present.open();
  await picture.take(app, "present-counters");
  await app.present.leave();
  await dropFiles(page, [night.errorlog, night.errorlog1, night.perfmon]);
  await app.replay.expectOpen("ERRORLOG.1 and 2 more");
  await app.present.open();
  const { count } = await app.present.position();
  for (let at = 1; at <= count; ++at) {
    await picture.take(app, `present-night-${String(at).padStart(2, "0")}`);
    await page.keyboard.press("PageDown");
  }
});

test("present of a restore", async ({ app, page, picture }) => {
  await app.experiments.choosePreset("Restore after a wrong update");
  await app.experiments.run();
  await app.live.expectEnded("Completed");
  await picture.take(app, "live-with-present");
  await app.present.open();
  await page.keyboard.press("Home");
  const { count } = await app.present.position();
  for (let at = 1; at <= count; ++at) {
    await picture.take(app, `present-restore-${String(at).padStart(2, "0")}`);
    await page.keyboard.press("PageDown");
  }
});
