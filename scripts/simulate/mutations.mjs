// Proves that the simulator notices defects: each known one is built in, and must be caught within a
// minute.
import { inParallel } from "../in-parallel.mjs";

const longestSearchMs = 60_000;
/** A change of the log's layout moves the moment that a kept plan meets: some of its other seeds meet it. */
const seedsOfKeptPlan = 60;

const withSeed = (plan, seed) => ({ ...plan, seed, scenario: { ...plan.scenario, seed } });

const fails = async (simulator, plan, mutation) =>
  (await simulator.run(plan, mutation)).problem !== null;

/** The plan that catches `mutation`: it fails with the defect and passes without. */
async function search(simulator, mutation, kept, now) {
  const end = now() + longestSearchMs;
  const caughtBy = async (plan, by) => {
    const { problem } = await simulator.run(plan, mutation);
    return problem === null || (await fails(simulator, plan)) ? undefined : { by, problem };
  };
  for (const plan of kept) {
    const caught = await caughtBy(plan, "a kept plan");
    if (caught !== undefined) return caught;
  }
  for (let seed = 1; kept.length > 0 && seed <= seedsOfKeptPlan && now() < end; ++seed) {
    for (const plan of kept) {
      const caught = await caughtBy(withSeed(plan, seed), `a kept plan with the seed ${seed}`);
      if (caught !== undefined) return caught;
    }
  }
  for (let seed = 1; now() < end; ++seed) {
    // Some defects need damage to show, most only need power cuts.
    const profile = seed % 3 === 0 ? "faults" : "power-cuts";
    const caught = await caughtBy(await simulator.draw(seed, profile), `seed ${seed}, ${profile}`);
    if (caught !== undefined) return caught;
  }
  return undefined;
}

/**
 * True if all were caught; `say` gets a line for each, as soon as its search is over. What hardly comes
 * by itself has a plan among the permanent ones (`{ mutation, plan }`), which is tried first.
 */
export async function runMutations(simulator, { now, say, permanentPlans = [] }) {
  let missed = 0;
  await inParallel(await simulator.mutations(), async ({ name, defect }) => {
    const start = now();
    const kept = permanentPlans.filter(({ mutation }) => mutation === name).map(({ plan }) => plan);
    const caught = await search(simulator, name, kept, now);
    const seconds = ((now() - start) / 1000).toFixed(1);
    if (caught === undefined) ++missed;
    say(
      caught === undefined
        ? `MISSED  ${name} (${defect}), after ${seconds} s`
        : `caught  ${name} (${defect}): ${caught.by}, ${seconds} s\n        ${caught.problem}`,
    );
  });
  return missed === 0;
}
