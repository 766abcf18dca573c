import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { lessonEntries, lessonScenario, readLesson } from "./lessons.ts";
import { lessonsFolder } from "./project-paths.ts";

const folder = mkdtempSync(join(tmpdir(), "snapscope-lessons-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const good = "first-write-and-second";

it("tells what is wrong with a lesson and where, and lists the others before it", async () => {
  copyFileSync(join(lessonsFolder, `${good}.json`), join(folder, `${good}.json`));
  const lesson = await readLesson(good);
  if (!lesson.ok) throw new Error(lesson.error.message);
  const write = (id: string, content: object): void =>
    writeFileSync(join(folder, `${id}.json`), JSON.stringify(content));
  write("a-no-change", { ...lesson.value, change: { ...lesson.value.change, after: "nowhere" } });
  write("b-no-figure", {
    ...lesson.value,
    steps: lesson.value.steps.map((step) => ({ ...step, sentence: "It took {long}." })),
  });
  writeFileSync(join(folder, "c-no-json.json"), "{");
  const entries = await lessonEntries(folder);
  expect(entries.map(({ id }) => id)).toEqual([good, "a-no-change", "b-no-figure", "c-no-json"]);
  expect(entries.map(({ problem }) => problem)).toEqual([
    null,
    expect.stringContaining("change.after: is no step; allowed: created, "),
    expect.stringMatching(/steps\.0\.sentence: has no figure long; allowed: /),
    expect.stringContaining("c-no-json"),
  ]);
});

it("puts a choice over the run's own settings, and runs as fast as it goes", async () => {
  const lesson = await readLesson(good);
  if (!lesson.ok) throw new Error(lesson.error.message);
  const [plain, changed] = [
    await lessonScenario(lesson.value, 0, null),
    await lessonScenario(lesson.value, 0, 1),
  ];
  if (!plain.ok || !changed.ok) throw new Error("the lesson has no scenario");
  expect([plain.value.pace, plain.value.workload.users]).toEqual([0, 0]);
  expect(changed.value.workload.users).toBe(10);
  expect((await lessonScenario(lesson.value, 0, 9)).ok).toBe(false);
});
