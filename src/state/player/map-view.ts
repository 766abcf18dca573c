/**
 * Where one looks on the page map of a recording, and what is counted there: shared by the map, the charts that
 * light its moments and the panel that describes a page.
 */
import { createStore, type StoreApi, useStore } from "zustand";
import type { MapCounts } from "../../../app/domain/page-map/map-counts.ts";
import { type MapPlace, wholeFile } from "../../../app/domain/page-map/map-place.ts";
import type { PageGrid } from "../../../app/domain/page-map/page-grid.ts";
import type { Moments } from "../../../app/domain/timeline/lane-view.ts";

export interface MapView {
  /** Position of the sparse file; null: none was chosen. */
  readonly target: number | null;
  readonly place: MapPlace;
  /** Null: nothing is counted, or the map is not shown. */
  readonly counts: MapCounts<PageGrid> | null;
  /** When the pages of the rectangle were pushed; null: there is none. */
  readonly moments: Moments | null;
}

export type MapViewStore = StoreApi<MapView>;

const atFirst: MapView = { target: null, place: wholeFile, counts: null, moments: null };

const createMapView = (): MapViewStore => createStore<MapView>(() => atFirst);

/** By the key of the player; the longest unused make room. */
const views = new Map<string, MapViewStore>();
const mostViews = 16;

export function mapViewOf(key: string): MapViewStore {
  const view = views.get(key) ?? createMapView();
  views.delete(key);
  views.set(key, view);
  for (const oldest of [...views.keys()].slice(0, Math.max(0, views.size - mostViews))) {
    views.delete(oldest);
  }
  return view;
}

export const useMapView = <T>(view: MapViewStore, select: (view: MapView) => T): T =>
  useStore(view, select);

export const setCursorPage = (view: MapViewStore, cursorPage: number): void =>
  view.setState(({ place }) => ({ place: { ...place, cursorPage } }));
