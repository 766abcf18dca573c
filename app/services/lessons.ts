/** Lessons of assets/lessons, and the runs that they need. */
import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { engineRevision } from "../contract/engine-revision.ts";
import { parseJson, parseWith } from "../contract/issues.ts";
import { type Lesson, lessonSchema } from "../contract/lesson.ts";
import { resolveScenario } from "../contract/resolve-scenario.ts";
import { failure, type Result, success } from "../contract/result.ts";
import type { LessonEntry, LessonRequest, LessonsService } from "../contract/rpc/lessons.ts";
import type { RunEntry } from "../contract/rpc/runs.ts";
import { type Scenario, scenarioSchema } from "../contract/scenario.ts";
import { applySetting } from "../contract/set-path.ts";
import type { Experiments } from "./experiments-service.ts";
import type { RunStore } from "./library/run-store.ts";
import { readRawPreset } from "./presets.ts";
import { lessonsFolder } from "./project-paths.ts";

export async function readLesson(id: string, folder = lessonsFolder): Promise<Result<Lesson>> {
  let text: string;
  try {
    text = await readFile(join(folder, `${id}.json`), "utf8");
  } catch {
    return failure("notFound", `${JSON.stringify(id)} is not a lesson`);
  }
  const json = parseJson(text, `lesson ${id}`);
  return json.ok ? parseWith(lessonSchema, json.value, `lesson ${id}`) : json;
}

export async function lessonEntries(folder = lessonsFolder): Promise<LessonEntry[]> {
  const files = await readdir(folder);
  const ids = files.filter((file) => file.endsWith(".json")).map((file) => basename(file, ".json"));
  return Promise.all(
    ids.sort().map(async (id) => {
      const lesson = await readLesson(id, folder);
      return lesson.ok
        ? { id, lesson: lesson.value, problem: null }
        : { id, lesson: null, problem: lesson.error.message };
    }),
  );
}

/** What is run, as fast as it goes. */
export async function lessonScenario(
  { runs, change }: Lesson,
  at: number,
  choice: number | null,
): Promise<Result<Scenario>> {
  const run = runs[at];
  const changed = choice === null ? null : (change.choices[choice] ?? null);
  if (run === undefined || (choice !== null && changed === null)) {
    return failure("badInput", "the lesson has no such run or choice");
  }
  const raw = await readRawPreset(run.preset);
  if (!raw.ok) return raw;
  let scenario = raw.value;
  for (const setting of [...run.settings, ...(changed?.settings ?? []), "pace=0"]) {
    const set = applySetting(scenario, setting, scenarioSchema, "the lesson's setting");
    if (!set.ok) return set;
    scenario = set.value;
  }
  return resolveScenario(scenario, "the lesson's run");
}

export class Lessons implements LessonsService {
  readonly #experiments: Experiments;
  readonly #store: RunStore;

  constructor({ experiments, store }: { experiments: Experiments; store: RunStore }) {
    this.#experiments = experiments;
    this.#store = store;
  }

  list(): Promise<readonly LessonEntry[]> {
    return lessonEntries();
  }

  async begin({ id, choice }: LessonRequest): Promise<Result<readonly RunEntry[]>> {
    const lesson = await readLesson(id);
    if (!lesson.ok) return lesson;
    const entries: RunEntry[] = [];
    for (const [at, { preset }] of lesson.value.runs.entries()) {
      const scenario = await lessonScenario(lesson.value, at, choice);
      if (!scenario.ok) return scenario;
      const kept = this.#store.completedRun(scenario.value, engineRevision);
      if (kept !== null) {
        entries.push(kept);
        continue;
      }
      const changed = choice === null ? undefined : lesson.value.change.choices[choice];
      const name = [lesson.value.title, changed?.label].filter(Boolean).join(": ").slice(0, 100);
      const begun = await this.#experiments.begin({ scenario: scenario.value, preset, name });
      if (!begun.ok) return begun;
      entries.push(begun.value.entry);
    }
    return success(entries);
  }
}
