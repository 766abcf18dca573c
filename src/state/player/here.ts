/** The record at the playhead, as the list of records knows it: told to what else speaks of this moment. */
import { createStore, type StoreApi, useStore } from "zustand";
import type { TimelineRecord } from "../../../app/domain/timeline/timeline.ts";

export interface Here {
  /** The last of those that the list shows; null: there is none, or it is not here yet. */
  readonly record: TimelineRecord | null;
}

export type HereStore = StoreApi<Here>;

export const createHere = (): HereStore => createStore<Here>(() => ({ record: null }));

export const useRecordHere = (here: HereStore): TimelineRecord | null =>
  useStore(here, ({ record }) => record);
