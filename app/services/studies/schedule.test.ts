import { expect, it } from "vitest";
import type { Scenario } from "../../contract/scenario.ts";
import { fakeScenario } from "../testing/scratch-services.ts";
import { memoryOf } from "./capacity.ts";
import { runInTurn } from "./schedule.ts";

/** Runs that end when they are told, and what is under way. */
class Rehearsal {
  readonly underWay: string[] = [];
  readonly begun: string[] = [];
  readonly #ends = new Map<string, () => void>();

  readonly run = ({ name }: { readonly name: string }): Promise<void> => {
    this.begun.push(name);
    this.underWay.push(name);
    return new Promise((resolve) => this.#ends.set(name, resolve));
  };

  async end(name: string): Promise<void> {
    this.underWay.splice(this.underWay.indexOf(name), 1);
    this.#ends.get(name)?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const named = (name: string, scenario: Scenario) => ({ name, scenario });
const never = new AbortController().signal;

it("begins runs in order, as many at a time as there are processors for", async () => {
  const small = await fakeScenario("");
  const runs = ["a", "b", "c"].map((name) => named(name, small));
  const rehearsal = new Rehearsal();
  const ended = runInTurn(runs, { atOnce: 2, memoryBytes: 1e15 }, never, rehearsal.run);
  expect(rehearsal.underWay).toEqual(["a", "b"]);
  await rehearsal.end("b");
  expect(rehearsal.underWay).toEqual(["a", "c"]);
  await rehearsal.end("a");
  await rehearsal.end("c");
  await ended;
});

it("keeps what runs at a time within memory, and runs what is too large for it alone", async () => {
  const small = await fakeScenario("");
  const large = { ...small, durationSeconds: 86_400 };
  const memoryBytes = memoryOf(small) * 2.5;
  expect(memoryOf(large)).toBeGreaterThan(memoryBytes);
  const runs = [named("a", small), named("b", large), named("c", small), named("d", small)];
  const rehearsal = new Rehearsal();
  const ended = runInTurn(runs, { atOnce: 8, memoryBytes }, never, rehearsal.run);
  expect(rehearsal.underWay).toEqual(["a"]);
  await rehearsal.end("a");
  expect(rehearsal.underWay).toEqual(["b"]);
  await rehearsal.end("b");
  expect(rehearsal.underWay).toEqual(["c", "d"]);
  await rehearsal.end("c");
  await rehearsal.end("d");
  await ended;
});

it("begins none after an abort, and waits for those under way", async () => {
  const small = await fakeScenario("");
  const stop = new AbortController();
  const rehearsal = new Rehearsal();
  const runs = [named("a", small), named("b", small)];
  let isOver = false;
  const ended = runInTurn(runs, { atOnce: 1, memoryBytes: 1e15 }, stop.signal, rehearsal.run);
  void ended.then(() => {
    isOver = true;
  });
  stop.abort();
  await new Promise((resolve) => setImmediate(resolve));
  expect(isOver).toBe(false);
  await rehearsal.end("a");
  await ended;
  expect(rehearsal.begun).toEqual(["a"]);
});
