/** The library of runs: found, named, sorted, removed and brought back, given away and taken in. */
import { join } from "node:path";
import { durationMs } from "../content/shown.ts";
import { prepared } from "../fixtures/prepared-library.ts";
import { snapscope } from "../fixtures/program.ts";
import { expect, test } from "../fixtures/test.ts";

test.use({ library: "prepared" });

test("finds runs by what they are called, and sorts them", { tag: "@main" }, async ({ app }) => {
  await app.goTo("Runs");
  await expect(app.runs.rows).toHaveCount(2);
  await app.runs.search("two-snap");
  await expect(app.runs.rows).toHaveCount(1);
  await expect(app.runs.row(prepared.second)).toBeVisible();
  await app.runs.search("nothing is called so");
  await expect(app.page.getByRole("heading", { name: "No run matches" })).toBeVisible();
  await app.page.getByRole("button", { name: "Show all" }).click();
  await app.runs.sortBy("Name");
  await expect(app.runs.rows.first()).toContainText(prepared.completed);
  await app.runs.sortBy("Name");
  await expect(app.runs.rows.first()).toContainText(prepared.second);
});

test("the columns tell what a creation cost, what that is, and lead beyond the edge", async ({
  app,
  dataFolder,
  page,
}) => {
  await test.step("tells what a creation cost, and in each header what that is", async () => {
    const entries = JSON.parse(await snapscope(dataFolder, "runs", "list", "--json"));
    const entry = entries.find(({ name }: { name: string }) => name === prepared.completed);
    await app.goTo("Runs");
    for (const [column, ms] of [
      ["p99 before", entry.p99BeforeMs],
      ["p99 after", entry.p99AfterMs],
    ] as const) {
      const shown = (await app.runs.cell(prepared.completed, column).textContent()) ?? "";
      expect(shown).toMatch(/^[\d.]+ ms$/);
      expect(Math.abs(Number.parseFloat(shown) - ms)).toBeLessThanOrEqual(0.5);
    }
    const creation = (await app.runs.cell(prepared.completed, "Creation").textContent()) ?? "";
    expect(Math.abs(durationMs(creation) - entry.creationMs)).toBeLessThanOrEqual(5);
    await expect(app.runs.cell(prepared.completed, "Device")).toHaveText(entry.device);
    await app.runs.list
      .getByRole("columnheader", { name: "p99 before" })
      .getByRole("button")
      .hover();
    const help = app.page.getByRole("tooltip");
    await expect(help).toContainText("99th percentile of the response time of all transactions");
    await expect(help).toContainText("at most 30 s");
  });
  await test.step("leads to columns beyond the edge one by one, in rows as wide as all of them", async () => {
    await page.setViewportSize({ width: 960, height: 600 });
    await app.goTo("Runs");
    await page.getByRole("button", { name: /more columns:/ }).click();
    const edges = () =>
      app.runs.list.evaluate((grid) => {
        const right = (element: Element | undefined) => element?.getBoundingClientRect().right ?? 0;
        const left = (element: Element) => element.getBoundingClientRect().left;
        const [head, row] = grid.querySelectorAll('[role="row"]');
        const headers = [...grid.querySelectorAll('[role="columnheader"]')];
        const names = right(headers[0]);
        return {
          rowBeyondHead: right(row) - right(head),
          cutBesideNames: headers
            .slice(1)
            .filter((header) => left(header) < names - 1 && right(header) > names + 1).length,
        };
      });
    await expect.poll(edges).toEqual({ rowBeyondHead: 0, cutBesideNames: 0 });
    expect(await app.runs.list.evaluate((grid) => grid.scrollLeft)).toBeGreaterThan(0);
  });
});

test("a run is named and noted, another deleted and brought back, and what is no run refused", async ({
  app,
  dataFolder,
  page,
  scratch,
}) => {
  await test.step("keeps a name, tags and a note", async () => {
    await app.goTo("Runs");
    await app.runs.rename(prepared.completed, "Baseline of May");
    await app.runs.choose("Baseline of May");
    await app.runs.showDetails();
    const tag = app.runs.details.getByLabel("Add a tag");
    await tag.fill("slow disks");
    await tag.press("Enter");
    await expect(app.runs.cell("Baseline of May", "Tags")).toHaveText("slow disks");
    const note = app.runs.details.getByRole("textbox", { name: "Note on the run" });
    await note.fill("Before the new array");
    await note.blur();
    await expect
      .poll(async () => JSON.parse(await snapscope(dataFolder, "runs", "list", "--json")))
      .toContainEqual(
        expect.objectContaining({
          name: "Baseline of May",
          tags: ["slow disks"],
          note: "Before the new array",
        }),
      );
  });
  await test.step("deletes a run, and brings it back on undo", async () => {
    await app.goTo("Runs");
    await app.runs.choose(prepared.second);
    await app.runs.list.press("Delete");
    await expect(app.runs.rows).toHaveCount(1);
    await page
      .getByRole("button", { name: "Undo" })
      .or(page.getByText("Undo", { exact: true }))
      .click();
    await expect(app.runs.rows).toHaveCount(2);
  });
  await test.step("refuses a file that is no run, and says so", async () => {
    const { writeFileSync } = await import("node:fs");
    const file = join(scratch, "broken.snapscope-run");
    writeFileSync(file, "not a run");
    await app.goTo("Runs");
    const [chooser] = await Promise.all([
      page.waitForEvent("filechooser"),
      app.runs.command("Import…").click(),
    ]);
    await chooser.setFiles(file);
    await expect(app.notification("broken.snapscope-run: is no exported run")).toBeVisible();
    await expect(app.runs.rows).toHaveCount(2);
  });
});

test("gives a run away as one file and takes it in elsewhere", async ({ app, page, scratch }) => {
  await app.goTo("Runs");
  await app.runs.choose(prepared.completed);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    app.runs.command("Export…").click(),
  ]);
  const file = join(scratch, download.suggestedFilename());
  expect(file).toMatch(/\.snapscope-run$/);
  await download.saveAs(file);
  await app.runs.list.press("Delete");
  await expect(app.runs.rows).toHaveCount(1);
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    app.runs.command("Import…").click(),
  ]);
  await chooser.setFiles(file);
  await app.expectScreen("Replay");
  await app.goTo("Runs");
  await expect(app.runs.row(prepared.completed)).toBeVisible();
  await expect(app.runs.cell(prepared.completed, "Verified")).toHaveText("yes");
});
