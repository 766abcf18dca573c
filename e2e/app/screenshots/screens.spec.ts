/** Pictures of every screen in its states. Nothing is checked here but that the state was reached. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Download } from "@playwright/test";
import { devicePreset } from "../../../app/contract/device-presets.ts";
import { dropFiles } from "../fixtures/drop.ts";
import { leaveFiles, namedFolder, runIn } from "../fixtures/leftovers.ts";
import { engineOf } from "../fixtures/processes.ts";
import { fromRoot, settings, smallScenario, snapscope } from "../fixtures/program.ts";
import { nightRecords, writeNight } from "../fixtures/server-logs.ts";
import { expect } from "../fixtures/test.ts";
import { Snapscope } from "../pages/snapscope.ts";
import { test } from "./library.ts";
import { patience } from "./pictures.ts";

/** Every page of a PDF, into the folder "paper". */
async function takePages(pdf: Download, name: string): Promise<void> {
  const folder = fromRoot(join("build", "screenshots", "paper"));
  mkdirSync(folder, { recursive: true });
  execFileSync("pdftoppm", ["-png", "-r", "80", await pdf.path(), join(folder, name)]);
}

test.describe.configure(patience);

test("the form", async ({ app, page, picture }) => {
  await app.experiments.expectPrediction("Transactions", /≈ [\d,]+\/s/);
  await picture.take(app, "experiments-first");
  await app.experiments.choosePreset("Creation under load");
  await app.experiments.expectPrediction("Transactions", /≈ [\d,]+\/s/);
  await picture.take(app, "experiments");
  await app.experiments.askedChoice("Snapshots").selectOption("5");
  await picture.take(app, "experiments-five-snapshots");
  await page.keyboard.press("Control+Z");
  for (const preset of ["Restore after a wrong update", "Creation on this machine"]) {
    await app.experiments.choosePreset(preset);
    await picture.take(app, `experiments-${preset.split(" ").at(-1)}`);
  }
  await app.experiments.choosePreset("Creation under load");
  await app.experiments.unfold("Checks");
  await app.experiments.unfold("Equivalent command");
  await page.getByRole("heading", { name: "Equivalent command" }).scrollIntoViewIfNeeded();
  await picture.take(app, "experiments-preview");
  await app.experiments.openAdvanced();
  for (const section of ["Database", "Storage", "Snapshots and timeline"]) {
    await app.experiments.section(section).scrollIntoViewIfNeeded();
    await picture.take(app, `experiments-${section.toLowerCase().split(" ")[0]}`);
  }
  const storage = app.experiments.section("Storage");
  await storage
    .getByRole("combobox", { name: "Volume Q, Device" })
    .selectOption({ label: devicePreset("sqlcat-q").title });
  await expect(storage.getByText("random 8 KB reads").first()).toBeVisible();
  await storage.getByText("Figures and their sources").click();
  await storage.scrollIntoViewIfNeeded();
  await picture.take(app, "experiments-device");
});

test("empty", async ({ app, picture }) => {
  for (const screen of ["Live", "Replay", "Open log", "Runs", "Report"] as const) {
    await app.goTo(screen);
    await expect(app.main.getByRole("heading").first()).toBeVisible();
    await picture.take(app, `${screen.toLowerCase().replace(" ", "-")}-empty`);
  }
  await app.goTo("Settings");
  await expect(app.main.getByText("Processors")).toBeVisible();
  await picture.take(app, "settings");
  await app.main.getByText("Processors").scrollIntoViewIfNeeded();
  await picture.take(app, "settings-end");
});

