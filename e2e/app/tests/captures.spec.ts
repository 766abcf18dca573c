/** Real logs and counters: dropped, pasted, refused, cancelled, found again, compared, reported. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { plainScenario } from "../../../app/contract/testing/scenarios.ts";
import { expectCaptureReportHtml, expectCaptureReportJson } from "../content/capture-report.ts";
import { openOffline } from "../content/report-html.ts";
import { dropFiles } from "../fixtures/drop.ts";
import { prepared } from "../fixtures/prepared-library.ts";
import {
  type NightFiles,
  nightAnalysis,
  nightRecords,
  nightSnapshot,
  writeLargeLog,
  writeNight,
} from "../fixtures/server-logs.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Snapscope } from "../pages/snapscope.ts";

const title = "ERRORLOG.1 and 2 more";

async function dropNight(app: Snapscope, scratch: string): Promise<NightFiles> {
  const night = writeNight(scratch);
  await dropFiles(app.page, [night.perfmon, night.errorlog, night.errorlog1]);
  await app.expectScreen("Replay");
  await app.replay.expectOpen(title);
  await app.replay.expectRecords(nightRecords);
  return night;
}

test("three files dropped at once share one timeline, their records go out, and a phase is reported", async ({
  app,
  browser,
  scratch,
}) => {
  await dropNight(app, scratch);
  await test.step("the records go out as the logs have them, and as a table", async () => {
    const [log, csv] = [join(scratch, "out.log"), join(scratch, "out.csv")];
    await (await app.replay.exportRecords("Verbatim, as a log")).saveAs(log);
    const text = readFileSync(log, "utf8");
    const record =
      "2026-02-03 02:00:24.60 spid71      RECOVERY (sales_night, 9): Redo starting\r\n";
    expect(text).toContain(record);
    expect(text.match(/^2026-02-03 /gm)).toHaveLength(nightRecords);
    await (await app.replay.exportRecords("As CSV")).saveAs(csv);
    // Each row says which line of which file it is, and when.
    const rows = readFileSync(csv, "utf8").match(/^"ERRORLOG(\.1)?","\d+","2026-02-03 /gm);
    expect(rows).toHaveLength(nightRecords);
  });
  await test.step("they share one timeline, and a phase of it is reported", async () => {
    const { replay, report } = app;
    // Oldest first, whatever the order in which they came.
    await expect(replay.row("Microsoft SQL Server 2019")).toBeAttached();
    await expect(app.lanes.title("Transactions")).toBeVisible();
    await replay.showPhases();
    const phases = replay.phases.getByRole("row");
    for (const phase of ["Checkpoint", "Analysis", "Redo", "Undo"]) {
      await expect(phases.filter({ hasText: phase }).first()).toBeAttached();
    }
    await replay.selectRecord("RECOVERY (sales_night, 9): Analysis starting");
    await replay.showTab("Here");
    await expect(replay.details).toContainText("02:00:20.00");
    await replay.openReport("02:00:20.00 to 02:00:24.50");
    await report.expectPreview(title);
    // All of it, until somebody asks for the part that is selected.
    await expect(report.part).toHaveValue("whole");
    await report.part.selectOption("selection");
    await report.expectPreview(title);
    const [html, json] = [join(scratch, "night.html"), join(scratch, "night.json")];
    await (await report.export("json")).saveAs(json);
    expectCaptureReportJson(readFileSync(json, "utf8"), nightAnalysis);
    await report.part.selectOption("All of it");
    await report.expectPreview(title);
    await (await report.export("html")).saveAs(html);
    await openOffline(browser, html, (page) =>
      expectCaptureReportHtml(page, [nightSnapshot, "1 min 50 s", "3041", "night.csv"]),
    );
  });
});

test("what is dropped opens as what it is, and what cannot be read is told one by one", async ({
  app,
  scratch,
}) => {
  await test.step("what cannot be read is told one by one, and the rest opens", async () => {
    const night = writeNight(scratch);
    const write = (name: string, content: string): string => {
      const path = join(scratch, name);
      writeFileSync(path, content);
      return path;
    };
    await dropFiles(app.page, [
      write("plan.pdf", "%PDF-1.7"),
      night.errorlog,
      write("letter.txt", "Dear colleague,\nplease find the log attached.\n"),
      write("night.blg", "\u0000\u0001"),
    ]);
    await app.expectScreen("Replay");
    await app.replay.expectOpen("ERRORLOG");
    await expect(app.notification(/plan\.pdf is a PDF document/)).toBeVisible();
    await expect(app.notification(/letter\.txt/)).toBeVisible();
    await expect(app.notification(/relog "night\.blg" -f CSV/)).toBeVisible();
    await app.goTo("Open log");
    await expect(app.openLog.main.getByText("3 files were not opened.")).toBeVisible();
  });
  await test.step("a scenario that is dropped is designed, not taken for a log", async () => {
    const path = join(scratch, "orders.json");
    writeFileSync(path, JSON.stringify({ ...plainScenario, name: "Orders at night" }));
    await app.goTo("Open log");
    await dropFiles(app.page, [path]);
    await app.expectScreen("Experiments");
    await expect(app.main.getByText("Orders at night").first()).toBeVisible();
  });
});

test("a large file is not sent to its end when that is cancelled", async ({ app, scratch }) => {
  const large = writeLargeLog(scratch, 400);
  await app.goTo("Open log");
  await app.openLog.openFiles(large);
  await expect(app.openLog.progress).toBeVisible();
  await app.openLog.cancel();
  await expect(app.notification("Opening cancelled")).toBeVisible();
  await app.expectScreen("Open log");
  await expect(app.openLog.main.getByText("None yet.")).toBeVisible();
});

test("copied text opens where it is pasted, and is found again after a reload", async ({
  app,
  page,
}) => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await app.goTo("Open log");
  const line = "2026-02-03 02:00:20.00 spid71      Starting up database 'sales_night'.";
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(line)})`);
  await expect(app.main.getByRole("heading", { name: "Paste text" })).toBeVisible();
  await page.keyboard.press("Control+V");
  await app.expectScreen("Replay");
  await app.replay.expectOpen("Pasted text.txt");
  await app.replay.expectRecords(1);
  await page.reload();
  await app.expectReady();
  await app.expectScreen("Replay");
  await app.replay.expectOpen("Pasted text.txt");
  await app.replay.expectRecords(1);
  await app.goTo("Open log");
  await app.openLog.remove("Pasted text.txt");
  await expect(app.openLog.recent("Pasted text.txt")).toHaveCount(0);
  await app.goTo("Replay");
  await expect(page.getByRole("heading", { name: "Nothing is open for replay" })).toBeVisible();
});

test.describe("with a library", () => {
  test.use({ library: "prepared" });

  test("a run is laid over a log, aligned on the start of analysis", async ({ app, scratch }) => {
    await dropNight(app, scratch);
    const dialog = await app.replay.askForOverlay();
    await dialog.chooseRun(prepared.completed);
    await expect(dialog.underMoment).toHaveValue(/^Start of: Analysis of sales_night/);
    await expect(dialog.runMoment).toHaveValue(/^Start of: Analysis of /);
    await expect(dialog.words).toContainText("is shown at 02:00:20.00 below");
    await dialog.layOver();
    await expect(app.replay.overlay).toContainText(prepared.completed);
    await app.page.reload();
    await app.expectReady();
    await expect(app.replay.overlay).toContainText(prepared.completed);
    await app.choose("Remove the overlaid run");
    await expect(app.replay.overlay).toBeHidden();
  });
});
