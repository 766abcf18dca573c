/**
 * Where a chart goes out to: the window provides it, for a component reaches neither files nor the clipboard nor
 * the palette. What could not be done is told by the window.
 */
import { createContext, useContext } from "react";

export interface ChartFile {
  readonly fileName: string;
  readonly mediaType: string;
  make(): Uint8Array | Promise<Uint8Array>;
}

export interface ChartAction {
  readonly id: string;
  readonly title: string;
  run(): void;
}

export interface ChartOutlet {
  save(file: ChartFile): Promise<void>;
  /** `what`: "Table", to tell that it is copied. */
  copyText(what: string, make: () => string | Promise<string>): Promise<void>;
  /** A PNG. */
  copyPicture(what: string, make: () => Promise<Uint8Array<ArrayBuffer>>): Promise<void>;
  /** A hook: what the palette and the menus of the window offer while the chart is shown. */
  useActions(actions: readonly ChartAction[]): void;
}

/** Null: charts stay where they are. */
const OutletContext = createContext<ChartOutlet | null>(null);

export const ChartOutletProvider = OutletContext;

export const useChartOutlet = (): ChartOutlet | null => useContext(OutletContext);
