// Makes a failing plan smaller: leaves things out, one at a time, as long as it fails in the same
// way.

/** The kind of a problem: its words, without the figures that change from run to run. */
export function kindOf(problem) {
  return problem
    .replace(/snap_\d+/g, "snap")
    .replace(/[0-9A-F]{8}:[0-9A-F]{8}:[0-9A-F]{4}|\d+/g, "#");
}

function* without(list) {
  for (let at = list.length - 1; at >= 0; --at) yield list.toSpliced(at, 1);
}

/** Steps follow others by their places: who followed the one left out comes at a time of its own. */
function* withoutOneStep(steps) {
  for (let at = steps.length - 1; at >= 0; --at) {
    yield steps.toSpliced(at, 1).map((step) => {
      const { after, ...rest } = Object(step);
      if (after === undefined || after.step < at) return step;
      return after.step === at ? rest : { ...rest, after: { ...after, step: after.step - 1 } };
    });
  }
}

const withLife = (plan, at, change) => ({
  ...plan,
  lives: plan.lives.with(at, { ...plan.lives[at], ...change }),
});

/** Simpler plans than `plan`, the greatest simplifications first. */
export function* simplerPlans(plan) {
  for (const lives of without(plan.lives)) if (lives.length > 0) yield { ...plan, lives };
  if (plan.tearsData) yield { ...plan, tearsData: false };
  for (const [at, life] of plan.lives.entries()) {
    if (life.steps.length > 1) yield withLife(plan, at, { steps: [] });
    if (life.faults.length > 1) yield withLife(plan, at, { faults: [] });
    for (const steps of withoutOneStep(life.steps)) yield withLife(plan, at, { steps });
    for (const faults of without(life.faults)) yield withLife(plan, at, { faults });
    if (life.cut !== undefined) yield withLife(plan, at, { cut: undefined });
    if (life.cutAtEntryFromIo > 0) yield withLife(plan, at, { cutAtEntryFromIo: 0 });
    if (life.faultsFromCompletion) yield withLife(plan, at, { faultsFromCompletion: false });
    if (life.restore !== undefined) {
      yield withLife(plan, at, { restore: undefined });
      for (const name of ["cutAtIo", "errorAtIo", "damage"]) {
        if (life.restore[name] === 0) continue;
        yield withLife(plan, at, { restore: { ...life.restore, [name]: 0 } });
      }
    }
    if (life.quiesces) yield withLife(plan, at, { quiesces: false });
    if (life.durationMs > 50) {
      yield withLife(plan, at, { durationMs: Math.floor(life.durationMs / 2) });
    }
  }
  const { workload } = plan.scenario;
  const simplerWorkloads = [
    { users: 1 },
    { users: Math.ceil((workload?.users ?? 1) / 2) },
    { rollbackPercent: 0 },
  ];
  for (const change of simplerWorkloads) {
    const changed = { ...workload, ...change };
    if (JSON.stringify(changed) === JSON.stringify(workload)) continue;
    yield { ...plan, scenario: { ...plan.scenario, workload: changed } };
  }
}

/**
 * The smallest plan found that fails as `plan` does. `run` gives a plan's outcome; at most `tries`
 * runs.
 */
export async function shrink(plan, problem, run, tries) {
  const kind = kindOf(problem);
  let smallest = plan;
  let left = tries;
  let found = true;
  while (found) {
    found = false;
    for (const candidate of simplerPlans(smallest)) {
      if (left-- <= 0) return smallest;
      const outcome = await run(candidate);
      if (outcome.problem === null || kindOf(outcome.problem) !== kind) continue;
      smallest = candidate;
      found = true;
      break;
    }
  }
  return smallest;
}
