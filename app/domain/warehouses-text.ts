/** How many warehouses of the TPC-C-style load a database holds, in words. */
import type { Scenario } from "../contract/scenario.ts";
import { tpccWarehouses } from "../contract/tpcc.ts";
import { countOf } from "./format/numbers.ts";

/** "about 1,400 warehouses": the engine lays the trees out page by page, and has the last word. */
export function warehousesText(database: Scenario["database"]): string {
  const count = tpccWarehouses(database);
  const isExact = count < 100;
  const shown = isExact ? count : Number(count.toPrecision(2));
  return `${isExact ? "" : "about "}${countOf(shown, "warehouse", "warehouses")}`;
}
