/**
 * What somebody expects of lines before they are computed: of the lanes of a run, of the charts of a figure. It is
 * kept for as long as the window is open.
 */
import { createStore, type StoreApi, useStore } from "zustand";
import {
  type Expectation,
  isDrawn,
  nothingExpected,
} from "../../../app/domain/expectation/expectation.ts";

export interface Expected {
  readonly expectation: Expectation;
  /** Its axis reaches this at least. */
  readonly least: number;
  /** What it was before each stroke, the latest last. */
  readonly past: readonly Expectation[];
}

export interface Expectations {
  /** By lane, or chart. */
  readonly of: ReadonlyMap<string, Expected>;
  /** Which one is being drawn; null: none. */
  readonly drawing: string | null;
  /** One is to be drawn as soon as there are lines. */
  readonly asked: boolean;
}

export type ExpectationsStore = StoreApi<Expectations>;

const nothing: Expectations = { of: new Map(), drawing: null, asked: false };
/** By run or figure; the longest unused make room. */
const stores = new Map<string, ExpectationsStore>();
const mostStores = 32;

export function expectationsOf(key: string): ExpectationsStore {
  const store = stores.get(key) ?? createStore<Expectations>(() => nothing);
  stores.delete(key);
  stores.set(key, store);
  for (const oldest of [...stores.keys()].slice(0, Math.max(0, stores.size - mostStores))) {
    stores.delete(oldest);
  }
  return store;
}

export const useExpectations = (store: ExpectationsStore): Expectations => useStore(store);

/** Has one drawn before a run goes on: its lanes are not known yet. */
export const askExpectation = (store: ExpectationsStore): void => store.setState({ asked: true });

/** Draws on, or begins with nothing drawn at these places. */
export function beginExpecting(
  store: ExpectationsStore,
  id: string,
  places: readonly number[],
  least: number,
): void {
  const { of } = store.getState();
  const known = of.get(id);
  const begun = known ?? { expectation: nothingExpected(places), least, past: [] };
  store.setState({ of: new Map(of).set(id, begun), drawing: id, asked: false });
}

/** Changes the one that is being drawn. */
function change(store: ExpectationsStore, next: (expected: Expected) => Expected): void {
  const { of, drawing } = store.getState();
  const known = drawing === null ? undefined : of.get(drawing);
  if (drawing === null || known === undefined) return;
  store.setState({ of: new Map(of).set(drawing, next(known)) });
}

const mostUndone = 50;

export const expectingIn = (store: ExpectationsStore) => ({
  /** A stroke begins: what was there before can be had back. */
  begin: () =>
    change(store, (expected) => ({
      ...expected,
      past: [...expected.past, expected.expectation].slice(-mostUndone),
    })),
  draw: (expectation: Expectation) => change(store, (expected) => ({ ...expected, expectation })),
  undo: () =>
    change(store, (expected) => {
      const before = expected.past.at(-1);
      return before === undefined
        ? expected
        : { ...expected, expectation: before, past: expected.past.slice(0, -1) };
    }),
  /** Makes the axis reach further, or less far. */
  reach: (least: number) => change(store, (expected) => ({ ...expected, least })),
  /** One on which nothing was drawn is none. */
  leave: () => {
    const { of, drawing } = store.getState();
    const known = drawing === null ? undefined : of.get(drawing);
    if (drawing !== null && known !== undefined && !isDrawn(known.expectation)) {
      remove(store, drawing);
    }
    store.setState({ drawing: null });
  },
});

export function remove(store: ExpectationsStore, id: string): void {
  const of = new Map(store.getState().of);
  of.delete(id);
  store.setState(({ drawing }) => ({ of, drawing: drawing === id ? null : drawing }));
}
