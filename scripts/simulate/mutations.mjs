// Proves that the simulator notices defects: each known one is built in, and must be caught within a
// minute.

const longestSearchMs = 60_000;

/** The plan that catches `mutation`: it fails with the defect and passes without. */
async function search(simulator, mutation, now) {
  const end = now() + longestSearchMs;
  for (let seed = 1; now() < end; ++seed) {
    // Some defects need damage to show, most only need power cuts.
    const profile = seed % 3 === 0 ? "faults" : "power-cuts";
    const plan = await simulator.draw(seed, profile);
    const outcome = await simulator.run(plan, mutation);
    if (outcome.problem === null) continue;
    const sound = await simulator.run(plan);
    if (sound.problem === null) return { seed, profile, problem: outcome.problem };
  }
  return undefined;
}

/** True if all were caught; `say` gets a line for each. */
export async function runMutations(simulator, { now, say }) {
  let missed = 0;
  for (const { name, defect } of await simulator.mutations()) {
    const start = now();
    const caught = await search(simulator, name, now);
    const seconds = ((now() - start) / 1000).toFixed(1);
    if (caught === undefined) ++missed;
    say(
      caught === undefined
        ? `MISSED  ${name} (${defect}), after ${seconds} s`
        : `caught  ${name} (${defect}): seed ${caught.seed}, ${caught.profile}, ${seconds} s\n        ${caught.problem}`,
    );
  }
  return missed === 0;
}
