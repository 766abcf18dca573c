/** Compare: two runs, a run and a log, and a question that is run, answered and exported. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { comparisonReportSchema } from "../../../app/contract/comparison.ts";
import { serverPreset } from "../../../app/contract/server-presets.ts";
import { overlaps } from "../content/overlaps.ts";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { dropFiles } from "../fixtures/drop.ts";
import { chosenWithoutEdge, expectStage } from "../fixtures/layout.ts";
import { prepared } from "../fixtures/prepared-library.ts";
import { expect, test } from "../fixtures/test.ts";

test.describe("with a library", () => {
  test.use({ library: "prepared" });

  test("two runs are compared, swapped, joined by a log, and shared", { tag: "@main" }, async ({
    app,
    page,
    scratch,
  }) => {
    await app.goTo("Runs");
    await app.runs.row(prepared.completed).click();
    await app.runs.row(prepared.second).click({ modifiers: ["ControlOrMeta"] });
    await app.runs.command("Compare").click();
    await app.expectScreen("Compare");
    await expect(app.compare.sentence).toContainText(/^Throughput (rose|fell) from [\d,.]+\sto/);
    await expect(app.compare.sureness).toHaveText(/^From one run of each only/);
    await expect(app.compare.row("Response p99")).toContainText("not tested");
    await expect(app.compare.aside.getByRole("img", { name: /percentile/ })).toBeVisible();
    await expect(app.compare.aside.getByRole("rowheader", { name: "Redo" })).toBeVisible();
    await expect(app.compare.lanes(/^Counters of /)).toBeVisible();
    await expectAccessible(page, "Compare");
    await expectStage(page, "Compare");
    await page.emulateMedia({ forcedColors: "active" });
    expect(await chosenWithoutEdge(page)).toEqual([]);
    await page.emulateMedia({ forcedColors: "none" });
    // What somebody says of a run's steady state counts, is told, and can be taken back.
    await app.compare.steadyFrom("Base").fill("20 s");
    await app.compare.steadyFrom("Base").press("Enter");
    await expect(app.compare.answer).toContainText(
      "Base: the steady state was set by hand, from 20 s",
    );
    await page.getByRole("button", { name: "Reset" }).click();
    await expect(app.compare.answer).not.toContainText("by hand");
    // Keys belong to the field that took the focus.
    await app.compare.sentence.click();
    const before = await app.compare.sentence.textContent();
    await page.keyboard.press("x");
    await expect(app.compare.sentence).toContainText(/^Throughput /);
    await expect(app.compare.sentence).not.toHaveText(before ?? "");

    await app.goTo("Open log");
    await app.openLog.openSample();
    await app.expectScreen("Replay");
    await app.goTo("Compare");
    await app.compare.add("sqlcat-2006");
    await app.compare.answer.getByRole("tab", { name: /sqlcat-2006/ }).click();
    // One file has all of it, and opens where its runs are already without bringing them twice.
    const shared = join(scratch, "shared.snapscope-comparison");
    await (await app.compare.export("Share")).saveAs(shared);
    await app.goTo("Runs");
    await dropFiles(page, [shared]);
    await app.expectScreen("Compare");
    await expect(app.compare.bar.getByRole("button", { name: /sqlcat-2006/ })).toBeVisible();
    await app.goTo("Runs");
    await expect(app.runs.rows).toHaveCount(2);
    await app.goTo("Compare");
    await app.compare.answer.getByRole("tab", { name: /sqlcat-2006/ }).click();
    // A log without counters has its creation; there throughput was not measured.
    await expect(app.compare.row("Creation of the first snapshot")).toContainText("28 min");
    await expect(app.compare.aside.getByText("Not measured: sqlcat-2006.log.")).toBeVisible();
  });
});

test.describe("with a library", () => {
  test.use({ library: "prepared" });

  test("what is recommended of a run is run beside it, and helps", async ({ app, page }) => {
    const title = "Keep one snapshot at a time while users work";
    await app.goTo("Runs");
    await app.runs.choose(prepared.second);
    await app.runs.command("Report").click();
    await app.report.expectPreview(prepared.second);
    await expect(app.report.preview.getByText(title)).toBeVisible();
    await app.report.tryRecommendation(title);
    await expect(app.compare.chosen).toHaveAccessibleName(`Recommended: ${title}`);
    await app.compare.dialog.getByRole("button", { name: "Cancel" }).click();

    await app.goTo("Runs");
    await app.runs.command("Replay").click();
    await app.replay.showTab("Findings");
    await expect(app.replay.recommendations).toHaveCount(1);
    await expect(app.replay.recommendations).toContainText("Time with two at once");
    await page.setViewportSize({ width: 960, height: 600 });
    await expectAccessible(page, "Replay, Advice");
    await expectStage(page, "Replay, Advice");
    await app.replay.recommendations.getByRole("button", { name: "Run and compare…" }).click();
    await expect(app.compare.dialog.getByRole("combobox", { name: "Main question" })).toHaveValue(
      "p99",
    );
    await expectAccessible(page, "Compare with…, recommended");
    await expectStage(page, "Compare with…, recommended");
    await app.compare.runAndCompare(/^Recommended/, 6);
    await expect(app.compare.sentence).toContainText(/^p99\sfell .* which is better/, {
      timeout: 90_000,
    });
    await expect(app.compare.sureness).toHaveText("Proven by 6 pairs");
  });
});

test("a question is run with and without snapshots, answered and exported", async ({
  app,
  page,
  scratch,
}) => {
  await app.experiments.choosePreset("Creation idle");
  await app.experiments.asked("Users").fill("20");
  await app.experiments.bar.getByRole("button", { name: "Compare with…" }).click();
  await expect(app.compare.dialog).toBeVisible();
  await expectAccessible(page, "Compare with…");
  await app.compare.runAndCompare("No snapshot against 1 snapshot", 2);
  await app.expectScreen("Compare");
  await expect(app.compare.sentence).toContainText(/^Throughput /, { timeout: 90_000 });
  await expect(app.compare.row("Throughput")).toContainText("2");
  await expect(app.compare.sureness).toHaveText(/^2 pairs: too few to prove, \d+ needed$/);
  await expect(app.compare.answer.getByRole("button", { name: /^Run \d+ more$/ })).toBeVisible();
  await expect(app.compare.aside).toContainText("No snapshot");
  const json = await app.compare.export("JSON");
  const report = JSON.parse(readFileSync(await json.path(), "utf8"));
  expect(comparisonReportSchema.safeParse(report).error?.issues).toBeUndefined();
  await expect(app.compare.answer).toContainText(report.comparison.against[0].setup);
  const file = join(scratch, "comparison.html");
  await (await app.compare.export("HTML")).saveAs(file);
  // It is found as it was left.
  await page.reload();
  await expect(app.compare.sentence).toContainText(/^Throughput /);
  // In the library it is one thing, however many runs it has.
  await app.goTo("Runs");
  await expect(app.page.getByRole("heading", { name: "No run matches" })).toBeVisible();
  await app.runs.command("Studies: 1").click();
  await page.getByRole("menuitem", { name: /No snapshot against 1 snapshot/ }).click();
  await app.expectScreen("Compare");
  await expect(app.compare.sentence).toContainText(/^Throughput /);
  await page.goto(pathToFileURL(file).href);
  await expect(page.getByRole("img", { name: /percentile/ })).toBeVisible();
  await expectAccessible(page, "the HTML report of a comparison");
});

test("what a result hangs on that is only assumed is computed and shown", async ({ app, page }) => {
  // Its runs take seconds: the status bar is looked at while they are recorded.
  await app.experiments.choosePreset("Creation under load");
  await app.experiments.openAdvanced();
  const preview = page.getByRole("complementary", { name: "Preview" });
  // Its disks have the user's own service times: nothing is assumed until a server is named.
  await expect(preview.getByText("Checked against one published creation")).toBeVisible();
  await expect(preview.getByText(/hardware values? (is|are)/)).toBeHidden();
  await expect(preview.getByRole("button", { name: "Compute the band" })).toBeHidden();
  await app.experiments
    .section("Database")
    .getByRole("combobox", { name: "Server", exact: true })
    .selectOption({ label: serverPreset("dell").title });
  await expect(preview).toContainText("2 hardware values are estimates");
  await app.experiments.set("Database", "Buffer pool", 256);
  await expect(preview).toContainText("1 hardware value is an estimate");
  await expect(preview).toContainText("3 runs show how far the result could move");
  await preview.getByRole("button", { name: "Compute the band" }).click();
  await app.expectScreen("Compare");
  const { band, progress } = app.compare;
  await expect(app.page.getByText(/^Recording /).first()).toBeVisible();
  // Where the status bar is narrowest; once, since its runs take the processors.
  await page.setViewportSize({ width: 960, height: 600 });
  await expect.poll(() => overlaps(page)).toEqual([]);
  await expect(band.getByRole("heading", { level: 1 })).toContainText(
    /^Creation of the first snapshot: .* what is assumed/,
    { timeout: 90_000 },
  );
  await expect(progress).toBeHidden({ timeout: 90_000 });
  const figure = band.getByRole("row").filter({ hasText: "The server’s speed of a CPU" });
  await expect(figure).toContainText("40 %30 %50 %");
  await expect(figure).toContainText("assumed: a Xeon E5520");
  await expectAccessible(page, "band");
  await expectStage(page, "band");
});
