/** What ends without asking: engines, servers. The app goes on, and what was recorded is kept. */
import { readdirSync } from "node:fs";
import { designedName, smallRun, start, steerableRun } from "../fixtures/flows.ts";
import { engineOf, isRunning } from "../fixtures/processes.ts";
import { ServedApp } from "../fixtures/served-app.ts";
import { expect, openApp, test } from "../fixtures/test.ts";

test("an engine that is killed fails its run, and nothing else", async ({ app, server }) => {
  await start(app, steerableRun);
  await app.live.expectRunning();
  process.kill(engineOf(server.pid), "SIGKILL");
  await app.live.expectEnded("Failed");
  await expect(app.live.result).toContainText(
    "The engine process ended before the run did (signal SIGKILL)",
  );
  await app.live.openReplay();
  await expect(app.replay.log).toBeVisible();
  await app.goTo("Runs");
  await expect(app.runs.cell(designedName, "Status")).toHaveText("Failed");
  await app.runs.choose(designedName);
  await app.runs.command("Report").click();
  await app.report.expectPreview(designedName);
  // The next run is none the worse for it.
  await app.goTo("Experiments");
  await app.experiments.setPace(0);
  await app.experiments.set("Measurement", "Duration", 30);
  await app.experiments.run();
  await app.live.expectEnded("Completed");
});

test("a server that is killed leaves a library that opens, with the run interrupted", async ({
  app,
  page,
  server,
  dataFolder,
  watch,
}) => {
  await start(app, steerableRun);
  await app.live.expectRunning();
  const engine = engineOf(server.pid);
  // A connection that is gone is an error of the console.
  watch.forgive(/WebSocket|ERR_CONNECTION|Failed to load resource/);
  await server.kill();
  await expect(page.getByText("Connection to the services lost.")).toBeVisible();
  await expect.poll(() => isRunning(engine), "an engine without a server").toBe(false);
  expect(readdirSync(dataFolder)).toContain("library.db");
  const next = await ServedApp.start(dataFolder);
  try {
    const again = await openApp(await page.context().newPage(), next);
    await again.goTo("Runs");
    await expect(again.runs.cell(designedName, "Status")).toHaveText("Interrupted");
    await again.runs.choose(designedName);
    await again.runs.showDetails();
    await expect(again.runs.details).toContainText("Interrupted");
    await again.runs.command("Replay").click();
    await again.replay.expectOpen(new RegExp(`^${designedName}`));
    await expect(again.lanes.stack).toBeVisible();
  } finally {
    await next.stop();
  }
});

test("a page finds its server again after a restart", async ({
  app,
  page,
  server,
  dataFolder,
  watch,
}) => {
  await app.goTo("Runs");
  watch.forgive(/WebSocket|ERR_CONNECTION|Failed to load resource/);
  const { token } = server;
  await server.stop();
  await expect(page.getByText("Connection to the services lost.")).toBeVisible();
  const next = await ServedApp.start(dataFolder, { port: server.port, token });
  try {
    await expect(page.getByText("Connection to the services lost.")).toBeHidden();
    await app.goTo("Experiments");
    await start(app, smallRun);
    await app.live.expectEnded("Completed");
  } finally {
    await next.stop();
  }
});
