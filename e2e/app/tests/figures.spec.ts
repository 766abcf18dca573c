/** A paper's figure: read, put on one's own storage, and taken away as a report. */
import { readFileSync } from "node:fs";
import { devicePreset } from "../../../app/contract/device-presets.ts";
import type { Summary } from "../../../app/contract/summary.ts";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { expectStage } from "../fixtures/layout.ts";
import { snapscope } from "../fixtures/program.ts";
import { expect, test } from "../fixtures/test.ts";

const device = "nvme-data-centre";

test("a figure is put on one's own storage, run and read", async ({ app, dataFolder }) => {
  const { figures, experiments, live } = app;
  await app.goTo("Figures");
  await figures.open("SELECT INTO with 0, 1 and 2 snapshots");
  await expect(figures.conclusion).toContainText("writing a million rows");
  await expect(figures.points.getByRole("row", { name: /^PCIe SSD, 1 snapshot/ })).toBeVisible();
  await figures.useStorage("PCIe SSD, 1 snapshot", devicePreset(device).title);
  await app.expectScreen("Experiments");
  await expect(experiments.bar).toContainText("SQLskills 2013, Figure 1: PCIe SSD, 1 snapshot");
  await experiments.run();
  await app.expectScreen("Live");
  await live.expectEnded("Completed");
  const [entry] = JSON.parse(await snapscope(dataFolder, "runs", "list", "--json"));
  const { scenario, summary } = JSON.parse(
    await snapscope(dataFolder, "runs", "show", entry.id, "--json"),
  );
  const { storage }: Summary["scenario"] = scenario;
  for (const { device: used } of storage.volumes) expect(used).toMatchObject({ basedOn: device });
  const { phases, snapshots }: Summary = summary;
  expect(phases.map(({ name }) => name)).toContain("selectInto");
  expect(snapshots.map(({ verified }) => verified)).toEqual([true]);
});

test("a figure that is computed here is followed, cancelled, and found again", async ({
  app,
  page,
}) => {
  const { figures } = app;
  await app.goTo("Figures");
  await figures.open("SELECT INTO with 0, 1 and 2 snapshots");
  await figures.runHere.click();
  await expect(figures.here).toContainText(/^\d+ of 30 runs/);
  // One is enough to compare hashes with; each takes seconds.
  await expect(figures.here).toContainText(/^[1-9]\d* of 30 runs/, { timeout: 60_000 });
  await figures.bar.getByRole("button", { name: "Cancel" }).click();
  const told = /^Here: .*not proven.* compared: the telemetry is what came with the program\.$/;
  await expect(figures.here).toContainText(told);
  await expect(figures.bar.getByRole("button", { name: "Run what is missing" })).toBeVisible();
  await page.reload();
  await app.expectScreen("Figures");
  await expect(figures.here).toContainText(told);
  await figures.bar.getByRole("button", { name: "Its runs" }).click();
  await app.expectScreen("Compare");
});

test("a figure goes out as a report with its verdicts and all of its numbers", {
  tag: "@main",
}, async ({ app, page }) => {
  await app.goTo("Figures");
  await app.figures.open("Rebuild of an index with existing snapshots");
  await expect(app.figures.checks).toContainText("still longer with two");
  const download = page.waitForEvent("download");
  await app.figures.export();
  const html = readFileSync(await (await download).path(), "utf8");
  expect(html).toContain("SQLCAT 2007, Figure 8: Rebuild of an index with existing snapshots");
  const shown = await app.figures.points.getByRole("row", { name: /^2 snapshots/ }).innerText();
  const [, , value = ""] = shown.split("\t");
  const [median = ""] = value.split("\n");
  expect(median).toMatch(/^1\smin\s/u);
  // A number stays with its unit on one line, by blanks of their own.
  const plain = (text: string) => text.replaceAll(/\s/gu, " ");
  expect(plain(html)).toContain(plain(median));
  expect(html).toMatch(/1 pass\./);
  const said = await app.figures.conclusion.innerText();
  expect(plain(html)).toContain(plain(said));
});

test("what a paper prints stands beside what came out, and why something did not", async ({
  app,
  page,
}) => {
  const { figures } = app;
  await app.goTo("Figures");
  await figures.open("The creation whose ERRORLOG is printed");
  const redo = figures.points.getByRole("row", { name: /^Redo / });
  await expect(redo).toContainText(/19\smin\s56\.85\ss/u);
  await expect(redo).toContainText("64 times less");
  const legend = page.getByRole("img", { name: /^time/ }).first();
  await expect(legend).toContainText("The paper, 2007");
  await expect(figures.checks.getByRole("heading", { level: 2 })).toHaveText([
    "What comes out",
    "What does not, and why",
  ]);
  await expect(figures.checks.getByRole("heading", { level: 3 }).first()).toContainText(
    "is silent for",
  );
  await expectAccessible(page, "a figure with mechanisms");
  await expectStage(page, "a figure with mechanisms");
});
