/** The window provides where charts go out to; what could not be done is told by the window. */
import { createContext, useContext } from "react";
import type { ChartOutlet } from "../../../app/contract/chart-outlet.ts";

/** Null: charts stay where they are. */
export const ChartOutletProvider = createContext<ChartOutlet | null>(null);

export const useChartOutlet = (): ChartOutlet | null => useContext(ChartOutletProvider);
