/** A sweep in the app: one thing of the library that opens as a figure with all of its points. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { dropFiles } from "../fixtures/drop.ts";
import { chosenWithoutEdge, expectStage } from "../fixtures/layout.ts";
import { fromRoot, settings, smallScenario, snapscope } from "../fixtures/program.ts";
import { expect, test } from "../fixtures/test.ts";

const users = ["5", "10", "20"];

test("a sweep opens as a figure, whose points are opened, compared and exported", async ({
  app,
  page,
  dataFolder,
}) => {
  test.slow();
  const over = ["--over", `workload.users=${users.join(",")}`, "--repeats", "2"];
  const small = settings({ ...smallScenario, durationSeconds: 10, "timeline.0.atSeconds": 5 });
  const sweeping = snapscope(
    dataFolder,
    "sweep",
    "creation-under-load",
    ...small,
    ...over,
    "--json",
  );
  await app.goTo("Runs");
  await app.runs.command("Studies: 1").click();
  // The menu stays open while further runs of the sweep begin.
  const { metrics } = JSON.parse(await sweeping);
  await page.getByRole("menuitem", { name: /: users/ }).click();
  await app.expectScreen("Compare");
  // What the command line says begins with what the figure says.
  const [said = ""] = metrics[0].points.at(-1).sentence.split(", by ");
  await expect(app.figure.sentence).toContainText(said);
  await expect(app.figure.drawing("throughput").locator("[data-point]")).toHaveCount(users.length);
  await expect(app.figure.row("20 users")).toContainText("too few pairs: ");
  await app.figure.values.focus();
  await page.keyboard.press("End");
  await expect(app.figure.values).toHaveAttribute(
    "aria-valuetext",
    /^Users: 20; [\d.,]+\stransactions\/s, .*n = 2$/,
  );
  await expect(page.locator("[data-chart-tip]")).toContainText("Users: 20");
  await expectAccessible(page, "a sweep as a figure");
  await expectStage(page, "a sweep as a figure");
  await page.emulateMedia({ forcedColors: "active" });
  expect(await chosenWithoutEdge(page)).toEqual([]);
  await page.emulateMedia({ forcedColors: "none" });
  await app.figure.metric.selectOption("creation");
  await expect(app.figure.drawing("creation of the first snapshot")).toBeVisible();

  for (const [format, starts] of [
    ["SVG", "<svg"],
    ["PNG", "\u0089PNG"],
    ["CSV", '"point","Users [workload.users]"'],
  ] as const) {
    const saved = page.waitForEvent("download");
    await app.figure.save(format);
    const bytes = readFileSync(await (await saved).path());
    expect(bytes.toString("latin1").slice(0, starts.length)).toBe(starts);
    expect(bytes.toString("latin1")).not.toContain("var(--");
  }

  await app.figure.choose("5 users");
  await app.figure.choose("20 users");
  await app.figure.compareChosen();
  await expect(app.compare.sentence).toContainText(/^Throughput rose from/);
  await app.compare.bar.getByRole("button", { name: "All 3 points" }).click();
  await app.figure.openRun("10 users", 2);
  await app.expectScreen("Replay");
});

test("results that were computed elsewhere are dropped with their sweep, and drawn", async ({
  app,
  page,
  dataFolder,
  scratch,
}) => {
  const over = ["--over", `workload.users=${users.join(",")}`, "--repeats", "1"];
  const small = settings({ ...smallScenario, durationSeconds: 6, "timeline.0.atSeconds": 4 });
  const into = join(scratch, "sweep");
  await snapscope(
    dataFolder,
    "sweep",
    "export",
    "creation-under-load",
    ...small,
    ...over,
    "--into",
    into,
  );
  const [first = ""] = readFileSync(join(into, "commands.txt"), "utf8").split("\n");
  const [, result = "", scenario = "", seed = ""] =
    /^test -e (\S+) \|\| snapscope run (\S+) --seed (\d+)/.exec(first) ?? [];
  const exported = ["--seed", seed, "--export", join(into, result)];
  await snapscope(dataFolder, "run", join(into, scenario), ...exported);
  await dropFiles(page, [into]);
  await app.expectScreen("Compare");
  await expect(app.figure.drawing("throughput").locator("[data-point]")).toHaveCount(1);
  await expect(page.getByText("Run imported", { exact: true })).toBeVisible();
  await dropFiles(page, [join(into, result)]);
  await expect(page.getByText("The run is here already", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Run what is missing" })).toBeVisible();
});

test("a scenario file with a sweep is loaded with it, and run in the app", async ({
  app,
  page,
  scratch,
}) => {
  const file = join(scratch, "users.json");
  const preset = JSON.parse(
    readFileSync(fromRoot("assets/presets/creation-under-load.json"), "utf8"),
  );
  const scenario = {
    ...preset,
    ...{ name: "Users", durationSeconds: 6, warmupSeconds: 1, sampleIntervalMs: 100, timeline: [] },
    database: { ...preset.database, sizeMiB: 64, logSizeMiB: 64 },
  };
  const sweep = { parameters: [{ path: "workload.users", values: [5, 10, 20] }], repeats: 1 };
  writeFileSync(file, JSON.stringify({ ...scenario, sweep }));
  await dropFiles(page, [file]);
  const run = app.experiments.bar.getByRole("button", { name: "Run sweep of 3 runs" });
  await expect(run).toBeVisible();
  await expectStage(page, "an experiment with a sweep");
  // The experiment is found with its sweep at the next start.
  await page.reload();
  await run.click();
  await app.expectScreen("Compare");
  await expect(app.figure.drawing("throughput").locator("[data-point]")).toHaveCount(3, {
    timeout: 60_000,
  });
});
