import { expect, it } from "vitest";
import { pointed } from "../../../app/domain/expectation/expectation.ts";
import {
  askExpectation,
  beginExpecting,
  expectationsOf,
  expectingIn,
  remove,
} from "./expectations.ts";

function drawing(key: string) {
  const store = expectationsOf(key);
  const expecting = expectingIn(store);
  beginExpecting(store, "lane", [0, 10], 100);
  const now = () => store.getState().of.get("lane");
  const set = (value: number): void => {
    const { expectation } = now() ?? { expectation: { places: [], values: [] } };
    expecting.begin();
    expecting.draw(pointed(expectation, 0, value, 100));
  };
  return { store, expecting, now, set };
}

it("is kept under the run, stroke by stroke", () => {
  const { store, expecting, now, set } = drawing("run:1");
  set(50);
  set(70);
  expecting.undo();
  expect(now()?.expectation.values).toEqual([50, null]);
  expecting.leave();
  expect(store.getState().drawing).toBeNull();
  expect(expectationsOf("run:1").getState().of.get("lane")?.expectation.values[0]).toBe(50);
  expect(expectationsOf("run:2").getState().of.size).toBe(0);
  beginExpecting(store, "lane", [0, 10], 100);
  expecting.undo();
  expect(now()?.expectation.values).toEqual([null, null]);
  remove(store, "lane");
  expect(store.getState()).toEqual({ of: new Map(), drawing: null, asked: false });
});

it("is none where nothing was drawn", () => {
  const { store, expecting, now } = drawing("run:3");
  expecting.reach(200);
  expect(now()?.least).toBe(200);
  expecting.leave();
  expect(now()).toBeUndefined();
  expecting.draw({ places: [], values: [] });
  expect(store.getState().of.size).toBe(0);
});

it("is asked for before a run goes on, once", () => {
  const store = expectationsOf("run:asked");
  expect(store.getState().asked).toBe(false);
  askExpectation(store);
  expect(store.getState().asked).toBe(true);
  beginExpecting(store, "lane", [0, 10], 100);
  expect(store.getState()).toMatchObject({ asked: false, drawing: "lane" });
});
