/** Reports out of the app, compared with what was recorded of the run. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type RecordedRun, recordedRun } from "../content/recorded-run.ts";
import { expectCsvOfRun } from "../content/report-csv.ts";
import { expectHtmlOfRun, openOffline } from "../content/report-html.ts";
import { expectJsonOfRun } from "../content/report-json.ts";
import { expectPdfOfReport } from "../content/report-pdf.ts";
import { prepared } from "../fixtures/prepared-library.ts";
import { expect, test } from "../fixtures/test.ts";
import type { Snapscope } from "../pages/snapscope.ts";

test.use({ library: "prepared" });

const database = "sales";

async function openReport(app: Snapscope): Promise<void> {
  await app.goTo("Runs");
  await app.runs.choose(prepared.completed);
  await app.runs.command("Report").click();
  await app.expectScreen("Report");
  await app.report.expectPreview(prepared.completed);
}

async function summarised(run: RecordedRun) {
  if (run.summary === null) throw new Error("the run has no summary");
  return run.summary;
}

test("the HTML opens without a connection and shows the run's numbers", { tag: "@main" }, async ({
  app,
  browser,
  dataFolder,
  scratch,
}) => {
  await openReport(app);
  const download = await app.report.export("html");
  const file = join(scratch, "report.html");
  await download.saveAs(file);
  const summary = await summarised(await recordedRun(dataFolder, prepared.completed, scratch));
  await openOffline(browser, file, (page) => expectHtmlOfRun(page, summary));
});

test("CSV and JSON hold all that was recorded, and the PDF has the report's text on tagged pages", async ({
  app,
  dataFolder,
  scratch,
}) => {
  await openReport(app);
  const fileOf = async (format: "csv" | "json" | "pdf"): Promise<string> => {
    const download = await app.report.export(format);
    expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${format}$`));
    const file = join(scratch, `report.${format}`);
    await download.saveAs(file);
    return file;
  };
  const [csv, json, pdf] = [await fileOf("csv"), await fileOf("json"), await fileOf("pdf")];
  const run = await recordedRun(dataFolder, prepared.completed, scratch);
  expectCsvOfRun(readFileSync(csv, "utf8"), run, database);
  const report = await expectJsonOfRun(readFileSync(json, "utf8"), run, dataFolder);
  expectPdfOfReport(pdf, report);
});

test("what is edited of a report is what is shown and exported, at the next start too", async ({
  app,
  page,
  scratch,
}) => {
  await openReport(app);
  const headings = app.report.preview.getByRole("heading", { level: 2 });
  await app.report.openSections();
  await app.report.isShown("ERRORLOG").uncheck();
  await app.report.editSection("Waits");
  await app.report.titleField.fill("Where time went");
  await app.report.noteField.fill("The disk of the log is slow.");
  await expect(headings.filter({ hasText: "Where time went" })).toBeInViewport();
  await expect(headings.filter({ hasText: "ERRORLOG" })).toHaveCount(0);
  const down = app.report.sections.getByRole("button", { name: "Down" });
  await down.click();
  await expect(down).toBeFocused();
  await expect(headings.filter({ hasText: /Transactions|Where time went/ })).toHaveText([
    /Transactions$/,
    /Where time went$/,
  ]);
  await page.reload();
  await app.expectScreen("Report");
  await expect(app.report.preview.getByText("The disk of the log is slow.")).toBeVisible();
  const file = join(scratch, "edited.html");
  await (await app.report.export("html")).saveAs(file);
  const html = readFileSync(file, "utf8");
  expect(html).toContain("Where time went</h2>");
  expect(html).toContain("Left out of this report: ERRORLOG.");
  await app.report.openSections();
  await app.report.sections.getByRole("button", { name: "Reset" }).click();
  await expect(headings.filter({ hasText: "ERRORLOG" })).toHaveCount(1);
});