test("figures of the papers", async ({ app, picture }) => {
  await app.goTo("Figures");
  for (const [title, name] of [
    ["The creation whose ERRORLOG is printed", "errorlog"],
    ["Creation time by load", "lines"],
    ["Counters during a creation", "counters"],
    ["Up to five snapshots", "five-creations"],
    ["Throughput with several snapshots", "throughput"],
    ["Response times with several snapshots", "responses"],
    ["Rebuild of an index with existing snapshots", "rebuild"],
    ["Waits of the SELECT INTO", "bars"],
    ["SELECT INTO with 0, 1 and 2 snapshots", "select-into"],
    ["Building an index while a snapshot is created", "categories"],
    ["A full backup under load", "backup"],
    ["Creation time by users", "creation-by-users"],
    ["CPU, transactions and responses", "impact"],
    ["Restore of a full backup and 13 logs", "restore"],
  ] as const) {
    await app.figures.open(title);
    await expect(app.figures.checks).toBeVisible();
    await picture.take(app, `figures-${name}`);
    await app.figures.points.scrollIntoViewIfNeeded();
    await picture.take(app, `figures-${name}-values`);
    await app.figures.checks.getByRole("listitem").last().scrollIntoViewIfNeeded();
    await picture.take(app, `figures-${name}-checks`);
  }
});

test("a protection plan", async ({ app, picture }) => {
  await app.goTo("Plan");
  await expect(app.plan.ways).toBeVisible();
  await picture.take(app, "plan");
  await app.plan.ways.scrollIntoViewIfNeeded();
  await picture.take(app, "plan-ways");
  await app.plan.remove("Full backup 1");
  await expect(app.plan.answer.getByRole("alert")).toBeVisible();
  await picture.take(app, "plan-refused");
});

test("without the key", async ({ page, picture, server, watch }) => {
  watch.forgive(/WebSocket connection|Failed to load resource/);
  await page.goto(`http://127.0.0.1:${server.port}/`);
  await expect(page.getByRole("alert")).toContainText("Copy that whole address");
  await picture.take(new Snapscope(page), "without-key");
});

test("server lost", async ({ app, page, picture, server, watch }) => {
  watch.forgive(/WebSocket|ERR_CONNECTION|Failed to load resource/);
  await app.experiments.choosePreset("Two snapshots");
  await app.experiments.setPace(1);
  await app.experiments.run();
  await app.live.expectRunning();
  await picture.take(app, "live-started");
  await server.kill();
  await expect(page.getByText("Connection to the services lost.")).toBeVisible();
  await picture.take(app, "live-not-connected");
  await app.goTo("Runs");
  await picture.take(app, "runs-not-connected");
});

test("leftovers", async ({ app, picture, dataFolder }) => {
  leaveFiles(namedFolder(dataFolder));
  await runIn(app, namedFolder(dataFolder));
  await expect(app.page.getByRole("button", { name: "Remove the files" })).toBeVisible();
  await picture.take(app, "experiments-leftovers");
});

test("live", async ({ app, page, picture, server }) => {
  await app.experiments.choosePreset("Two snapshots");
  await app.experiments.setPace(10);
  await app.experiments.run();
  await expect(
    app.live.rail.getByRole("heading", { name: "‘sales_snapshot_1’ created" }),
  ).toBeVisible({ timeout: 60_000 });
  await app.live.button("Pause").click();
  await app.live.stepInto("Undo", "sales_snapshot_2");
  await picture.take(app, "live-creating");
  await app.present.open();
  await picture.take(app, "present-live");
  await app.present.leave();
  await page.keyboard.press("c");
  await expect(page.getByRole("region", { name: "Creation", exact: true })).toBeHidden();
  await picture.take(app, "live-running");
  await page.keyboard.press("Control+b");
  await picture.take(app, "live-running-rail");
  await page.keyboard.press("Control+b");
  await app.live.openMore("Index");
  await picture.take(app, "live-more");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  for (let step = 0; step < 4; ++step) await page.keyboard.press("w");
  await expect(page.getByRole("button", { name: "Follow live" })).toBeVisible();
  await picture.take(app, "live-zoomed");
  await page.keyboard.press("c");
  await page.keyboard.press("?");
  await picture.take(app, "shortcuts");
  await page.keyboard.press("Escape");
  await app.openPalette();
  await picture.take(app, "palette");
  await page.keyboard.press("Escape");
  process.kill(engineOf(server.pid), "SIGKILL");
  await app.live.expectEnded("Failed");
  await picture.take(app, "live-failed");
  await app.goTo("Runs");
  await app.runs.choose("Two snapshots");
  await app.runs.showDetails();
  await expect(app.runs.details.getByText("Think time")).toBeVisible();
  await picture.take(app, "runs-failed");
  await app.runs.command("Report").click();
  await app.report.expectPreview("Two snapshots");
  await picture.take(app, "report-failed");
});

