/** Pictures of a run whose snapshot was lost: its volume was full. */
import { settings, snapscope } from "../fixtures/program.ts";
import { expect } from "../fixtures/test.ts";
import { patience, test } from "./pictures.ts";

test.describe.configure(patience);

test("a lost snapshot", async ({ app, dataFolder, picture }) => {
  const preset = "creation-under-load";
  const full = settings({ durationSeconds: 40, "storage.volumes.2.device.capacityMiB": 250 });
  // It ends with 1, and is saved all the same.
  await expect(snapscope(dataFolder, "run", preset, ...full, "--save", "--json")).rejects.toThrow();
  await app.goTo("Runs");
  await app.runs.choose("100 users, 1 snapshot, duration 40 s, other figures of devices");
  await app.runs.showDetails();
  await expect(app.runs.details.getByText("Think time")).toBeVisible();
  await picture.take(app, "runs-lost");
  await app.runs.command("Replay").click();
  await expect(app.replay.log).toContainText("lack of disk space");
  await picture.take(app, "replay-lost");
  await app.goTo("Runs");
  await app.runs.command("Report").click();
  await expect(app.report.preview.getByText("was lost at").first()).toBeVisible();
  await picture.take(app, "report-lost");
});
