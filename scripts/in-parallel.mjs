// Pieces of work, as many at a time as there are processors.
import { availableParallelism } from "node:os";

/** What `work` makes of each item, in the items' order. */
export async function inParallel(items, work, workers = availableParallelism()) {
  const results = [];
  const queue = [...items].entries();
  const takeTurns = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: workers }, takeTurns));
  return results;
}