test("ended", async ({ app, picture }) => {
  await app.experiments.choosePreset("Creation idle");
  await app.experiments.run();
  await app.live.expectEnded("Completed");
  await picture.take(app, "live-ended");
});

test("errors", async ({ app, picture }) => {
  await app.experiments.choosePreset("Creation under load");
  await app.experiments.asked("Users").fill("-5");
  await app.experiments.problems.getByRole("button").first().click();
  await expect(app.experiments.asked("Users")).toBeFocused();
  await picture.take(app, "experiments-error");
  await app.experiments.openAdvanced();
  const storage = app.experiments.section("Storage");
  await storage
    .getByRole("region", { name: "Volume J" })
    .getByText("Service times", { exact: true })
    .click();
  await storage.getByRole("textbox", { name: /^Volume J, Read/ }).fill("-5");
  await storage.scrollIntoViewIfNeeded();
  await picture.take(app, "experiments-storage-error");
  await app.goTo("Open log");
  await app.openLog.openText("these are not the records of a server");
  await expect(app.openLog.main.getByText(/Not opened/)).toBeVisible();
  await picture.take(app, "open-log-error");
});

test.describe("library", () => {
  test.use({ library: "prepared" });

  test("typical", async ({ app, picture }) => {
    await app.goTo("Runs");
    await app.runs.choose("Two snapshots");
    await app.runs.showDetails();
    await expect(app.runs.details.getByText("Committed")).toBeVisible();
    await picture.take(app, "runs");
    await app.page.getByRole("button", { name: /more columns?:/ }).click();
    await picture.take(app, "runs-columns");
    await app.runs.search("NVMe");
    await expect(app.runs.rows).toHaveCount(1);
    await picture.take(app, "runs-filtered");
    await app.runs.search("nothing is called so");
    await expect(app.page.getByRole("heading", { name: "No run matches" })).toBeVisible();
    await picture.take(app, "runs-no-match");
    await app.page.getByRole("button", { name: "Show all" }).click();
    await app.runs.choose("Two snapshots");
    await app.runs.command("Replay").click();
    await app.replay.expectOpen("Two snapshots");
    await app.replay.row("redo").first().click();
    await picture.take(app, "replay-run");
    await app.replay.openDetails();
    for (const tab of ["Waits", "Findings"] as const) {
      await app.replay.showTab(tab);
      await picture.take(app, `replay-run-${tab.toLowerCase()}`);
    }
    for (const part of ["Responses", "Plan"] as const) {
      await app.replay.showData(part);
      await picture.take(app, `replay-run-${part.toLowerCase()}`);
    }
    await app.replay.showTab("Here");
    for (let step = 0; step < 10; ++step) await app.page.keyboard.press("w");
    await picture.take(app, "replay-run-zoomed");
    await app.choose("All counters on one axis");
    await expect(app.page.locator("[data-one-axis]")).toBeVisible();
    await picture.take(app, "replay-run-one-axis");
    await app.choose("Each counter in a lane of its own");
    await app.replay.find("no record has these words");
    await expect(app.replay.hits).toHaveText("none");
    await picture.take(app, "replay-run-no-hit");
    await app.goTo("Runs");
    await app.runs.choose("Creation under load");
    await app.runs.command("Report").click();
    await app.report.expectPreview("Creation under load");
    await picture.take(app, "report");
    await app.report.openSections();
    await app.report.isShown("Snapshots").uncheck();
    await app.report.editSection("Waits");
    await app.report.noteField.fill("Sessions wait for the disk of the log.");
    await expect(app.report.preview.getByText("Sessions wait for")).toBeVisible();
    await picture.take(app, "report-edited");
    await app.report.addChart("Waits");
    await expect(app.report.preview.getByText(/^Waiting on/).first()).toBeVisible();
    await picture.take(app, "report-chart");
    await app.report.sections.getByRole("button", { name: "Reset" }).click();
    await expect(app.report.preview.getByText("Sessions wait for")).toHaveCount(0);
    for (const heading of await app.report.preview.getByRole("heading", { level: 2 }).all()) {
      await heading.scrollIntoViewIfNeeded();
    }
    await picture.take(app, "report-end");
    await app.goTo("Open log");
    await app.openLog.openSample();
    await app.expectScreen("Replay");
    await app.replay
      .row(/analysis/i)
      .first()
      .click();
    await picture.take(app, "replay-log");
    await app.goTo("Open log");
    await expect(app.openLog.recent("sqlcat-2006.log")).toBeVisible();
    await picture.take(app, "open-log");
    await app.page.getByRole("button", { name: /^Remove sqlcat-2006.log/ }).click();
    await expect(app.page.getByRole("alertdialog")).toBeVisible();
    await picture.take(app, "open-log-remove");
    await app.page.keyboard.press("Escape");
    await app.goTo("Runs");
    await app.runs.choose("Two snapshots");
    await app.runs.list.press("Delete");
    await expect(app.page.getByText("Undo", { exact: true })).toBeVisible();
    await picture.take(app, "runs-deleted");
  });

  test("recommended", async ({ app, picture }) => {
    await app.goTo("Runs");
    await app.runs.choose("Two snapshots");
    await app.runs.command("Replay").click();
    await app.replay.expectOpen("Two snapshots");
    await app.replay.showTab("Findings");
    await expect(app.replay.recommendations).toHaveCount(1);
    await picture.take(app, "replay-run-advice");
    await app.lanes.selectSpan(0.3, 0.5);
    await app.replay.showTab("Findings");
    await expect(app.page.getByRole("heading", { name: /in the selection$/ })).toBeVisible();
    await picture.take(app, "replay-run-advice-of-selection");
    await app.page.keyboard.press("Escape");
    await app.replay.recommendations.getByRole("button", { name: "Run and compare…" }).click();
    await expect(app.compare.dialog).toBeVisible();
    await picture.take(app, "compare-with-recommended");
    await app.page.keyboard.press("Escape");
    await app.goTo("Runs");
    await app.runs.choose("Two snapshots");
    await app.runs.command("Report").click();
    await app.report.expectPreview("Two snapshots");
    await app.report.preview.getByRole("heading", { name: /bottleneck/i }).scrollIntoViewIfNeeded();
    await picture.take(app, "report-bottleneck");
    await app.report.preview
      .getByRole("heading", { name: /Recommendations$/ })
      .scrollIntoViewIfNeeded();
    await app.report.preview.getByText("--primary p99").scrollIntoViewIfNeeded();
    await picture.take(app, "report-recommendations");
    await app.report.bar.getByRole("button", { name: "1 recommendation" }).click();
    await expect(app.page.getByRole("menuitem", { name: /^Run and compare…/ })).toBeVisible();
    await picture.take(app, "report-recommendations-menu");
  });

  test("compare", async ({ app, picture }) => {
    await app.goTo("Compare");
    await picture.take(app, "compare-empty");
    await app.goTo("Runs");
    await app.runs.row("Two snapshots").click();
    await app.runs.row("Creation under load").click({ modifiers: ["ControlOrMeta"] });
    await app.runs.command("Compare").click();
    await app.compare.expectLanesDrawn();
    await expect(app.compare.steadyFrom("New")).toBeVisible();
    await picture.take(app, "compare-runs");
    await app.goTo("Open log");
    await app.openLog.openSample();
    await app.expectScreen("Replay");
    await app.goTo("Compare");
    await app.compare.add("sqlcat-2006");
    await app.compare.answer.getByRole("tab", { name: /sqlcat-2006/ }).click();
    await picture.take(app, "compare-log");
    await app.goTo("Experiments");
    await app.experiments.choosePreset("Creation under load");
    await app.experiments.bar.getByRole("button", { name: "Compare with…" }).click();
    await expect(app.compare.dialog).toBeVisible();
    await picture.take(app, "compare-with");
    await app.compare.dialog.getByRole("radio", { name: "Another device" }).check();
    const devices = app.compare.dialog.getByRole("combobox", { name: "Device" });
    await expect(devices.locator("optgroup").first()).toHaveAttribute("label", /^Faster than now/);
    await picture.take(app, "compare-with-device");
    await app.compare.runAndCompare(/^No snapshot against/, 10);
    await app.expectScreen("Compare");
    await picture.take(app, "compare-running");
    await expect(app.compare.sentence).toBeVisible({ timeout: 300_000 });
    await app.compare.expectLanesDrawn();
    await picture.take(app, "compare-study");
  });

  test("two logs", async ({ app, page, picture, scratch }) => {
    const night = writeNight(scratch);
    await dropFiles(page, [night.errorlog, night.errorlog1, night.perfmon]);
    await app.replay.expectOpen("ERRORLOG.1 and 2 more");
    await app.goTo("Open log");
    await app.openLog.openSample();
    await app.expectScreen("Replay");
    await app.goTo("Compare");
    await page.getByRole("button", { name: "Compare the last two runs" }).click();
    await app.compare.add("ERRORLOG.1");
    await app.compare.add("sqlcat-2006");
    // The two runs; whoever is next becomes the base.
    for (let run = 0; run < 2; ++run) await app.compare.takeOut(/^Base/);
    await expect(app.compare.sentence).toBeVisible();
    await picture.take(app, "compare-logs");
    await dropFiles(page, [night.waits]);
    await app.replay.expectOpen(basename(night.waits));
    await app.goTo("Compare");
    await app.compare.add(basename(night.waits));
    await expect(page.getByRole("heading", { name: "These cannot be compared" })).toBeVisible();
    await picture.take(app, "compare-error");
  });

  test("sweep", async ({ app, page, dataFolder, picture }) => {
    const small = settings({ ...smallScenario, durationSeconds: 12 });
    const over = ["--over", "workload.users=5,10,20,40", "--repeats", "6"];
    await snapscope(dataFolder, "sweep", "creation-under-load", ...small, ...over, "--json");
    await app.goTo("Runs");
    await app.runs.command("Studies: 1").click();
    await page.getByRole("menuitem", { name: /: users/ }).click();
    await expect(app.figure.drawing("throughput")).toBeVisible();
    await picture.take(app, "compare-sweep");
    await app.page.getByRole("button", { name: /^Copy or save: / }).click();
    await picture.take(app, "compare-sweep-menu");
  });

  test("asks for a sweep", async ({ app, page, picture }) => {
    await app.experiments.choosePreset("Creation under load");
    await app.experiments.asked("Users").press("Alt+v");
    const dialog = page.getByRole("dialog", { name: "Sweep: Users" });
    await dialog.getByRole("textbox", { name: "Values" }).fill("100..400/100");
    await picture.take(app, "sweep-dialog");
    await dialog.getByRole("textbox", { name: "Values" }).fill("100, many");
    await dialog.getByRole("button", { name: "Vary" }).click();
    await expect(dialog.getByText(/many/).last()).toBeVisible();
    await picture.take(app, "sweep-dialog-error");
  });

  test("reports", async ({ app, page, picture, scratch }) => {
    const reports: { readonly name: string; readonly html: Download; readonly pdf: Download }[] =
      [];
    const exportReport = async (name: string): Promise<void> => {
      const html = await app.report.export("html");
      reports.push({ name, html, pdf: await app.report.export("pdf") });
    };
    await app.goTo("Runs");
    await app.runs.choose("Two snapshots");
    await app.runs.command("Report").click();
    await app.report.expectPreview("Two snapshots");
    await exportReport("report-of-run");
    await app.goTo("Open log");
    await app.openLog.openSample();
    await app.replay.openReport();
    await app.report.expectPreview("sqlcat-2006");
    await exportReport("report-of-log");
    await app.goTo("Experiments");
    await app.experiments.choosePreset("Creation idle");
    await app.experiments.asked("Users").fill("20");
    await app.experiments.bar.getByRole("button", { name: "Compare with…" }).click();
    await app.compare.runAndCompare(/^No snapshot against/, 6);
    await expect(app.compare.sentence).toBeVisible({ timeout: 300_000 });
    reports.push({
      name: "report-of-comparison",
      html: await app.compare.export("HTML"),
      pdf: await app.compare.export("PDF"),
    });
    for (const { name, html, pdf } of reports) {
      const file = join(scratch, `${name}.html`);
      await html.saveAs(file);
      await page.goto(pathToFileURL(file).href);
      await picture.take(new Snapscope(page), name, true);
      await takePages(pdf, name);
    }
  });

  test("band", async ({ app, page, picture }) => {
    await app.experiments.choosePreset("Creation under load");
    await app.experiments.asked("Users").fill("20");
    await app.experiments.openAdvanced();
    await app.experiments
      .section("Storage")
      .getByRole("combobox", { name: "Volume P, Device" })
      .selectOption({ label: devicePreset("sqlskills-k").title });
    await page.getByRole("heading", { name: "How sure?" }).scrollIntoViewIfNeeded();
    await picture.take(app, "experiments-how-sure");
    await page.getByRole("button", { name: "Compute the band" }).click();
    await app.expectScreen("Compare");
    await picture.take(app, "band-running");
    await expect(app.compare.band.getByRole("row").first()).toBeVisible({ timeout: 300_000 });
    await expect(app.compare.progress).toBeHidden({ timeout: 300_000 });
    await picture.take(app, "band");
    await app.compare.band.getByRole("table").scrollIntoViewIfNeeded();
    await picture.take(app, "band-figures");
  });

  test("logs", async ({ app, page, picture, scratch }) => {
    const night = writeNight(scratch);
    const title = "ERRORLOG.1 and 3 more";
    await dropFiles(page, [night.errorlog, night.errorlog1, night.perfmon, night.waits]);
    await app.replay.expectOpen(title);
    await app.replay.expectRecords(nightRecords);
    await app.replay.showTab("Findings");
    await picture.take(app, "replay-capture-findings");
    await app.replay.selectRecord("Analysis starting");
    await app.replay.showData("Counters");
    // From two hours to some minutes about the playhead.
    for (let step = 0; step < 12; ++step) await page.keyboard.press("w");
    await picture.take(app, "replay-capture-counters");
    await app.replay.showTab("Waits");
    await picture.take(app, "replay-capture-waits");
    const dialog = await app.replay.askForOverlay();
    await dialog.chooseRun("Creation under load");
    await expect(dialog.words).toContainText("is shown at");
    await picture.take(app, "overlay-dialog");
    await dialog.layOver();
    await expect(app.replay.overlay).toBeVisible();
    await picture.take(app, "replay-capture-overlay");
    await app.replay.openReport();
    await app.report.part.selectOption("All of it");
    await app.report.expectPreview(title);
    await picture.take(app, "report-capture");
    const refused = join(scratch, "plan.pdf");
    writeFileSync(refused, "%PDF-1.7");
    await app.goTo("Open log");
    await dropFiles(page, [refused]);
    await expect(app.openLog.main.getByText("Not opened.")).toBeVisible();
    await picture.take(app, "open-log-refused");
  });
});
