import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { openDatabase } from "../library/open-database.ts";
import { fakeScenario, unwrap } from "../testing/scratch-services.ts";
import { newStudy } from "./studies-service.ts";
import { StudyStore } from "./study-store.ts";

const folder = mkdtempSync(join(tmpdir(), "snapscope-studies-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("a study is read once for as long as it stays as it is", async () => {
  const database = unwrap(openDatabase(folder));
  const store = new StudyStore(database);
  const base = await fakeScenario("");
  const study = newStudy({ base, points: [{ settings: [] }], repeats: 1 });
  store.add(study);
  const read = store.get(study.id)?.study;
  expect(read).toEqual(study);
  // The very same: nothing was parsed again.
  expect(store.list()[0]?.study).toBe(read);
  new StudyStore(database).replace({ ...study, repeats: 2 });
  expect(store.get(study.id)?.study.repeats).toBe(2);
  database.close();
});
