/** The packaged app, away from the checkout; SNAPSCOPE_PACKAGE names its executable. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { readPdf } from "../app/content/pdf.ts";
import { smallRun, start } from "../app/fixtures/flows.ts";
import { expectRemovedByApp, namedFolder } from "../app/fixtures/leftovers.ts";
import { Snapscope } from "../app/pages/snapscope.ts";
import { launchDesktop, newDataFolder, removeDataFolder } from "../electron/launch.ts";

test("a packaged app runs an experiment, prints its report and reads a log", async () => {
  const dataFolder = newDataFolder();
  const executable = process.env.SNAPSCOPE_PACKAGE ?? "";
  // These are for a checkout's developer. What is packaged and signed runs nothing but itself.
  process.env.SNAPSCOPE_ADDON = join(dataFolder, "none.node");
  process.env.SNAPSCOPE_NODE = join(dataFolder, "none");
  const { app, page } = await launchDesktop({ dataFolder, executable });
  try {
    const own = await app.evaluate(({ app: electron }) => ({
      packaged: electron.isPackaged,
      path: electron.getAppPath(),
    }));
    expect(own).toEqual({ packaged: true, path: expect.stringMatching(/app\.asar$/) });
    const snapscope = new Snapscope(page);
    await snapscope.expectReady();
    await expectRemovedByApp(snapscope, namedFolder(dataFolder));
    await start(snapscope, { ...smallRun, preset: "Creation idle" });
    await snapscope.live.expectEnded("Completed");
    const saved = join(dataFolder, "report.pdf");
    await app.evaluate(({ dialog }, filePath) => {
      dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath });
    }, saved);
    await snapscope.live.openReport();
    await snapscope.report.exportButton("pdf").click();
    // It is written aside and renamed: what is there is all of it.
    await expect.poll(() => existsSync(saved), { timeout: 60_000 }).toBe(true);
    const { pages, text } = readPdf(saved);
    expect(pages).toBeGreaterThan(3);
    expect(text).toContain("The whole run");
    await snapscope.goTo("Open log");
    await snapscope.openLog.openSample();
    await snapscope.replay.expectOpen("sqlcat-2006.log");
  } finally {
    await app.close();
    removeDataFolder(dataFolder);
  }
});
