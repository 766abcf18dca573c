/** From what a sweep varies to the points of a study: every combination, the first parameter slowest. */
import { failure, type Result, success } from "../../contract/result.ts";
import { mostStudyRuns, type StudyPoint } from "../../contract/study.ts";
import type { Sweep, SweepParameter } from "../../contract/sweep.ts";
import { settingText } from "../scenario-form/differences.ts";

export function expandSweep({ parameters, repeats }: Sweep): Result<StudyPoint[]> {
  const twice = parameters.find(({ path }, at) =>
    parameters.slice(0, at).some((other) => other.path === path),
  );
  if (twice !== undefined) {
    return failure(
      "badInput",
      `sweep: ${twice.path}: is varied twice; put its values into one list`,
    );
  }
  let points: StudyPoint[] = [{ settings: [] }];
  let runs = repeats;
  for (const parameter of parameters) {
    const count = countOf(parameter);
    if (!count.ok) return count;
    runs *= count.value;
    if (runs > mostStudyRuns) return failure("badInput", tooMany(parameters, repeats));
    const settings = valuesOf(parameter, count.value).map((value) =>
      settingText(parameter.path, value),
    );
    points = points.flatMap((point) =>
      settings.map((setting) => ({ settings: [...point.settings, setting] })),
    );
  }
  return success(points);
}

function tooMany(parameters: readonly SweepParameter[], repeats: number): string {
  const counts = parameters.flatMap((parameter) => {
    const count = countOf(parameter);
    return count.ok ? `${count.value} of ${parameter.path}` : [];
  });
  return (
    `sweep: ${counts.join(" times ")}, with ${repeats} repeats, are too many runs; ` +
    `allowed: up to ${mostStudyRuns} in one study; take fewer values or repeats`
  );
}

/** Steps are counted with room for what binary fractions leave over: 0.1 to 0.3 by 0.1 are three. */
const stepTolerance = 1e-9;

function countOf(parameter: SweepParameter): Result<number> {
  if ("values" in parameter) return success(parameter.values.length);
  const { path, from, to } = parameter;
  if (to < from) {
    return failure("badInput", `sweep: ${path}: goes from ${from} down to ${to}; allowed: upwards`);
  }
  if ("count" in parameter) return success(parameter.count);
  return success(Math.floor((to - from) / parameter.step + stepTolerance) + 1);
}

/** The values of a sweep that can be expanded; one that cannot has none. */
export function sweptValues(parameter: SweepParameter): readonly unknown[] {
  const count = countOf(parameter);
  return count.ok ? valuesOf(parameter, count.value) : [];
}

/** How many digits a person writes: sums of binary fractions have more. */
const digits = 12;

function valuesOf(parameter: SweepParameter, count: number): readonly unknown[] {
  if ("values" in parameter) return parameter.values;
  const { from, to } = parameter;
  const step = "count" in parameter ? (to - from) / (count - 1) : parameter.step;
  return Array.from({ length: count }, (_, at) => Number((from + at * step).toPrecision(digits)));
}
