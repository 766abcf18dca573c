import { expect, it } from "vitest";
import { HitSteps } from "./hit-steps.ts";

/** Each hit is found when the test says so. */
function searching() {
  const asked: { row: number; signal: AbortSignal; answer: (hit: number | null) => void }[] = [];
  const shown: number[] = [];
  const walk = {
    from: () => shown.at(-1) ?? 0,
    find: (row: number, signal: AbortSignal) =>
      new Promise<number | null>((answer) => asked.push({ row, signal, answer })),
    show: (row: number) => void shown.push(row),
  };
  const turn = async () => {
    for (let tick = 0; tick < 10; tick += 1) await Promise.resolve();
  };
  return { asked, shown, walk, turn };
}

it("goes on from the hit that is still looked for, and shows the last alone", async () => {
  const { asked, shown, walk, turn } = searching();
  const steps = new HitSteps();
  const presses = [steps.step(walk), steps.step(walk), steps.step(walk)];
  for (const hit of [10, 20, 30]) {
    await turn();
    asked.at(-1)?.answer(hit);
  }
  await Promise.all(presses);
  expect(asked.map(({ row }) => row)).toEqual([0, 10, 20]);
  expect(shown).toEqual([30]);
  void steps.step(walk);
  await turn();
  expect(asked.at(-1)?.row).toBe(30);
});

it("asks no further and shows nothing once it is stopped, and begins anew", async () => {
  const { asked, shown, walk, turn } = searching();
  const steps = new HitSteps();
  const pressed = steps.step(walk);
  await turn();
  steps.stop();
  expect(asked[0]?.signal.aborted).toBe(true);
  asked[0]?.answer(10);
  await pressed;
  expect(shown).toEqual([]);
  const again = steps.step(walk);
  await turn();
  asked[1]?.answer(40);
  await again;
  expect([asked[1]?.row, shown]).toEqual([0, [40]]);
});
