/** A protection plan: read, changed, refused, and one of its failures run. */
import { readFile } from "node:fs/promises";
import { expectAccessible } from "../fixtures/accessibility.ts";
import { expect, test } from "../fixtures/test.ts";

test("the paper's plan is answered, changed, and kept", async ({ app, page }) => {
  const { plan } = app;
  await app.goTo("Plan");
  await expect(plan.conclusions).toContainText("Lost volumes: at most 15 min");
  await expect(plan.ways).toContainText("array snapshot of 09:30");
  await expectAccessible(page, "a plan");
  // A log backup an hour misses the target of 15 minutes.
  await plan.fill("Log backup 3: every", "1");
  await plan.choose("Log backup 3: every: unit", "h");
  await expect(plan.conclusions).toContainText("The RPO is missed in");
  await plan.lookAt("Lost volumes", "13:30");
  await expect(plan.ways).toContainText("differential backup of 12:");
  await page.reload();
  await app.expectScreen("Plan");
  await expect(plan.conclusions).toContainText("The RPO is missed in");
});

test("what no plan can be is said where its answer would be, and kept", async ({ app, page }) => {
  const { plan } = app;
  await app.goTo("Plan");
  await plan.remove("Full backup 1");
  await expect(plan.answer.getByRole("alert")).toContainText(
    'Differential backup 1, what it takes: "differential" is based on a full backup',
  );
  await page.reload();
  await app.expectScreen("Plan");
  await expect(plan.schedule.getByRole("button", { name: /^Remove/ })).toHaveCount(3);
});

test("a plan is exported and opened again, and a file that is none changes nothing", async ({
  app,
  page,
}) => {
  const { plan } = app;
  await app.goTo("Plan");
  await plan.fill("Name", "Nightly");
  await plan.choose("Array snapshot 4: freeze", "No freeze");
  await plan.fill("Full backup 1: files", "2");
  await expect(plan.advice).not.toContainText("VSS");
  const downloaded = page.waitForEvent("download");
  await plan.editor.getByRole("button", { name: "Export" }).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe("nightly.plan.json");
  const text = await readFile(await download.path(), "utf8");
  await plan.editor.getByRole("button", { name: "The paper’s plan" }).click();
  await expect(plan.editor.getByRole("textbox", { name: "Name" })).toHaveValue("paper-2011");
  await plan.open("nightly.plan.json", text);
  await expect(plan.editor.getByRole("textbox", { name: "Name" })).toHaveValue("Nightly");
  await plan.open("notes.json", "{}");
  await expect(page.getByText("is no protection plan")).toBeVisible();
  await expect(plan.editor.getByRole("textbox", { name: "Name" })).toHaveValue("Nightly");
  await expect(plan.editor.getByRole("textbox", { name: "Full backup 1: files" })).toHaveValue("2");
});

test("a failure is run, and says how far the plan was off", { tag: "@main" }, async ({ app }) => {
  const { plan, live } = app;
  await app.goTo("Plan");
  await plan.setBase("Restore after a wrong update");
  for (const job of ["Array snapshot 4", "Differential backup 2"]) await plan.remove(job);
  await plan.fill("Full backup 1: every", "5");
  await plan.choose("Full backup 1: every: unit", "min");
  await plan.choose("Log backup 2: kept by", "of them");
  await plan.fill("Log backup 2: how many are kept", "100");
  await plan.fill("Log backup 2: every", "1");
  await plan.fill("Log backup 2: from", "0");
  await plan.fill("A wrong UPDATE is noticed after", "1");
  await plan.lookAt("A wrong UPDATE", "00:02:30");
  await expect(plan.ways).toContainText("log backups");
  await plan.run();
  await app.expectScreen("Live");
  await live.expectEnded("Completed");
  await app.goTo("Plan");
  await expect(plan.answer.getByRole("textbox", { name: "At", exact: true })).toHaveValue(
    "00:02:30",
  );
  await expect(plan.outcome).toContainText("A wrong UPDATE at 00:02:30, as it was run");
  await expect(plan.outcome).toContainText("The way back took");
  await expect(plan.outcome).toContainText("committed changes were lost");
  await expect(plan.outcome).toContainText("what had been committed: verified");
});
